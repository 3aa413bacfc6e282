import * as v from 'valibot';
import { KeystampError } from '../protocol/errors.ts';
import { grantWish, site, type Grant, type GrantWish } from '../protocol/site.ts';
import { read, write, type Connect } from '../storage/database.ts';
import { countUse, isOver, matches, parsedGrant } from './standing.ts';

/** Grants that one site may hold; the oldest makes room. */
export const MOST_GRANTS = 50;

export type GrantEffects = {
  readonly connect: Connect;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A new UUID. */
  readonly newId: () => string;
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
   * undefined when none allows it. The last use is given once, whoever asks at the same time.
   */
  readonly consume: (use: Use) => Promise<Grant | undefined>;
};

/** The grants over their store. */
export function createGrants(effects: GrantEffects): Grants {
  const { connect, now } = effects;
  const standing = (rows: readonly unknown[]): readonly Grant[] =>
    parsed(rows)
      .filter((one) => !isOver(one, now()))
      .sort((a, b) => a.createdAt - b.createdAt);

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
    consume: (use) => consume(effects, use),
  };
}

async function add({ connect, now, newId }: GrantEffects, draft: NewGrant): Promise<Grant> {
  const { limits, most, perHour, lastsMs } = checked(draft.wish);
  const { origin, profileId, operation } = draft;
  const createdAt = now();
  const one: Grant = {
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
  };
  await write(await connect(), ['sites', 'grants'], async (transaction) => {
    const found = v.safeParse(site, await transaction.objectStore('sites').get(origin));
    if (!found.success || !covers(found.output, one)) {
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

async function consume(effects: GrantEffects, use: Use): Promise<Grant | undefined> {
  const { origin, profileId, operation, parameters } = use;
  return write(await effects.connect(), ['grants'], async (transaction) => {
    const store = transaction.objectStore('grants');
    // Inside the transaction: an earlier moment may lie before a use that has been counted since.
    const at = effects.now();
    const rows = parsed(await store.index('origin').getAll(origin));
    await removeOver(store, rows, at);
    const fitting = rows
      .filter((one) => one.profileId === profileId && one.operation === operation)
      .filter((one) => matches(one, parameters, at))
      // What ends first is used first.
      .sort((a, b) => a.expiresAt - b.expiresAt)[0];
    if (!fitting) return undefined;
    const counted = countUse(fitting, at);
    // Not waited for by itself: the transaction answers for it, once it is on disk.
    store.put(counted).catch(() => undefined);
    return counted;
  });
}

type GrantStore = {
  readonly delete: (id: string) => Promise<void>;
};

/** With every write: a clock set back later finds nothing to bring to life again. */
async function removeOver(store: GrantStore, rows: readonly Grant[], now: number): Promise<void> {
  for (const one of rows) if (isOver(one, now)) await store.delete(one.id);
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
