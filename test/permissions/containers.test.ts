import { beforeEach, describe, expect, test } from 'vitest';
import { readBackupRows } from '../../src/permissions/backup-rows.ts';
import { siteGroupOf } from '../../src/permissions/site-group.ts';
import { originOutside, readContainer, withContainer } from '../../src/protocol/container.ts';
import { allowsSite, NO_POLICY } from '../../src/protocol/managed-policy.ts';
import { readOrigin } from '../../src/protocol/origin.ts';
import { searchTermsOf } from '../../src/history/search-terms.ts';
import { wildcardOf } from '../../src/protocol/site.ts';
import type { Database } from '../../src/storage/database.ts';
import { createClock, createEmptyDatabase, permissionsOver } from './fixtures.ts';

const A = 'https://a.example';
const IN_3 = withContainer(A, '3');
const IN_4 = withContainer(A, '4');

let db: Database;
beforeEach(async () => {
  db = await createEmptyDatabase();
});

const clock = createClock(1_700_000_000_000);
const permissions = () => permissionsOver(async () => db, clock.now);
const shared = () => permissions().shared;
const sitesNow = () => permissions().sites;
const grantsNow = () => permissions().grants;

const connect = (origin: string) =>
  sitesNow().connect({
    origin,
    privateWindow: false,
    profileId: 'p',
    operations: ['update_wallet'],
  });
const profileOf = async (origin: string) => (await sitesNow().get(origin, false))?.profileId;

describe('a site in a container tab', () => {
  test('behavior: is connected there and nowhere else', async () => {
    await connect(IN_3);
    expect(await profileOf(IN_3)).toBe('p');
    expect([await profileOf(A), await profileOf(IN_4)]).toEqual([undefined, undefined]);
    await connect(A);
    await sitesNow().forget(IN_3);
    expect([await profileOf(A), await profileOf(IN_3)]).toEqual(['p', undefined]);
  });

  test('behavior: what is blocked outside, in it, or with its domain is blocked in each', async () => {
    for (const target of [A, IN_3, wildcardOf('a.example')]) {
      await connect(A);
      await connect(IN_3);
      await grantsNow().add({
        origin: IN_3,
        profileId: 'p',
        operation: 'update_wallet',
        terms: { limits: {}, most: 5, perHour: null, lastsMs: 3_600_000 },
      });
      await sitesNow().block(target, true);
      for (const origin of [A, IN_3, IN_4]) {
        expect((await sitesNow().get(origin, false))?.blocked, `${target} ${origin}`).toBe(true);
      }
      expect((await sitesNow().list()).every(({ blocked }) => blocked)).toBe(true);
      expect(await grantsNow().listBySite(IN_3)).toEqual([]);
      await sitesNow().block(target, false);
      expect((await sitesNow().get(IN_3, false))?.blocked).toBe(false);
    }
  });

  test('behavior: counts for its domain’s limits and the organization’s list as outside', () => {
    expect(siteGroupOf(withContainer('https://x.a.example:8443', '3'), undefined)).toBe(
      'a.example',
    );
    const policy = { ...NO_POLICY, allowedSites: [A], blockedSites: [] };
    expect(allowsSite(policy, IN_3)).toBe(true);
    expect(allowsSite({ ...NO_POLICY, blockedSites: ['*.a.example'] }, IN_3)).toBe(false);
    expect(allowsSite({ ...NO_POLICY, blockedSites: [A] }, IN_3)).toBe(false);
  });

  test('behavior: is found by its host, and shown as what it is', () => {
    const none = { id: null, profileId: null, body: null, reply: null, activityId: null };
    expect(searchTermsOf({ ...none, origin: IN_3, details: {} })).toContain('a.example');
    expect(readOrigin(IN_3)).toMatchObject({ host: 'a.example', container: '3' });
    expect(readOrigin(A)?.container).toBeNull();
    expect(readOrigin(`${A}^`)).toBeUndefined();
    expect(originOutside(IN_3)).toBe(A);
  });

  test('behavior: isn’t in a backup: its number means nothing elsewhere', async () => {
    await connect(A);
    await connect(IN_3);
    const { sites } = await readBackupRows(shared());
    expect(sites.map(({ origin }) => origin)).toEqual([A]);
  });

  test.each([
    [undefined, null],
    ['firefox-default', null],
    ['firefox-private', null],
    ['firefox-container-12', '12'],
    ['', undefined],
    ['firefox-container-', undefined],
    [`firefox-container-${'1'.repeat(61)}`, undefined],
  ])('behavior: the cookie store %s', (id, expected) => {
    expect(readContainer(id)).toBe(expected);
  });
});
