/*
 * How many requests we assume a service allows (docs/protocol.md, Rates and limits). Services don't
 * say: no header names a limit or a wait, so 429 is all there is to learn from. They count in
 * buckets of a minute that refill continuously; this is our model of one. A refusal halves the
 * rate. Replies to requests that had to wait raise it again: not above the smallest plan, because
 * only a refusal would tell that there is nothing above it. A service on this computer has no plan
 * and no other users: there, a higher rate is found by trying.
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
/** What may be taken at once, and how far the rate goes up. */
export type Limits = { readonly burst: number; readonly maxRate: number };
/** Two requests of the minute stay unused: they can arrive closer together than they were sent. */
export const SMALLEST_PLAN: Limits = { burst: BURST - 2, maxRate: START_RATE };
export const UNKNOWN_PLAN: Limits = { burst: BURST, maxRate: MAX_RATE };

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
  readonly limits: Limits;
};

/** What the next worker has to know. */
export type UsedAllowance = {
  readonly rate: number;
  readonly refused: boolean;
  /** When the rate was last confirmed or changed. */
  readonly at: number;
  /** What was left at `usedAt`. */
  readonly tokens: number;
  readonly usedAt: number;
};

/** Nothing is known: a full bucket of the smallest plan. */
export function initialAllowance(now: number, limits: Limits = UNKNOWN_PLAN): Allowance {
  const { burst: tokens } = limits;
  return { rate: START_RATE, tokens, filledAt: now, learnedAt: now, refused: false, limits };
}

/** As an earlier worker left it: its rate, and what was left in the bucket. */
export function restoreAllowance(
  { rate, refused, at, tokens, usedAt }: UsedAllowance,
  now: number,
  limits: Limits = UNKNOWN_PLAN,
): Allowance {
  // What was used in the future comes from a clock that has been set since: nothing is known.
  if (usedAt > now || at > now) return initialAllowance(now, limits);
  const restored = {
    rate: Math.min(limits.maxRate, Math.max(MIN_RATE, rate)),
    tokens: Math.max(0, Math.min(limits.burst, tokens)),
    filledAt: usedAt,
    learnedAt: at,
    refused,
    limits,
  };
  return refill(restored, now);
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
  const { limits } = allowance;
  const { rate, refused } = isOutdated(allowance.learnedAt, now)
    ? initialAllowance(now, limits)
    : allowance;
  const gained = (Math.max(0, now - allowance.filledAt) / 1000) * allowance.rate;
  const learnedAt = isOutdated(allowance.learnedAt, now) ? now : allowance.learnedAt;
  return {
    rate,
    refused,
    learnedAt,
    tokens: Math.min(limits.burst, allowance.tokens + gained),
    filledAt: now,
    limits,
  };
}

/** One request is sent. */
export function takeToken(allowance: Allowance): Allowance {
  return { ...allowance, tokens: allowance.tokens - 1 };
}

/** The service refused a request because of its rate limit: its bucket is empty. */
export function lowerRate(allowance: Allowance, now: number): Allowance {
  const rate = Math.max(MIN_RATE, allowance.rate / 2);
  const { limits } = allowance;
  return { rate, tokens: 0, filledAt: now, learnedAt: now, refused: true, limits };
}

/** The service replied. While tokens are left, that says nothing about the rate. */
export function raiseRate(allowance: Allowance, now: number): Allowance {
  if (allowance.tokens >= 1) return allowance;
  const rate = Math.min(
    allowance.limits.maxRate,
    allowance.rate + (allowance.refused ? SLOW_INCREMENT : FAST_INCREMENT),
  );
  return { ...allowance, rate, learnedAt: now };
}

/** Milliseconds until so many more requests can have been sent. */
export function msUntilToken({ tokens, rate }: Allowance, count = 1): number {
  return Math.max(0, ((count - tokens) / rate) * 1000);
}
