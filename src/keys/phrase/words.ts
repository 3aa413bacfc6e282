// A pasted or typed recovery phrase as words, whatever stands between and around them.
import { isWordCount } from './entropy.ts';

/** In UTF-16 units; 24 Japanese words with their numbers have about 400, labeled lines about 1,000. */
export const MAX_PHRASE_LENGTH = 2048;

/** What a text processor adds inside a word: soft hyphens, and what makes a picture of a digit. */
const INVISIBLE = /\u00ad|[\ufe00-\ufe0f]|\u20e3/gu;

/** All else separates: spaces, quotes, dashes, brackets, bullets, marks of writing direction. */
const PIECES = /[\p{L}\p{M}\p{N}]+/gu;

/** Of 24 words, each with a label of three. */
const MOST_WORDS = 96;

/** No list has a longer word: Korean ones have up to 12 letters in NFKD, others fewer. */
const MAX_WORD_LENGTH = 24;

/** What stood beside the words and isn't one: their numbers, a label of each, a heading. */
const LEFT_OUT = ['numbers', 'label', 'heading', 'order'] as const;
/** `order`: the numbers said another order than that of the text, as in a table of two columns. */
export type LeftOut = (typeof LEFT_OUT)[number];

/** A text as words. What it has besides separators is in them, or left out and said to be. */
type SplitWords = {
  /** In the form that BIP-39 hashes: NFKD, lower case, without numbers. */
  readonly words: readonly string[];
  readonly leftOut: readonly LeftOut[];
};

/** A phrase as its words. */
export type SplitPhrase = SplitWords & {
  /** The last word may go on: nothing stands behind it yet. */
  readonly isLastOpen: boolean;
  /**
   * Other readings, each to be taken if its first words are a phrase. A passphrase behind one has
   * numbers of its own, and `legal 1 winner 2 thank` may start or end with a word that is none.
   */
  readonly others: readonly CountedWords[];
};

/** Words of which the first `count` are numbered, or stand before what isn't read as words. */
export type CountedWords = SplitWords & { readonly count: number };

/** Cuts a text into words. */
export function splitPhrase(text: string): SplitPhrase {
  const normal = text.normalize('NFKD').toLowerCase().replace(INVISIBLE, '');
  const pieces = Array.from(normal.matchAll(PIECES), ([piece]) => piece);
  const tokens = pieces.flatMap(tokensOf);
  const isLastOpen = /[\p{L}\p{M}]$/u.test(normal);
  const [numbered, ...others] = readNumbered(tokens);
  if (numbered) return { ...numbered, isLastOpen, others };
  const words = wordsOf(tokens);
  const leftOut = words.length < tokens.length ? (['numbers'] as const) : [];
  const cuts = leftOut.length > 0 ? cutsOf(pieces) : [];
  return { words, leftOut, isLastOpen: words.length > 0 && isLastOpen, others: cuts };
}

/** The readings of the first pieces as a whole phrase, the longest first. */
function cutsOf(pieces: readonly string[]): readonly CountedWords[] {
  const cuts: CountedWords[] = [];
  const tokens: Token[] = [];
  for (const [at, piece] of pieces.slice(0, -1).entries()) {
    tokens.push(...tokensOf(piece));
    const words = wordsOf(tokens);
    if (words.length > MOST_WORDS) break;
    const isPlain = words.length === tokens.length;
    const found = isPlain ? [{ words, leftOut: [], count: words.length }] : readNumbered(tokens);
    const behind = pieces.slice(at + 1);
    const whole = found.filter((one) => one.words.length === one.count && isWordCount(one.count));
    cuts.unshift(...whole.map((one) => ({ ...one, words: [...one.words, ...behind] })));
  }
  return cuts;
}

const wordsOf = (tokens: readonly Token[]): readonly string[] =>
  tokens.filter(isWord).map((token) => token.text);

/** Whether it's made of letters, and no longer than any list's. */
export const isWordLike = (word: string): boolean =>
  /^[\p{L}\p{M}]+$/u.test(word) && word.length <= MAX_WORD_LENGTH;

type Token = { readonly kind: 'word' | 'number'; readonly text: string };

const isWord = ({ kind }: Token): boolean => kind === 'word';

/** `1legal` and `legal1` are a word with its number; Chinese needs no spaces between its words. */
function tokensOf(piece: string): readonly Token[] {
  if (/^\d{1,2}$/.test(piece)) return [{ kind: 'number', text: piece }];
  if (/^\p{Script=Han}+$/u.test(piece)) {
    return Array.from(piece, (text) => ({ kind: 'word', text }));
  }
  const [, before = '', word = piece, after = ''] =
    /^(\d{0,2})([\p{L}\p{M}]+)(\d{0,2})$/u.exec(piece) ?? [];
  const numbers = [before, after].map((text): Token[] => (text ? [{ kind: 'number', text }] : []));
  return [...(numbers[0] ?? []), { kind: 'word', text: word }, ...(numbers[1] ?? [])];
}

/**
 * Words with the numbers 1 to n beside them, each once: `1. legal`, `Word 1: legal`, `legal (1)`. A word
 * that stands at each of them is a label, such as “word”, which is itself in BIP-39's list. None if the
 * text isn't of this shape; two if the numbers may stand before their words or behind them.
 */
function readNumbered(tokens: readonly Token[]): readonly CountedWords[] {
  const numbers = tokens.filter((token) => !isWord(token)).map(({ text }) => Number(text));
  const count = numbers.length;
  const inOrder = numbers.toSorted((one, other) => one - other);
  if (count < 2 || inOrder.some((number, at) => number !== at + 1)) return [];
  const runs: string[][] = [[]];
  for (const token of tokens) {
    if (isWord(token)) runs.at(-1)?.push(token.text);
    else runs.push([]);
  }
  return [readBefore(runs), readBehind(runs)].flatMap((found) => {
    if (!found) return [];
    const placed = found.words.map((word, at) => ({ word, number: numbers[at] ?? at + 1 }));
    const sorted = placed.toSorted((one, other) => one.number - other.number);
    const isSorted = sorted.every((one, at) => one === placed[at]);
    const words = [...sorted.map(({ word }) => word), ...found.rest];
    const order = isSorted ? [] : (['order'] as const);
    return [{ words, leftOut: ['numbers', ...found.leftOut, ...order], count }];
  });
}

type Found = {
  /** One for each number, in the order of the text. */
  readonly words: readonly string[];
  /** Behind the last one. */
  readonly rest: readonly string[];
  readonly leftOut: readonly LeftOut[];
};

/** The numbers stand before their words: `[label] 1 [label] word`. */
function readBefore([head = [], ...runs]: readonly string[][]): Found | undefined {
  const last = runs.length - 1;
  const isLabeled =
    head.length > 0 && runs.slice(0, last).every((run) => endsWith(run, head) && run.length > 1);
  const bare = runs.map((run, at) =>
    isLabeled && at < last ? run.slice(0, run.length - head.length) : run,
  );
  const label = commonStart(bare);
  const words = bare.map((run) => run[label]);
  const rest = bare[last]?.slice(label + 1) ?? [];
  const isShape = bare.every((run, at) => at === last || run.length === label + 1);
  if (!isShape || words.includes(undefined)) return undefined;
  const heading = head.length > 0 && !isLabeled ? (['heading'] as const) : [];
  const labels = isLabeled || label > 0 ? (['label'] as const) : [];
  return {
    words: words.filter((one) => one !== undefined),
    rest,
    leftOut: [...heading, ...labels],
  };
}

/** The numbers stand behind their words: `word [label] 1`. */
function readBehind(runs: readonly string[][]): Found | undefined {
  const bare = runs.slice(0, -1);
  const rest = runs.at(-1) ?? [];
  const [first = []] = bare;
  const label = first.slice(1);
  const isShape = bare.every((run) => run.length === label.length + 1 && endsWith(run, label));
  if (!isShape) return undefined;
  const words = bare.flatMap((run) => run.slice(0, 1));
  return { words, rest, leftOut: label.length > 0 ? ['label'] : [] };
}

const endsWith = (run: readonly string[], end: readonly string[]): boolean =>
  run.length >= end.length && end.every((word, at) => run[run.length - end.length + at] === word);

/** How many words all runs start with, leaving each at least one. */
function commonStart(runs: readonly (readonly string[])[]): number {
  const [first = []] = runs;
  const longest = Math.min(...runs.map((run) => run.length)) - 1;
  let same = 0;
  while (same < longest && runs.every((run) => run[same] === first[same])) same++;
  return same;
}
