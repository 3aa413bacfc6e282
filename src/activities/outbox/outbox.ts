import * as v from 'valibot';
import type { RandomBytes } from '../../crypto/bytes.ts';
import { ENTRY_STATES, type EntryState } from '../../protocol/outbox-entry.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { HistoryWriter } from '../../history/history.ts';
import { HISTORY_STORES, historyOf } from '../../history/history-stores.ts';
import { read, write, type Connect } from '../../storage/database.ts';
import { eventsBetween, stampedEvent } from './entry-events.ts';
import { isSettled } from './transitions.ts';
import {
  openFacts,
  openSignedRequest,
  type OutboxRecord,
  sealPart,
  StoredRow,
  type Facts,
  type SignedRequest,
  type OutboxEntry,
  type OutboxKeys,
} from './record.ts';
import { createTimestamps, type Timestamps } from './timestamps.ts';

export type OutboxDeps = {
  readonly connect: Connect;
  /** Undefined until the first unlock after a browser start. */
  readonly outboxKeys: () => Promise<OutboxKeys | undefined>;
  readonly random: RandomBytes;
  /** Each step of an entry is recorded in the transaction that writes it. */
  readonly history: Pick<HistoryWriter, 'prepare'>;
  /** Called when a profile's clock turns out to have been ahead. */
  readonly onClockAhead?: () => void;
};

/** Which entries to list: newest first, created before a given moment. */
type ListRange = {
  readonly profileId: string | null;
  readonly before: number | null;
  readonly limit: number;
};

/** Stamped requests on disk. Every call may throw `storage_failed` or `storage_full`. */
export type Outbox = {
  /**
   * Writes a new entry. Resolves once it is on disk and survives a power loss. `invalid_input` if
   * the id is taken, `vault_locked` if the outbox keys aren't in memory.
   */
  readonly add: (record: OutboxRecord, signedRequest: SignedRequest, facts: Facts) => Promise<void>;
  /**
   * Saves an entry's progress, and its facts if they changed. Drops bytes that are no longer
   * needed.
   */
  readonly save: (record: OutboxRecord, facts?: Facts) => Promise<void>;
  /** Undefined if there is none. */
  readonly get: (id: string) => Promise<OutboxEntry | undefined>;
  /** Newest first, without the signed requests. */
  readonly list: (range: ListRange) => Promise<readonly OutboxEntry[]>;
  /** All entries that aren't settled. */
  readonly unsettled: () => Promise<readonly OutboxRecord[]>;
  /** How many entries need the user: an outcome to review, or a step that needs the vault. */
  readonly countWaiting: () => Promise<number>;
  /** Takes an entry off the lists. `invalid_input` if it isn't settled. */
  readonly hide: (id: string) => Promise<void>;
  /** The times of bodies. `add` saves the time of the body that it stores. */
  readonly timestamps: Timestamps;
};

const UNSETTLED_STATES = ENTRY_STATES.filter((state) => !isSettled(state));
/** Settled, but not the way anyone wanted. */
const NEEDS_USER: readonly EntryState[] = ['mismatch', 'unknown'];
/**
 * Ended for good: nobody needs the bytes anymore, and they may contain a code. After a mismatch the
 * bytes stay, to be compared with what the service lists.
 */
const FINAL_STATES: readonly EntryState[] = ['completed', 'failed', 'rejected'];

/** The outbox on top of its store. */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { connect } = deps;
  const timestamps = createTimestamps(deps);
  return {
    add: async (record, signedRequest, facts) => {
      const [row, appendIn] = await Promise.all([
        sealRow(deps, record, signedRequest, facts),
        deps.history.prepare(),
        timestamps.persist(record.profileId, record.timestampMs, record.createdAt),
      ]);
      await add(deps, row, record, appendIn);
    },
    save: (record, facts) => save(deps, record, facts),
    get: async (id) => {
      const reading = connect().then((db) => read(db, (from) => from.get('outbox', id)));
      const [stored, keys] = await Promise.all([reading, deps.outboxKeys()]);
      const row = readRow(stored);
      return row && openEntry(row, keys, true);
    },
    list: (range) => list(deps, range),
    unsettled: () => unsettled(connect),
    countWaiting: async () => {
      const needingUser = (await listByState(connect, NEEDS_USER)).filter(({ hidden }) => !hidden);
      const blocked = (await unsettled(connect)).filter(({ nextAt }) => nextAt === null);
      return needingUser.length + blocked.length;
    },
    hide: (id) => hide(connect, id),
    timestamps,
  };
}

async function demandKeys({ outboxKeys }: OutboxDeps): Promise<OutboxKeys> {
  const keys = await outboxKeys();
  if (!keys) throw new KeystampError('vault_locked');
  return keys;
}

async function sealRow(
  deps: OutboxDeps,
  record: OutboxRecord,
  signedRequest: SignedRequest,
  facts: Facts,
): Promise<StoredRow> {
  const keys = await demandKeys(deps);
  const { random } = deps;
  const [sealedRequest, sealedFacts] = await Promise.all([
    sealPart(keys, 'request', record, signedRequest, random),
    sealPart(keys, 'facts', record, facts, random),
  ]);
  return { ...record, sealedRequest, sealedFacts };
}

async function add(
  { connect }: OutboxDeps,
  row: StoredRow,
  record: OutboxRecord,
  appendIn: Awaited<ReturnType<HistoryWriter['prepare']>>,
): Promise<void> {
  await write(await connect(), ['outbox', ...HISTORY_STORES], async (transaction) => {
    const store = transaction.objectStore('outbox');
    const chain = historyOf(transaction);
    // All in one round trip, in this order. An error thrown here undoes everything.
    const [existing] = await Promise.all([
      store.get(row.id),
      store.put(row),
      appendIn(chain, [stampedEvent(record)]),
    ]);
    if (existing !== undefined) {
      throw new KeystampError('invalid_input', undefined, { field: 'id', reason: 'id_used' });
    }
  });
}

async function save(deps: OutboxDeps, record: OutboxRecord, facts?: Facts): Promise<void> {
  const { connect, random, history } = deps;
  const [appendIn, sealedPart] = await Promise.all([
    history.prepare(),
    facts &&
      demandKeys(deps).then(async (keys) => ({
        sealedFacts: await sealPart(keys, 'facts', record, facts, random),
      })),
  ]);
  const droppedBytes = FINAL_STATES.includes(record.state) && { sealedRequest: null };
  await write(await connect(), ['outbox', ...HISTORY_STORES], async (transaction) => {
    const store = transaction.objectStore('outbox');
    const chain = historyOf(transaction);
    const row = readRow(await store.get(record.id));
    // If someone wiped it in the meantime, it must not come back.
    if (!row) return;
    const events = eventsBetween(row, record, facts);
    await Promise.all([
      store.put({ ...row, ...record, ...droppedBytes, ...sealedPart }),
      appendIn(chain, events),
    ]);
  });
}

async function list(
  { connect, outboxKeys }: OutboxDeps,
  { profileId, before, limit }: ListRange,
): Promise<readonly OutboxEntry[]> {
  const endAt = before ?? Number.MAX_VALUE;
  const rows = await read(await connect(), async (db) => {
    if (profileId === null) return db.getAll('outbox');
    const range = IDBKeyRange.bound([profileId, 0], [profileId, endAt], false, true);
    return db.getAllFromIndex('outbox', 'profile', range);
  });
  const newest = rows
    // Damage may have left anything in its place, also what can't be compared.
    .filter(({ createdAt }) => typeof createdAt === 'number' && createdAt < endAt)
    .filter(({ hidden }) => hidden !== true)
    .sort((a, b) => b.createdAt - a.createdAt);
  const listed: StoredRow[] = [];
  for (const row of newest) {
    const whole = readRow(row);
    if (whole) listed.push(whole);
    if (listed.length === limit) break;
  }
  const keys = await outboxKeys();
  return Promise.all(listed.map((row) => openEntry(row, keys, false)));
}

async function openEntry(
  row: StoredRow,
  keys: OutboxKeys | undefined,
  withRequest: boolean,
): Promise<OutboxEntry> {
  const record = recordOf(row);
  if (!keys) return { record, signedRequest: null, facts: null };
  const [signedRequest, facts] = await Promise.all([
    withRequest ? openSignedRequest(keys, row) : null,
    openFacts(keys, row),
  ]);
  return { record, signedRequest, facts };
}

const recordOf = ({ sealedRequest: _request, sealedFacts: _facts, ...record }: StoredRow) => record;

/** Oldest first, so that a new worker queues them in the order in which they were asked for. */
async function unsettled(connect: Connect): Promise<readonly OutboxRecord[]> {
  const records = await listByState(connect, UNSETTLED_STATES);
  return records.toSorted((a, b) => a.createdAt - b.createdAt);
}

async function listByState(
  connect: Connect,
  states: readonly EntryState[],
): Promise<readonly OutboxRecord[]> {
  const rows = await read(await connect(), (db) =>
    Promise.all(states.map((state) => db.getAllFromIndex('outbox', 'state', state))),
  );
  // What can't be read whole is in no list, so nothing may wait for it or count it either.
  return rows
    .flat()
    .flatMap((row) => readRow(row) ?? [])
    .map(recordOf);
}

/** Rows of another form are in no list; damaged-rows.ts names them. */
function readRow(stored: unknown): StoredRow | undefined {
  const parsed = v.safeParse(StoredRow, stored);
  return parsed.success ? parsed.output : undefined;
}

async function hide(connect: Connect, id: string): Promise<void> {
  await write(await connect(), ['outbox'], async (transaction) => {
    const store = transaction.objectStore('outbox');
    const row = readRow(await store.get(id));
    if (!row) return;
    if (!isSettled(row.state)) {
      const detail = { field: 'id', reason: 'still_running' } as const;
      throw new KeystampError('invalid_input', undefined, detail);
    }
    await store.put({ ...row, sealedRequest: null, hidden: true });
  });
}
