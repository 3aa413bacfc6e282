import { beforeEach, describe, expect, test } from 'vitest';
import {
  createGrantAuthenticator,
  createSiteAuthenticator,
} from '../../src/permissions/row-authenticator.ts';
import { createGrants } from '../../src/permissions/grants.ts';
import { createSites } from '../../src/permissions/sites.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import type { Grant, Site } from '../../src/protocol/site.ts';
import { write, type Database } from '../../src/storage/database.ts';
import { historyBeside } from '../history/fixture.ts';
import { memoryArea } from '../storage/memory-area.ts';
import { createDevice, KEK, kdf } from '../vault/device.ts';
import { createPackedSiteGroups, unmanaged } from './fixtures.ts';

/*
 * Rows that someone else wrote to the disk: they count for nothing while the vault is unlocked, and
 * allow nothing while it is locked.
 */

const A = 'https://a.example';
const HOUR_MS = 3_600_000;
const USE = { origin: A, profileId: 'p', operation: 'update_wallet', parameters: {}, id: null };

let device: ReturnType<typeof createDevice>;
let db: Database;

const createLife = () => {
  const vault = device.vault();
  const shared = { connect: device.connect, now: () => device.time.now, rows: vault.rows };
  return {
    vault,
    sites: createSites({
      ...shared,
      session: memoryArea(),
      groups: createPackedSiteGroups(),
      ...unmanaged,
    }),
    grants: createGrants({
      ...shared,
      newId: () => crypto.randomUUID(),
      history: historyBeside(async () => db),
    }),
  };
};

const putGrant = (row: Grant) =>
  write(db, ['grants'], async (tx) => void (await tx.objectStore('grants').put(row)));
const putSite = (row: Site) =>
  write(db, ['sites'], async (tx) => void (await tx.objectStore('sites').put(row)));

const TERMS = { limits: { walletId: 'w' }, most: 2, perHour: null, lastsMs: HOUR_MS };

beforeEach(async () => {
  device = createDevice();
  db = await device.connect();
  const { vault, sites, grants } = createLife();
  await vault.create(KEK, kdf());
  const operations = ['update_wallet', 'update_user_name'];
  await sites.connect({ origin: A, privateWindow: false, profileId: 'p', operations });
  await grants.add({ origin: A, profileId: 'p', operation: 'update_wallet', terms: TERMS });
});

const stored = async () => {
  const [row] = await db.getAll('grants');
  return row as unknown as Grant;
};
const storedSite = async () => (await db.get('sites', A)) as unknown as Site;

describe('a grant', () => {
  test('behavior: allows in every worker, and after a lock and another unlock', async () => {
    const use = { ...USE, parameters: { walletId: 'w' } };
    expect(await createLife().grants.consume(use)).toMatchObject({ used: 1 });
    await createLife().vault.lock();
    expect(await createLife().grants.consume(use)).toBeUndefined();
    expect(await createLife().grants.list()).toEqual([]);
    await createLife().vault.unlock([KEK]);
    expect(await createLife().grants.list()).toHaveLength(1);
    expect(await createLife().grants.consume(use)).toMatchObject({ used: 2 });
  });

  test('behavior: stays valid when the password and the vault key change', async () => {
    await createLife().vault.changePassword([KEK], KEK, kdf(2));
    expect(await createLife().grants.list()).toHaveLength(1);
    const { profileId } = (await createLife().sites.get(A, false)) ?? {};
    expect(profileId).toBe('p');
  });

  test.each<[string, Partial<Grant>]>([
    ['with more uses', { most: 1000 }],
    ['without its limits', { limits: {} }],
    ['with another limit', { limits: { walletId: 'other' } }],
    ['that lasts longer', { expiresAt: 4e12 }],
    ['for another operation', { operation: 'update_user_name' }],
    ['of another site', { origin: 'https://b.example' }],
    ['of another profile', { profileId: 'q' }],
    ['without its MAC', { mac: undefined }],
    ['with the MAC of nothing', { mac: 'A'.repeat(43) }],
    ['with an invalid MAC', { mac: 'not base64url!' }],
    ['of a thousand million uses', { most: 1e9, mac: 'A'.repeat(43) }],
    ['with negative uses', { used: -1000 }],
  ])('error: %s, written by hand, counts for nothing (threat 37)', async (_name, edit) => {
    const forged = { ...(await stored()), ...edit };
    await putGrant(forged);
    const { origin, profileId, operation } = forged;
    const parameters = { walletId: 'w', ...forged.limits };
    const life = createLife();
    for (let at = 0; at < 2; at++) {
      expect(
        await life.grants.consume({ origin, profileId, operation, parameters, id: null }),
      ).toBeUndefined();
    }
    expect(await life.grants.list()).toEqual([]);
  });
});

describe('a connection', () => {
  test.each<[string, Partial<Site>]>([
    ['to another profile', { profileId: 'q' }],
    ['with more operations', { operations: ['update_wallet', 'update_user_name', 'get_api_key'] }],
    ['without its MAC', { mac: undefined }],
  ])('error: %s, written by hand, is none (threat 37)', async (_name, edit) => {
    await putSite({ ...(await storedSite()), ...edit });
    expect(await createLife().sites.get(A, false)).toBeUndefined();
    expect(await createLife().sites.list()).toEqual([]);
    const added = createLife().grants.add({
      origin: A,
      profileId: 'p',
      operation: 'update_wallet',
      terms: TERMS,
    });
    await expect(added).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('error: of another site, its row copied under a new origin, is none', async () => {
    await putSite({ ...(await storedSite()), origin: 'https://b.example' });
    expect(await createLife().sites.get('https://b.example', false)).toBeUndefined();
    expect(await createLife().sites.get(A, false)).toMatchObject({ profileId: 'p' });
  });

  test('behavior: a block counts, whoever wrote it, and removes the connection', async () => {
    await putSite({ ...(await storedSite()), profileId: 'q', blocked: true });
    expect(await createLife().sites.get(A, false)).toMatchObject({
      blocked: true,
      profileId: null,
    });
    await createLife().vault.lock();
    await createLife().sites.block('https://c.example', true);
    expect(await createLife().sites.get('https://c.example', false)).toMatchObject({
      blocked: true,
    });
  });

  test('behavior: its time of use, a block and an unblock keep it authentic', async () => {
    const { sites } = createLife();
    device.time.now += HOUR_MS;
    await sites.markUsed(A, false);
    await sites.block(A, true);
    await sites.block(A, false);
    expect(await createLife().sites.get(A, false)).toMatchObject({
      profileId: 'p',
      blocked: false,
      lastUsedAt: device.time.now,
    });
  });
});

describe('row authenticators', () => {
  const row: Grant = {
    id: 'g',
    origin: A,
    profileId: 'p',
    operation: 'update_wallet',
    limits: { a: 1, b: 2 },
    most: 1,
    perHour: null,
    used: 0,
    recent: [],
    createdAt: 0,
    expiresAt: 1,
    lastUsedAt: null,
  };
  const createRows = (verify: () => Promise<boolean>) => {
    const calls: unknown[] = [];
    const rows = {
      sign: async (...input: unknown[]) => String(calls.push(input)),
      verify,
      isVerified: () => false,
      forget: () => undefined,
    };
    return { rows, calls };
  };

  test('behavior: a signature covers its store; the order of limits doesn’t matter', async () => {
    const { rows, calls } = createRows(async () => true);
    await createGrantAuthenticator(rows).sign(row);
    await createGrantAuthenticator(rows).sign({ ...row, limits: { b: 2, a: 1 } });
    const site = {
      origin: A,
      profileId: 'p',
      operations: ['update_wallet'],
      connectedAt: 0,
    } as Site;
    await createSiteAuthenticator(rows).sign(site);
    const [one, other, ofSite] = calls as [string, string][];
    expect(one).toEqual(other);
    expect([one?.[0], ofSite?.[0]]).toEqual(['grants', 'sites']);
    await createGrantAuthenticator(rows).sign({ ...row, limits: { a: 2, b: 1 } });
    expect(calls.at(-1)).not.toEqual(one);
  });

  test('error: a locked vault can’t tell, and any other error isn’t an answer', async () => {
    const authenticate = (verify: () => Promise<boolean>) =>
      createGrantAuthenticator(createRows(verify).rows).isAuthentic(row);
    expect(
      await authenticate(() => Promise.reject(new KeystampError('vault_locked'))),
    ).toBeUndefined();
    for (const fault of [new KeystampError('storage_failed'), new Error('the disk')]) {
      await expect(authenticate(() => Promise.reject(fault))).rejects.toBe(fault);
    }
    expect(await authenticate(async () => false)).toBe(false);
  });
});
