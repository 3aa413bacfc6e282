// How often an organization may send requests (docs/protocol.md, Rates and limits): a bucket of a
// minute's requests that refills all the time, shared by all its credentials. Nothing in a response
// tells how full it is.
import { Refusal } from './refusal.ts';

/** A bucket holds the requests of this many seconds. */
const BUCKET_SECONDS = 60;

/** The published wording (docs/protocol.md, Refusals and their words). */
const MESSAGES = {
  query: 'Resource exhausted; please wait a minute and try again.',
  submit: 'Too many requests in a short period of time. Please wait a few minutes and try again.',
} as const;

export type RateLimits = ReturnType<typeof createRateLimits>;

/** Limits of `rate` requests per second; none when undefined. */
export function createRateLimits(rate: number | undefined, clock: () => number) {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>();
  return {
    /** Counts one request of an organization. Throws 429 when its bucket is empty. */
    count: (organizationId: string, kind: keyof typeof MESSAGES): void => {
      if (rate === undefined) return;
      const now = clock();
      const capacity = rate * BUCKET_SECONDS;
      const { tokens, at } = buckets.get(organizationId) ?? { tokens: capacity, at: now };
      const refilled = Math.min(capacity, tokens + (Math.max(0, now - at) / 1000) * rate);
      const allowed = refilled >= 1;
      buckets.set(organizationId, { tokens: allowed ? refilled - 1 : refilled, at: now });
      if (allowed) return;
      throw new Refusal({ grpc: 8, message: MESSAGES[kind], code: 'RATE_LIMIT_EXCEEDED' });
    },
  };
}
