import * as v from 'valibot';
import { time } from '../protocol/time.ts';

const INITIAL_DELAY_MS = 1000;
const MAX_DELAY_MS = 15 * 60_000;
/** How many wrong passwords in a row cost nothing: everyone mistypes. */
const FREE_FAILURES = 2;

/** The stored count of wrong passwords in a row. Times are milliseconds since the epoch. */
export const Backoff = v.strictObject({
  failures: v.pipe(v.number(), v.integer(), v.minValue(0)),
  notBefore: time,
});
export type Backoff = v.InferOutput<typeof Backoff>;

/** No wrong passwords so far. */
export const NO_BACKOFF: Backoff = { failures: 0, notBefore: 0 };

/** Milliseconds to wait after this many failures: 0, 0, then 1 s, 2 s, 4 s … up to 15 minutes. */
export function delayAfter(failures: number): number {
  if (failures <= FREE_FAILURES) return 0;
  // The exponent is capped first: 2 ** 2000 is Infinity, and Infinity times 0 would be NaN.
  return Math.min(MAX_DELAY_MS, INITIAL_DELAY_MS * 2 ** Math.min(failures - FREE_FAILURES - 1, 30));
}

/** The record after one more failure at `now`. */
export function addFailure(backoff: Backoff, now: number): Backoff {
  const failures = backoff.failures + 1;
  return { failures, notBefore: now + delayAfter(failures) };
}

/**
 * Milliseconds until the next attempt. 0 if it may be made now. Never more than the delay of the
 * failures so far, so that a clock that was set back can't lock the user out for a year.
 */
export function msUntilNextTry(backoff: Backoff, now: number): number {
  return Math.max(0, Math.min(backoff.notBefore - now, delayAfter(backoff.failures)));
}
