import { setLocale } from '../../src/ui/i18n.ts';
import { german } from '../../src/ui/words/de/german.ts';

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What is drawn from now on is in this language. */
export const speak = (language: Language): Promise<void> =>
  setLocale(language, { de: [async () => Promise.resolve(german)] });
