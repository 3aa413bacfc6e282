import * as v from 'valibot';
import {
  historyRecord,
  historySequence,
  type HistoryEvent,
  type HistoryRecord,
} from '../protocol/history.ts';
import type { Database, HistoryRow } from '../storage/database.ts';
import { nextRecord, NO_DIGEST, type ChainEnd } from './record-digest.ts';
import { searchTermsOf } from './search-terms.ts';
import { isAuthentic, isSealOf, seal, sealEnd, type Seal, type SealKeys } from './seal.ts';

/** Key of the one row in the store of the end. */
export const HEAD_KEY = 'head';

const headRow = v.strictObject({
  sequence: v.union([historySequence, v.literal(0)]),
  digest: v.string(),
  seal: v.nullable(seal),
});
/** The end of the chain and its seal, as stored. */
export type Head = v.InferOutput<typeof headRow>;

const EMPTY: Head = { sequence: 0, digest: NO_DIGEST, seal: null };

/** The stores of a transaction that appends, and when the transaction is on disk. */
export type ChainTransaction = {
  readonly rows: {
    readonly put: (row: HistoryRow) => Promise<unknown>;
    readonly openCursor: (
      range: null,
      direction: 'prev',
    ) => Promise<{ readonly value: HistoryRow } | null>;
  };
  readonly head: {
    readonly get: (key: string) => Promise<unknown>;
    readonly put: (value: Head, key: string) => Promise<unknown>;
  };
  readonly done: Promise<void>;
};

/** Undefined if there is none, or it isn't one. */
export function readHead(stored: unknown): Head | undefined {
  const parsed = v.safeParse(headRow, stored);
  return parsed.success ? parsed.output : undefined;
}

/**
 * The end, also of a chain whose end somebody took away: the history goes on, without a seal, so that
 * a damaged one stops nothing from being signed and no record is overwritten.
 */
export async function currentHead({ rows, head }: ChainTransaction): Promise<Head> {
  const known = readHead(await head.get(HEAD_KEY));
  if (known) return known;
  const last = (await rows.openCursor(null, 'prev'))?.value;
  if (!last) return EMPTY;
  const { sequence, digest = NO_DIGEST } = last;
  return { sequence, digest: typeof digest === 'string' ? digest : NO_DIGEST, seal: null };
}

export const toRow = (record: HistoryRecord): HistoryRow => ({
  ...record,
  terms: searchTermsOf(record),
});

/** The record of a row; undefined if it isn't one. */
export function recordOfRow({ terms: _terms, ...record }: HistoryRow): HistoryRecord | undefined {
  const parsed = v.safeParse(historyRecord, record);
  return parsed.success ? parsed.output : undefined;
}

/** A seal on the new end, if the end before it had one, or there was none. */
export function nextSeal(head: Head, end: ChainEnd, keys: SealKeys | undefined): Seal | null {
  if (!keys) return head.seal;
  const isSealed = head.seal
    ? isSealOf(head.seal, head) && isAuthentic(keys, head.seal)
    : head.sequence === 0;
  return isSealed ? sealEnd(keys, end) : head.seal;
}

/** Appends to the chain within a transaction. Returns its new end. */
export async function appendEvents(
  transaction: ChainTransaction,
  events: readonly HistoryEvent[],
  { keys, now }: { readonly keys: SealKeys | undefined; readonly now: number },
): Promise<Head> {
  const head = await currentHead(transaction);
  let end: ChainEnd = head;
  for (const event of events) {
    const record = nextRecord(end, event, now);
    // Not awaited one by one: the transaction reports a failure, and resolves once it's on disk.
    transaction.rows.put(toRow(record)).catch(() => undefined);
    end = record;
  }
  const { sequence, digest } = end;
  const next = { sequence, digest, seal: nextSeal(head, end, keys) };
  transaction.head.put(next, HEAD_KEY).catch(() => undefined);
  return next;
}

/** The first and last number in the store; undefined if it's empty. */
export async function boundsOf(
  db: Database,
): Promise<{ readonly first: number; readonly last: number } | undefined> {
  const store = db.transaction('history').store;
  const [[first], end] = await Promise.all([
    store.getAllKeys(null, 1),
    store.openKeyCursor(null, 'prev'),
  ]);
  return first === undefined || !end ? undefined : { first, last: end.key };
}
