// One token bucket per peer address (protocol.md 7.6: the deployed service counts by address).

/** Requests per second where no rate is asked for: the headers are there, nobody meets the limit. */
export const GENEROUS = 10_000;

/** Buckets kept; an address that is forgotten starts with a full one. */
const KEPT = 10_000;

/** What one request may know of its bucket. */
export type Allowance = {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the next token, at least 1. */
  readonly retryAfter: number;
};

/** `take(peer)` counts one request against a bucket of `rate` tokens, refilled at `rate` a second. */
export function createLimits(rate: number, clock: () => number) {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take: (peer: string): Allowance => {
      const now = clock();
      if (buckets.size > KEPT) buckets.clear();
      const { tokens, at } = buckets.get(peer) ?? { tokens: rate, at: now };
      const filled = Math.min(rate, tokens + (Math.max(0, now - at) / 1000) * rate);
      const allowed = filled >= 1;
      const left = allowed ? filled - 1 : filled;
      buckets.set(peer, { tokens: left, at: now });
      const retryAfter = Math.max(1, Math.ceil((1 - left) / rate));
      return { allowed, limit: rate, remaining: Math.floor(left), retryAfter };
    },
  };
}
export type Limits = ReturnType<typeof createLimits>;
