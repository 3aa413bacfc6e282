import type { HistoryEvent } from '../protocol/history.ts';
import { read, write } from '../storage/database.ts';
import { appendEvents, boundsOf, currentHead, HEAD_KEY } from './chain-store.ts';
import { HISTORY_STORES, historyOf, type HistoryDeps } from './history-stores.ts';
import { NO_DIGEST } from './record-digest.ts';
import { sealEnd, type Seal, type SealKeys } from './seal.ts';

/*
 * Only the beginning of a chain can be deleted, and the deletion is a record itself.
 */

const DAY_MS = 86_400_000;

/** The last number whose record, and every record before it, is older than a moment. */
export async function lastBefore(
  { connect }: HistoryDeps,
  moment: number | null,
): Promise<number | undefined> {
  return read(await connect(), async (db) => {
    const bounds = await boundsOf(db);
    if (!bounds || moment === null) return bounds?.last;
    const newer = await db.getAllKeysFromIndex('history', 'at', IDBKeyRange.lowerBound(moment));
    const through = newer.reduce((least, key) => Math.min(least, key), bounds.last + 1) - 1;
    return through < bounds.first ? undefined : through;
  });
}

/**
 * What the user no longer keeps. A clock that is years ahead deletes nothing: the time since the last
 * record doesn't count.
 */
export async function lastExpired(deps: HistoryDeps): Promise<number | undefined> {
  const days = await deps.retention.get();
  if (days === undefined || days === null) return undefined;
  const db = await deps.connect();
  const bounds = await read(db, boundsOf);
  const newest = bounds && (await read(db, (from) => from.get('history', bounds.last)));
  const lastAt = newest?.['at'];
  if (typeof lastAt !== 'number') return undefined;
  return lastBefore(deps, Math.min(deps.now(), lastAt + DAY_MS) - days * DAY_MS);
}

/** Deletes the records up to a number, and appends the record of it, in one transaction. */
export async function removeRecords(
  { connect, now }: HistoryDeps,
  keys: SealKeys,
  { through, details }: { readonly through: number; readonly details: object },
): Promise<{ readonly seal: Seal | null; readonly isAll: boolean }> {
  return write(await connect(), HISTORY_STORES, async (transaction) => {
    const chain = historyOf(transaction);
    const store = transaction.objectStore('history');
    const range = IDBKeyRange.upperBound(through);
    const [head, last, count] = await Promise.all([
      currentHead(chain),
      store.get(through),
      store.count(range),
    ]);
    const digest = typeof last?.['digest'] === 'string' ? last['digest'] : NO_DIGEST;
    await store.delete(range);
    const isAll = through >= head.sequence;
    // The chain goes on from the last record there was, even if the stored end said something else.
    if (isAll) await chain.head.put({ sequence: through, digest, seal: null }, HEAD_KEY);
    const event: HistoryEvent = {
      fact: 'deleted',
      details: { through, digest, count, ...details },
    };
    const next = await appendEvents(chain, [event], { keys, now: now() });
    // What is left of a chain without a seal doesn't get one by a deletion.
    if (!isAll) return { seal: next.seal, isAll };
    const seal = sealEnd(keys, next);
    await chain.head.put({ ...next, seal }, HEAD_KEY);
    return { seal, isAll };
  });
}
