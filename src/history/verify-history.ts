import type { HistoryVerdict } from '../protocol/history.ts';
import { read, type Database } from '../storage/database.ts';
import { createChainCheck, type ChainCheck } from './chain-check.ts';
import { HEAD_KEY, readHead, toRow, recordOfRow, type Head } from './chain-store.ts';
import { hasMarked, readMarks, type MarkDeps } from './marks.ts';
import type { ChainEnd } from './record-digest.ts';
import { isAuthentic, isSealOf, needsNoKey, type SealKeys } from './seal.ts';

const BATCH = 1000;

type Broken = Extract<HistoryVerdict, { kind: 'broken' }>;

/** What a verification of the records found, and what the rest of it needs to know of them. */
type ChainReading = {
  readonly broken: Broken | undefined;
  readonly end: ChainEnd;
  readonly count: number;
  /** The digest of the record that the seal names. */
  readonly sealed: string | undefined;
  /** Whether everything after the seal could be written without a key. */
  readonly isTailPlausible: boolean;
};

function takeRow(check: ChainCheck, row: Parameters<typeof recordOfRow>[0]): Broken | undefined {
  const { terms, ...stored } = row;
  const found = check.take(stored);
  if (found) return { kind: 'broken', ...found };
  const record = recordOfRow(row);
  // What a search finds is made from the record, and isn't part of its digest.
  const isFindable = record && JSON.stringify(toRow(record).terms) === JSON.stringify(terms);
  return isFindable ? undefined : { kind: 'broken', sequence: row.sequence, reason: 'changed' };
}

/** The stored end and the last record there is, as they are at one moment. */
async function readEnd(db: Database): Promise<{ readonly head: Head | undefined; last: number }> {
  const transaction = db.transaction(['history', 'historyHead']);
  const [stored, cursor] = await Promise.all([
    transaction.objectStore('historyHead').get(HEAD_KEY),
    transaction.objectStore('history').openKeyCursor(null, 'prev'),
  ]);
  return { head: readHead(stored), last: cursor?.key ?? 0 };
}

/** Reads every record up to the one that was the last when the verification began. */
async function readChain(db: Database, sealedAt: number, upTo: number): Promise<ChainReading> {
  const check = createChainCheck();
  const reading = { count: 0, sealed: undefined as string | undefined, isTailPlausible: true };
  let next = 1;
  const done = (broken?: Broken) => ({ ...reading, broken, end: check.end() });
  while (next <= upTo) {
    const rows = await db.getAll('history', IDBKeyRange.bound(next, upTo), BATCH);
    if (rows.length === 0) break;
    for (const row of rows) {
      const broken = takeRow(check, row);
      if (broken) return done(broken);
      reading.count += 1;
      if (row.sequence === sealedAt) reading.sealed = check.end().digest;
      const fact = recordOfRow(row)?.fact;
      if (row.sequence > sealedAt && fact && !needsNoKey(fact)) reading.isTailPlausible = false;
    }
    next = check.end().sequence + 1;
  }
  const missing = check.finish();
  return done(missing && { kind: 'broken', ...missing });
}

function demandSealed(
  head: Head | undefined,
  reading: ChainReading,
  keys: SealKeys,
): HistoryVerdict | undefined {
  const { end, sealed, isTailPlausible, count } = reading;
  if (count === 0 && !head) return undefined;
  if (!head || !isSealOf({ ...head, mac: '' }, end)) {
    // The end names records that are gone, or isn't there.
    const isCut = head !== undefined && head.sequence > end.sequence;
    return isCut
      ? { kind: 'behind', known: head.sequence, last: end.sequence }
      : { kind: 'unsealed', sequence: Math.max(1, end.sequence) };
  }
  const { seal } = head;
  if (!isTailPlausible) return { kind: 'unsealed', sequence: (seal?.sequence ?? 0) + 1 };
  if (!seal) return undefined;
  // The record that the seal names was deleted with all before it.
  const isOfThis = sealed === undefined ? false : sealed === seal.digest;
  return isOfThis && isAuthentic(keys, seal)
    ? undefined
    : { kind: 'unsealed', sequence: seal.sequence };
}

/**
 * Verifies every record, the seal at the end, and the marks outside of the database. Names the first
 * broken record, unless the records fit together.
 */
export async function verifyHistory(deps: MarkDeps, keys: SealKeys): Promise<HistoryVerdict> {
  const marks = await readMarks(deps, keys);
  const db = await deps.connect();
  const { head, last } = await read(db, readEnd);
  const reading = await read(db, (from) => readChain(from, head?.seal?.sequence ?? 0, last));
  const { broken, end, count } = reading;
  if (broken) return broken;
  for (const mark of [marks.inSession, marks.onDisk]) {
    if (mark && !(await hasMarked(deps.connect, mark, end.sequence))) {
      return { kind: 'behind', known: mark.sequence, last: end.sequence };
    }
  }
  const fault = demandSealed(head, reading, keys);
  if (fault) return fault;
  const unsealed = end.sequence - (head?.seal?.sequence ?? 0);
  const isMarked = marks.onDisk !== undefined || !head?.seal;
  return { kind: 'whole', records: count, unsealed, isMarked };
}
