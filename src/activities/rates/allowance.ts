/*
 * How many requests we assume a service allows (docs/protocol.md, Rates and limits). Services don't
 * say: no header names a limit or a wait, so 429 is all there is to learn from. They count in
 * buckets of a minute that refill continuously; this is our model of one. A refusal halves the
 * rate. Replies to requests that had to wait raise it: fast until the first refusal, slowly after
 * it.
 */

/** The rate of the smallest plan, and the size of its bucket. */
export const START_RATE = 1;
export const BURST = 60;
/**
 * The minimum, however often a service refuses: a request waits four seconds for its turn, in
 * addition to pauses.
 */
export const MIN_RATE = 0.25;
/** The rate of the largest plan. */
export const MAX_RATE = 60;
/** How much each reply adds, before the first refusal and after it. */
const FAST_INCREMENT = 1;
const SLOW_INCREMENT = 0.05;
/** What was learned this long ago no longer counts: others may have stopped using the bucket. */
export const LEARNED_MAX_AGE_MS = 600_000;

export type Allowance = {
  /** Requests per second. */
  readonly rate: number;
  /** Requests that can be sent now. */
  readonly tokens: number;
  readonly filledAt: number;
  /** When the rate was last confirmed or changed. */
  readonly learnedAt: number;
  /** Whether the rate comes from a refusal. */
  readonly refused: boolean;
};

/** What is worth keeping across worker restarts: the rate after a refusal, and when that was. */
export type LearnedRate = { readonly rate: number; readonly at: number };

/** Nothing is known: a full bucket of the smallest plan. */
export function initialAllowance(now: number): Allowance {
  return { rate: START_RATE, tokens: BURST, filledAt: now, learnedAt: now, refused: false };
}

/** As an earlier worker left it: the bucket was empty. */
export function restoreAllowance({ rate, at }: LearnedRate, now: number): Allowance {
  const boundedRate = Math.min(MAX_RATE, Math.max(MIN_RATE, rate));
  const restored = { rate: boundedRate, tokens: 0, filledAt: at, learnedAt: at, refused: true };
  return isOutdated(at, now) ? initialAllowance(now) : refill(restored, now);
}

/**
 * Whether something learned at that time is outdated. A time in the future comes from a clock that
 * has been set since.
 */
export function isOutdated(at: number, now: number): boolean {
  return at > now || now - at > LEARNED_MAX_AGE_MS;
}

/** Adds the tokens gained since. A clock that was set back adds none. */
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

/** One request is sent. */
export function takeToken(allowance: Allowance): Allowance {
  return { ...allowance, tokens: allowance.tokens - 1 };
}

/** The service refused a request because of its rate limit: its bucket is empty. */
export function lowerRate(allowance: Allowance, now: number): Allowance {
  const rate = Math.max(MIN_RATE, allowance.rate / 2);
  return { rate, tokens: 0, filledAt: now, learnedAt: now, refused: true };
}

/** The service replied. While tokens are left, that says nothing about the rate. */
export function raiseRate(allowance: Allowance, now: number): Allowance {
  if (allowance.tokens >= 1) return allowance;
  const rate = Math.min(
    MAX_RATE,
    allowance.rate + (allowance.refused ? SLOW_INCREMENT : FAST_INCREMENT),
  );
  return { ...allowance, rate, learnedAt: now };
}

/** Milliseconds until the next request can be sent. */
export function msUntilToken({ tokens, rate }: Allowance): number {
  return Math.max(0, ((1 - tokens) / rate) * 1000);
}
