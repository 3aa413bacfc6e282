import { originOutside } from '../protocol/container.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { Grant, Site } from '../protocol/site.ts';
import { read, write, type Connect, type WriteTransaction } from '../storage/database.ts';
import type { RowMac } from '../vault/row-mac.ts';
import { deleteGrants, readGrant } from './grant-validity.ts';
import { covers, MAX_GRANTS } from './grants.ts';
import { createGrantAuthenticator, createSiteAuthenticator } from './row-authenticator.ts';
import { readSites } from './site-rows.ts';
import { MAX_SITES } from './sites.ts';

/*
 * Connections, blocks and pre-approvals on their way into a backup and out of one. In the file they
 * have no MAC: the seal of the file stands for it. Here they get one of this vault, after the user
 * has seen them.
 */

export type BackupRowsDeps = { readonly connect: Connect; readonly rows: RowMac };

/** What the user decided about sites, as it is on disk. */
export type BackupRows = { readonly sites: readonly Site[]; readonly grants: readonly Grant[] };

const withoutMac = <T extends { readonly mac?: string | undefined }>({ mac: _mac, ...row }: T) =>
  row;

/** The part of a row that Keystamp wrote; a block counts whoever wrote it. */
async function ownPart(
  { rows }: BackupRowsDeps,
  one: Site,
): Promise<Omit<Site, 'mac'> | undefined> {
  if (one.profileId === null || (await createSiteAuthenticator(rows).isAuthentic(one)))
    return withoutMac(one);
  const { origin } = one;
  const nothing = { profileId: null, operations: [], connectedAt: null, lastUsedAt: null };
  return one.blocked ? { origin, ...nothing, blocked: true } : undefined;
}

/** The number of a container means something in this browser only. */
const isOutside = ({ origin }: { readonly origin: string }): boolean =>
  originOutside(origin) === origin;

/**
 * All rows that Keystamp wrote, without their MACs; not those of container tabs. `vault_locked`
 */
export async function readBackupRows(deps: BackupRowsDeps): Promise<BackupRows> {
  const db = await deps.connect();
  const [siteRows, grantRows] = await read(db, (from) =>
    Promise.all([from.getAll('sites'), from.getAll('grants')]),
  );
  const sites = await Promise.all(readSites(siteRows).map((one) => ownPart(deps, one)));
  const found = grantRows.flatMap((row) => readGrant(row) ?? []);
  const authentic = await Promise.all(found.map(createGrantAuthenticator(deps.rows).isAuthentic));
  return {
    sites: sites.flatMap((one) => one ?? []).filter(isOutside),
    grants: found
      .filter((one, index) => authentic[index] && isOutside(one))
      .map(({ started: _started, ...one }) => withoutMac(one)),
  };
}

type RowsTransaction = WriteTransaction<'sites' | 'grants'>;

/**
 * Adds sites, or puts them in the place of the ones with their origins, and adds the pre-approvals
 * that their sites cover; in one transaction. A pre-approval keeps its uses and its deadline, and one
 * that is here is left alone: its own count is the later one. Returns how many of each were written.
 * `invalid_input` for more sites than there can be, `vault_locked`.
 */
export async function restoreBackupRows(
  { connect, rows }: BackupRowsDeps,
  { sites, grants }: BackupRows,
): Promise<{ readonly sites: number; readonly grants: number }> {
  const [siteMacs, grantMacs] = [createSiteAuthenticator(rows), createGrantAuthenticator(rows)];
  const signedSites = await Promise.all(
    sites.map(async (one) => (one.profileId === null ? one : siteMacs.sign(one))),
  );
  const signedGrants = await Promise.all(grants.map(grantMacs.sign));
  const db = await connect();
  const stored = readSites(await read(db, (from) => from.getAll('sites')));
  await Promise.all(stored.map(siteMacs.isAuthentic));
  return write(db, ['sites', 'grants'], async (transaction) => {
    for (const one of signedSites) await putSite(transaction, one);
    await demandRoom(transaction);
    let added = 0;
    for (const one of signedGrants) {
      const connection = readSites([await transaction.objectStore('sites').get(one.origin)])[0];
      const isCovered = connection && siteMacs.isVerified(connection) && covers(connection, one);
      if (isCovered && (await addGrant(transaction, one))) added += 1;
    }
    return { sites: signedSites.length, grants: added };
  });
}

async function putSite(transaction: RowsTransaction, one: Site): Promise<void> {
  await transaction.objectStore('sites').put(one);
  await deleteGrants(transaction, one.origin, (each) => !covers(one, each));
}

async function demandRoom(transaction: RowsTransaction): Promise<void> {
  const all = readSites(await transaction.objectStore('sites').getAll());
  const connected = all.filter(({ profileId }) => profileId !== null);
  if (connected.length <= MAX_SITES) return;
  const detail = { reason: 'too_many_sites', limit: MAX_SITES } as const;
  throw new KeystampError('invalid_input', undefined, detail);
}

async function addGrant(transaction: RowsTransaction, one: Grant): Promise<boolean> {
  const store = transaction.objectStore('grants');
  if ((await store.get(one.id)) !== undefined) return false;
  if ((await store.index('origin').count(one.origin)) >= MAX_GRANTS) return false;
  await store.put(one);
  return true;
}

/** Whether two rows allow and forbid the same. When they were used doesn't count. */
export function isSameSite(one: Site, other: Site): boolean {
  const facts = ({ profileId, operations, blocked }: Site) =>
    JSON.stringify([profileId, operations.toSorted(), blocked]);
  return facts(one) === facts(other);
}
