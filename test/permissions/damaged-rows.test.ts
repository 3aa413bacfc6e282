import { beforeEach, describe, expect, test } from 'vitest';
import { readBackupRows } from '../../src/permissions/backup-rows.ts';
import { createDamagedGrants, createDamagedSites } from '../../src/permissions/damaged-rows.ts';
import { createGrants } from '../../src/permissions/grants.ts';
import { createSites } from '../../src/permissions/sites.ts';
import { MAX_DAMAGED, MAX_DAMAGED_NAME } from '../../src/protocol/damaged-record.ts';
import { write, type Database } from '../../src/storage/database.ts';
import { historyBeside } from '../history/fixture.ts';
import { memoryArea } from '../storage/memory-area.ts';
import {
  createEmptyDatabase,
  createPackedSiteGroups,
  createRowMac,
  dumpDatabase,
  unmanaged,
} from './fixtures.ts';

/* Rows that can't be read: they allow nothing, take nothing else with them, and can be removed (threat 60). */

const NOW = 1_700_000_000_000;
const A = 'https://a.example';
const B = 'https://b.example';
const TERMS = { limits: {}, most: 5, perHour: null, lastsMs: 3_600_000 };
const USE = { origin: A, profileId: 'p', operation: 'update_wallet', parameters: {}, id: null };

let db: Database;
let ids = 0;
const connect = async () => db;
const rows = createRowMac();
const damagedSites = createDamagedSites(connect);
const damagedGrants = createDamagedGrants(connect);
const sites = () =>
  createSites({
    connect,
    session: memoryArea(),
    now: () => NOW,
    groups: createPackedSiteGroups(),
    ...unmanaged,
    rows,
  });
const grants = () =>
  createGrants({
    connect,
    now: () => NOW,
    newId: () => `g${ids++}`,
    rows,
    history: historyBeside(connect),
  });
const put = (store: 'sites' | 'grants', row: object) =>
  write(db, [store], (transaction) => transaction.objectStore(store).put(row as never));

async function connectWithGrant(origin: string) {
  const operations = ['update_wallet'];
  await sites().connect({ origin, privateWindow: false, profileId: 'p', operations });
  return grants().add({ origin, profileId: 'p', operation: 'update_wallet', terms: TERMS });
}
/** Keeps what is stored of a row, but for what `change` puts in its place. */
async function damage(store: 'sites' | 'grants', key: string, change: object): Promise<void> {
  await put(store, { ...(await db.get(store, key)), ...change });
}

beforeEach(async () => {
  db = await createEmptyDatabase();
});

describe('a damaged site', () => {
  test('behavior: is not connected, is named, and goes with its grants; a whole one stays', async () => {
    await connectWithGrant(A);
    await connectWithGrant(B);
    await damage('sites', A, { operations: 'all' });
    expect(await sites().get(A, false)).toBeUndefined();
    expect((await sites().list()).map(({ origin }) => origin)).toEqual([B]);
    expect(await damagedSites.list()).toEqual([A]);
    const { sites: inBackup, grants: grantsInBackup } = await readBackupRows({ connect, rows });
    expect(inBackup.map(({ origin }) => origin)).toEqual([B]);

    await damagedSites.remove(A);
    expect(await damagedSites.list()).toEqual([]);
    expect(await grants().listBySite(A)).toEqual([]);
    expect(await grants().listBySite(B)).toHaveLength(1);
    expect(grantsInBackup).toHaveLength(2);
  });

  test('error: one that can be read is never removed', async () => {
    await connectWithGrant(A);
    const before = await dumpDatabase(db);
    await damagedSites.remove(A);
    await damagedGrants.remove('g0');
    expect(await dumpDatabase(db)).toBe(before);
  });

  test('error: a block in it still counts, and can be lifted', async () => {
    await connectWithGrant(A);
    await damage('sites', A, { connectedAt: 1e300, blocked: true });
    expect(await sites().get(A, false)).toMatchObject({ blocked: true, profileId: null });
    expect((await readBackupRows({ connect, rows })).sites).toMatchObject([{ blocked: true }]);
    expect(await damagedSites.list()).toEqual([]);
    await sites().block(A, false);
    expect(await sites().get(A, false)).toBeUndefined();
    expect(await db.get('sites', A)).toBeUndefined();
  });

  test('error: keys of any type stop nothing and can be removed', async () => {
    await connectWithGrant(A);
    const odd = [7, new Date(NOW), [A, 2], new Uint8Array(3).buffer, 'x'.repeat(5000)];
    for (const origin of odd) await put('sites', { origin, blocked: 'maybe' });
    // A block looks through all keys for the sites of its group.
    await sites().block('*.a.example', true);
    expect(await sites().get(A, false)).toMatchObject({ blocked: true });
    const names = await damagedSites.list();
    expect(names).toHaveLength(odd.length);
    expect(Math.max(...names.map(({ length }) => length))).toBe(MAX_DAMAGED_NAME);
    for (const name of names) await damagedSites.remove(name);
    expect(await damagedSites.list()).toEqual([]);
    expect(await sites().get(A, false)).toMatchObject({ blocked: true });
  });

  test('behavior: many are listed a few at a time', async () => {
    for (let index = 0; index < MAX_DAMAGED + 3; index++)
      await put('sites', { origin: `https://${index}.example` });
    const first = await damagedSites.list();
    expect(first).toHaveLength(MAX_DAMAGED);
    for (const name of first) await damagedSites.remove(name);
    expect(await damagedSites.list()).toHaveLength(3);
  });
});

describe('a damaged grant', () => {
  test.each([
    ['more uses than may be granted', { most: 1e9 }],
    ['a deadline that no grant has', { expiresAt: NOW + 1e12 }],
    ['limits that are none', { limits: null }],
    ['a member that no version writes', { always: true }],
  ])('error: with %s it allows nothing, is named, and can be removed', async (_what, change) => {
    const { id } = await connectWithGrant(A);
    await connectWithGrant(B);
    await damage('grants', id, change);
    expect(await grants().consume(USE)).toBeUndefined();
    expect(await grants().list()).toHaveLength(1);
    expect((await readBackupRows({ connect, rows })).grants).toHaveLength(1);
    expect(await damagedGrants.list()).toEqual([id]);
    await damagedGrants.remove(id);
    expect(await damagedGrants.list()).toEqual([]);
    expect(await grants().list()).toHaveLength(1);
  });

  test('error: whose it was is told of no site when its profile goes', async () => {
    await put('grants', { id: 'g', origin: 5, profileId: 'p' });
    expect(await grants().revokeProfile('p')).toEqual([]);
    expect(await damagedGrants.list()).toEqual([]);
  });
});
