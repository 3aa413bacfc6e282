import { describe, expect, test } from 'vitest';
import { findNameWarning } from '../../../src/ui/forms/name-warning.tsx';
import type { Items } from '../../../src/ui/records/pickable-records.ts';

const listOf = (...names: readonly string[]): Items =>
  new Map(names.map((name, at) => [String(at), { id: String(at), name, record: {} }]));

const CYRILLIC_S = '\u0421';

describe('findNameWarning', () => {
  const list = listOf('Carol', `${CYRILLIC_S}arol`, 'Dave', 'Twin', 'Twin', 'Иван', '田中 Tanaka');

  test.each([
    ['Carol', { like: `${CYRILLIC_S}arol` }],
    [`${CYRILLIC_S}arol`, { like: 'Carol' }],
    // All of it in another alphabet.
    ['\u0421\u0430\u0433\u043e\u04cf', { like: 'Carol' }],
    ['CAROL', { like: 'Carol' }],
    ['Dave', undefined],
    ['D\u0430ve', { like: 'Dave' }],
    ['Zo\u0435', { isMixed: true }],
  ])('behavior: %s (threat 71)', (name, doubt) =>
    expect(findNameWarning(name, list)).toEqual(doubt),
  );

  test.each([
    ['equal names, which their ids tell apart', 'Twin'],
    ['one alphabet that isn’t Latin', 'Иван'],
    ['several words, each in one alphabet', 'Иван (Sales)'],
    ['what a language mixes', '東京タワー'],
    ['Latin letters with marks', 'Zoë Müller-Łukasz'],
    ['nothing', ' '],
  ])('behavior: no doubt about %s', (_, name) =>
    expect(findNameWarning(name, listOf('Dave', 'Twin', 'Twin', name))).toBeUndefined(),
  );

  test('behavior: without a list, only what is odd in itself', () => {
    expect(findNameWarning('Carol', undefined)).toBeUndefined();
    expect(findNameWarning(`${CYRILLIC_S}arol`, undefined)).toEqual({ isMixed: true });
  });
});
