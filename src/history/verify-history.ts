import type { HistoryChecked, HistoryRecord, HistoryVerdict } from '../protocol/history.ts';
import { read, type Database, type HistoryRow } from '../storage/database.ts';
import { createChainCheck } from './chain-check.ts';
import { HEAD_KEY, readHead, type Head } from './chain-store.ts';
import { hasMarked, readMarks, type MarkDeps } from './marks.ts';
import type { ChainEnd } from './record-digest.ts';
import { isAuthentic, isSealOf, needsNoKey, type SealKeys } from './seal.ts';
import { hostTerms, searchTermsOf } from './search-terms.ts';

/** Hosts whose terms are remembered while a history is read. */
const MAX_HOSTS = 1000;
const BATCH = 1000;
/** Records from one report to the next: less than a tenth of a second. */
const SLICE = 2000;

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

/** Whether what a search finds is what the record says: it isn't part of the digest. */
function createTermsCheck() {
  const known = new Map<string | null, readonly string[]>();
  const termsOfHost = (site: string | null) => {
    const terms = known.get(site) ?? hostTerms(site);
    if (known.size < MAX_HOSTS) known.set(site, terms);
    return terms;
  };
  return (record: HistoryRecord, terms: unknown): boolean =>
    JSON.stringify(searchTermsOf(record, termsOfHost)) === JSON.stringify(terms);
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
async function* readChain(
  db: Database,
  sealedAt: number,
  upTo: number,
): AsyncGenerator<HistoryChecked, ChainReading> {
  const check = createChainCheck();
  const isFindable = createTermsCheck();
  const reading = { count: 0, sealed: undefined as string | undefined, isTailPlausible: true };
  const done = (broken?: Broken): ChainReading => ({ ...reading, broken, end: check.end() });

  function take({ terms, ...stored }: HistoryRow): Broken | undefined {
    const found = check.take(stored);
    if (found) return { kind: 'broken', ...found };
    const record = check.last();
    if (!record || !isFindable(record, terms))
      return { kind: 'broken', sequence: stored.sequence, reason: 'changed' };
    reading.count += 1;
    if (record.sequence === sealedAt) reading.sealed = record.digest;
    if (record.sequence > sealedAt && !needsNoKey(record.fact)) reading.isTailPlausible = false;
    return undefined;
  }

  for (let next = 1; next <= upTo; next = check.end().sequence + 1) {
    const rows = await read(db, (from) =>
      from.getAll('history', IDBKeyRange.bound(next, upTo), BATCH),
    );
    if (rows.length === 0) break;
    for (const row of rows) {
      const broken = take(row);
      if (broken) return done(broken);
    }
    if (reading.count % SLICE === 0)
      yield { kind: 'checked', sequence: check.end().sequence, last: upTo };
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
 * broken record, unless the records fit together. Says how far it is after each 2,000 records; the
 * records that were there at its beginning must stay.
 */
export async function* verifyHistory(
  deps: MarkDeps,
  keys: SealKeys,
): AsyncGenerator<HistoryChecked, HistoryVerdict> {
  const marks = await readMarks(deps, keys);
  const db = await deps.connect();
  const { head, last } = await read(db, readEnd);
  const reading = yield* readChain(db, head?.seal?.sequence ?? 0, last);
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
