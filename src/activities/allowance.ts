/*
 * What a service is taken to allow (docs/protocol.md, Rates and limits). It tells nobody: no header names
 * a limit or a wait, so all there is to learn from is 429. Services count in buckets of a minute that
 * refill all the time; this is our picture of one. The rate is halved by a refusal and grows with the
 * answers that had to wait for it: quickly until the first refusal, slowly from then on.
 */

/** That of the smallest plan, and what its bucket holds. */
export const START_RATE = 1;
export const BURST = 60;
/** However often a service refuses: a request waits four seconds for its turn, beside the pauses. */
export const LOWEST_RATE = 0.25;
/** That of the largest plan. */
export const HIGHEST_RATE = 60;
/** How much an answer adds, before the first refusal and after it. */
const QUICK_STEP = 1;
const SLOW_STEP = 0.05;
/** What was learned so long ago counts no more: others may have stopped using the bucket. */
export const MEMORY_MS = 600_000;

export type Allowance = {
  /** Requests a second. */
  readonly rate: number;
  /** Requests that may leave now. */
  readonly tokens: number;
  readonly filledAt: number;
  /** When the rate was last confirmed or changed. */
  readonly learnedAt: number;
  /** Whether a refusal is behind the rate. */
  readonly refused: boolean;
};

/** What is worth keeping over lives of the worker: the rate after a refusal, and when that was. */
export type Lesson = { readonly rate: number; readonly at: number };

/** Nothing is known: a full bucket of the smallest plan. */
export function unknown(now: number): Allowance {
  return { rate: START_RATE, tokens: BURST, filledAt: now, learnedAt: now, refused: false };
}

/** As an earlier life left it: the bucket was empty then. */
export function remembered({ rate, at }: Lesson, now: number): Allowance {
  const bounded = Math.min(HIGHEST_RATE, Math.max(LOWEST_RATE, rate));
  const then = { rate: bounded, tokens: 0, filledAt: at, learnedAt: at, refused: true };
  return isOutdated(at, now) ? unknown(now) : refilled(then, now);
}

/** Whether what was learned then is forgotten. A moment to come is of a clock that was set since. */
export function isOutdated(at: number, now: number): boolean {
  return at > now || now - at > MEMORY_MS;
}

/** With what came in meanwhile. A clock that was set back brings nothing. */
export function refilled(one: Allowance, now: number): Allowance {
  const { rate, refused } = isOutdated(one.learnedAt, now) ? unknown(now) : one;
  const gained = (Math.max(0, now - one.filledAt) / 1000) * one.rate;
  const learnedAt = isOutdated(one.learnedAt, now) ? now : one.learnedAt;
  return {
    rate,
    refused,
    learnedAt,
    tokens: Math.min(BURST, one.tokens + gained),
    filledAt: now,
  };
}

/** One request leaves. */
export function spent(one: Allowance): Allowance {
  return { ...one, tokens: one.tokens - 1 };
}

/** The service refused a request for its rate: its bucket is empty. */
export function lowered(one: Allowance, now: number): Allowance {
  const rate = Math.max(LOWEST_RATE, one.rate / 2);
  return { rate, tokens: 0, filledAt: now, learnedAt: now, refused: true };
}

/** The service answered. While tokens are left that says nothing about the rate. */
export function raised(one: Allowance, now: number): Allowance {
  if (one.tokens >= 1) return one;
  const rate = Math.min(HIGHEST_RATE, one.rate + (one.refused ? SLOW_STEP : QUICK_STEP));
  return { ...one, rate, learnedAt: now };
}

/** Milliseconds until a request may leave. */
export function shortOf({ tokens, rate }: Allowance): number {
  return Math.max(0, ((1 - tokens) / rate) * 1000);
}
