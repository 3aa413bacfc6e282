import type { ChainPlace, HistoryLook } from '../protocol/backup.ts';
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
import { appendEvents, HEAD_KEY, readHead, type ChainTransaction } from './chain-store.ts';
import { lastBefore, lastExpired, removeRecords } from './delete-records.ts';
import { boundsOf, createFinder } from './find-records.ts';
import { HISTORY_STORES, historyOf, type HistoryDeps } from './history-stores.ts';
import { createMarks, readLostMark, type Marks } from './marks.ts';
import { NO_DIGEST } from './record-digest.ts';
import { lookAtRecords, restoreRecords } from './restore-records.ts';
import { sealKeysOf, type SealKeys } from './seal.ts';
import { sealTail } from './seal-tail.ts';
import { verifyHistory } from './verify-history.ts';

/** Appends in a transaction; what happened and the record of it are on disk together, or neither. */
type AppendIn = (transaction: ChainTransaction, events: readonly HistoryEvent[]) => Promise<void>;

export type History = ReturnType<typeof createHistory>;
/** What writers of facts need. */
export type HistoryWriter = Pick<History, 'prepare' | 'append'>;

/** How many different values to filter by are listed. */
const MAX_CHOICES = 500;

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

/** Deletes records, and says so in the chain that is left. */
function createDeletion(deps: HistoryDeps, marks: Marks) {
  async function deleteThrough(through: number, details: object): Promise<void> {
    const keys = await demandKeys(deps);
    const { seal, isAll } = await removeRecords(deps, keys, { through, details });
    if (seal && isAll) await marks.replace(seal);
    else if (seal) marks.advance(seal, keys);
  }

  return {
    before: async (moment: number | null, details: object): Promise<void> => {
      const through = await lastBefore(deps, moment);
      if (through !== undefined) await deleteThrough(through, { by: 'user', ...details });
    },
    expired: async (): Promise<void> => {
      const through = await lastExpired(deps);
      if (through !== undefined) await deleteThrough(through, { by: 'retention' });
    },
  };
}

/** The history in its store. Every call may throw `storage_failed` or `storage_full`. */
export function createHistory(deps: HistoryDeps) {
  const marks = createMarks(deps);
  const finder = createFinder(deps.connect);
  const { prepare, append, forgetKeys } = createAppender(deps, marks);
  const deletion = createDeletion(deps, marks);
  /** Verifications and deletions don't meet. */
  const queue = createQueue();

  async function verify(): Promise<HistoryVerdict> {
    const keys = await demandKeys(deps);
    await marks.settled();
    return verifyHistory(deps, keys);
  }

  return {
    ...finder,
    /** For a transaction of someone else's: ask before it begins, as it can't wait for keys. */
    prepare,
    /** Appends facts in a transaction of their own; resolves once they are on disk. */
    append,
    summary: () => summarize(deps, finder),
    /** `vault_locked` before the first unlock after a browser start. */
    verify: () => queue(verify),
    /**
     * Deletes the records before a moment, or all of them, and records that it did. After deleting
     * all, a new chain begins, whatever was wrong with the one before. `vault_locked`
     */
    deleteBefore: (moment: number | null): Promise<void> =>
      queue(async () =>
        deletion.before(moment, moment === null ? { verdict: (await verify()).kind } : {}),
      ),
    /** What a part of a backup's history would do here. */
    lookAt: (records: readonly unknown[], from: ChainPlace): Promise<HistoryLook> =>
      lookAtRecords(deps, records, from),
    /** Adds a part of a backup's history; returns how many records. `vault_locked` */
    restore: (records: readonly unknown[]): Promise<number> =>
      queue(async () => {
        const keys = await demandKeys(deps);
        const { seal, added } = await restoreRecords(deps, keys, records);
        if (seal) marks.advance(seal, keys);
        return added;
      }),
    /**
     * The user knows that the browser took the database away: the new chain says so, and is marked in
     * place of the old one. Does nothing if no record is missing. `vault_locked`
     */
    acceptLoss: (): Promise<void> => queue(() => acceptLoss(deps, marks)),
    retain: (days: HistoryRetention): Promise<void> => deps.retention.set(days),
    /**
     * After an unlock: seals what was written without a key, and deletes what is older than the user
     * keeps it.
     */
    onUnlock: (): Promise<void> =>
      queue(async () => {
        forgetKeys();
        const keys = await readKeys(deps);
        if (!keys) return;
        await sealTail(deps, keys, { onSealed: (one) => marks.advance(one, keys) });
        await deletion.expired();
      }),
    /** A lock or a wipe: the next use asks for the keys again. */
    forget: (): void => {
      forgetKeys();
      marks.forget();
    },
    /** Resolves once nothing is left to write. */
    settled: marks.settled,
  };
}

async function acceptLoss(deps: HistoryDeps, marks: Marks): Promise<void> {
  const keys = await demandKeys(deps);
  await marks.settled();
  const lost = await readLostMark(deps, keys);
  if (!lost) return;
  const { sequence: through, digest } = lost;
  await sealTail(deps, keys, { isNew: true, onSealed: () => undefined });
  const event = { fact: 'deleted', details: { by: 'browser', through, digest } } as const;
  const { seal } = await write(await deps.connect(), HISTORY_STORES, (transaction) =>
    appendEvents(historyOf(transaction), [event], { keys, now: deps.now() }),
  );
  if (seal) await marks.replace(seal);
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
  deps: HistoryDeps,
  finder: ReturnType<typeof createFinder>,
): Promise<HistorySummary> {
  const { connect, retention } = deps;
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
  const keys = await readKeys(deps);
  const lost = keys && (await readLostMark(deps, keys));
  return {
    first: bounds?.first ?? 0,
    last: bounds?.last ?? 0,
    head: head?.digest ?? NO_DIGEST,
    missingThrough: lost?.sequence ?? null,
    since: typeof since === 'number' ? since : null,
    operations,
    origins,
    retention: days ?? null,
  };
}

/** Name of the vault's clear record with the user's choice. */
const RETENTION_RECORD = 'history-retention';

/** How long to keep records: in the vault, where nobody else can shorten it. */
export const createRetentionItem = (vault: {
  readonly clearItem: (name: string, schema: typeof historyRetention) => Item<HistoryRetention>;
}): Item<HistoryRetention> => vault.clearItem(RETENTION_RECORD, historyRetention);
