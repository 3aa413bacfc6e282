import { describe, expect, test } from 'vitest';
import { indexAfterKey } from '../../../src/ui/components/arrow-keys.ts';

const LABELS = ['Alle', 'Ablehnen', 'Übersicht', 'blockieren'];
const press = (key: string, modifiers: Partial<KeyboardEvent> = {}) =>
  ({ key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers }) as KeyboardEvent;

describe('indexAfterKey', () => {
  test.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 3, 0],
    ['ArrowDown', -1, 0],
    ['ArrowUp', 1, 0],
    ['ArrowUp', 0, 3],
    ['ArrowUp', -1, 3],
    ['Home', 2, 0],
    ['End', -1, 3],
    ['a', 0, 1],
    ['A', 1, 0],
    ['ü', -1, 2],
    ['B', 3, 3],
  ])('behavior: %s from %i leads to %i', (key, from, to) => {
    expect(indexAfterKey(press(key), from, LABELS)).toBe(to);
  });

  test.each(['x', ' ', 'Enter', 'Tab', 'Escape', 'ArrowLeft', 'F1', '/'])(
    'behavior: %j leads nowhere',
    (key) => expect(indexAfterKey(press(key), 0, LABELS)).toBeUndefined(),
  );

  test('behavior: with a modifier, a key is the browser’s', () => {
    expect(indexAfterKey(press('a', { ctrlKey: true }), 0, LABELS)).toBeUndefined();
    expect(indexAfterKey(press('ArrowDown', { altKey: true }), 0, LABELS)).toBeUndefined();
  });

  test('behavior: among no items there is nowhere to go', () => {
    expect(indexAfterKey(press('ArrowDown'), -1, [])).toBeUndefined();
  });
});
