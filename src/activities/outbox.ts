import * as v from 'valibot';
import type { RandomBytes } from '../crypto/bytes.ts';
import { ENTRY_STATES, type EntryState } from '../protocol/entry.ts';
import { KeystampError } from '../protocol/errors.ts';
import { read, write, type Connect } from '../storage/database.ts';
import { isSettled } from './machine.ts';
import {
  openFacts,
  openLetter,
  OutboxRecord,
  sealPart,
  StoredRow,
  type Facts,
  type Letter,
  type OutboxEntry,
  type OutboxKeys,
} from './outbox-record.ts';

export type OutboxEffects = {
  readonly connect: Connect;
  /** Undefined before the first unlock since the browser started. */
  readonly outboxKeys: () => Promise<OutboxKeys | undefined>;
  readonly random: RandomBytes;
};

/** Which entries to list: newest first, created before a moment. */
export type Range = {
  readonly profileId: string | null;
  readonly before: number | null;
  readonly limit: number;
};

/** What was stamped, on disk. Everything may throw `storage_failed` or `storage_full`. */
export type Outbox = {
  /**
   * Writes a new entry and answers when it is on disk (power loss too). `invalid_input` when the id
   * is taken, `vault_locked` while the outbox keys are not in memory.
   */
  readonly add: (record: OutboxRecord, letter: Letter, facts: Facts) => Promise<void>;
  /** Writes an entry's progress, and its facts when they changed. Bytes that are spent are dropped. */
  readonly save: (record: OutboxRecord, facts?: Facts) => Promise<void>;
  /** Undefined when there is none. */
  readonly get: (id: string) => Promise<OutboxEntry | undefined>;
  /** Newest first, without letters. */
  readonly list: (range: Range) => Promise<readonly OutboxEntry[]>;
  /** Everything that is not settled. */
  readonly unsettled: () => Promise<readonly OutboxRecord[]>;
  /** How many entries wait for the user: an outcome to look at, or a step that needs the vault. */
  readonly countWaiting: () => Promise<number>;
  /** Takes an entry off the lists. `invalid_input` while it is not settled. */
  readonly hide: (id: string) => Promise<void>;
  /**
   * The next `timestampMs` of a profile: `now`, or one more than the last, whichever is later. It is
   * on disk before `add` stores a body with it, so that no later life gives it again. Two equal
   * intents in one millisecond would be one activity (protocol.md 7.5).
   */
  readonly tick: (profileId: string, now: number) => Promise<number>;
};

const OPEN_STATES = ENTRY_STATES.filter((state) => !isSettled(state));
/** Settled, but not as anyone wished. */
const ASK_USER: readonly EntryState[] = ['mismatch', 'unknown'];
/** Ended for good: the bytes are of no more use, and a code may be in them. */
const SPENT: readonly EntryState[] = ['completed', 'failed', 'rejected', 'mismatch'];

/** The outbox over its store. */
export function createOutbox(effects: OutboxEffects): Outbox {
  const { connect } = effects;
  const ticks = createTicks(connect);
  return {
    add: async (record, letter, facts) => {
      const [row] = await Promise.all([
        sealed(effects, record, letter, facts),
        ticks.kept(record.profileId, record.timestampMs),
      ]);
      await add(connect, row);
    },
    save: (record, facts) => save(effects, record, facts),
    get: async (id) => {
      const row = parsedRow(await read(await connect(), (db) => db.get('outbox', id)));
      if (!row) return undefined;
      const keys = await effects.outboxKeys();
      return entryOf(row, keys, keys ? await openLetter(keys, row) : null);
    },
    list: (range) => list(effects, range),
    unsettled: () => unsettled(connect),
    countWaiting: async () => {
      const settled = (await inStates(connect, ASK_USER)).filter(({ hidden }) => !hidden);
      const blocked = (await unsettled(connect)).filter(({ nextAt }) => nextAt === null);
      return settled.length + blocked.length;
    },
    hide: (id) => hide(connect, id),
    tick: ticks.next,
  };
}

async function demandKeys({ outboxKeys }: OutboxEffects): Promise<OutboxKeys> {
  const keys = await outboxKeys();
  if (!keys) throw new KeystampError('vault_locked');
  return keys;
}

async function sealed(
  effects: OutboxEffects,
  record: OutboxRecord,
  letter: Letter,
  facts: Facts,
): Promise<StoredRow> {
  const keys = await demandKeys(effects);
  const { random } = effects;
  return {
    ...record,
    sealedLetter: await sealPart(keys, 'letter', record, letter, random),
    sealedFacts: await sealPart(keys, 'facts', record, facts, random),
  };
}

async function add(connect: Connect, row: StoredRow): Promise<void> {
  await write(await connect(), ['outbox'], async (transaction) => {
    const store = transaction.objectStore('outbox');
    // One after the other, in one way there and back: what throws here undoes both.
    const [taken] = await Promise.all([store.get(row.id), store.put(row)]);
    if (taken !== undefined) {
      throw new KeystampError('invalid_input', 'This id has been used.', { field: 'id' });
    }
  });
}

async function save(effects: OutboxEffects, record: OutboxRecord, facts?: Facts): Promise<void> {
  const { connect, random } = effects;
  const sealed = facts && {
    sealedFacts: await sealPart(await demandKeys(effects), 'facts', record, facts, random),
  };
  const spent = SPENT.includes(record.state) && { sealedLetter: null };
  await write(await connect(), ['outbox'], async (transaction) => {
    const store = transaction.objectStore('outbox');
    const row = parsedRow(await store.get(record.id));
    // Wiped in between: it must not come back.
    if (row) await store.put({ ...row, ...record, ...spent, ...sealed });
  });
}

async function list(
  { connect, outboxKeys }: OutboxEffects,
  { profileId, before, limit }: Range,
): Promise<readonly OutboxEntry[]> {
  const end = before ?? Number.MAX_VALUE;
  const rows = await read(await connect(), async (db) => {
    if (profileId === null) return db.getAll('outbox');
    const range = IDBKeyRange.bound([profileId, 0], [profileId, end], false, true);
    return db.getAllFromIndex('outbox', 'profile', range);
  });
  const found = rows
    .filter((row) => row.createdAt < end && row['hidden'] !== true)
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, limit)
    .flatMap((row) => parsedRow(row) ?? []);
  const keys = await outboxKeys();
  return Promise.all(found.map((row) => entryOf(row, keys, null)));
}

async function entryOf(
  row: StoredRow,
  keys: OutboxKeys | undefined,
  letter: Letter | null,
): Promise<OutboxEntry> {
  const { sealedLetter: _letter, sealedFacts: _facts, ...record } = row;
  return { record, letter, facts: keys ? await openFacts(keys, row) : null };
}

function unsettled(connect: Connect): Promise<readonly OutboxRecord[]> {
  return inStates(connect, OPEN_STATES);
}

async function inStates(
  connect: Connect,
  states: readonly EntryState[],
): Promise<readonly OutboxRecord[]> {
  const rows = await read(await connect(), (db) =>
    Promise.all(states.map((state) => db.getAllFromIndex('outbox', 'state', state))),
  );
  return rows.flat().flatMap((row) => {
    const parsed = v.safeParse(OutboxRecord, row);
    return parsed.success ? [parsed.output] : [];
  });
}

/** Rows of another version are left alone on disk and not shown. */
function parsedRow(stored: unknown): StoredRow | undefined {
  const parsed = v.safeParse(StoredRow, stored);
  return parsed.success ? parsed.output : undefined;
}

async function hide(connect: Connect, id: string): Promise<void> {
  await write(await connect(), ['outbox'], async (transaction) => {
    const store = transaction.objectStore('outbox');
    const row = parsedRow(await store.get(id));
    if (!row) return;
    if (!isSettled(row.state)) {
      const message = 'This activity is still under way.';
      throw new KeystampError('invalid_input', message, { field: 'id' });
    }
    await store.put({ ...row, sealedLetter: null, hidden: true });
  });
}

/** The last `timestampMs` of a profile, and when the disk has it. */
type Line = { last: number; kept: Promise<void> };

/**
 * The last times in memory, once they are known: a body is made without waiting for the disk, which
 * has its time before the body is stored.
 */
function createTicks(connect: Connect) {
  const lines = new Map<string, Promise<Line>>();

  async function load(name: string): Promise<Line> {
    const stored = await read(await connect(), (db) => db.get('meta', name));
    return { last: typeof stored === 'number' ? stored : -1, kept: Promise.resolve() };
  }

  function lineOf(name: string): Promise<Line> {
    const line = lines.get(name) ?? load(name);
    lines.set(name, line);
    line.catch(() => lines.delete(name));
    return line;
  }

  function set(line: Line, name: string, tick: number): number {
    line.last = tick;
    line.kept = connect().then((db) =>
      write(db, ['meta'], async (transaction) => {
        await transaction.objectStore('meta').put(tick, name);
      }),
    );
    // Whoever stores a body is told of a failure.
    line.kept.catch(() => undefined);
    return tick;
  }

  const nameOf = (profileId: string) => `timestamp:${profileId}`;

  return {
    next: async (profileId: string, now: number): Promise<number> => {
      const name = nameOf(profileId);
      const line = await lineOf(name);
      return set(line, name, Math.max(Math.round(now), line.last + 1));
    },
    /** Resolves when the disk has this time, or a later one. */
    kept: async (profileId: string, tick: number): Promise<void> => {
      const name = nameOf(profileId);
      const line = await lineOf(name);
      if (line.last < tick) set(line, name, tick);
      await line.kept;
    },
  };
}
