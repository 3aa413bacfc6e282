import { expect, test } from 'vitest';
import { english } from './english.ts';

/*
 * One key for one sentence: under two a translator writes it twice, and a correction reaches one of them.
 * Words and labels may be the same by chance, and mean something else elsewhere.
 */

/** Beginnings of keys whose sentences stand elsewhere too, and why. */
const ACCEPTED = {
  'confirm.cross.': 'a verdict of the confirm window, whose others say more',
  'error.': 'by the name of the code',
  'export.fault.': 'by the name of the fault, like those that only exports have',
  'field.': 'a field of another operation: one may change alone',
  'options.key.origin.': 'one of several ways, each by its name',
  'op.': 'an operation of its own: one may change alone',
};

/** It has an end, or more words than a label. */
const isSentence = (text: string): boolean => /[.!?]$/.test(text) || text.split(' ').length > 3;

const keysByText = Map.groupBy(Object.keys(english), (key) => JSON.stringify(english[key]));
const textsOf = (key: string): readonly string[] => {
  const message = english[key] ?? '';
  return typeof message === 'string' ? [message] : Object.values(message);
};
const isAccepted = (key: string) => Object.keys(ACCEPTED).some((start) => key.startsWith(start));

/** The keys of sentences that stand under several. */
const repeated = [...keysByText.values()].filter(
  (keys) => keys.length > 1 && keys.some((key) => textsOf(key).some(isSentence)),
);

test('behavior: a sentence has one key', () => {
  const others = repeated.map((keys) => keys.filter((key) => !isAccepted(key)));
  expect(others.filter((keys) => keys.length > 1)).toEqual([]);
});

test('behavior: each exception is one', () => {
  const used = Object.keys(ACCEPTED).filter((start) =>
    repeated.some((keys) => keys.some((key) => key.startsWith(start))),
  );
  expect(used).toEqual(Object.keys(ACCEPTED));
});
