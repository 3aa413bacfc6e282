// A pasted or typed recovery phrase as words, whatever stands between and around them.

/** In UTF-16 units; 24 Japanese words with their numbers have about 400. */
export const MAX_PHRASE_LENGTH = 2048;

/** Whitespace of any kind, the punctuation people separate words with, and invisible characters. */
const SEPARATORS = /[\s\u200b-\u200d\u2060\ufeff,;|"“”„«»]+/u;

/** A number before or after a word, as on a paper backup: `1`, `1.`, `(12)`, `#3:`. */
const NUMBERING = /^[#([]?\d{1,2}[.):\]]*$/;
/** The same without a space: `1.abandon`. */
const NUMBER_IN_FRONT = /^[#([]?\d{1,2}[.):\]]+(?=\p{L})/u;

/** No list has a longer word: Korean ones have up to 12 letters in NFKD, others fewer. */
const MAX_WORD_LENGTH = 24;

/** A phrase as its words. */
export type SplitPhrase = {
  /** In the form that BIP-39 hashes: NFKD, lower case, without numbers. */
  readonly words: readonly string[];
  /** The last word may go on: nothing stands behind it yet. */
  readonly isLastOpen: boolean;
  /** Something in it is no word, such as a key in hex. */
  readonly hasOther: boolean;
};

/** Cuts a text into words. */
export function splitPhrase(text: string): SplitPhrase {
  const normal = text.normalize('NFKD').toLowerCase();
  const pieces = normal.split(SEPARATORS).filter((piece) => piece !== '');
  const words = pieces
    .filter((piece) => !NUMBERING.test(piece))
    .map((piece) => piece.replace(NUMBER_IN_FRONT, '').replace(/\.$/, ''));
  const last = normal.at(-1) ?? '';
  return {
    words,
    isLastOpen: words.length > 0 && !SEPARATORS.test(last),
    hasOther: words.some((word) => !/^[\p{L}\p{M}]+$/u.test(word) || word.length > MAX_WORD_LENGTH),
  };
}
