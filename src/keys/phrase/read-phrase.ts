// A recovery phrase while it is typed: each word checked, the language recognized, and what is wrong.
import { isValidPhrase, isWordCount, WORD_COUNTS } from './entropy.ts';
import {
  loadAllWordLists,
  loadWordList,
  UNSUPPORTED_LANGUAGES,
  type PhraseLanguage,
  type WordList,
} from './languages.ts';
import { nearestWords } from './nearest-words.ts';
import {
  OTHER_SCHEMES,
  otherSchemesOf,
  possibleSchemes,
  type ListedWords,
  type OtherScheme,
} from './other-schemes.ts';
import {
  isWordLike,
  MAX_PHRASE_LENGTH,
  splitPhrase,
  type CountedWords,
  type LeftOut,
} from './words.ts';

/** Every reason why a text is no phrase to import, by what the user can do about it. */
const PHRASE_FAULTS = [
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
  /** A valid phrase and more behind it: a passphrase, which the service has no place for. */
  'extra_word',
  'checksum',
  /** Valid words of a scheme that makes its keys in another way. */
  ...OTHER_SCHEMES,
] as const;
type PhraseFault = (typeof PHRASE_FAULTS)[number];

/** What a typed word is. */
export type PhraseWord = {
  /** NFKD, lower case. */
  readonly text: string;
  /**
   * `partial`: the last one, which some word starts with. `other`: a word of another language. `extra`:
   * behind a valid phrase.
   */
  readonly state: 'known' | 'partial' | 'unknown' | 'other' | 'extra';
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
  /** Other schemes whose marks these words have as well. With no fault, only an address can decide. */
  readonly alsoFits: readonly OtherScheme[];
  /** With a wrong checksum or count: schemes of such words, if one of them is mistyped. */
  readonly couldBe: readonly OtherScheme[];
  /** What was in the text and isn't in the words. */
  readonly leftOut: readonly LeftOut[];
};

/** The reading of an empty text. */
export const NO_PHRASE: PhraseReading = {
  words: [],
  language: null,
  languages: [],
  fault: 'empty',
  alsoFits: [],
  couldBe: [],
  leftOut: [],
};

/**
 * Reads a typed or pasted text. Never throws; no result but its words has any part of the text. The
 * text is a string, which nobody can wipe: drop it early.
 */
export async function readPhrase(text: string): Promise<PhraseReading> {
  if (text.length > MAX_PHRASE_LENGTH) return { ...NO_PHRASE, fault: 'too_long' };
  const { isLastOpen, others, ...whole } = splitPhrase(text);
  if (whole.words.length === 0) return NO_PHRASE;
  const lists = await listsFor(whole.words, isLastOpen);
  const isPhrase = ({ words, count }: CountedWords): boolean =>
    lists.some((list) =>
      words.every(isWordLike)
        ? isValidPhrase(words.slice(0, count), list)
        : endOfPhrase(words, list) === count,
    );
  const { words, leftOut } = others.find(isPhrase) ?? whole;
  const list = chooseList(words, isLastOpen, lists);
  const phraseEnd = endOfPhrase(words, list);
  if (phraseEnd === undefined && !words.every(isWordLike)) {
    return { ...NO_PHRASE, fault: 'not_words' };
  }
  const known = words.filter((word) => isWordOf(word, list)).length;
  const schemes = await otherSchemesOf({ words, list, known });
  const isExtra = phraseEnd !== undefined && schemes.length === 0;
  const read = words.map((word, at): PhraseWord => {
    if (isExtra && at >= phraseEnd) return { text: word, state: 'extra', nearest: [] };
    const one = readWord(word, isLastOpen && at === words.length - 1, list, lists);
    // The words of another scheme aren't mistyped.
    const isMistyped = schemes.length === 0 && (one.state === 'unknown' || one.state === 'other');
    return isMistyped ? { ...one, nearest: nearestWords(word, list.words) } : one;
  });
  const states = read.map(({ state }) => state);
  const saysNothing = states.every((state) => state === 'unknown');
  return {
    words: read,
    language: saysNothing ? null : list.language,
    languages: states.includes('other') ? languagesOf(words, lists) : [],
    ...judge({ words, list, known }, states, schemes),
    leftOut,
  };
}

type Judgment = Pick<PhraseReading, 'fault' | 'alsoFits' | 'couldBe'>;

/** What the words are, or what is wrong with them: other schemes before mistakes. */
function judge(
  given: ListedWords,
  states: readonly PhraseWord['state'][],
  schemes: readonly OtherScheme[],
): Judgment {
  const { words, list } = given;
  if (isValidPhrase(words, list)) {
    const isTaken = !UNSUPPORTED_LANGUAGES.includes(list.language);
    return { fault: isTaken ? null : 'unsupported_language', alsoFits: schemes, couldBe: [] };
  }
  const [scheme, ...alsoFits] = schemes;
  if (scheme) return { fault: scheme, alsoFits, couldBe: [] };
  const fault = faultOfStates(states);
  if (fault) return { fault, alsoFits: [], couldBe: [] };
  const couldBe = possibleSchemes(given);
  return { fault: isWordCount(words.length) ? 'checksum' : 'word_count', alsoFits: [], couldBe };
}

/**
 * Where a valid phrase ends that has more behind it: one word, or several that are all in no list.
 * Undefined otherwise: 16 known words are more likely a part of 18 than 12 and a passphrase.
 */
function endOfPhrase(words: readonly string[], list: WordList): number | undefined {
  return WORD_COUNTS.toReversed().find((count) => {
    const extra = words.slice(count);
    const isPassphrase =
      extra.length === 1 || (extra.length > 1 && extra.every((word) => !isWordOf(word, list)));
    return isPassphrase && isValidPhrase(words.slice(0, count), list);
  });
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
    const bonus = isValidPhrase(words, list) ? 0.25 : 0;
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
    return { text, state: 'other', nearest: [] };
  }
  return { text, state: 'unknown', nearest: [] };
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
  if (states.includes('extra')) return 'extra_word';
  if (states.includes('unknown')) return 'unknown_word';
  if (states.includes('other')) return 'mixed_languages';
  return states.includes('partial') ? 'unfinished_word' : null;
}

/** What the service hashes and takes: the words in NFKD with single spaces, nothing around them. */
export function phraseText(words: readonly string[]): string {
  return words.join(' ');
}
