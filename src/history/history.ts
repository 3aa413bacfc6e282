import type { ChainPlace } from '../protocol/backup.ts';
import {
  historyRetention,
  type HistoryEvent,
  type HistoryFilter,
  type HistoryRetention,
} from '../protocol/history.ts';
import { createLate, loadPart } from '../protocol/load-part.ts';
import type { Item } from '../storage/area.ts';
import { write } from '../storage/database.ts';
import { appendEvents, type ChainTransaction } from './chain-store.ts';
import { HISTORY_STORES, historyOf, type HistoryDeps } from './history-stores.ts';
import { createMarks, type Marks } from './marks.ts';
import { readKeys, type SealKeys } from './seal.ts';

/** Appends in a transaction; what happened and the record of it are on disk together, or neither. */
type AppendIn = (transaction: ChainTransaction, events: readonly HistoryEvent[]) => Promise<void>;

export type History = ReturnType<typeof createHistory>;
/** What writers of facts need. */
export type HistoryWriter = Pick<History, 'prepare' | 'append'>;

/** Appends facts, and marks the new end once it is on disk. */
function createAppender(deps: HistoryDeps, marks: Marks) {
  const { connect, now } = deps;
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

  return {
    prepare,
    append: async (...events: readonly HistoryEvent[]): Promise<void> => {
      const appendIn = await prepare();
      await write(await connect(), HISTORY_STORES, (transaction) =>
        appendIn(historyOf(transaction), events),
      );
    },
    forgetKeys: (): void => {
      cachedKeys = undefined;
    },
  };
}

/**
 * The history in its store. Every call may throw `storage_failed` or `storage_full`. What only appends is
 * here; the rest is a part of the worker (docs/platform.md), and may throw `part_missing`.
 */
export function createHistory(deps: HistoryDeps) {
  const marks = createMarks(deps);
  const { prepare, append, forgetKeys } = createAppender(deps, marks);
  const { get: keeper, isWanted } = createLate(async () => {
    const { createHistoryKeeper } = await loadPart(() => import('./history-keeper.ts'));
    return createHistoryKeeper(deps, marks);
  });

  return {
    /** For a transaction of someone else's: ask before it begins, as it can't wait for keys. */
    prepare,
    /** Appends facts in a transaction of their own; resolves once they are on disk. */
    append,
    page: async (filter: HistoryFilter, skip: number, limit: number) =>
      (await keeper()).page(filter, skip, limit),
    range: async (first: number, limit: number) => (await keeper()).range(first, limit),
    timeline: async (id: string, limit: number) => (await keeper()).timeline(id, limit),
    countStamped: async (moments: readonly number[]) => (await keeper()).countStamped(moments),
    summary: async () => (await keeper()).summary(),
    /**
     * The next step of a verification: how far it is, or what it found. One with another ID, or after a
     * lock or a deletion, begins. `vault_locked` before the first unlock after a browser start.
     */
    verify: async (run: string) => (await keeper()).verify(run),
    /**
     * Deletes the records before a moment, or all of them, and records that it did. After deleting
     * all, a new chain begins, whatever was wrong with the one before. `vault_locked`
     */
    deleteBefore: async (moment: number | null) => (await keeper()).deleteBefore(moment),
    /** What a part of a backup's history would do here. */
    lookAt: async (records: readonly unknown[], from: ChainPlace) =>
      (await keeper()).lookAt(records, from),
    /** Adds a part of a backup's history; returns how many records. `vault_locked` */
    restore: async (records: readonly unknown[]) => (await keeper()).restore(records),
    /**
     * The user knows that the browser took the database away: the new chain says so, and is marked in
     * place of the old one. Does nothing if no record is missing. `vault_locked`
     */
    acceptLoss: async () => (await keeper()).acceptLoss(),
    retain: (days: HistoryRetention): Promise<void> => deps.retention.set(days),
    /**
     * After an unlock: seals what was written without a key, and deletes what is older than the user
     * keeps it.
     */
    onUnlock: async (): Promise<void> => {
      forgetKeys();
      await (await keeper()).onUnlock();
    },
    /** A lock or a wipe: the next use asks for the keys again. */
    forget: (): void => {
      forgetKeys();
      marks.forget();
      if (isWanted())
        void keeper().then(
          ({ forget }) => forget(),
          () => undefined,
        );
    },
    /** Resolves once nothing is left to write. */
    settled: marks.settled,
  };
}

/** Name of the vault's clear record with the user's choice. */
const RETENTION_RECORD = 'history-retention';

/** How long to keep records: in the vault, where nobody else can shorten it. */
export const createRetentionItem = (vault: {
  readonly clearItem: (name: string, schema: typeof historyRetention) => Item<HistoryRetention>;
}): Item<HistoryRetention> => vault.clearItem(RETENTION_RECORD, historyRetention);
