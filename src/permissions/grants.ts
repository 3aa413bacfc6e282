import * as v from 'valibot';
import { KeystampError } from '../protocol/errors.ts';
import { grantWish, site, type Grant, type GrantWish } from '../protocol/site.ts';
import { read, write, type Connect } from '../storage/database.ts';
import type { RowMac } from '../vault/row-mac.ts';
import { authenticGrants, authenticSites } from './authentic.ts';
import {
  countUse,
  giveBack,
  hasStarted,
  isOver,
  isSpent,
  matches,
  parsedGrant,
  withoutNotes,
} from './standing.ts';

/** Grants that one site may hold; the oldest makes room. */
export const MOST_GRANTS = 50;

export type GrantEffects = {
  readonly connect: Connect;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A new UUID. */
  readonly newId: () => string;
  readonly rows: RowMac;
};

export type NewGrant = {
  readonly origin: string;
  readonly profileId: string;
  readonly operation: string;
  readonly wish: GrantWish;
};

/** What a site is about to do, with its parameters parsed. */
export type Use = {
  readonly origin: string;
  readonly profileId: string;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Of the activity in the outbox; null for what only reads and leaves nothing behind. */
  readonly id: string | null;
};

/**
 * Advance permissions on disk. They stand on a connected site and never come from a private window.
 * Everything may throw `storage_failed` or `storage_full`.
 */
export type Grants = {
  /**
   * `invalid_input` for a wish outside its bounds, for a limit that no parameter can have as its
   * name, and when the site is not connected to the profile for this operation (any more).
   */
  readonly add: (draft: NewGrant) => Promise<Grant>;
  /** Those that still stand, oldest first. */
  readonly listOf: (origin: string) => Promise<readonly Grant[]>;
  readonly list: () => Promise<readonly Grant[]>;
  /** Answers what was taken back; undefined when there was none. */
  readonly revoke: (id: string) => Promise<Grant | undefined>;
  readonly revokeOf: (origin: string) => Promise<void>;
  /** Answers the origins that lost a grant, each once. */
  readonly revokeProfile: (profileId: string) => Promise<readonly string[]>;
  /**
   * Finds a grant that allows this use, counts the use, and answers the grant when that is on disk;
   * undefined when none allows it. The last use is given once, whoever asks at the same time. A use
   * of the same activity that is counted and was not given back is not counted again.
   */
  readonly consume: (use: Use) => Promise<Grant | undefined>;
  /** The activity of a use is in the outbox: its note goes with the next use. */
  readonly reached: (id: string) => void;
  /** The activity of a use did not come to be in this life, as far as its asker knows. */
  readonly missed: (id: string) => Promise<void>;
  /**
   * Gives back each use whose activity is not in the outbox and that nobody in this life is about
   * to put there: an earlier life of the worker ended in between.
   */
  readonly settle: () => Promise<void>;
};

/** What this life of the worker knows of the uses that it counted. */
type Uses = {
  /** About to come to the outbox. */
  readonly flying: Set<string>;
  /** In the outbox. */
  readonly reached: Set<string>;
};
/** Those that came to the outbox are remembered until a note of them can go. */
const MOST_REACHED = 500;

/** The grants over their store. */
export function createGrants(effects: GrantEffects): Grants {
  const { connect, now, rows: mac } = effects;
  const authentic = authenticGrants(mac);
  const uses: Uses = { flying: new Set(), reached: new Set() };
  const standing = async (rows: readonly unknown[]): Promise<readonly Grant[]> => {
    const found = parsed(rows).filter((one) => !isOver(one, now()));
    const trusted = await Promise.all(found.map(authentic.isAuthentic));
    return found.filter((_, at) => trusted[at]).sort((a, b) => a.createdAt - b.createdAt);
  };

  return {
    add: (draft) => add(effects, draft),
    listOf: async (origin) =>
      standing(await read(await connect(), (db) => db.getAllFromIndex('grants', 'origin', origin))),
    list: async () => standing(await read(await connect(), (db) => db.getAll('grants'))),
    revoke: async (id) => {
      const gone = await remove(effects, (row) => row.id === id);
      return parsed(gone)[0];
    },
    revokeOf: async (origin) => void (await remove(effects, (row) => row.origin === origin)),
    revokeProfile: async (profileId) => {
      const gone = await remove(effects, (row) => row['profileId'] === profileId);
      return [...new Set(gone.map(({ origin }) => origin))];
    },
    consume: (use) => consume(effects, uses, use),
    reached: (id) => {
      uses.flying.delete(id);
      uses.reached.add(id);
      const [oldest] = uses.reached;
      if (uses.reached.size > MOST_REACHED && oldest !== undefined) uses.reached.delete(oldest);
    },
    missed: async (id) => {
      uses.flying.delete(id);
      await settle(effects, uses);
    },
    settle: () => settle(effects, uses),
  };
}

async function add(effects: GrantEffects, draft: NewGrant): Promise<Grant> {
  const { connect, now, newId, rows } = effects;
  const { limits, most, perHour, lastsMs } = checked(draft.wish);
  const { origin, profileId, operation } = draft;
  const createdAt = now();
  const one: Grant = await authenticGrants(rows).signed({
    id: newId(),
    origin,
    profileId,
    operation,
    limits,
    most,
    used: 0,
    perHour,
    recent: [],
    createdAt,
    expiresAt: createdAt + lastsMs,
    lastUsedAt: null,
  });
  const db = await connect();
  const authentic = authenticSites(rows);
  const connection = v.safeParse(site, await read(db, (from) => from.get('sites', origin)));
  if (connection.success) await authentic.isAuthentic(connection.output);
  await write(db, ['sites', 'grants'], async (transaction) => {
    const found = v.safeParse(site, await transaction.objectStore('sites').get(origin));
    if (!found.success || !authentic.isKnown(found.output) || !covers(found.output, one)) {
      throw new KeystampError('invalid_input', 'This site is not connected any more.');
    }
    const store = transaction.objectStore('grants');
    await removeOver(store, parsed(await store.getAll()), createdAt);
    const others = parsed(await store.index('origin').getAll(origin));
    others.sort((a, b) => a.createdAt - b.createdAt);
    const excess = Math.max(0, others.length + 1 - MOST_GRANTS);
    for (const { id } of others.slice(0, excess)) await store.delete(id);
    await store.put(one);
  });
  return one;
}

function covers(of: v.InferOutput<typeof site>, { profileId, operation }: Grant): boolean {
  return !of.blocked && of.profileId === profileId && of.operations.includes(operation);
}

function checked(wish: GrantWish): GrantWish {
  const result = v.safeParse(grantWish, wish);
  if (result.success) return result.output;
  throw new KeystampError('invalid_input', undefined, { field: 'grant' });
}

async function consume(effects: GrantEffects, uses: Uses, use: Use): Promise<Grant | undefined> {
  const { id } = use;
  // Before the note is on disk: whoever settles meanwhile leaves it alone.
  if (id !== null) uses.flying.add(id);
  try {
    const first = await tryConsume(effects, uses, use);
    // Rows that this life has not looked at yet: once it has, nothing more is to be found out.
    const used = first === 'unknown' ? await consumeVerified(effects, uses, use) : first;
    if (!used && id !== null) uses.flying.delete(id);
    return used;
  } catch (error) {
    if (id !== null) uses.flying.delete(id);
    throw error;
  }
}

async function consumeVerified(
  effects: GrantEffects,
  uses: Uses,
  use: Use,
): Promise<Grant | undefined> {
  const db = await effects.connect();
  const rows = await read(db, (from) => from.getAllFromIndex('grants', 'origin', use.origin));
  await Promise.all(parsed(rows).map(authenticGrants(effects.rows).isAuthentic));
  const used = await tryConsume(effects, uses, use);
  return used === 'unknown' ? undefined : used;
}

/** `unknown` when a grant would allow the use, and nobody has found out yet who wrote it. */
async function tryConsume(
  effects: GrantEffects,
  uses: Uses,
  { origin, profileId, operation, parameters, id }: Use,
): Promise<Grant | 'unknown' | undefined> {
  const { isKnown } = authenticGrants(effects.rows);
  return write(await effects.connect(), ['grants'], async (transaction) => {
    const store = transaction.objectStore('grants');
    // Inside the transaction: an earlier moment may lie before a use that has been counted since.
    const at = effects.now();
    const stored = parsed(await store.index('origin').getAll(origin));
    const rows = stored.map((one) => withoutNotes(one, (done) => uses.reached.has(done)));
    await removeOver(store, rows, at);
    const fits = rows.filter((one) => one.profileId === profileId && one.operation === operation);
    const trusted = fits.filter(isKnown);
    // Counted by an earlier life, which ended before the activity was in the outbox.
    const counted = id !== null && trusted.find((one) => hasStarted(one, id) && at < one.expiresAt);
    if (counted) return counted;
    const fitting = trusted
      .filter((one) => matches(one, parameters, at))
      // What ends first is used first.
      .sort((a, b) => a.expiresAt - b.expiresAt)[0];
    if (!fitting) return trusted.length < fits.length ? 'unknown' : undefined;
    const next = countUse(fitting, at, id);
    // Not waited for by itself: the transaction answers for it, once it is on disk.
    store.put(next).catch(() => undefined);
    return next;
  });
}

async function settle({ connect }: GrantEffects, { flying, reached }: Uses): Promise<void> {
  const db = await connect();
  const open = (one: Grant) => (one.started ?? []).filter(({ id }) => !flying.has(id));
  const all = parsed(await read(db, (from) => from.getAll('grants')));
  if (all.every((one) => open(one).length === 0)) return;
  // Over the outbox too: whoever was writing there has ended first, and nobody writes meanwhile.
  await write(db, ['grants', 'outbox'], async (transaction) => {
    const [store, outbox] = [transaction.objectStore('grants'), transaction.objectStore('outbox')];
    for (const one of parsed(await store.getAll())) {
      const lost = new Set<string>();
      const done = new Set<string>();
      for (const { id } of open(one)) {
        ((await outbox.getKey(id)) === undefined ? lost : done).add(id);
      }
      const known = withoutNotes(one, (id) => done.has(id) || reached.has(id));
      const next = giveBack(known, (id) => lost.has(id));
      if (next !== one) await store.put(next);
    }
  });
}

type GrantStore = {
  readonly delete: (id: string) => Promise<void>;
};

/** With every write: a clock set back later finds nothing to bring to life again. */
async function removeOver(store: GrantStore, rows: readonly Grant[], now: number): Promise<void> {
  for (const one of rows) if (isSpent(one, now)) await store.delete(one.id);
}

type StoredGrant = {
  readonly id: string;
  readonly origin: string;
  readonly [name: string]: unknown;
};

/** Answers what `drop` told; what is over goes with it. */
async function remove(
  { connect, now }: GrantEffects,
  drop: (row: StoredGrant) => boolean,
): Promise<readonly StoredGrant[]> {
  return write(await connect(), ['grants'], async (transaction) => {
    const store = transaction.objectStore('grants');
    const rows = await store.getAll();
    const gone = rows.filter(drop);
    for (const { id } of gone) await store.delete(id);
    await removeOver(store, parsed(rows), now());
    return gone;
  });
}

function parsed(rows: readonly unknown[]): Grant[] {
  return rows.flatMap((row) => parsedGrant(row) ?? []);
}
