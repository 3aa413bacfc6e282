import { addMessages } from '../i18n.ts';
import { addRowWords } from '../forms/words.ts';
import { confirmMessages } from '../messages/en/confirm.ts';
import { popupMessages } from '../messages/en/popup.ts';

/** Adds every word that a request shows, in whichever page it is. */
export function addQueueWords(): void {
  addMessages(popupMessages);
  addMessages(confirmMessages);
  addRowWords();
}
