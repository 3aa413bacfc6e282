import type { TargetedKeyboardEvent } from 'preact';
import { foldCase, keyOf } from './typed-text.ts';

/**
 * Where a key leads in a list of items, round its ends: an arrow, Home, End, or a letter to the next item
 * that begins with it. Undefined for every other key.
 * @param current -1 while no item has the focus
 */
export function indexAfterKey(
  event: KeyboardEvent,
  current: number,
  labels: readonly string[],
): number | undefined {
  const { ctrlKey, metaKey, altKey } = event;
  const key = keyOf(event);
  const { length } = labels;
  if (length === 0 || ctrlKey || metaKey || altKey) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % length;
    case 'ArrowUp':
      return current <= 0 ? length - 1 : current - 1;
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return indexOfLetter(key, current, labels);
  }
}

function indexOfLetter(
  key: string,
  current: number,
  labels: readonly string[],
): number | undefined {
  const letter = foldCase(key);
  // Keys with a name are no letters, and neither is the space that presses an item.
  if (!/^\S$/u.test(letter)) return undefined;
  const following = [...labels.keys()].map((step) => (current + 1 + step) % labels.length);
  return following.find((index) => foldCase(labels[index]?.trim() ?? '').startsWith(letter));
}

/** Moves the focus among elements of the current target as a key says. */
export function moveFocus(event: TargetedKeyboardEvent<HTMLElement>, selector: string): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const current = items.findIndex((item) => item === document.activeElement);
  const labels = items.map((item) => item.textContent);
  const next = indexAfterKey(event, current, labels);
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}
