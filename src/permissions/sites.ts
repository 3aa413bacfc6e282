import { originOutside } from '../protocol/container.ts';
import { allowsSite, type ManagedPolicy } from '../protocol/managed-policy.ts';
import { readWildcardGroup, type Site } from '../protocol/site.ts';
import type { Area } from '../storage/area.ts';
import { read, write, type Connect, type WriteTransaction } from '../storage/database.ts';
import type { RowMac } from '../vault/row-mac.ts';
import { createSiteAuthenticator, type RowAuthenticator } from './row-authenticator.ts';
import { KeystampError } from '../protocol/errors.ts';
import { askableOperations } from './site-rights.ts';
import { createPrivateSites } from './private-sites.ts';
import type { SiteGroups } from './site-group.ts';
import { readSites, unconnectedSite } from './site-rows.ts';
import { deleteGrants } from './grant-validity.ts';

/** How many sites can be connected at once. */
export const MAX_SITES = 500;
/** The most rows in a list: all connected sites, and as many again that are only blocked. */
export const MAX_LISTED = 2 * MAX_SITES;
/** The time of use is accurate to a minute: a busy page must not cost a write for every request. */
export const USED_GRANULARITY_MS = 60_000;

export type SiteEffects = {
  readonly connect: Connect;
  /** In memory only: what private windows connected. */
  readonly session: Area;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly groups: SiteGroups;
  readonly rows: RowMac;
  /** The organization's settings. They take precedence over the user's. */
  readonly managed: () => Promise<ManagedPolicy>;
  /** Whether the organization allows stamping with a profile. */
  readonly isProfileAllowed: (id: string) => Promise<boolean>;
};

type NewConnection = {
  readonly origin: string;
  readonly privateWindow: boolean;
  readonly profileId: string;
  readonly operations: readonly string[];
};

/**
 * Sites by origin, and by container for those in container tabs (protocol/container.ts). Every call may throw `storage_failed` or
 * `storage_full`.
 */
export type Sites = {
  /**
   * Undefined for a site that is neither connected nor blocked, by itself or with its group.
   * Private windows don't see what's connected in others, but what's blocked is blocked there, too.
   * A site that the organization doesn't allow is blocked and not connected. A connection to a
   * profile that it doesn't allow doesn't count. Both hold only as long as the organization says
   * so, and nothing is written.
   */
  readonly get: (origin: string, privateWindow: boolean) => Promise<Site | undefined>;
  /**
   * Adds or replaces the connection. A block stays. Revokes grants that the new connection doesn't
   * cover. `invalid_input` for an operation that no page may ask for.
   */
  readonly connect: (connection: NewConnection) => Promise<Site>;
  /** Disconnects the site in both kinds of windows and revokes its grants. A block stays. */
  readonly forget: (origin: string) => Promise<void>;
  /**
   * Blocks an origin, or a whole group by its wildcard (see `wildcardOf`). Blocking revokes the
   * grants, so that after unblocking, the user decides again before anything is stamped. What a
   * private window blocks is blocked in private windows only, and in memory. A container has no
   * blocks of its own: its origin is blocked everywhere.
   */
  readonly block: (origin: string, blocked: boolean, privateWindow?: boolean) => Promise<void>;
  /** Records that the site did something. Does nothing if it isn't connected. */
  readonly markUsed: (origin: string, privateWindow: boolean) => Promise<void>;
  /** Sites on disk, most recently used first, 1000 at most. */
  readonly list: () => Promise<readonly Site[]>;
  /** Disconnects all sites of the profile. Returns their origins, each once. */
  readonly forgetProfile: (profileId: string) => Promise<readonly string[]>;
};

type SitesWrite = WriteTransaction<'sites' | 'grants'>;
const STORES = ['sites', 'grants'] as const;

/** The sites in their store, and those of private windows in the session area. */
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
      demandAskable(operations);
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
    block: async (site, blocked, privateWindow = false) => {
      const origin = originOutside(site);
      if (privateWindow) return privateSites.block(origin, blocked);
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

/** @throws `invalid_input` for an operation that no page may ask for */
function demandAskable(operations: readonly string[]): void {
  if (askableOperations(operations).length !== new Set(operations).size)
    throw new KeystampError('invalid_input', undefined, { field: 'operations' });
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

/** If the organization doesn't allow a site's profile, the site can be connected to another one. */
async function applyProfilePolicy(
  { isProfileAllowed }: SiteEffects,
  one: Site | undefined,
): Promise<Site | undefined> {
  if (!one || one.profileId === null || (await isProfileAllowed(one.profileId))) return one;
  return one.blocked ? unconnectedSite(one.origin, true) : undefined;
}

async function toListed(groups: SiteGroups, sites: readonly Site[]): Promise<readonly Site[]> {
  const marked = sites.filter(({ origin }) => readWildcardGroup(origin) !== undefined);
  const blockedOrigins = new Set(sites.flatMap((one) => (one.blocked ? one.origin : [])));
  const newest = sites.toSorted((a, b) => lastUse(b) - lastUse(a)).slice(0, MAX_LISTED);
  return Promise.all(
    newest.map(async (site) => {
      const isBlockedHere = blockedOrigins.has(originOutside(site.origin));
      const blocked = isBlockedHere || (await isBlocked(groups, site.origin, marked));
      return { ...site, blocked };
    }),
  );
}

const lastUse = ({ lastUsedAt }: Site): number => lastUsedAt ?? 0;

/**
 * The part of a row that counts: a connection that someone else wrote doesn't, a block always does.
 * While the vault is locked, nobody can tell, but nothing can be allowed then either.
 */
async function trustedSite(
  authenticator: RowAuthenticator<Site>,
  one: Site,
): Promise<Site | undefined> {
  if (one.profileId === null || (await authenticator.isAuthentic(one)) !== false) return one;
  return one.blocked ? unconnectedSite(one.origin, true) : undefined;
}

/** A site's own row, and the rows of blocked groups. */
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

/** Applies a block of the site's group to the site. */
async function applyGroupBlock(
  groups: SiteGroups,
  origin: string,
  { site, marked }: StoredSite,
): Promise<Site | undefined> {
  if (site?.blocked || !(await isBlocked(groups, origin, marked))) return site;
  return { ...(site ?? unconnectedSite(origin, true)), blocked: true };
}

/** Keys that are texts: damage may have left others. */
const TEXT_KEYS = (): IDBKeyRange => IDBKeyRange.bound('', new ArrayBuffer(0), false, true);
/** All group wildcards, which sort together. */
const GROUP_WILDCARDS = (): IDBKeyRange => IDBKeyRange.bound('*.', '*/', false, true);

/** Both in one round trip: every request of a page needs this. */
async function storedSite(connect: Connect, origin: string): Promise<StoredSite> {
  const outside = originOutside(origin);
  const [row, marked, outer] = await read(await connect(), (db) => {
    const { store } = db.transaction('sites');
    return Promise.all([
      store.get(origin),
      store.getAll(GROUP_WILDCARDS()),
      outside === origin ? undefined : store.get(outside),
    ]);
  });
  const site = readSites([row])[0];
  // What is blocked outside is blocked in each container; what is connected isn't.
  const isBlockedOutside = readSites([outer])[0]?.blocked ?? false;
  return {
    site: isBlockedOutside ? { ...(site ?? unconnectedSite(origin, true)), blocked: true } : site,
    marked: readSites(marked),
  };
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

/** If too many sites are connected, removes the least recently used ones, blocked ones last. */
async function evictUnused(transaction: SitesWrite, newest: string): Promise<void> {
  const others = readSites(await transaction.objectStore('sites').getAll())
    .filter(({ origin, profileId }) => profileId !== null && origin !== newest)
    .sort((a, b) => Number(a.blocked) - Number(b.blocked) || lastUse(a) - lastUse(b));
  const excess = Math.max(0, others.length + 1 - MAX_SITES);
  for (const { origin } of others.slice(0, excess)) await disconnect(transaction, origin);
}

/** A grant depends on its site's connection. One transaction removes both, so none outlives it. */
async function disconnect(transaction: SitesWrite, origin: string): Promise<void> {
  const store = transaction.objectStore('sites');
  const row: unknown = await store.get(origin);
  const [before] = readSites([row]);
  if (before?.blocked) await store.put(unconnectedSite(origin, true));
  // Only delete a key that exists: a deleted key stays in the disk's log, and it may be a private
  // window's.
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
  // The transaction looks up whose grants to revoke. It can't await the list, so load it now.
  if (group !== undefined) await groups.areExact();
  await write(await connect(), STORES, async (transaction) => {
    const store = transaction.objectStore('sites');
    const before = readSites([await store.get(origin)])[0] ?? unconnectedSite(origin, false);
    if (blocked) {
      await deleteGrants(transaction, origin);
      const isCovered = (one: string): boolean =>
        originOutside(one) === origin || (group !== undefined && groups.known(one) === group);
      for (const one of (await store.getAllKeys(TEXT_KEYS())).filter(isCovered))
        await deleteGrants(transaction, one);
    }
    if (blocked || before.profileId !== null) await store.put({ ...before, blocked });
    else await store.delete(origin);
  });
}

async function markUsed(connect: Connect, origin: string, at: number): Promise<void> {
  await write(await connect(), ['sites'], async (transaction) => {
    const store = transaction.objectStore('sites');
    const before = readSites([await store.get(origin)])[0];
    // If someone removed it in the meantime, it must not come back.
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
