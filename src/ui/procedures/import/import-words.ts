import { addWords } from '../../i18n.ts';

/** Adds the words about pasted keys, which the first screens don't need. */
export async function addImportWords(): Promise<void> {
  const { importWords } = await import('../../words/en/import.ts');
  addWords(importWords);
}
