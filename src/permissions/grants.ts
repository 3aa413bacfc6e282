import * as v from 'valibot';
import type { HistoryWriter } from '../history/history.ts';
import { HISTORY_STORES, historyOf } from '../history/history-stores.ts';
import { KeystampError } from '../protocol/errors.ts';
import { grantTerms, site, type Grant, type GrantTerms } from '../protocol/site.ts';
import { read, write, type Connect } from '../storage/database.ts';
import type { RowMac } from '../vault/row-mac.ts';
import { createGrantAuthenticator, createSiteAuthenticator } from './row-authenticator.ts';
import { canBeGranted } from './site-rights.ts';
import {
  countUse,
  refundUses,
  hasStarted,
  isExhausted,
  isRemovable,
  isGrantValid,
  readGrant,
  withoutFinishedUses,
} from './grant-validity.ts';

/** How many grants one site can hold. The oldest makes room. */
export const MAX_GRANTS = 50;

export type GrantEffects = {
  readonly connect: Connect;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A new UUID. */
  readonly newId: () => string;
  readonly rows: RowMac;
  /** Each use is recorded in the transaction that counts it. */
  readonly history: Pick<HistoryWriter, 'prepare'>;
};

type NewGrant = {
  readonly origin: string;
  readonly profileId: string;
  readonly operation: string;
  readonly terms: GrantTerms;
};

/** What a site is about to do, with parsed parameters. */
type GrantUse = {
  readonly origin: string;
  readonly profileId: string;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The activity's id in the outbox. Null for operations that only read and store nothing. */
  readonly id: string | null;
};

/**
 * Pre-approvals on disk. They depend on a site's connection and never come from a private window.
 * Every call may throw `storage_failed` or `storage_full`.
 */
export type Grants = {
  /**
   * `invalid_input` for terms outside their bounds, for an operation that isn't granted in advance, for
   * a limit that is no parameter of it, and if the site isn't (or is no longer) connected to the profile for this operation.
   */
  readonly add: (newGrant: NewGrant) => Promise<Grant>;
  /** Those that are still valid, oldest first. */
  readonly listBySite: (origin: string) => Promise<readonly Grant[]>;
  readonly list: () => Promise<readonly Grant[]>;
  /** Returns the revoked grant. Undefined if there was none. */
  readonly revoke: (id: string) => Promise<Grant | undefined>;
  readonly revokeSite: (origin: string) => Promise<void>;
  /** Returns the origins that lost a grant, each once. */
  readonly revokeProfile: (profileId: string) => Promise<readonly string[]>;
  /**
   * Finds a grant that allows this use, counts the use, and returns the grant once that's on disk.
   * Undefined if none allows it. The last use is given out once, even to callers at the same time.
   * If the same activity's use is already counted and wasn't refunded, it isn't counted again.
   */
  readonly consume: (use: GrantUse) => Promise<Grant | undefined>;
  /** The activity of a use is in the outbox: its note goes with the next use. */
  readonly confirmUse: (id: string) => void;
  /** As far as the caller knows, the activity of a use wasn't stored by this worker. */
  readonly cancelUse: (id: string) => Promise<void>;
  /**
   * Refunds each use whose activity isn't in the outbox and that nothing in this worker is about to
   * put there: an earlier worker ended in between.
   */
  readonly settleUses: () => Promise<void>;
};

/** What this worker knows about the uses that it counted. */
type KnownUses = {
  /** About to enter the outbox. */
  readonly inFlight: Set<string>;
  /** In the outbox. */
  readonly inOutbox: Set<string>;
};
/** How many of the latter to remember until their notes can be removed. */
const MAX_CONFIRMED = 500;

/** The grants on top of their store. */
export function createGrants(effects: GrantEffects): Grants {
  const { connect, now, rows: mac } = effects;
  const authenticator = createGrantAuthenticator(mac);
  const uses: KnownUses = { inFlight: new Set(), inOutbox: new Set() };
  const validGrants = async (rows: readonly unknown[]): Promise<readonly Grant[]> => {
    const found = readGrants(rows).filter((grant) => !isExhausted(grant, now()));
    const trusted = await Promise.all(found.map(authenticator.isAuthentic));
    return found.filter((_, at) => trusted[at]).sort((a, b) => a.createdAt - b.createdAt);
  };

  return {
    add: (newGrant) => add(effects, newGrant),
    listBySite: async (origin) =>
      validGrants(
        await read(await connect(), (db) => db.getAllFromIndex('grants', 'origin', origin)),
      ),
    list: async () => validGrants(await read(await connect(), (db) => db.getAll('grants'))),
    revoke: async (id) => {
      const removed = await remove(effects, (row) => row.id === id);
      return readGrants(removed)[0];
    },
    revokeSite: async (origin) => void (await remove(effects, (row) => row.origin === origin)),
    revokeProfile: async (profileId) => {
      const removed = await remove(effects, (row) => row['profileId'] === profileId);
      return [...new Set(readGrants(removed).map(({ origin }) => origin))];
    },
    consume: (use) => consume(effects, uses, use),
    confirmUse: (id) => {
      uses.inFlight.delete(id);
      uses.inOutbox.add(id);
      const [oldest] = uses.inOutbox;
      if (uses.inOutbox.size > MAX_CONFIRMED && oldest !== undefined) uses.inOutbox.delete(oldest);
    },
    cancelUse: async (id) => {
      uses.inFlight.delete(id);
      await settleUses(effects, uses);
    },
    settleUses: () => settleUses(effects, uses),
  };
}

async function add(effects: GrantEffects, newGrant: NewGrant): Promise<Grant> {
  const { connect, now, newId, rows } = effects;
  const { limits, most, perHour, lastsMs } = parseTerms(newGrant);
  const { origin, profileId, operation } = newGrant;
  const createdAt = now();
  const grant: Grant = await createGrantAuthenticator(rows).sign({
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
  const authenticator = createSiteAuthenticator(rows);
  const connection = v.safeParse(site, await read(db, (from) => from.get('sites', origin)));
  if (connection.success) await authenticator.isAuthentic(connection.output);
  await write(db, ['sites', 'grants'], async (transaction) => {
    const found = v.safeParse(site, await transaction.objectStore('sites').get(origin));
    if (!found.success || !authenticator.isVerified(found.output) || !covers(found.output, grant)) {
      throw new KeystampError('invalid_input', undefined, { reason: 'site_disconnected' });
    }
    const store = transaction.objectStore('grants');
    await removeSpent(store, readGrants(await store.getAll()), createdAt);
    const others = readGrants(await store.index('origin').getAll(origin));
    others.sort((a, b) => a.createdAt - b.createdAt);
    const excess = Math.max(0, others.length + 1 - MAX_GRANTS);
    for (const { id } of others.slice(0, excess)) await store.delete(id);
    await store.put(grant);
  });
  return grant;
}

/** Whether a connection is one that a grant depends on. */
export function covers(
  connection: v.InferOutput<typeof site>,
  { profileId, operation }: Pick<Grant, 'profileId' | 'operation'>,
): boolean {
  return (
    !connection.blocked &&
    connection.profileId === profileId &&
    connection.operations.includes(operation)
  );
}

function parseTerms({ terms, operation }: NewGrant): GrantTerms {
  const result = v.safeParse(grantTerms, terms);
  if (result.success && canBeGranted({ operation, limits: terms.limits })) return result.output;
  throw new KeystampError('invalid_input', undefined, { field: 'grant' });
}

async function consume(
  effects: GrantEffects,
  uses: KnownUses,
  use: GrantUse,
): Promise<Grant | undefined> {
  const { id } = use;
  // Before the note is on disk, so that a settle in the meantime leaves it alone.
  if (id !== null) uses.inFlight.add(id);
  try {
    const first = await tryConsume(effects, uses, use);
    // This worker hasn't verified these rows yet. Once it has, there is nothing more to find out.
    const used = first === 'unknown' ? await verifyAndConsume(effects, uses, use) : first;
    if (!used && id !== null) uses.inFlight.delete(id);
    return used;
  } catch (error) {
    if (id !== null) uses.inFlight.delete(id);
    throw error;
  }
}

async function verifyAndConsume(
  effects: GrantEffects,
  uses: KnownUses,
  use: GrantUse,
): Promise<Grant | undefined> {
  const db = await effects.connect();
  const rows = await read(db, (from) => from.getAllFromIndex('grants', 'origin', use.origin));
  await Promise.all(readGrants(rows).map(createGrantAuthenticator(effects.rows).isAuthentic));
  const used = await tryConsume(effects, uses, use);
  return used === 'unknown' ? undefined : used;
}

/** `unknown` if a grant would allow the use, but its row isn't verified yet. */
async function tryConsume(
  effects: GrantEffects,
  uses: KnownUses,
  { origin, profileId, operation, parameters, id }: GrantUse,
): Promise<Grant | 'unknown' | undefined> {
  const { isVerified: isKnown } = createGrantAuthenticator(effects.rows);
  const appendIn = await effects.history.prepare();
  return write(await effects.connect(), ['grants', ...HISTORY_STORES], async (transaction) => {
    const store = transaction.objectStore('grants');
    // Inside the transaction: an earlier time could lie before a use counted since.
    const at = effects.now();
    const stored = readGrants(await store.index('origin').getAll(origin));
    const rows = stored.map((grant) =>
      withoutFinishedUses(grant, (done) => uses.inOutbox.has(done)),
    );
    await removeSpent(store, rows, at);
    const candidates = rows.filter(
      (grant) => grant.profileId === profileId && grant.operation === operation,
    );
    const trusted = candidates.filter(isKnown);
    // An earlier worker counted it, but ended before the activity was in the outbox.
    const counted =
      id !== null && trusted.find((grant) => hasStarted(grant, id) && at < grant.expiresAt);
    if (counted) return counted;
    const chosen = trusted
      .filter((grant) => isGrantValid(grant, parameters, at))
      // Use up what expires first.
      .sort((a, b) => a.expiresAt - b.expiresAt)[0];
    if (!chosen) return trusted.length < candidates.length ? 'unknown' : undefined;
    const next = countUse(chosen, at, id);
    // Not awaited on its own: the transaction reports its failure, and resolves once it's on disk.
    store.put(next).catch(() => undefined);
    const event = { fact: 'pre-approved', id, origin, operation, profileId, at } as const;
    await appendIn(historyOf(transaction), [{ ...event, details: { grant: chosen.id } }]);
    return next;
  });
}

async function settleUses(
  { connect }: GrantEffects,
  { inFlight, inOutbox }: KnownUses,
): Promise<void> {
  const db = await connect();
  const unsettledUses = (grant: Grant) =>
    (grant.started ?? []).filter(({ id }) => !inFlight.has(id));
  const all = readGrants(await read(db, (from) => from.getAll('grants')));
  if (all.every((grant) => unsettledUses(grant).length === 0)) return;
  // The transaction includes the outbox, so writes in progress finish first, and no others run.
  await write(db, ['grants', 'outbox'], async (transaction) => {
    const [store, outbox] = [transaction.objectStore('grants'), transaction.objectStore('outbox')];
    for (const grant of readGrants(await store.getAll())) {
      const lost = new Set<string>();
      const done = new Set<string>();
      for (const { id } of unsettledUses(grant)) {
        ((await outbox.getKey(id)) === undefined ? lost : done).add(id);
      }
      const confirmed = withoutFinishedUses(grant, (id) => done.has(id) || inOutbox.has(id));
      const next = refundUses(confirmed, (id) => lost.has(id));
      if (next !== grant) await store.put(next);
    }
  });
}

type GrantStore = {
  readonly delete: (id: string) => Promise<void>;
};

/** Runs with every write, so that a clock set back later finds nothing to revive. */
async function removeSpent(store: GrantStore, rows: readonly Grant[], now: number): Promise<void> {
  for (const grant of rows) if (isRemovable(grant, now)) await store.delete(grant.id);
}

type GrantRow = {
  readonly id: string;
  readonly origin: string;
  readonly [name: string]: unknown;
};

/** Returns what `drop` selected. Spent grants are removed along with it. */
async function remove(
  { connect, now }: GrantEffects,
  drop: (row: GrantRow) => boolean,
): Promise<readonly GrantRow[]> {
  return write(await connect(), ['grants'], async (transaction) => {
    const store = transaction.objectStore('grants');
    const rows = await store.getAll();
    const removed = rows.filter(drop);
    for (const { id } of removed) await store.delete(id);
    await removeSpent(store, readGrants(rows), now());
    return removed;
  });
}

function readGrants(rows: readonly unknown[]): Grant[] {
  return rows.flatMap((row) => readGrant(row) ?? []);
}
