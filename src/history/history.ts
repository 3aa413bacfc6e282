import type { Bytes } from '../crypto/bytes.ts';
import {
  historyRetention,
  type HistoryEvent,
  type HistoryRetention,
  type HistorySummary,
  type HistoryVerdict,
} from '../protocol/history.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { Item } from '../storage/area.ts';
import { read, write } from '../storage/database.ts';
import { createQueue } from '../storage/queue.ts';
import { findBreak } from './chain-check.ts';
import {
  appendEvents,
  currentHead,
  HEAD_KEY,
  readHead,
  recordOfRow,
  type ChainTransaction,
  type Head,
} from './chain-store.ts';
import { boundsOf, createFinder } from './find-records.ts';
import { createMarks, readMarks, type MarkDeps } from './marks.ts';
import { NO_DIGEST } from './record-digest.ts';
import {
  isAuthentic,
  isSealOf,
  needsNoKey,
  sealEnd,
  sealKeysOf,
  type Seal,
  type SealKeys,
} from './seal.ts';
import { verifyHistory } from './verify-history.ts';

export type HistoryDeps = MarkDeps & {
  /** Undefined until the first unlock after a browser start. */
  readonly outboxKeys: () => Promise<Bytes | undefined>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How long to keep records, where nobody but the user can change it. */
  readonly retention: Item<HistoryRetention>;
};

/** The stores that a transaction needs to append to the history. */
export const HISTORY_STORES = ['history', 'historyHead'] as const;

/** A transaction with these stores among its own. */
type TransactionWithHistory = {
  readonly done: Promise<void>;
  objectStore(name: 'history'): ChainTransaction['rows'];
  objectStore(name: 'historyHead'): ChainTransaction['head'];
};

/** The part of a transaction that appends, whatever else it writes. */
export function historyOf(transaction: TransactionWithHistory): ChainTransaction {
  return {
    rows: transaction.objectStore('history'),
    head: transaction.objectStore('historyHead'),
    done: transaction.done,
  };
}

/** Appends in a transaction; what happened and the record of it are on disk together, or neither. */
export type AppendIn = (
  transaction: ChainTransaction,
  events: readonly HistoryEvent[],
) => Promise<void>;

export type History = ReturnType<typeof createHistory>;
/** What writers of facts need. */
export type HistoryWriter = Pick<History, 'prepare' | 'append'>;

/** How many different values to filter by are listed. */
const MAX_CHOICES = 500;
const DAY_MS = 86_400_000;

/** The history in its store. Every call may throw `storage_failed` or `storage_full`. */
export function createHistory(deps: HistoryDeps) {
  const { connect, now } = deps;
  const marks = createMarks(deps);
  const finder = createFinder(connect);
  /** Verifications and deletions don't meet. */
  const queue = createQueue();
  let cachedKeys: SealKeys | undefined;

  async function sealKeys(): Promise<SealKeys | undefined> {
    const found = cachedKeys ?? (await readKeys(deps));
    cachedKeys = found;
    return found;
  }

  async function prepare(): Promise<AppendIn> {
    const keys = await sealKeys();
    return async (transaction, events) => {
      if (events.length === 0) return;
      const { seal } = await appendEvents(transaction, events, { keys, now: now() });
      const mark = () => seal && keys && marks.advance(seal, keys);
      // A transaction that fails is reported by whoever runs it.
      void transaction.done.then(mark, () => undefined);
    };
  }

  async function append(...events: readonly HistoryEvent[]): Promise<void> {
    const appendIn = await prepare();
    await write(await connect(), HISTORY_STORES, (transaction) =>
      appendIn(historyOf(transaction), events),
    );
  }

  async function verify(): Promise<HistoryVerdict> {
    const keys = await demandKeys(deps);
    await marks.settled();
    return verifyHistory(deps, keys);
  }

  async function deleteThrough(through: number, details: object): Promise<void> {
    const keys = await demandKeys(deps);
    const { seal, isAll } = await removeRecords(deps, keys, { through, details });
    if (isAll) await marks.replace(seal);
    else marks.advance(seal, keys);
  }

  return {
    /** For a transaction of someone else's: ask before it begins, as it can't wait for keys. */
    prepare,
    /** Appends facts in a transaction of their own; resolves once they are on disk. */
    append,
    page: finder.page,
    range: finder.range,
    timeline: finder.timeline,
    countStamped: finder.countStamped,
    summary: () => summarize(deps, finder),
    /** `vault_locked` before the first unlock after a browser start. */
    verify: () => queue(verify),
    /**
     * Deletes the records before a moment, or all of them, and records that it did. After deleting
     * all, a new chain begins, whatever was wrong with the one before. `vault_locked`
     */
    deleteBefore: (moment: number | null): Promise<void> =>
      queue(async () => {
        const verdict = moment === null ? (await verify()).kind : undefined;
        const through = await lastBefore(deps, moment);
        if (through !== undefined)
          await deleteThrough(through, { by: 'user', ...(verdict && { verdict }) });
      }),
    retain: (days: HistoryRetention): Promise<void> => deps.retention.set(days),
    /**
     * After an unlock: seals what was written without a key, and deletes what is older than the user
     * keeps it.
     */
    onUnlock: (): Promise<void> =>
      queue(async () => {
        cachedKeys = undefined;
        const keys = await sealKeys();
        if (!keys) return;
        await sealTail(deps, keys, (one) => marks.advance(one, keys));
        const through = await lastExpired(deps);
        if (through !== undefined) await deleteThrough(through, { by: 'retention' });
      }),
    /** A lock or a wipe: the next use asks for the keys again. */
    forget: (): void => {
      cachedKeys = undefined;
      marks.forget();
    },
    /** Resolves once nothing is left to write. */
    settled: marks.settled,
  };
}

async function readKeys({ outboxKeys }: HistoryDeps): Promise<SealKeys | undefined> {
  const keys = await outboxKeys();
  return keys && sealKeysOf(keys);
}

async function demandKeys(deps: HistoryDeps): Promise<SealKeys> {
  const keys = await readKeys(deps);
  if (!keys) throw new KeystampError('vault_locked');
  return keys;
}

async function summarize(
  { connect, retention }: HistoryDeps,
  finder: ReturnType<typeof createFinder>,
): Promise<HistorySummary> {
  const db = await connect();
  const bounds = await read(db, boundsOf);
  const head = readHead(await read(db, (from) => from.get('historyHead', HEAD_KEY)));
  const oldest = bounds && (await read(db, (from) => from.get('history', bounds.first)));
  const [operations, origins, days] = await Promise.all([
    finder.distinct('operation', MAX_CHOICES),
    finder.distinct('origin', MAX_CHOICES),
    retention.get(),
  ]);
  const since = oldest?.['at'];
  return {
    first: bounds?.first ?? 0,
    last: bounds?.last ?? 0,
    head: head?.digest ?? NO_DIGEST,
    since: typeof since === 'number' ? since : null,
    operations,
    origins,
    retention: days ?? null,
  };
}

/** The last number whose record, and every record before it, is older than a moment. */
async function lastBefore(
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
async function lastExpired(deps: HistoryDeps): Promise<number | undefined> {
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
async function removeRecords(
  { connect, now }: HistoryDeps,
  keys: SealKeys,
  { through, details }: { readonly through: number; readonly details: object },
): Promise<{ readonly seal: Seal; readonly isAll: boolean }> {
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
    const seal = isAll || next.seal === null ? sealEnd(keys, next) : next.seal;
    if (isAll) await chain.head.put({ ...next, seal }, HEAD_KEY);
    return { seal, isAll };
  });
}

/** Whether this chain, which has no seal yet, may get its first one. */
async function mayBegin(deps: HistoryDeps, keys: SealKeys, head: Head): Promise<boolean> {
  const { inSession, onDisk } = await readMarks(deps, keys);
  return head.seal === null && !inSession && !onDisk;
}

/**
 * Seals records that were written before the first unlock after a browser start, if they go on from
 * what was sealed and are of facts that need no key.
 */
async function sealTail(
  deps: HistoryDeps,
  keys: SealKeys,
  onSealed: (seal: Seal) => void,
): Promise<void> {
  const db = await deps.connect();
  const stored = readHead(await read(db, (from) => from.get('historyHead', HEAD_KEY)));
  if (!stored || (stored.seal && isSealOf(stored.seal, stored))) return;
  const isFirst = await mayBegin(deps, keys, stored);
  const seal = await write(db, HISTORY_STORES, async (transaction) => {
    const head = readHead(await transaction.objectStore('historyHead').get(HEAD_KEY));
    if (!head || !(head.seal ? isAuthentic(keys, head.seal) : isFirst)) return undefined;
    const from = head.seal?.sequence ?? 1;
    const rows = await transaction.objectStore('history').getAll(IDBKeyRange.lowerBound(from));
    if (!isTailWhole(head, rows)) return undefined;
    const next = sealEnd(keys, head);
    await transaction.objectStore('historyHead').put({ ...head, seal: next }, HEAD_KEY);
    return next;
  });
  if (seal) onSealed(seal);
}

/** Whether the rows lead from what was sealed to the end. */
function isTailWhole(head: Head, rows: readonly Parameters<typeof recordOfRow>[0][]): boolean {
  const records = rows.flatMap((row) => recordOfRow(row) ?? []);
  const [first] = records;
  const last = records.at(-1);
  if (!first || !last || records.length !== rows.length || !isSealOf({ ...last, mac: '' }, head))
    return false;
  const sealed = head.seal;
  if (sealed && !isSealOf(sealed, first)) return false;
  const unsealed = sealed ? records.slice(1) : records;
  const broken = findBreak(records);
  // The beginning isn't among them.
  const isChain = !broken || (broken.reason === 'missing' && broken.sequence === 1);
  return isChain && unsealed.every(({ fact }) => needsNoKey(fact));
}

/** Name of the vault's clear record with the user's choice. */
const RETENTION_RECORD = 'history-retention';

/** How long to keep records: in the vault, where nobody else can shorten it. */
export const createRetentionItem = (vault: {
  readonly clearItem: (name: string, schema: typeof historyRetention) => Item<HistoryRetention>;
}): Item<HistoryRetention> => vault.clearItem(RETENTION_RECORD, historyRetention);
