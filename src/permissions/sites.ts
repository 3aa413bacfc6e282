import * as v from 'valibot';
import { allowsSite, type ManagedPolicy } from '../protocol/managed-policy.ts';
import { readWildcardGroup, site, type Site } from '../protocol/site.ts';
import type { Area } from '../storage/area.ts';
import { read, write, type Connect, type WriteTransaction } from '../storage/database.ts';
import type { RowMac } from '../vault/row-mac.ts';
import { createSiteAuthenticator, type RowAuthenticator } from './row-authenticator.ts';
import { createPrivateSites } from './private-sites.ts';
import type { SiteGroups } from './site-group.ts';
import { deleteGrants } from './grant-validity.ts';

/** Sites that may be connected at once. */
export const MAX_SITES = 500;
/** Rows of one list: all that are connected, and as many again that are only blocked. */
export const MAX_LISTED = 2 * MAX_SITES;
/** The time of use is good to a minute: a busy page must not cost a write for every request. */
export const USED_GRANULARITY_MS = 60_000;

export type SiteEffects = {
  readonly connect: Connect;
  /** In memory only: what private windows connected. */
  readonly session: Area;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly groups: SiteGroups;
  readonly rows: RowMac;
  /** What the organization set: its word about a site comes before the user's. */
  readonly managed: () => Promise<ManagedPolicy>;
  /** Whether the organization allows what is stamped with a profile. */
  readonly isProfileAllowed: (id: string) => Promise<boolean>;
};

export type NewConnection = {
  readonly origin: string;
  readonly privateWindow: boolean;
  readonly profileId: string;
  readonly operations: readonly string[];
};

/** Sites by origin. Everything may throw `storage_failed` or `storage_full`. */
export type Sites = {
  /**
   * Undefined for a site that is neither connected nor blocked, by itself or with its group. Private
   * windows do not see what is connected in others, but what is blocked is blocked in them as well.
   * What the organization does not allow is blocked and connected to nothing, and a connection to a
   * profile that it does not allow is none: for as long as it says so, and nothing is written.
   */
  readonly get: (origin: string, privateWindow: boolean) => Promise<Site | undefined>;
  /**
   * Adds the connection or replaces it; a block stays. Grants that the new one does not cover are
   * taken back.
   */
  readonly connect: (connection: NewConnection) => Promise<Site>;
  /** Disconnects it in both kinds of windows and takes its grants back; a block stays. */
  readonly forget: (origin: string) => Promise<void>;
  /**
   * An origin, or a whole group by its mark (see `markOf`). Blocking takes the grants back, so that
   * unblocking asks again before anything is stamped. What a private window blocks is blocked in
   * private windows only, and in memory.
   */
  readonly block: (origin: string, blocked: boolean, privateWindow?: boolean) => Promise<void>;
  /** Notes that the site did something; nothing for one that is not connected. */
  readonly markUsed: (origin: string, privateWindow: boolean) => Promise<void>;
  /** Those on disk, last used first, 1000 at most. */
  readonly list: () => Promise<readonly Site[]>;
  /** Forgets what is connected to the profile; answers the origins, each once. */
  readonly forgetProfile: (profileId: string) => Promise<readonly string[]>;
};

type SitesWrite = WriteTransaction<'sites' | 'grants'>;
const STORES = ['sites', 'grants'] as const;

/** The sites over their store, and those of private windows over the session area. */
export function createSites(effects: SiteEffects): Sites {
  const { connect, session, now, groups, rows, managed } = effects;
  const privateSites = createPrivateSites(session);
  const authenticator = createSiteAuthenticator(rows);
  const readSite = createSiteReader(effects, privateSites, authenticator);

  return {
    get: async (origin, privateWindow) => {
      if (!allowsSite(await managed(), origin)) return unconnectedSite(origin, true);
      return applyProfilePolicy(effects, await readSite(origin, privateWindow));
    },
    connect: async ({ origin, privateWindow, profileId, operations }) => {
      const at = now();
      const connected: Site = {
        origin,
        profileId,
        operations: [...new Set(operations)],
        connectedAt: at,
        lastUsedAt: at,
        blocked: false,
      };
      if (!privateWindow) return putSite(connect, await authenticator.sign(connected));
      const { site: before } = await privateSites.get(origin);
      await privateSites.put({ ...connected, blocked: before?.blocked ?? false });
      return { ...connected, blocked: (await storedSite(connect, origin)).site?.blocked ?? false };
    },
    forget: async (origin) => {
      await privateSites.forget(origin);
      await write(await connect(), STORES, (transaction) => disconnect(transaction, origin));
    },
    block: async (origin, blocked, privateWindow = false) => {
      if (privateWindow) return privateSites.block(origin, blocked);
      // Whose grants fall is looked up within a transaction, which waits for nothing else.
      if (readWildcardGroup(origin) !== undefined) await groups.areExact();
      await block(connect, groups, origin, blocked);
    },
    markUsed: async (origin, privateWindow) => {
      const { site: found } = await (privateWindow
        ? privateSites.get(origin)
        : storedSite(connect, origin));
      const at = now();
      if (!found || Math.abs(at - (found.lastUsedAt ?? 0)) < USED_GRANULARITY_MS) return;
      await (privateWindow ? privateSites.markUsed(origin, at) : markUsed(connect, origin, at));
    },
    list: async () => {
      const all = readSites(await read(await connect(), (db) => db.getAll('sites')));
      const checked = await Promise.all(all.map((one) => trustedSite(authenticator, one)));
      return toListed(
        groups,
        checked.flatMap((one) => one ?? []),
      );
    },
    forgetProfile: async (profileId) => [
      ...new Set([
        ...(await privateSites.forgetProfile(profileId)),
        ...(await forgetProfile(connect, profileId)),
      ]),
    ],
  };
}

/** A site as the user left it. */
function createSiteReader(
  { connect, groups }: SiteEffects,
  privateSites: ReturnType<typeof createPrivateSites>,
  authenticator: RowAuthenticator<Site>,
) {
  return async (origin: string, privateWindow: boolean): Promise<Site | undefined> => {
    const { site, marked } = await storedSite(connect, origin);
    const trusted = site && (await trustedSite(authenticator, site));
    const stored = await applyGroupBlock(groups, origin, { site: trusted, marked });
    if (!privateWindow) return stored;
    const found = await applyGroupBlock(groups, origin, await privateSites.get(origin));
    const blocked = (stored?.blocked ?? false) || (found?.blocked ?? false);
    if (!found && !blocked) return undefined;
    return { ...(found ?? unconnectedSite(origin, blocked)), blocked };
  };
}

/** A site whose profile the organization does not allow may be connected anew, to another one. */
async function applyProfilePolicy(
  { isProfileAllowed }: SiteEffects,
  one: Site | undefined,
): Promise<Site | undefined> {
  if (!one || one.profileId === null || (await isProfileAllowed(one.profileId))) return one;
  return one.blocked ? unconnectedSite(one.origin, true) : undefined;
}

async function toListed(groups: SiteGroups, sites: readonly Site[]): Promise<readonly Site[]> {
  const marked = sites.filter(({ origin }) => readWildcardGroup(origin) !== undefined);
  const newest = sites.toSorted((a, b) => lastUse(b) - lastUse(a)).slice(0, MAX_LISTED);
  return Promise.all(
    newest.map(async (site) => {
      const blocked = site.blocked || (await isBlocked(groups, site.origin, marked));
      return { ...site, blocked };
    }),
  );
}

const lastUse = ({ lastUsedAt }: Site): number => lastUsedAt ?? 0;

/**
 * A row as far as it counts: a connection that somebody else wrote is none, a block is one whoever wrote
 * it. While the vault is locked nobody can tell, and nothing can be allowed either.
 */
async function trustedSite(
  authenticator: RowAuthenticator<Site>,
  one: Site,
): Promise<Site | undefined> {
  if (one.profileId === null || (await authenticator.isAuthentic(one)) !== false) return one;
  return one.blocked ? unconnectedSite(one.origin, true) : undefined;
}

/** A site's own row, and the rows of groups that are blocked. */
type StoredSite = { readonly site: Site | undefined; readonly marked: readonly Site[] };

async function isBlocked(
  groups: SiteGroups,
  origin: string,
  marked: readonly Site[],
): Promise<boolean> {
  for (const one of marked) {
    const group = readWildcardGroup(one.origin);
    if (one.blocked && group !== undefined && (await groups.isOf(origin, group))) return true;
  }
  return false;
}

/** A site as it stands: a block of its group holds for it. */
async function applyGroupBlock(
  groups: SiteGroups,
  origin: string,
  { site, marked }: StoredSite,
): Promise<Site | undefined> {
  if (site?.blocked || !(await isBlocked(groups, origin, marked))) return site;
  return { ...(site ?? unconnectedSite(origin, true)), blocked: true };
}

function unconnectedSite(origin: string, blocked: boolean): Site {
  return {
    origin,
    profileId: null,
    operations: [],
    connectedAt: null,
    lastUsedAt: null,
    blocked,
  };
}

/** All marks of groups, which sort together. */
const GROUP_MARKS = (): IDBKeyRange => IDBKeyRange.bound('*.', '*/', false, true);

/** Both in one way there and back: every request of a page asks. */
async function storedSite(connect: Connect, origin: string): Promise<StoredSite> {
  const [row, marked] = await read(await connect(), (db) => {
    const { store } = db.transaction('sites');
    return Promise.all([store.get(origin), store.getAll(GROUP_MARKS())]);
  });
  return { site: readSites([row])[0], marked: readSites(marked) };
}

async function putSite(connect: Connect, connected: Site): Promise<Site> {
  return write(await connect(), STORES, async (transaction) => {
    const store = transaction.objectStore('sites');
    const before = readSites([await store.get(connected.origin)])[0];
    const row = { ...connected, blocked: before?.blocked ?? false };
    await store.put(row);
    await deleteGrants(
      transaction,
      row.origin,
      (one) => one.profileId !== row.profileId || !row.operations.includes(one.operation),
    );
    await evictUnused(transaction, row.origin);
    return row;
  });
}

/** Of too many connected sites the ones not used for the longest time go, blocked ones last. */
async function evictUnused(transaction: SitesWrite, newest: string): Promise<void> {
  const others = readSites(await transaction.objectStore('sites').getAll())
    .filter(({ origin, profileId }) => profileId !== null && origin !== newest)
    .sort((a, b) => Number(a.blocked) - Number(b.blocked) || lastUse(a) - lastUse(b));
  const excess = Math.max(0, others.length + 1 - MAX_SITES);
  for (const { origin } of others.slice(0, excess)) await disconnect(transaction, origin);
}

/** A grant stands on its site's connection: both go in one transaction, so that none outlives it. */
async function disconnect(transaction: SitesWrite, origin: string): Promise<void> {
  const store = transaction.objectStore('sites');
  const row: unknown = await store.get(origin);
  const [before] = readSites([row]);
  if (before?.blocked) await store.put(unconnectedSite(origin, true));
  // A key that is only deleted could be found in the disk's log: it may be one of a private window.
  else if (row !== undefined) await store.delete(origin);
  await deleteGrants(transaction, origin);
}

async function block(
  connect: Connect,
  groups: SiteGroups,
  origin: string,
  blocked: boolean,
): Promise<void> {
  const group = readWildcardGroup(origin);
  await write(await connect(), STORES, async (transaction) => {
    const store = transaction.objectStore('sites');
    const before = readSites([await store.get(origin)])[0] ?? unconnectedSite(origin, false);
    if (blocked) await deleteGrants(transaction, origin);
    if (blocked && group !== undefined) {
      const all = (await store.getAllKeys()).filter((one) => groups.known(one) === group);
      for (const one of all) await deleteGrants(transaction, one);
    }
    if (blocked || before.profileId !== null) await store.put({ ...before, blocked });
    else await store.delete(origin);
  });
}

async function markUsed(connect: Connect, origin: string, at: number): Promise<void> {
  await write(await connect(), ['sites'], async (transaction) => {
    const store = transaction.objectStore('sites');
    const before = readSites([await store.get(origin)])[0];
    // Forgotten in between: it must not come back.
    if (before) await store.put({ ...before, lastUsedAt: at });
  });
}

async function forgetProfile(connect: Connect, profileId: string): Promise<readonly string[]> {
  return write(await connect(), STORES, async (transaction) => {
    const rows = readSites(await transaction.objectStore('sites').getAll());
    const origins = rows.filter((one) => one.profileId === profileId).map(({ origin }) => origin);
    for (const origin of origins) await disconnect(transaction, origin);
    return origins;
  });
}

/** Rows of another form are not shown and allow nothing. */
function readSites(rows: readonly unknown[]): Site[] {
  return rows.flatMap((row) => {
    const one = v.safeParse(site, row);
    return one.success ? [one.output] : [];
  });
}
