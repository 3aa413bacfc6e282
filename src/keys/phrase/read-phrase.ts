// A recovery phrase while it is typed: each word checked, the language recognized, and what is wrong.
import { isValidPhrase, isWordCount } from './entropy.ts';
import {
  loadAllWordLists,
  loadWordList,
  UNSUPPORTED_LANGUAGES,
  type PhraseLanguage,
  type WordList,
} from './languages.ts';
import { nearestWords } from './nearest-words.ts';
import { isElectrumSeed, isSlip39Share, isTonPhrase, type OtherScheme } from './other-schemes.ts';
import { MAX_PHRASE_LENGTH, splitPhrase } from './words.ts';

/** Every reason why a text is no phrase to import, by what the user can do about it. */
export const PHRASE_FAULTS = [
  'empty',
  /** Longer than any phrase, so it isn't read. */
  'too_long',
  /** Something other than words, such as a key in hex. */
  'not_words',
  /** Words that are in no list. The reading's words say which, and what they are like. */
  'unknown_word',
  /** The last word is still being typed. */
  'unfinished_word',
  /** All words are known, but not in one language. */
  'mixed_languages',
  /** A language that the service doesn't take. */
  'unsupported_language',
  'word_count',
  /** A valid phrase and one more word: a passphrase, which the service has no place for. */
  'extra_word',
  'checksum',
  'electrum',
  'slip39',
  'ton',
] as const;
export type PhraseFault = (typeof PHRASE_FAULTS)[number];

/** What a typed word is. */
export type PhraseWord = {
  /** NFKD, lower case. */
  readonly text: string;
  /** `partial`: the last one, which some word starts with. `other`: a word of another language. */
  readonly state: 'known' | 'partial' | 'unknown' | 'other';
  /** For an unknown one: what it may have been meant as, best first. */
  readonly nearest: readonly string[];
};

export type PhraseReading = {
  readonly words: readonly PhraseWord[];
  /** The language that all words are of, or most; null as long as none says anything. */
  readonly language: PhraseLanguage | null;
  /** The languages of a phrase that has several. */
  readonly languages: readonly PhraseLanguage[];
  /** Null: a phrase with the right checksum that the service can take. */
  readonly fault: PhraseFault | null;
};

const NOTHING = { words: [], language: null, languages: [] } as const;

/**
 * Reads a typed or pasted text. Never throws; no result but its words has any part of the text. The
 * text is a string, which nobody can wipe: drop it early.
 */
export async function readPhrase(text: string): Promise<PhraseReading> {
  if (text.length > MAX_PHRASE_LENGTH) return { ...NOTHING, fault: 'too_long' };
  const { words, isLastOpen, hasOther } = splitPhrase(text);
  if (words.length === 0) return { ...NOTHING, fault: 'empty' };
  if (hasOther) return { ...NOTHING, fault: 'not_words' };
  if (await isSlip39Share(words)) return { ...NOTHING, fault: 'slip39' };
  const lists = await listsFor(words, isLastOpen);
  const list = chooseList(words, isLastOpen, lists);
  const read = words.map((word, at) =>
    readWord(word, isLastOpen && at === words.length - 1, list, lists),
  );
  const languages = read.some(({ state }) => state === 'other') ? languagesOf(words, lists) : [];
  const states = read.map(({ state }) => state);
  const fault = faultOfStates(states) ?? faultOfPhrase(words, list);
  const saysNothing = states.every((state) => state === 'unknown');
  return { words: read, language: saysNothing ? null : list.language, languages, fault };
}

const isWordOf = (word: string, { places }: WordList): boolean => places.has(word);
const startsWordOf = (word: string, { words }: WordList): boolean =>
  words.some((known) => known.startsWith(word));

/** English alone as long as it has all the words; the other lists load with the first it lacks. */
async function listsFor(words: readonly string[], isLastOpen: boolean) {
  const english = await loadWordList('english');
  const isEnglish = words.every(
    (word, at) =>
      isWordOf(word, english) ||
      (isLastOpen && at === words.length - 1 && startsWordOf(word, english)),
  );
  return isEnglish ? [english] : loadAllWordLists();
}

/**
 * The list that has most of the words. Where several have all of them (the two Chinese ones share
 * 1,275), the one with the right checksum; the seed is the same, because it's made from the words.
 */
function chooseList(
  words: readonly string[],
  isLastOpen: boolean,
  lists: readonly WordList[],
): WordList {
  const scored = lists.map((list) => {
    const known = words.filter((word) => isWordOf(word, list)).length;
    const last = words.at(-1) ?? '';
    const starts = isLastOpen && !isWordOf(last, list) && startsWordOf(last, list) ? 0.5 : 0;
    const bonus = known === words.length && isValidPhrase(words, list) ? 0.25 : 0;
    return { list, score: known + starts + bonus };
  });
  // The first of equals: English before the others.
  const [best] = scored.toSorted((one, other) => other.score - one.score);
  return best?.list ?? lists[0] ?? { language: 'english', words: [], places: new Map() };
}

function readWord(
  text: string,
  isOpen: boolean,
  list: WordList,
  lists: readonly WordList[],
): PhraseWord {
  if (isWordOf(text, list)) return { text, state: 'known', nearest: [] };
  if (isOpen && startsWordOf(text, list)) return { text, state: 'partial', nearest: [] };
  if (lists.some((other) => isWordOf(text, other))) {
    return { text, state: 'other', nearest: nearestWords(text, list.words) };
  }
  return { text, state: 'unknown', nearest: nearestWords(text, list.words) };
}

/** The fewest languages that have all the words, those with the most words first. */
function languagesOf(words: readonly string[], lists: readonly WordList[]): PhraseLanguage[] {
  let rest = words.filter((word) => lists.some((list) => isWordOf(word, list)));
  const found: PhraseLanguage[] = [];
  while (rest.length > 0) {
    const counted = lists.map((list) => ({
      list,
      count: rest.filter((word) => isWordOf(word, list)).length,
    }));
    const [best] = counted.toSorted((one, other) => other.count - one.count);
    if (!best || best.count === 0) break;
    found.push(best.list.language);
    rest = rest.filter((word) => !isWordOf(word, best.list));
  }
  return found;
}

function faultOfStates(states: readonly PhraseWord['state'][]): PhraseFault | null {
  if (states.includes('unknown')) return 'unknown_word';
  if (states.includes('other')) return 'mixed_languages';
  return states.includes('partial') ? 'unfinished_word' : null;
}

/** What is wrong with words that are all in the list. */
function faultOfPhrase(words: readonly string[], list: WordList): PhraseFault | null {
  if (isValidPhrase(words, list)) {
    return UNSUPPORTED_LANGUAGES.includes(list.language) ? 'unsupported_language' : null;
  }
  const scheme = otherSchemeOf(words, list);
  if (scheme) return scheme;
  const withoutLast = words.slice(0, -1);
  if (isWordCount(withoutLast.length) && isValidPhrase(withoutLast, list)) return 'extra_word';
  return isWordCount(words.length) ? 'checksum' : 'word_count';
}

/** Only a whole phrase of another scheme has its marks; a part of one has them by chance. */
function otherSchemeOf(words: readonly string[], { language }: WordList): OtherScheme | undefined {
  if (language !== 'english' || !isWordCount(words.length)) return undefined;
  if (isTonPhrase(words)) return 'ton';
  return isElectrumSeed(words) ? 'electrum' : undefined;
}

/** What the service hashes and takes: the words in NFKD with single spaces, nothing around them. */
export function phraseText(words: readonly string[]): string {
  return words.join(' ');
}
