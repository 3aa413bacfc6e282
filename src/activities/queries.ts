import { queryBody } from '../protocol/envelope.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { QueryRow } from '../protocol/operation.ts';
import { parseOrThrow } from '../protocol/parse.ts';
import type { Exchange } from './exchange.ts';
import { backoff } from './machine.ts';
import type { Pacing } from './pacing.ts';
import type { Priority } from './scheduler.ts';
import type { Stamp } from './transport.ts';

/** Whom to ask, and with which key; null: with the read session of a profile of passkeys. */
export type Target = {
  readonly profileId: string;
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly keyId: string | null;
};

export type QueryEffects = {
  readonly exchange: Exchange;
  readonly pacing: Pick<Pacing, 'leftOf'>;
  /** What lets a target's question through: `vault_locked`, `key_unknown`, `look_needed`. */
  readonly stamp: (target: Target, body: string) => Promise<Stamp>;
  /** What let a question through does so no more. */
  readonly refused: (target: Target) => Promise<void>;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
};

/** The most that a waiting page is kept for a rate limit, a single time. */
const PATIENCE_MS = 5000;
const MOST_TRIES = 3;

/** How a question is asked: `by` is its stamp, made by a passkey. */
type Manner = { readonly priority: Priority; readonly by?: Stamp };

export type Queries = ReturnType<typeof createQueries>;

/** Stamped questions. A query changes nothing, so what failed on the way is asked again. */
export function createQueries(effects: QueryEffects) {
  const { exchange, pacing, stamp, refused, random, sleep } = effects;

  /**
   * Asks once.
   * @throws the error of the verdict; `service_malformed` when the answer has another form
   */
  async function askOnce<R>(
    target: Target,
    row: QueryRow<string, QueryRow['fields'], R>,
    body: string,
    { priority, by }: Manner,
  ): Promise<R> {
    const waitMs = pacing.leftOf(target);
    // Nobody sits through a pause for a question: it is asked again when somebody wants to know.
    if (waitMs > PATIENCE_MS) throw new KeystampError('rate_limited', undefined, { waitMs });
    const signed = by ?? (await stamp(target, body));
    const outgoing = { priority, path: row.path, body, stamp: signed };
    const { verdict, accepted } = await exchange(target, outgoing);
    if (verdict.kind === 'answer') {
      const result = parseOrThrow(row.result, verdict.value, '', 'service_malformed');
      accepted();
      return result;
    }
    if (verdict.error.code === 'unauthenticated' && target.keyId === null && !by) {
      await refused(target);
      throw new KeystampError('look_needed', undefined, verdict.error.detail);
    }
    throw verdict.error;
  }

  /**
   * Asks, up to three times where asking again can help. Errors: `invalid_input` for parameters the
   * row does not take, `vault_locked`, and whatever the service or the way to it say.
   */
  async function ask<R>(
    target: Target,
    row: QueryRow<string, QueryRow['fields'], R>,
    parameters: Readonly<Record<string, unknown>>,
    priority: Priority = 'user',
  ): Promise<R> {
    return askText(target, row, textOf(target, row, parameters), { priority });
  }

  /** Asks with an exact body, made by {@link textOf}, and with a stamp over it where there is one. */
  async function askText<R>(
    target: Target,
    row: QueryRow<string, QueryRow['fields'], R>,
    body: string,
    manner: Manner = { priority: 'user' },
  ): Promise<R> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await askOnce(target, row, body, manner);
      } catch (error) {
        const again = error instanceof KeystampError && canRepeat(error) && attempt < MOST_TRIES;
        if (!again) throw error;
        await sleep(backoff(attempt, random()));
      }
    }
  }

  return { ask, askText };
}

/** The exact body of a question. @throws `invalid_input` */
export function textOf(
  target: Target,
  row: QueryRow,
  parameters: Readonly<Record<string, unknown>>,
): string {
  const checked = parseOrThrow(row.parameters, parameters, 'parameters');
  return queryBody(target.organizationId, checked);
}

function canRepeat({ code, detail }: KeystampError): boolean {
  if (code === 'rate_limited') return (detail?.waitMs ?? 0) <= PATIENCE_MS;
  return code === 'service_unavailable' || code === 'service_unreachable';
}
