import type { TargetedKeyboardEvent } from 'preact';

/*
 * What a person types: as text to find something by, and as keys that do something. Every screen
 * that filters or listens for a key goes through here.
 */

/** A text that lower case alone folds. */
const ASCII = /^[\0-\u007f]*$/;

/**
 * A text as it is compared with others: without regard to case, in every language the same. The
 * browser's own language would fold `I` to `ı` in Turkish, so that `import` finds no "Import".
 * Upper case goes first: it makes `ß` to `SS`, and `ı` to `I`.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ')
    .normalize('NFKC');
}

/** The words of a typed text, folded. */
export function foldedWords(text: string): readonly string[] {
  return foldCase(text).split(/\s+/).filter(Boolean);
}

/**
 * The key of an event, or an empty text while an input method composes: then Enter, Escape and the
 * arrows are for its own window, and the Enter that takes its text opens nothing here.
 */
export function keyOf(event: KeyboardEvent | TargetedKeyboardEvent<HTMLElement>): string {
  return event.isComposing ? '' : event.key;
}
