// How often an organization may send requests (docs/protocol.md, Rates and limits): buckets of a
// minute's requests that refill all the time, shared by all its credentials. A request counts in
// several: its organization's, that of its operation, and that of the operation's group. Nothing in
// a response tells how full they are.
import { Refusal } from './refusal.ts';

/** A bucket holds the requests of this many seconds. */
const BUCKET_SECONDS = 60;

/** The published wording (docs/protocol.md, Refusals and their words). */
const MESSAGES = {
  query: 'Resource exhausted; please wait a minute and try again.',
  organization:
    'Too many requests in a short period of time. Please wait a few minutes and try again.',
  operation:
    'Too many requests for this type of activity. Please wait a few minutes and try again.',
} as const;

/** Requests per second; no limit where one is left out. */
export type Rates = {
  readonly organization?: number | undefined;
  /** Of one operation, such as `update_wallet`, in one organization. */
  readonly operation?: number | undefined;
  /** Of all operations on one kind of resource, such as all that touch wallets. */
  readonly group?: number | undefined;
};

/** What a request counts as. */
export type CountedRequest = {
  readonly organizationId: string;
  readonly kind: 'query' | 'submit';
  readonly operation: string;
  /** A submit's kind of resource. */
  readonly group?: string | undefined;
};

export type RateLimits = ReturnType<typeof createRateLimits>;

type Bucket = { readonly tokens: number; readonly at: number };
type Level = { readonly key: string; readonly rate: number; readonly message: string };

/** Counts requests against the given rates. */
export function createRateLimits(rates: Rates, clock: () => number) {
  const buckets = new Map<string, Bucket>();
  const refilled = ({ key, rate }: Level, now: number): number => {
    const capacity = rate * BUCKET_SECONDS;
    const { tokens, at } = buckets.get(key) ?? { tokens: capacity, at: now };
    return Math.min(capacity, tokens + (Math.max(0, now - at) / 1000) * rate);
  };
  return {
    /** Counts one request in all its buckets. Throws 429, and counts in none, when one is empty. */
    count: (request: CountedRequest): void => {
      const now = clock();
      const levels = levelsOf(request, rates);
      const filled = levels.map((level) => [level, refilled(level, now)] as const);
      const empty = filled.find(([, tokens]) => tokens < 1);
      for (const [{ key }, tokens] of filled) {
        buckets.set(key, { tokens: empty ? tokens : tokens - 1, at: now });
      }
      if (!empty) return;
      const [{ message }] = empty;
      throw new Refusal({ grpc: 8, message, code: 'RATE_LIMIT_EXCEEDED' });
    },
  };
}

function levelsOf(request: CountedRequest, rates: Rates): readonly Level[] {
  const { organizationId, kind, operation, group } = request;
  const messageOf = (level: 'organization' | 'operation') =>
    MESSAGES[kind === 'query' ? 'query' : level];
  const level = (name: string, rate: number | undefined, message: string): readonly Level[] =>
    rate === undefined ? [] : [{ key: `${organizationId} ${name}`, rate, message }];
  return [
    ...level('', rates.organization, messageOf('organization')),
    ...level(`operation ${operation}`, rates.operation, messageOf('operation')),
    ...(group === undefined ? [] : level(`group ${group}`, rates.group, messageOf('operation'))),
  ];
}
