import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addFailure, delayAfter, NO_BACKOFF, msUntilNextTry } from '../../src/vault/backoff.ts';

const QUARTER = 15 * 60_000;

describe('delayAfter', () => {
  test.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 1000],
    [4, 2000],
    [5, 4000],
    [12, 512_000],
    [13, QUARTER],
    [10_000, QUARTER],
    [Number.MAX_SAFE_INTEGER, QUARTER],
  ])('behavior: after %d failures it’s %d ms', (failures, delay) => {
    expect(delayAfter(failures)).toBe(delay);
  });

  test('behavior: never shrinks', () => {
    fc.assert(
      fc.property(fc.nat(), (failures) => {
        expect(delayAfter(failures + 1)).toBeGreaterThanOrEqual(delayAfter(failures));
      }),
    );
  });
});

describe('msUntilNextTry', () => {
  test('behavior: runs down to zero', () => {
    let backoff = NO_BACKOFF;
    for (let i = 0; i < 4; i++) backoff = addFailure(backoff, 10_000);
    expect(backoff).toEqual({ failures: 4, notBefore: 12_000 });
    expect([10_000, 11_000, 12_000, 13_000].map((now) => msUntilNextTry(backoff, now))).toEqual([
      2000, 1000, 0, 0,
    ]);
  });

  test('behavior: a clock that was set back doesn’t lengthen it', () => {
    const backoff = addFailure({ failures: 20, notBefore: 0 }, 5_000_000_000);
    expect(msUntilNextTry(backoff, 0)).toBe(QUARTER);
  });
});
