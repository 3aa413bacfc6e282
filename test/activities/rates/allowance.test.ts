// The assumed allowance of a service, one step at a time.
import { describe, expect, test } from 'vitest';
import {
  BURST,
  MAX_RATE,
  isOutdated,
  lowerRate,
  MIN_RATE,
  LEARNED_MAX_AGE_MS,
  raiseRate,
  refill,
  restoreAllowance,
  msUntilToken,
  takeToken,
  START_RATE,
  initialAllowance,
  SMALLEST_PLAN,
  UNKNOWN_PLAN,
  type Allowance,
} from '../../../src/activities/rates/allowance.ts';

const NOW = 1_000_000_000;
const FULL: Allowance = {
  rate: START_RATE,
  tokens: BURST,
  filledAt: NOW,
  learnedAt: NOW,
  refused: false,
  limits: UNKNOWN_PLAN,
};
const emptyBucket = (change: Partial<Allowance> = {}): Allowance => ({
  ...FULL,
  tokens: 0,
  ...change,
});

describe('an allowance', () => {
  test('behavior: starts as a full bucket of the smallest plan', () => {
    expect(initialAllowance(NOW)).toEqual(FULL);
    expect([START_RATE, BURST, MIN_RATE, MAX_RATE]).toEqual([1, 60, 0.25, 60]);
  });

  test('behavior: a request takes one token, and a missing part gives the wait', () => {
    expect(takeToken(FULL)).toEqual({ ...FULL, tokens: BURST - 1 });
    expect(msUntilToken(FULL)).toBe(0);
    expect(msUntilToken(emptyBucket({ tokens: 1 }))).toBe(0);
    expect(msUntilToken(emptyBucket())).toBe(1000);
    expect(msUntilToken(emptyBucket({ tokens: 0.5, rate: 4 }))).toBe(125);
  });

  test('behavior: fills at its rate, up to a minute’s worth of the smallest plan', () => {
    expect(refill(emptyBucket({ rate: 2 }), NOW + 1500)).toEqual(
      emptyBucket({ rate: 2, tokens: 3, filledAt: NOW + 1500 }),
    );
    expect(refill(emptyBucket({ rate: 60, tokens: 59 }), NOW + 1000).tokens).toBe(BURST);
    expect(refill(emptyBucket({ tokens: -2 }), NOW + 1000).tokens).toBe(-1);
  });

  test('error: a clock that was set back adds nothing and takes nothing', () => {
    const later = emptyBucket({ tokens: 5, filledAt: NOW + 5000 });
    expect(refill(later, NOW).tokens).toBe(5);
    expect(refill(later, NOW).filledAt).toBe(NOW);
  });

  test('behavior: a refusal halves the rate and empties the bucket', () => {
    expect(lowerRate({ ...FULL, rate: 10 }, NOW + 7)).toEqual({
      rate: 5,
      tokens: 0,
      filledAt: NOW + 7,
      learnedAt: NOW + 7,
      refused: true,
      limits: UNKNOWN_PLAN,
    });
    expect(lowerRate({ ...FULL, rate: 0.3 }, NOW).rate).toBe(MIN_RATE);
  });

  test('behavior: a reply that had to wait raises it, quickly before a refusal and slowly after', () => {
    expect(raiseRate(emptyBucket(), NOW + 3)).toEqual(emptyBucket({ rate: 2, learnedAt: NOW + 3 }));
    expect(raiseRate(emptyBucket({ refused: true }), NOW).rate).toBeCloseTo(1.05);
    expect(raiseRate(emptyBucket({ rate: MAX_RATE }), NOW).rate).toBe(MAX_RATE);
    expect(raiseRate(emptyBucket({ rate: 59.99, refused: true }), NOW).rate).toBe(MAX_RATE);
  });

  test('behavior: a reply while tokens are left says nothing', () => {
    expect(raiseRate(emptyBucket({ tokens: 1 }), NOW + 3)).toEqual(emptyBucket({ tokens: 1 }));
    expect(raiseRate(emptyBucket({ tokens: 0.99 }), NOW + 3).rate).toBe(2);
  });
});

describe('a learned rate', () => {
  test('behavior: is forgotten after ten minutes, to the millisecond, and if it is from the future', () => {
    expect(LEARNED_MAX_AGE_MS).toBe(600_000);
    expect(isOutdated(NOW - LEARNED_MAX_AGE_MS, NOW)).toBe(false);
    expect(isOutdated(NOW - LEARNED_MAX_AGE_MS - 1, NOW)).toBe(true);
    expect(isOutdated(NOW, NOW)).toBe(false);
    expect(isOutdated(NOW + 1, NOW)).toBe(true);
  });

  test('behavior: after that the rate is unknown again, and the tokens stay', () => {
    const old = emptyBucket({
      rate: 10,
      refused: true,
      filledAt: NOW,
      learnedAt: NOW - LEARNED_MAX_AGE_MS,
    });
    expect(refill(old, NOW)).toMatchObject({
      rate: 10,
      refused: true,
      learnedAt: NOW - LEARNED_MAX_AGE_MS,
    });
    expect(refill(old, NOW + 1)).toMatchObject({
      rate: START_RATE,
      refused: false,
      learnedAt: NOW + 1,
    });
  });

  test('behavior: an earlier worker left an empty bucket that has filled since', () => {
    const left = (rate: number, at: number, tokens = 0, usedAt = at) =>
      restoreAllowance({ rate, refused: true, at, tokens, usedAt }, NOW);
    expect(left(2, NOW - 3000)).toEqual({
      ...FULL,
      rate: 2,
      tokens: 6,
      learnedAt: NOW - 3000,
      refused: true,
    });
    expect(left(1e9, NOW).rate).toBe(MAX_RATE);
    expect(left(-1, NOW).rate).toBe(MIN_RATE);
    expect(left(2, NOW - LEARNED_MAX_AGE_MS - 1)).toEqual(FULL);
    expect(left(2, NOW + 1)).toEqual(FULL);
    expect(left(2, NOW + 1, 0, NOW)).toEqual(FULL);
    expect(left(1, NOW - 5000, 0, NOW + 1)).toEqual(FULL);
    expect(left(1, NOW - 9000, 20, NOW - 3000).tokens).toBe(23);
    expect(left(1, NOW, -1e9).tokens).toBe(0);
    expect(left(1, NOW, 1e9).tokens).toBe(BURST);
  });

  test('behavior: at a service with a plan, no reply raises it above the smallest one', () => {
    let one = initialAllowance(NOW, SMALLEST_PLAN);
    expect(one).toMatchObject({ rate: START_RATE, tokens: BURST - 2 });
    one = { ...one, tokens: 0 };
    for (let i = 0; i < 100; i += 1) one = raiseRate(one, NOW);
    expect(one.rate).toBe(START_RATE);
    one = lowerRate(one, NOW);
    expect(one.rate).toBe(START_RATE / 2);
    for (let i = 0; i < 100; i += 1) one = raiseRate(one, NOW);
    expect(one.rate).toBe(START_RATE);
    expect(refill(one, NOW + 3_600_000).tokens).toBe(BURST - 2);
  });
});
