import { editDistance } from '../../protocol/edit-distance.ts';

// What a mistyped word may have been meant as.

/** More slips than this make another word. */
const MAX_DISTANCE = 2;
const MAX_FOUND = 4;
/** A word of an English list is told by its first four letters, and metal backups have no more. */
const PREFIX_LENGTH = 4;

/**
 * The words of a list that are most like a text, best first: those that continue it, else those that
 * differ by letters left out, added, changed or swapped.
 */
export function nearestWords(text: string, words: readonly string[]): readonly string[] {
  const continued =
    text.length >= PREFIX_LENGTH - 1 ? words.filter((word) => word.startsWith(text)) : [];
  if (continued.length > 0) return continued.slice(0, MAX_FOUND);
  return words
    .filter((word) => Math.abs(word.length - text.length) <= MAX_DISTANCE)
    .map((word) => ({ word, distance: editDistance(text, word) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE && distance < text.length - 1)
    .toSorted((one, other) => one.distance - other.distance)
    .map(({ word }) => word)
    .slice(0, MAX_FOUND);
}
