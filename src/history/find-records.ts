import {
  ALL_HISTORY,
  type HistoryFilter,
  type HistoryPage,
  type HistoryRecord,
} from '../protocol/history.ts';
import { read, type Connect, type Database } from '../storage/database.ts';
import { boundsOf, recordOfRow } from './chain-store.ts';

/*
 * Finds records by the indexes of their store. Without a filter nothing but the shown part is read:
 * numbers have no gaps, so a place in the list is a number.
 */

type Word = HistoryFilter['words'][number];

/** Whatever begins with a text comes before it followed by the last character there is. */
const beginningWith = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\u{FFFF}`);

async function keysOfWord(db: Database, word: Word): Promise<Set<number>> {
  const { prefix, operations, profiles } = word;
  const index = (name: 'terms' | 'operation', range: IDBKeyRange | string) =>
    db.getAllKeysFromIndex('history', name, range);
  const found = await Promise.all([
    prefix === '' ? [] : index('terms', beginningWith(prefix.toLowerCase())),
    ...operations.map((operation) => index('operation', operation)),
    ...profiles.map((profile) => index('terms', profile.toLowerCase())),
  ]);
  return new Set(found.flat());
}

/** The keys of each condition of a filter. */
function keySets(db: Database, filter: HistoryFilter): Promise<readonly Set<number>[]> {
  const { operation, origin, fact, from, until, words } = filter;
  const keys = async (found: Promise<number[]>) => new Set(await found);
  const [start, end] = [from ?? 0, until ?? Number.MAX_SAFE_INTEGER];
  const hasDate = from !== null || until !== null;
  const dates = IDBKeyRange.bound(start, end, false, true);
  const factDates = (name: string) => IDBKeyRange.bound([name, start], [name, end], false, true);
  return Promise.all([
    ...(operation === null
      ? []
      : [keys(db.getAllKeysFromIndex('history', 'operation', operation))]),
    ...(origin === null ? [] : [keys(db.getAllKeysFromIndex('history', 'origin', origin))]),
    ...(fact === null ? [] : [keys(db.getAllKeysFromIndex('history', 'fact', factDates(fact)))]),
    ...(hasDate && fact === null ? [keys(db.getAllKeysFromIndex('history', 'at', dates))] : []),
    ...words.map((word) => keysOfWord(db, word)),
  ]);
}

/** What is in all of the sets, greatest first. */
function inAll(sets: readonly Set<number>[]): Uint32Array {
  const [smallest, ...others] = sets.toSorted((a, b) => a.size - b.size);
  const kept = [...(smallest ?? [])].filter((key) => others.every((set) => set.has(key)));
  return Uint32Array.from(kept).sort().reverse();
}

async function recordsFrom(db: Database, first: number, last: number) {
  const rows = await db.getAll('history', IDBKeyRange.bound(first, last));
  return rows.flatMap((row) => recordOfRow(row) ?? []);
}

/** A list part by part. What was found last is kept, for the next part of the same list. */
function createPager(connect: Connect) {
  let cached: { readonly name: string; readonly keys: Uint32Array } | undefined;

  async function matching(db: Database, filter: HistoryFilter, bounds: object) {
    const name = JSON.stringify([filter, bounds]);
    if (cached?.name !== name) cached = { name, keys: inAll(await keySets(db, filter)) };
    return cached.keys;
  }

  async function page(
    db: Database,
    filter: HistoryFilter,
    skip: number,
    limit: number,
  ): Promise<HistoryPage> {
    const bounds = await boundsOf(db);
    if (!bounds) return { total: 0, records: [] };
    if (JSON.stringify(filter) === JSON.stringify(ALL_HISTORY)) {
      const last = bounds.last - skip;
      const first = Math.max(bounds.first, last - limit + 1);
      const records = last < bounds.first ? [] : await recordsFrom(db, first, last);
      return { total: bounds.last - bounds.first + 1, records: records.reverse() };
    }
    const keys = await matching(db, filter, bounds);
    const { store } = db.transaction('history');
    const shown = [...keys.subarray(skip, skip + limit)];
    const rows = await Promise.all(shown.map((key) => store.get(key)));
    return { total: keys.length, records: rows.flatMap((row) => (row && recordOfRow(row)) ?? []) };
  }

  /** A part of the matching records, newest first. */
  return async (filter: HistoryFilter, skip: number, limit: number): Promise<HistoryPage> =>
    read(await connect(), (db) => page(db, filter, skip, limit));
}

/** Finds records in the store. */
export function createFinder(connect: Connect) {
  return {
    page: createPager(connect),
    /** Rows by number, oldest first, as they are stored: an export hides nothing. */
    range: async (first: number, limit: number): Promise<readonly unknown[]> =>
      read(await connect(), async (db) => {
        const rows = await db.getAll('history', IDBKeyRange.lowerBound(first), limit);
        return rows.map(({ terms: _terms, ...record }) => record);
      }),
    /** What happened to one thing, oldest first. */
    timeline: async (id: string, limit: number): Promise<readonly HistoryRecord[]> =>
      read(await connect(), async (db) => {
        const rows = await db.getAllFromIndex('history', 'id', id, limit);
        return rows.flatMap((row) => recordOfRow(row) ?? []);
      }),
    /** How many activities were stamped between each two of these moments. */
    countStamped: async (moments: readonly number[]): Promise<readonly number[]> =>
      read(await connect(), async (db) => {
        const index = db.transaction('history').store.index('fact');
        const ends = moments.slice(1);
        return Promise.all(
          ends.map((end, at) =>
            index.count(
              IDBKeyRange.bound(['stamped', moments[at] ?? end], ['stamped', end], false, true),
            ),
          ),
        );
      }),
    /** The different values of an index, in its order. */
    distinct: async (name: 'operation' | 'origin', most: number): Promise<readonly string[]> =>
      read(await connect(), async (db) => {
        const found: string[] = [];
        const index = db.transaction('history').store.index(name);
        // One look-up for each value, from the text that comes right after it: a cursor of unique keys,
        // and one that leaves its lower bound out, pass every record of the value (Chromium).
        let cursor = await index.openKeyCursor();
        while (cursor && found.length < most) {
          found.push(cursor.key);
          cursor = await index.openKeyCursor(IDBKeyRange.lowerBound(`${cursor.key}\0`));
        }
        return found;
      }),
  };
}
