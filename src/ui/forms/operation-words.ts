import { signal } from '@preact/signals';
import { allWords, capitalize, findText } from '../i18n.ts';

/** Grows when the tables' words have been added, so that screens drawn before are drawn again. */
const wordsVersion = signal(0);

/** Loads the tables' own words; screens drawn before are drawn again with them. */
export async function addOperationWords(): Promise<void> {
  const [{ addRowWords }] = await Promise.all([import('./words.ts'), allWords()]);
  addRowWords();
  wordsVersion.value = 1;
}

/**
 * An operation's title, before the table's words are there made from its name: the first screen
 * does not wait for the table.
 */
export function titleText(operation: string): string {
  void wordsVersion.value;
  const fallback = operation.replaceAll('_', ' ');
  return findText(`op.${operation}.title`) ?? capitalize(fallback);
}
