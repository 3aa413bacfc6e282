import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/tool.ts';
import { createGrants } from '../../src/permissions/grants.ts';
import { createSiteGroups } from '../../src/permissions/site-group.ts';
import { createSites } from '../../src/permissions/sites.ts';
import { NO_POLICY } from '../../src/protocol/managed-policy.ts';
import { openDatabase, type Connect, type Database } from '../../src/storage/database.ts';
import { createRowMacWithKey } from '../../src/vault/row-mac.ts';
import { historyBeside } from '../history/fixture.ts';
import { memoryArea } from '../storage/memory-area.ts';

/** An empty disk, as after an installation. */
export async function createEmptyDatabase(): Promise<Database> {
  globalThis.indexedDB = new IDBFactory();
  return openDatabase();
}

/** Everything on it, as text. */
export async function dumpDatabase(db: Database): Promise<string> {
  const stores = [...db.objectStoreNames].map(async (name) => [
    name,
    await db.getAllKeys(name),
    await db.getAll(name),
  ]);
  return JSON.stringify(await Promise.all(stores));
}

/** A clock that the test sets. */
export const createClock = (ms: number) => {
  const clock = { ms, now: () => clock.ms };
  return clock;
};

/** MACs of rows with a key of a vault that is always unlocked. */
export const createRowMac = () =>
  createRowMacWithKey(() =>
    crypto.subtle.importKey(
      'raw',
      new Uint8Array(32).fill(7),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign', 'verify'],
    ),
  );

/** Site groups with the packed list. */
export const createPackedSiteGroups = () =>
  createSiteGroups({
    siteSuffixes: async () => readFileSync(join(ROOT, 'public/site-suffixes.txt'), 'utf8'),
  });

/** No organization has any settings. */
export const unmanaged = {
  managed: async () => NO_POLICY,
  isProfileAllowed: async () => true,
};

/** Sites and pre-approvals as a worker that has just started has them. */
export function permissionsOver(connect: Connect, now: () => number) {
  const shared = { connect, now, rows: createRowMac() };
  const session = memoryArea();
  return {
    shared,
    sites: createSites({ ...shared, session, groups: createPackedSiteGroups(), ...unmanaged }),
    grants: createGrants({
      ...shared,
      newId: () => crypto.randomUUID(),
      history: historyBeside(connect),
    }),
  };
}
