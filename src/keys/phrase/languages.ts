// The word lists of BIP-39, each loaded when a word needs it.

/** The languages with a list, in the order of the BIP's own page of lists. */
export const PHRASE_LANGUAGES = [
  'english',
  'japanese',
  'korean',
  'spanish',
  'simplified_chinese',
  'traditional_chinese',
  'french',
  'italian',
  'czech',
  'portuguese',
] as const;
export type PhraseLanguage = (typeof PHRASE_LANGUAGES)[number];

/** The service names nine of them (docs/protocol.md, Recovery phrases). */
export const UNSUPPORTED_LANGUAGES: readonly PhraseLanguage[] = ['portuguese'];

/** A language's 2,048 words (NFKD, as BIP-39 hashes them), with the place of each. */
export type WordList = {
  readonly language: PhraseLanguage;
  readonly words: readonly string[];
  readonly places: ReadonlyMap<string, number>;
};

type Load = () => Promise<{ readonly wordlist: readonly string[] }>;

const LOADERS: Readonly<Record<PhraseLanguage, Load>> = {
  english: () => import('@scure/bip39/wordlists/english.js'),
  japanese: () => import('@scure/bip39/wordlists/japanese.js'),
  korean: () => import('@scure/bip39/wordlists/korean.js'),
  spanish: () => import('@scure/bip39/wordlists/spanish.js'),
  simplified_chinese: () => import('@scure/bip39/wordlists/simplified-chinese.js'),
  traditional_chinese: () => import('@scure/bip39/wordlists/traditional-chinese.js'),
  french: () => import('@scure/bip39/wordlists/french.js'),
  italian: () => import('@scure/bip39/wordlists/italian.js'),
  czech: () => import('@scure/bip39/wordlists/czech.js'),
  portuguese: () => import('@scure/bip39/wordlists/portuguese.js'),
};

const loaded = new Map<PhraseLanguage, WordList>();

/** The list of a language. It is public: keeping it says nothing about any phrase. */
export async function loadWordList(language: PhraseLanguage): Promise<WordList> {
  const known = loaded.get(language);
  if (known) return known;
  const { wordlist } = await LOADERS[language]();
  const words = wordlist.map((word) => word.normalize('NFKD'));
  const list = { language, words, places: new Map(words.map((word, place) => [word, place])) };
  loaded.set(language, list);
  return list;
}

/** All lists, English first. */
export function loadAllWordLists(): Promise<readonly WordList[]> {
  return Promise.all(PHRASE_LANGUAGES.map(loadWordList));
}
