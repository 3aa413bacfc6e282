import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { createGrants } from '../../src/permissions/grants.ts';
import { MAX_PRIVATE_SITES, PRIVATE_SITES_KEY } from '../../src/permissions/private-sites.ts';
import {
  createSites,
  MAX_LISTED,
  MAX_SITES,
  USED_GRANULARITY_MS,
} from '../../src/permissions/sites.ts';
import { site, type GrantTerms, type Site } from '../../src/protocol/site.ts';
import { write, type Database } from '../../src/storage/database.ts';
import { historyBeside } from '../history/fixture.ts';
import { memoryArea } from '../storage/memory-area.ts';
import { createSiteAuthenticator } from '../../src/permissions/row-authenticator.ts';
import {
  createClock,
  createEmptyDatabase,
  createPackedSiteGroups,
  dumpDatabase,
  createRowMac,
  unmanaged,
} from './fixtures.ts';

const START = 1_700_000_000_000;
const A = 'https://a.example';
const B = 'https://b.example';
const TERMS: GrantTerms = { limits: {}, most: 5, perHour: null, lastsMs: 3_600_000 };

let db: Database;
let session: ReturnType<typeof memoryArea>;
let clock: ReturnType<typeof createClock>;
let ids = 0;
const sitesNow = () =>
  createSites({
    connect: async () => db,
    session,
    now: clock.now,
    groups: createPackedSiteGroups(),
    ...unmanaged,
    rows: createRowMac(),
  });
const grantsNow = () =>
  createGrants({
    connect: async () => db,
    now: clock.now,
    newId: () => `g${ids++}`,
    rows: createRowMac(),
    history: historyBeside(async () => db),
  });
const connection = (origin: string, more: object = {}) => ({
  origin,
  privateWindow: false,
  profileId: 'p',
  operations: ['update_user_name', 'update_wallet'],
  ...more,
});
const inPrivate = (origin: string) => connection(origin, { privateWindow: true });
const origins = (sites: readonly Site[]) => sites.map(({ origin }) => origin);
/** Writes rows as they are, or with Keystamp's MAC if they have a site's form. */
const putAll = async (
  rows: readonly { readonly origin: string; readonly [member: string]: unknown }[],
) => {
  const { sign: signed } = createSiteAuthenticator(createRowMac());
  const all = await Promise.all(rows.map(async (row) => (v.is(site, row) ? signed(row) : row)));
  await write(db, ['sites'], async (transaction) => {
    for (const row of all) await transaction.objectStore('sites').put(row);
  });
};
const rowAt = (i: number, more: object = {}) => ({
  origin: `https://${i}.example`,
  profileId: 'p',
  operations: ['update_wallet'],
  connectedAt: START + i,
  lastUsedAt: START + i,
  blocked: false,
  ...more,
});

beforeEach(async () => {
  db = await createEmptyDatabase();
  session = memoryArea();
  clock = createClock(START);
});

describe('connect', () => {
  test('behavior: outlives worker and browser, for this profile and these operations', async () => {
    await sitesNow().connect(
      connection(A, { operations: ['update_user_name', 'update_wallet', 'update_user_name'] }),
    );
    session = memoryArea();
    expect(await sitesNow().get(A, false)).toEqual({
      origin: A,
      profileId: 'p',
      operations: ['update_user_name', 'update_wallet'],
      connectedAt: START,
      lastUsedAt: START,
      blocked: false,
      mac: expect.any(String),
    });
    expect(await sitesNow().get(B, false)).toBeUndefined();
    expect(await sitesNow().get('__proto__', false)).toBeUndefined();
  });

  test.each(['create_wallet', 'of_no_row'])(
    'error: refuses %s, which no page may ask for',
    async (operation) => {
      const failing = sitesNow().connect(
        connection(A, { operations: ['update_wallet', operation] }),
      );
      await expect(failing).rejects.toMatchObject({ code: 'invalid_input' });
      expect(await sitesNow().get(A, false)).toBe(undefined);
    },
  );

  test('behavior: replaces an earlier connection and revokes what it doesn’t cover', async () => {
    const [sites, grants] = [sitesNow(), grantsNow()];
    await sites.connect(connection(A));
    for (const operation of ['update_user_name', 'update_wallet']) {
      await grants.add({ origin: A, profileId: 'p', operation, terms: TERMS });
    }
    await sites.connect(connection(A, { operations: ['update_wallet'] }));
    expect((await grants.list()).map(({ operation }) => operation)).toEqual(['update_wallet']);
    await sites.connect(connection(A, { profileId: 'q' }));
    expect(await grants.list()).toEqual([]);
    expect(await sites.get(A, false)).toMatchObject({
      profileId: 'q',
      operations: ['update_user_name', 'update_wallet'],
    });
  });

  test('behavior: the least recently used makes room, blocked ones last', async () => {
    await putAll([
      ...Array.from({ length: MAX_SITES }, (_, i) => rowAt(i, { blocked: i === 0 })),
      { ...rowAt(9000), profileId: null, connectedAt: null, lastUsedAt: null, blocked: true },
    ]);
    const [sites, grants] = [sitesNow(), grantsNow()];
    for (const origin of ['https://1.example', 'https://2.example']) {
      await grants.add({ origin, profileId: 'p', operation: 'update_wallet', terms: TERMS });
    }
    clock.ms += 10_000;
    await sites.connect(connection('https://2.example'));
    expect(await sites.list()).toHaveLength(MAX_SITES + 1);

    await sites.connect(connection(A));
    expect(await sites.get('https://1.example', false)).toBeUndefined();
    expect(await sites.get('https://0.example', false)).toMatchObject({ profileId: 'p' });
    expect(await sites.get('https://9000.example', false)).toMatchObject({ blocked: true });
    expect(await sites.list()).toHaveLength(MAX_SITES + 1);
    expect((await grants.list()).map(({ origin }) => origin)).toEqual(['https://2.example']);
  });

  test('behavior: a blocked site that makes room loses its connection, not its block', async () => {
    await putAll(Array.from({ length: MAX_SITES }, (_, i) => rowAt(i, { blocked: true })));
    await sitesNow().connect(connection(A));
    expect(await sitesNow().get('https://0.example', false)).toMatchObject({
      profileId: null,
      blocked: true,
    });
    expect(await sitesNow().get('https://1.example', false)).toMatchObject({ profileId: 'p' });
  });
});

describe('private windows', () => {
  test('behavior: nothing of them is written to the disk', async () => {
    const sites = sitesNow();
    await sites.connect(connection(B));
    const before = await dumpDatabase(db);
    await sites.connect(inPrivate(A));
    await sites.connect(inPrivate(B));
    clock.ms += USED_GRANULARITY_MS;
    await sites.markUsed(A, true);
    expect(await sites.get(A, true)).toMatchObject({ profileId: 'p', lastUsedAt: clock.ms });
    await sites.forget(A);
    expect(await sites.get(A, true)).toBeUndefined();
    expect(await dumpDatabase(db)).toBe(before);
    expect(before).not.toContain(A);
  });

  test('behavior: don’t see what is connected in other windows, nor the other way round', async () => {
    const sites = sitesNow();
    await sites.connect(connection(A));
    await sites.connect(inPrivate(B));
    expect(await sites.get(A, true)).toBeUndefined();
    expect(await sites.get(B, false)).toBeUndefined();
    expect(origins(await sites.list())).toEqual([A]);
  });

  test('behavior: outlive the worker, and end with the browser', async () => {
    await sitesNow().connect(inPrivate(A));
    expect(await sitesNow().get(A, true)).toMatchObject({ profileId: 'p' });
    session = memoryArea();
    expect(await sitesNow().get(A, true)).toBeUndefined();
  });

  test('behavior: what is blocked is blocked in them, too', async () => {
    const sites = sitesNow();
    await sites.connect(inPrivate(A));
    await sites.block(A, true);
    await sites.block(B, true);
    expect(await sites.get(A, true)).toMatchObject({ blocked: true, profileId: 'p' });
    expect(await sites.get(B, true)).toMatchObject({ blocked: true, profileId: null });
    expect(await sites.connect(inPrivate(B))).toMatchObject({ blocked: true });
    await sites.block(A, false);
    expect(await sites.get(A, true)).toMatchObject({ blocked: false, profileId: 'p' });
  });

  test('behavior: 100 at most, the least recently used goes', async () => {
    const sites = sitesNow();
    for (let i = 0; i < MAX_PRIVATE_SITES; i++) {
      clock.ms += USED_GRANULARITY_MS;
      await sites.connect(inPrivate(`https://${i}.example`));
    }
    clock.ms += USED_GRANULARITY_MS;
    await sites.markUsed('https://0.example', true);
    await sites.connect(inPrivate(A));
    expect(await sites.get('https://0.example', true)).toBeDefined();
    expect(await sites.get('https://1.example', true)).toBeUndefined();
    expect(await sites.get(A, true)).toBeDefined();
    const stored: unknown = JSON.parse(session.values.get(PRIVATE_SITES_KEY) ?? '');
    expect(stored).toHaveLength(MAX_PRIVATE_SITES);
  });

  test('behavior: two connections at the same time are both kept', async () => {
    const sites = sitesNow();
    await Promise.all([sites.connect(inPrivate(A)), sites.connect(inPrivate(B))]);
    expect(await sites.get(A, true)).toBeDefined();
    expect(await sites.get(B, true)).toBeDefined();
  });
});

describe('forget', () => {
  test('behavior: disconnects in both kinds of windows and revokes the grants', async () => {
    const [sites, grants] = [sitesNow(), grantsNow()];
    await sites.connect(connection(A));
    await sites.connect(inPrivate(A));
    await sites.connect(connection(B));
    for (const origin of [A, B]) {
      await grants.add({ origin, profileId: 'p', operation: 'update_wallet', terms: TERMS });
    }
    await sites.forget(A);
    expect(await sites.get(A, false)).toBeUndefined();
    expect(await sites.get(A, true)).toBeUndefined();
    expect((await grants.list()).map(({ origin }) => origin)).toEqual([B]);
  });

  test('behavior: a block stays, without anything of the connection', async () => {
    const sites = sitesNow();
    await sites.connect(connection(A));
    await sites.block(A, true);
    await sites.forget(A);
    expect(await sites.get(A, false)).toEqual({
      origin: A,
      profileId: null,
      operations: [],
      connectedAt: null,
      lastUsedAt: null,
      blocked: true,
    });
    await sites.block(A, false);
    expect(await sites.list()).toEqual([]);
  });
});

describe('block', () => {
  test('behavior: revokes the grants; unblocking leaves the connection alone', async () => {
    const [sites, grants] = [sitesNow(), grantsNow()];
    await sites.connect(connection(A));
    await grants.add({ origin: A, profileId: 'p', operation: 'update_wallet', terms: TERMS });
    await sites.block(A, true);
    expect(await sites.get(A, false)).toMatchObject({ blocked: true, profileId: 'p' });
    expect(await grants.list()).toEqual([]);
    await sites.connect(connection(A));
    expect(await sites.get(A, false)).toMatchObject({ blocked: true });
    await sites.block(A, false);
    expect(await sites.get(A, false)).toMatchObject({ blocked: false, profileId: 'p' });
  });

  test('behavior: a site that was never connected can be blocked, and unblocked without a trace', async () => {
    const sites = sitesNow();
    await sites.block(A, true);
    expect(origins(await sites.list())).toEqual([A]);
    await sites.block(A, false);
    expect(await db.count('sites')).toBe(0);
  });
});

describe('markUsed', () => {
  test('behavior: moves the last use, a minute at a time', async () => {
    const sites = sitesNow();
    await sites.connect(connection(A));
    clock.ms += USED_GRANULARITY_MS - 1;
    await sites.markUsed(A, false);
    expect(await sites.get(A, false)).toMatchObject({ lastUsedAt: START });
    clock.ms += 1;
    await sites.markUsed(A, false);
    expect(await sites.get(A, false)).toMatchObject({ lastUsedAt: clock.ms, connectedAt: START });
  });

  test('behavior: doesn’t create a site that isn’t connected', async () => {
    const sites = sitesNow();
    await sites.markUsed(A, false);
    await sites.markUsed(A, true);
    expect(await db.count('sites')).toBe(0);
    expect(await sites.get(A, true)).toBeUndefined();
  });
});

describe('list', () => {
  test('behavior: most recently used first, limited, without rows of another form', async () => {
    await putAll([
      ...Array.from({ length: MAX_LISTED + 5 }, (_, i) => rowAt(i)),
      { ...rowAt(9000), origin: B, operations: 'all' },
    ]);
    const sites = sitesNow();
    const list = await sites.list();
    expect(list).toHaveLength(MAX_LISTED);
    expect(list[0]?.origin).toBe(`https://${MAX_LISTED + 4}.example`);
    expect(list.at(-1)?.origin).toBe('https://5.example');
    expect(await sites.get(B, false)).toBeUndefined();
  });
});

describe('forgetProfile', () => {
  test('behavior: disconnects its sites in both kinds of windows', async () => {
    const [sites, grants] = [sitesNow(), grantsNow()];
    await sites.connect(connection(A));
    await sites.connect(inPrivate(A));
    await sites.connect(connection(B, { profileId: 'q' }));
    await sites.connect(inPrivate('https://c.example'));
    await grants.add({ origin: A, profileId: 'p', operation: 'update_wallet', terms: TERMS });
    expect([...(await sites.forgetProfile('p'))].sort()).toEqual([A, 'https://c.example']);
    expect(origins(await sites.list())).toEqual([B]);
    expect(await sites.get(A, true)).toBeUndefined();
    expect(await sites.get('https://c.example', true)).toBeUndefined();
    expect(await grants.list()).toEqual([]);
    expect(await sites.forgetProfile('p')).toEqual([]);
  });
});

describe('blocking a whole site group', () => {
  const SUB = 'https://sub.a.example';
  const MARK = '*.a.example';

  test('behavior: applies to every subdomain, connected or not, in both kinds of windows', async () => {
    const [sites, grants] = [sitesNow(), grantsNow()];
    for (const origin of [A, SUB, B]) {
      await sites.connect(connection(origin));
      await grants.add({ origin, profileId: 'p', operation: 'update_wallet', terms: TERMS });
    }
    await sites.block(MARK, true);
    for (const origin of [A, SUB]) {
      expect(await sitesNow().get(origin, false)).toMatchObject({ blocked: true, profileId: 'p' });
    }
    expect(await sitesNow().get('https://new.a.example', false)).toMatchObject({ blocked: true });
    expect(await sitesNow().get('https://new.a.example', true)).toMatchObject({ blocked: true });
    expect(await sitesNow().get(B, false)).toMatchObject({ blocked: false });
    expect(await sitesNow().get('https://nota.example', false)).toBeUndefined();
    expect((await grants.list()).map(({ origin }) => origin)).toEqual([B]);
    const listed = (await sites.list()).map(({ origin, blocked }) => [origin, blocked]);
    expect(new Map(listed as [string, boolean][])).toEqual(
      new Map([
        [A, true],
        [SUB, true],
        [MARK, true],
        [B, false],
      ]),
    );
    await sites.block(MARK, false);
    expect(await sites.get(SUB, false)).toMatchObject({ blocked: false, profileId: 'p' });
    expect(await sites.get('https://new.a.example', false)).toBeUndefined();
  });

  test('error: blocking a host’s own name doesn’t block its customers', async () => {
    await sitesNow().block('*.github.io', true);
    expect(await sitesNow().get('https://alice.github.io', false)).toBeUndefined();
    expect(await sitesNow().get('https://github.io', false)).toMatchObject({ blocked: true });
  });

  test('behavior: from a private window: in memory, for private windows, never making room', async () => {
    const before = await dumpDatabase(db);
    const sites = sitesNow();
    await sites.block(MARK, true, true);
    await sites.connect(inPrivate(B));
    await sites.block(B, true, true);
    for (let at = 0; at < MAX_PRIVATE_SITES; at++) {
      await sites.connect(inPrivate(`https://${at}.example`));
    }
    await sites.forget(B);
    for (const origin of [A, SUB, B]) {
      expect(await sitesNow().get(origin, true)).toMatchObject({ blocked: true });
      expect(await sitesNow().get(origin, false)).toBeUndefined();
    }
    expect(await dumpDatabase(db)).toBe(before);
    await sites.block(MARK, false, true);
    expect(await sites.get(SUB, true)).toBeUndefined();
  });
});
