import { findText } from '../../i18n.ts';

/** The name of a language of recovery phrases, by our name for it or the service's. */
export function languageText(language: string): string {
  const name = language.replace(/^MNEMONIC_LANGUAGE_/, '').toLowerCase();
  return findText(`phrase.language.${name}`) ?? name;
}
