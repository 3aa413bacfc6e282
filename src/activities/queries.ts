import { queryBody } from '../protocol/envelope.ts';
import type { StampHeader } from '../protocol/passkey.ts';
import { KeystampError } from '../protocol/errors.ts';
import { withLateRules } from '../protocol/late-rules.ts';
import type { QueryRow } from '../protocol/operation-row.ts';
import { parseOrThrow } from '../protocol/parse.ts';
import type { Profile } from '../protocol/profile.ts';
import type { Exchange } from './exchange.ts';
import { backoffMs } from './outbox/transitions.ts';
import type { Pacing } from './rates/pacing.ts';
import type { Priority } from './rates/scheduler.ts';

/**
 * Where to send queries, and with which key. Null: with the read session of a passkey-only profile.
 */
export type QueryTarget = {
  readonly profileId: string;
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly keyId: string | null;
};

/** Where a profile's queries go. */
export function targetOfProfile({ id, baseUrl, organizationId, keyId }: Profile): QueryTarget {
  return { profileId: id, baseUrl, organizationId, keyId };
}

/** The longest that a waiting page is kept for one rate limit pause. */
const MAX_PAUSE_WAIT_MS = 5000;
const MAX_TRIES = 3;

/** How to send a query: `passkeyStamp` is its stamp, made by a passkey. */
type AskOptions = { readonly priority: Priority; readonly passkeyStamp?: StampHeader };

export type Queries = ReturnType<typeof createQueries>;

/** Stamped queries. A query changes nothing, so it can be repeated after a failure. */
export function createQueries(deps: {
  readonly exchange: Exchange;
  readonly pacing: Pick<Pacing, 'pauseLeftMs'>;
  /** Authenticates a target's query. Errors: `vault_locked`, `key_unknown`, `read_session_needed`. */
  readonly stamp: (target: QueryTarget, body: string) => Promise<StampHeader>;
  /** Called when the service no longer accepts the read session. */
  readonly onSessionRefused: (target: QueryTarget) => Promise<void>;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}) {
  const { exchange, pacing, stamp, onSessionRefused, random, sleep } = deps;
  /**
   * Sends a query once.
   * @throws the outcome's error, or `service_malformed` if the reply has another form
   */
  async function askOnce<R>(
    target: QueryTarget,
    row: QueryRow<string, QueryRow['fields'], R>,
    body: string,
    { priority, passkeyStamp }: AskOptions,
  ): Promise<R> {
    const waitMs = pacing.pauseLeftMs(target);
    // Nobody sits through a long pause for a query. It's sent again when someone needs the answer.
    if (waitMs > MAX_PAUSE_WAIT_MS) throw new KeystampError('rate_limited', undefined, { waitMs });
    const queryStamp = passkeyStamp ?? (await stamp(target, body));
    const outgoing = { priority, path: row.path, body, stamp: queryStamp };
    const { outcome, markVerified } = await exchange(target, outgoing);
    if (outcome.kind === 'answer') {
      const result = parseOrThrow(row.result, outcome.value, '', 'service_malformed');
      markVerified();
      return result;
    }
    if (outcome.error.code === 'unauthenticated' && target.keyId === null && !passkeyStamp) {
      await onSessionRefused(target);
      throw new KeystampError('read_session_needed', undefined, outcome.error.detail);
    }
    throw outcome.error;
  }

  /**
   * Sends a query, up to three times if another try can help. Errors: `invalid_input` for
   * parameters that the row doesn't accept, `vault_locked`, and those of the service or the
   * network.
   */
  async function ask<R>(
    target: QueryTarget,
    row: QueryRow<string, QueryRow['fields'], R>,
    parameters: Readonly<Record<string, unknown>>,
    priority: Priority = 'user',
  ): Promise<R> {
    const body = await withLateRules(() => buildQueryBody(target, row, parameters));
    return askWithBody(target, row, body, { priority });
  }

  /** Sends an exact body from {@link buildQueryBody}, with its stamp if there is one. */
  async function askWithBody<R>(
    target: QueryTarget,
    row: QueryRow<string, QueryRow['fields'], R>,
    body: string,
    options: AskOptions = { priority: 'user' },
  ): Promise<R> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await askOnce(target, row, body, options);
      } catch (error) {
        const shouldRetry =
          error instanceof KeystampError && canRetry(error) && attempt < MAX_TRIES;
        if (!shouldRetry) throw error;
        await sleep(backoffMs(attempt, random()));
      }
    }
  }

  return { ask, askWithBody };
}

/** The exact body of a query. @throws `invalid_input` */
export function buildQueryBody(
  target: QueryTarget,
  row: QueryRow,
  parameters: Readonly<Record<string, unknown>>,
): string {
  const parsed = parseOrThrow(row.parameters, parameters, 'parameters');
  return queryBody(target.organizationId, parsed);
}

function canRetry({ code, detail }: KeystampError): boolean {
  if (code === 'rate_limited') return (detail?.waitMs ?? 0) <= MAX_PAUSE_WAIT_MS;
  return code === 'service_unavailable' || code === 'service_unreachable';
}
