import type { TargetedKeyboardEvent } from 'preact';

/*
 * What a person types: as text to find something by, and as keys that do something. Every screen
 * that filters or listens for a key goes through here.
 */

/** A text that lower case alone folds. */
const ASCII = /^[\0-\u007f]*$/;

/** Accents of Latin, Greek and Cyrillic letters. Those of other scripts are letters of their own. */
const ACCENTS = /[\u0300-\u036f]/g;
/** Letters that Unicode doesn't take apart, with what people type for them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
};

/**
 * A text as it is compared with others: without regard to case, accents and width, in every language
 * the same. The browser's own language would fold `I` to `ı` in Turkish, so that `import` finds no
 * "Import". Upper case goes first: it makes `ß` to `SS`, and `ı` to `I`.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[øđłæœς]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFKC');
}

/** The words of a typed text, folded. */
export function foldedWords(text: string): readonly string[] {
  return foldCase(text).split(/\s+/).filter(Boolean);
}

/** What is searched of a record, folded, to be made once for all keys that are typed. */
export const foldTexts = (texts: readonly string[]): string => foldCase(texts.join('\n'));

/** Whether folded texts have every word that was typed, in any order: the rule of every filter. */
export function matcherOf(typed: string): (folded: string) => boolean {
  const words = foldedWords(typed);
  return (folded) => words.every((word) => folded.includes(word));
}

/** The items that have every word that was typed. */
export function filterTyped<T>(
  items: readonly T[],
  typed: string,
  foldedOf: (item: T, at: number) => string,
): readonly T[] {
  if (typed.trim() === '') return items;
  const isFound = matcherOf(typed);
  return items.filter((item, at) => isFound(foldedOf(item, at)));
}

/**
 * The key of an event, or an empty text while an input method composes: then Enter, Escape and the
 * arrows are for its own window, and the Enter that takes its text opens nothing here.
 */
export function keyOf(event: KeyboardEvent | TargetedKeyboardEvent<HTMLElement>): string {
  return event.isComposing ? '' : event.key;
}
