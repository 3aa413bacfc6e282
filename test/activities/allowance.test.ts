// What a service is taken to allow: one step at a time.
import { describe, expect, test } from 'vitest';
import {
  BURST,
  HIGHEST_RATE,
  isOutdated,
  lowered,
  LOWEST_RATE,
  MEMORY_MS,
  raised,
  refilled,
  remembered,
  shortOf,
  spent,
  START_RATE,
  unknown,
  type Allowance,
} from '../../src/activities/allowance.ts';

const NOW = 1_000_000_000;
const FULL: Allowance = {
  rate: START_RATE,
  tokens: BURST,
  filledAt: NOW,
  learnedAt: NOW,
  refused: false,
};
const empty = (change: Partial<Allowance> = {}): Allowance => ({ ...FULL, tokens: 0, ...change });

describe('an allowance', () => {
  test('behavior: begins as a full bucket of the smallest plan', () => {
    expect(unknown(NOW)).toEqual(FULL);
    expect([START_RATE, BURST, LOWEST_RATE, HIGHEST_RATE]).toEqual([1, 60, 0.25, 60]);
  });

  test('behavior: a request takes one, and what is short tells the wait', () => {
    expect(spent(FULL)).toEqual({ ...FULL, tokens: BURST - 1 });
    expect(shortOf(FULL)).toBe(0);
    expect(shortOf(empty({ tokens: 1 }))).toBe(0);
    expect(shortOf(empty())).toBe(1000);
    expect(shortOf(empty({ tokens: 0.5, rate: 4 }))).toBe(125);
  });

  test('behavior: fills at its rate, up to a minute’s worth of the smallest plan', () => {
    expect(refilled(empty({ rate: 2 }), NOW + 1500)).toEqual(
      empty({ rate: 2, tokens: 3, filledAt: NOW + 1500 }),
    );
    expect(refilled(empty({ rate: 60, tokens: 59 }), NOW + 1000).tokens).toBe(BURST);
    expect(refilled(empty({ tokens: -2 }), NOW + 1000).tokens).toBe(-1);
  });

  test('error: a clock that was set back brings nothing, and takes nothing', () => {
    const later = empty({ tokens: 5, filledAt: NOW + 5000 });
    expect(refilled(later, NOW).tokens).toBe(5);
    expect(refilled(later, NOW).filledAt).toBe(NOW);
  });

  test('behavior: a refusal halves the rate and empties the bucket', () => {
    expect(lowered({ ...FULL, rate: 10 }, NOW + 7)).toEqual({
      rate: 5,
      tokens: 0,
      filledAt: NOW + 7,
      learnedAt: NOW + 7,
      refused: true,
    });
    expect(lowered({ ...FULL, rate: 0.3 }, NOW).rate).toBe(LOWEST_RATE);
  });

  test('behavior: an answer that had to wait adds to it, quickly before a refusal and slowly after', () => {
    expect(raised(empty(), NOW + 3)).toEqual(empty({ rate: 2, learnedAt: NOW + 3 }));
    expect(raised(empty({ refused: true }), NOW).rate).toBeCloseTo(1.05);
    expect(raised(empty({ rate: HIGHEST_RATE }), NOW).rate).toBe(HIGHEST_RATE);
    expect(raised(empty({ rate: 59.99, refused: true }), NOW).rate).toBe(HIGHEST_RATE);
  });

  test('behavior: one while tokens are left says nothing', () => {
    expect(raised(empty({ tokens: 1 }), NOW + 3)).toEqual(empty({ tokens: 1 }));
    expect(raised(empty({ tokens: 0.99 }), NOW + 3).rate).toBe(2);
  });
});

describe('what was learned', () => {
  test('behavior: is forgotten after ten minutes, to the millisecond, and where it is to come', () => {
    expect(MEMORY_MS).toBe(600_000);
    expect(isOutdated(NOW - MEMORY_MS, NOW)).toBe(false);
    expect(isOutdated(NOW - MEMORY_MS - 1, NOW)).toBe(true);
    expect(isOutdated(NOW, NOW)).toBe(false);
    expect(isOutdated(NOW + 1, NOW)).toBe(true);
  });

  test('behavior: then the rate is unknown again, and the tokens stay what they are', () => {
    const old = empty({ rate: 10, refused: true, filledAt: NOW, learnedAt: NOW - MEMORY_MS });
    expect(refilled(old, NOW)).toMatchObject({
      rate: 10,
      refused: true,
      learnedAt: NOW - MEMORY_MS,
    });
    expect(refilled(old, NOW + 1)).toMatchObject({
      rate: START_RATE,
      refused: false,
      learnedAt: NOW + 1,
    });
  });

  test('behavior: an earlier life left an empty bucket that has filled since', () => {
    expect(remembered({ rate: 2, at: NOW - 3000 }, NOW)).toEqual({
      rate: 2,
      tokens: 6,
      filledAt: NOW,
      learnedAt: NOW - 3000,
      refused: true,
    });
    expect(remembered({ rate: 1e9, at: NOW }, NOW).rate).toBe(HIGHEST_RATE);
    expect(remembered({ rate: -1, at: NOW }, NOW).rate).toBe(LOWEST_RATE);
    expect(remembered({ rate: 2, at: NOW - MEMORY_MS - 1 }, NOW)).toEqual(FULL);
    expect(remembered({ rate: 2, at: NOW + 1 }, NOW)).toEqual(FULL);
  });
});
