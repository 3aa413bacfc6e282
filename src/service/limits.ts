// How often an organization may ask (docs/protocol.md, Rates and limits): a bucket of a minute's requests
// that refills all the time, shared by all its credentials. Nothing in an answer tells how full it is.
import { Refusal } from './refusal.ts';

/** A bucket holds what comes in within so many seconds. */
const DEPTH_S = 60;

/** As published (docs/protocol.md, Refusals and their words). */
const WORDS = {
  query: 'Resource exhausted; please wait a minute and try again.',
  submit: 'Too many requests in a short period of time. Please wait a few minutes and try again.',
} as const;

export type Limits = ReturnType<typeof createLimits>;

/** Limits of `rate` requests a second; none when it is undefined. */
export function createLimits(rate: number | undefined, clock: () => number) {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>();
  return {
    /** Counts one request of an organization. Throws 429 when its bucket is empty. */
    count: (organizationId: string, kind: keyof typeof WORDS): void => {
      if (rate === undefined) return;
      const now = clock();
      const full = rate * DEPTH_S;
      const { tokens, at } = buckets.get(organizationId) ?? { tokens: full, at: now };
      const filled = Math.min(full, tokens + (Math.max(0, now - at) / 1000) * rate);
      const allowed = filled >= 1;
      buckets.set(organizationId, { tokens: allowed ? filled - 1 : filled, at: now });
      if (allowed) return;
      throw new Refusal({ grpc: 8, message: WORDS[kind], code: 'RATE_LIMIT_EXCEEDED' });
    },
  };
}
