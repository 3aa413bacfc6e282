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
export const MIN_RATE = 0.25;
/** That of the largest plan. */
export const MAX_RATE = 60;
/** How much an answer adds, before the first refusal and after it. */
const FAST_INCREMENT = 1;
const SLOW_INCREMENT = 0.05;
/** What was learned so long ago counts no more: others may have stopped using the bucket. */
export const LEARNED_MAX_AGE_MS = 600_000;

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
export type LearnedRate = { readonly rate: number; readonly at: number };

/** Nothing is known: a full bucket of the smallest plan. */
export function initialAllowance(now: number): Allowance {
  return { rate: START_RATE, tokens: BURST, filledAt: now, learnedAt: now, refused: false };
}

/** As an earlier life left it: the bucket was empty then. */
export function restoreAllowance({ rate, at }: LearnedRate, now: number): Allowance {
  const boundedRate = Math.min(MAX_RATE, Math.max(MIN_RATE, rate));
  const restored = { rate: boundedRate, tokens: 0, filledAt: at, learnedAt: at, refused: true };
  return isOutdated(at, now) ? initialAllowance(now) : refill(restored, now);
}

/** Whether what was learned then is forgotten. A moment to come is of a clock that was set since. */
export function isOutdated(at: number, now: number): boolean {
  return at > now || now - at > LEARNED_MAX_AGE_MS;
}

/** With what came in meanwhile. A clock that was set back brings nothing. */
export function refill(allowance: Allowance, now: number): Allowance {
  const { rate, refused } = isOutdated(allowance.learnedAt, now)
    ? initialAllowance(now)
    : allowance;
  const gained = (Math.max(0, now - allowance.filledAt) / 1000) * allowance.rate;
  const learnedAt = isOutdated(allowance.learnedAt, now) ? now : allowance.learnedAt;
  return {
    rate,
    refused,
    learnedAt,
    tokens: Math.min(BURST, allowance.tokens + gained),
    filledAt: now,
  };
}

/** One request leaves. */
export function takeToken(allowance: Allowance): Allowance {
  return { ...allowance, tokens: allowance.tokens - 1 };
}

/** The service refused a request for its rate: its bucket is empty. */
export function lowerRate(allowance: Allowance, now: number): Allowance {
  const rate = Math.max(MIN_RATE, allowance.rate / 2);
  return { rate, tokens: 0, filledAt: now, learnedAt: now, refused: true };
}

/** The service answered. While tokens are left that says nothing about the rate. */
export function raiseRate(allowance: Allowance, now: number): Allowance {
  if (allowance.tokens >= 1) return allowance;
  const rate = Math.min(
    MAX_RATE,
    allowance.rate + (allowance.refused ? SLOW_INCREMENT : FAST_INCREMENT),
  );
  return { ...allowance, rate, learnedAt: now };
}

/** Milliseconds until a request may leave. */
export function msUntilToken({ tokens, rate }: Allowance): number {
  return Math.max(0, ((1 - tokens) / rate) * 1000);
}
