import { addWords } from '../i18n.ts';
import { addRowWords } from '../forms/words.ts';
import { confirmWords } from '../words/en/confirm.ts';
import { passkeyWords } from '../words/en/passkey.ts';
import { popupWords } from '../words/en/popup.ts';

/** Adds every word that a request shows, in whichever page it is. */
export function addQueueWords(): void {
  addWords(popupWords);
  addWords(confirmWords);
  addWords(passkeyWords);
  addRowWords();
}
