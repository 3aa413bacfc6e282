import { queryBody } from '../protocol/envelope.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { QueryRow } from '../protocol/operation-row.ts';
import { parseOrThrow } from '../protocol/parse.ts';
import type { Exchange } from './exchange.ts';
import { backoffMs } from './outbox/transitions.ts';
import type { Pacing } from './rates/pacing.ts';
import type { Priority } from './rates/scheduler.ts';
import type { Stamp } from './transport.ts';

/** Whom to ask, and with which key; null: with the read session of a profile of passkeys. */
export type QueryTarget = {
  readonly profileId: string;
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly keyId: string | null;
};

export type QueryDeps = {
  readonly exchange: Exchange;
  readonly pacing: Pick<Pacing, 'pauseLeftMs'>;
  /** What lets a target's question through: `vault_locked`, `key_unknown`, `look_needed`. */
  readonly stamp: (target: QueryTarget, body: string) => Promise<Stamp>;
  /** What let a question through does so no more. */
  readonly onSessionRefused: (target: QueryTarget) => Promise<void>;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
};

/** The most that a waiting page is kept for a rate limit, a single time. */
const MAX_PAUSE_WAIT_MS = 5000;
const MAX_TRIES = 3;

/** How a question is asked: `by` is its stamp, made by a passkey. */
type AskOptions = { readonly priority: Priority; readonly passkeyStamp?: Stamp };

export type Queries = ReturnType<typeof createQueries>;

/** Stamped questions. A query changes nothing, so what failed on the way is asked again. */
export function createQueries(deps: QueryDeps) {
  const { exchange, pacing, stamp, onSessionRefused, random, sleep } = deps;

  /**
   * Asks once.
   * @throws the error of the verdict; `service_malformed` when the answer has another form
   */
  async function askOnce<R>(
    target: QueryTarget,
    row: QueryRow<string, QueryRow['fields'], R>,
    body: string,
    { priority, passkeyStamp }: AskOptions,
  ): Promise<R> {
    const waitMs = pacing.pauseLeftMs(target);
    // Nobody sits through a pause for a question: it is asked again when somebody wants to know.
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
      throw new KeystampError('look_needed', undefined, outcome.error.detail);
    }
    throw outcome.error;
  }

  /**
   * Asks, up to three times where asking again can help. Errors: `invalid_input` for parameters the
   * row does not take, `vault_locked`, and whatever the service or the way to it say.
   */
  async function ask<R>(
    target: QueryTarget,
    row: QueryRow<string, QueryRow['fields'], R>,
    parameters: Readonly<Record<string, unknown>>,
    priority: Priority = 'user',
  ): Promise<R> {
    return askWithBody(target, row, buildQueryBody(target, row, parameters), { priority });
  }

  /** Asks with an exact body, made by {@link buildQueryBody}, and with a stamp over it where there is one. */
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

/** The exact body of a question. @throws `invalid_input` */
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
