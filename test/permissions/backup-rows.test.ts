// Which rows go into a backup, and which come out of one as rights.
import { beforeEach, describe, expect, test } from 'vitest';
import { readBackupRows, restoreBackupRows } from '../../src/permissions/backup-rows.ts';
import { MAX_GRANTS } from '../../src/permissions/grants.ts';
import { MAX_SITES } from '../../src/permissions/sites.ts';
import type { Grant, Site } from '../../src/protocol/site.ts';
import type { Database } from '../../src/storage/database.ts';
import { createClock, createEmptyDatabase, permissionsOver } from './fixtures.ts';

const A = 'https://a.example';
const HOUR = 3_600_000;
const OPERATION = 'update_wallet';

let db: Database;
beforeEach(async () => {
  db = await createEmptyDatabase();
});

const clock = createClock(1_700_000_000_000);
const permissions = () => permissionsOver(async () => db, clock.now);
const shared = () => permissions().shared;
const sitesNow = () => permissions().sites;
const grantsNow = () => permissions().grants;

/** Connects a site and gives it a pre-approval, through Keystamp. */
async function connectWithGrant(origin = A): Promise<{ site: Site; grant: Grant }> {
  await sitesNow().connect({
    origin,
    privateWindow: false,
    profileId: 'p',
    operations: [OPERATION],
  });
  await grantsNow().add({
    origin,
    profileId: 'p',
    operation: OPERATION,
    terms: { limits: {}, most: 5, perHour: null, lastsMs: HOUR },
  });
  const { sites, grants } = await readBackupRows(shared());
  const [site] = sites.filter((one) => one.origin === origin);
  const [grant] = grants.filter((one) => one.origin === origin);
  if (!site || !grant) throw new Error('the backup has no such rows');
  return { site, grant };
}

const counts = async () => [await db.count('sites'), await db.count('grants')];
const restore = (rows: { sites?: readonly Site[]; grants?: readonly Grant[] }) =>
  restoreBackupRows(shared(), { sites: [], grants: [], ...rows });

describe('what goes into a backup', () => {
  test('error: no row that Keystamp didn’t write, or that says more than it wrote', async () => {
    await connectWithGrant();
    const [site] = await db.getAll('sites');
    const [grant] = await db.getAll('grants');
    if (!site || !grant) throw new Error('nothing was stored');
    await db.put('sites', { ...site, operations: [OPERATION, 'delete_wallets'] });
    await db.put('grants', { ...grant, most: 50 });
    expect(await readBackupRows(shared())).toEqual({ sites: [], grants: [] });
    // A block only takes away: it goes along, whoever wrote it, and nothing else of the row.
    await db.put('sites', { ...site, operations: [OPERATION, 'delete_wallets'], blocked: true });
    expect((await readBackupRows(shared())).sites).toEqual([
      {
        origin: A,
        profileId: null,
        operations: [],
        connectedAt: null,
        lastUsedAt: null,
        blocked: true,
      },
    ]);
  });

  test('behavior: no MAC, and no uses that had begun', async () => {
    const { site, grant } = await connectWithGrant();
    for (const member of ['mac', 'started']) {
      expect(site).not.toHaveProperty(member);
      expect(grant).not.toHaveProperty(member);
    }
  });
});

describe('what comes out of a backup', () => {
  test('behavior: a connection with its pre-approval, both authentic from then on', async () => {
    const rows = await connectWithGrant();
    db = await createEmptyDatabase();
    expect(await restore({ sites: [rows.site], grants: [rows.grant] })).toEqual({
      sites: 1,
      grants: 1,
    });
    expect(await readBackupRows(shared())).toEqual({ sites: [rows.site], grants: [rows.grant] });
  });

  test('error: no pre-approval for a connection that Keystamp didn’t write', async () => {
    const { site, grant } = await connectWithGrant();
    db = await createEmptyDatabase();
    for (const mac of [undefined, 'AAAA', `${'A'.repeat(43)}`]) {
      await db.put('sites', { ...site, ...(mac && { mac }) });
      expect(await restore({ grants: [grant] })).toEqual({ sites: 0, grants: 0 });
    }
    expect(await counts()).toEqual([1, 0]);
    // Of one that it wrote for fewer operations, or for another profile.
    for (const other of [
      { ...site, operations: ['create_user_tag'] },
      { ...site, profileId: 'other' },
      { ...site, blocked: true },
    ]) {
      expect(await restore({ sites: [other], grants: [grant] })).toMatchObject({ grants: 0 });
    }
    expect(await counts()).toEqual([1, 0]);
    expect(await restore({ sites: [site], grants: [grant] })).toMatchObject({ grants: 1 });
  });

  test('error: no pre-approval for a site that isn’t here', async () => {
    const { grant } = await connectWithGrant();
    db = await createEmptyDatabase();
    expect(await restore({ grants: [grant] })).toEqual({ sites: 0, grants: 0 });
    expect(await counts()).toEqual([0, 0]);
  });

  test('error: not again the uses of a pre-approval that is here', async () => {
    const { site, grant } = await connectWithGrant();
    const spent = await grantsNow().consume({
      origin: A,
      profileId: 'p',
      operation: OPERATION,
      parameters: {},
      id: null,
    });
    expect(spent).toBeDefined();
    expect(await restore({ sites: [site], grants: [grant] })).toMatchObject({ grants: 0 });
    expect((await readBackupRows(shared())).grants).toMatchObject([{ id: grant.id, used: 1 }]);
  });

  test('error: no more pre-approvals of a site than it may have', async () => {
    const { site, grant } = await connectWithGrant();
    db = await createEmptyDatabase();
    const many = Array.from({ length: MAX_GRANTS + 1 }, (_, at) => ({ ...grant, id: `g${at}` }));
    expect(await restore({ sites: [site], grants: many })).toMatchObject({ grants: MAX_GRANTS });
    expect(await counts()).toEqual([1, MAX_GRANTS]);
  });

  test('error: no more connections than there can be, and then nothing at all; blocks don’t count', async () => {
    const { site } = await connectWithGrant();
    db = await createEmptyDatabase();
    const many = Array.from({ length: MAX_SITES }, (_, at) => ({
      ...site,
      origin: `https://${at}.example`,
    }));
    const blocked = {
      ...site,
      origin: 'https://blocked.example',
      profileId: null,
      operations: [],
      connectedAt: null,
      blocked: true,
    };
    await expect(restore({ sites: [...many, site] })).rejects.toMatchObject({
      code: 'invalid_input',
      detail: { reason: 'too_many_sites', limit: MAX_SITES },
    });
    expect(await counts()).toEqual([0, 0]);
    await restore({ sites: [...many, blocked] });
    expect(await db.count('sites')).toBe(MAX_SITES + 1);
  });

  test('error: a pre-approval that the new row of its site doesn’t cover is gone', async () => {
    const { site } = await connectWithGrant();
    await restore({ sites: [{ ...site, operations: ['create_user_tag'] }] });
    expect(await counts()).toEqual([1, 0]);
  });
});
