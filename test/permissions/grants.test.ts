import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createGrants, MAX_GRANTS } from '../../src/permissions/grants.ts';
import { createSites } from '../../src/permissions/sites.ts';
import { HOUR_MS } from '../../src/permissions/grant-validity.ts';
import type { GrantTerms } from '../../src/protocol/site.ts';
import { write, type Database } from '../../src/storage/database.ts';
import { historyBeside } from '../history/fixture.ts';
import { memoryArea } from '../storage/memory-area.ts';
import {
  createClock,
  createEmptyDatabase,
  createPackedSiteGroups,
  createRowMac,
  unmanaged,
} from './fixtures.ts';

const START = 1_700_000_000_000;
const DAY_MS = 24 * HOUR_MS;
const [A, B] = ['https://a.example', 'https://b.example'] as const;
const USE = {
  origin: A,
  profileId: 'p',
  operation: 'update_wallet',
  parameters: { walletId: 'w' },
  id: null,
};

let db: Database;
let clock: ReturnType<typeof createClock>;
let ids = 0;
const grantsNow = () =>
  createGrants({
    connect: async () => db,
    now: clock.now,
    newId: () => `g${ids++}`,
    rows: createRowMac(),
    history: historyBeside(async () => db),
  });
const termsOf = (more: Partial<GrantTerms> = {}): GrantTerms => ({
  limits: {},
  most: 1000,
  perHour: null,
  lastsMs: DAY_MS,
  ...more,
});
const newGrant = (more: Partial<GrantTerms> = {}, origin: string = A) => ({
  origin,
  profileId: 'p',
  operation: 'update_wallet',
  terms: termsOf(more),
});
async function connectSites(): Promise<void> {
  const sites = createSites({
    connect: async () => db,
    session: memoryArea(),
    now: () => START,
    groups: createPackedSiteGroups(),
    ...unmanaged,
    rows: createRowMac(),
  });
  for (const origin of [A, B]) {
    const operations = ['update_wallet', 'update_user_name'];
    await sites.connect({ origin, privateWindow: false, profileId: 'p', operations });
  }
}
async function reset(): Promise<void> {
  db = await createEmptyDatabase();
  clock = createClock(START);
  await connectSites();
}

beforeEach(reset);

describe('add', () => {
  test('behavior: stores the deadline and every limit', async () => {
    const limits = { walletId: 'w', walletName: 3 };
    const one = await grantsNow().add(newGrant({ limits, most: 7, perHour: 2, lastsMs: HOUR_MS }));
    expect(await grantsNow().listBySite(A)).toEqual([one]);
    expect(await grantsNow().listBySite(B)).toEqual([]);
    expect(one).toMatchObject({
      origin: A,
      profileId: 'p',
      operation: 'update_wallet',
      limits,
      most: 7,
      used: 0,
      perHour: 2,
      recent: [],
      createdAt: START,
      expiresAt: START + HOUR_MS,
      lastUsedAt: null,
    });
  });

  test.each(['__proto__', 'constructor', 'prototype'])(
    'error: refuses %s as the name of a limit, which would be lost',
    async (name) => {
      const limits = JSON.parse(`{"walletId":"w","${name}":"x"}`) as Record<string, string>;
      const failing = grantsNow().add(newGrant({ limits }));
      await expect(failing).rejects.toMatchObject({ code: 'invalid_input' });
      expect(await db.count('grants')).toBe(0);
    },
  );

  test.each([
    ['no uses', { most: 0 }],
    ['too many uses', { most: 1001 }],
    ['half a use', { most: 1.5 }],
    ['forever', { lastsMs: 31 * DAY_MS }],
    ['a limit that is no parameter', { limits: { amount: 'w' } }],
    ['an infinite limit', { limits: { walletName: Infinity } }],
    ['a list as a limit', { limits: { walletId: ['w'] } as unknown as Record<string, string> }],
  ])('error: refuses terms outside their bounds: %s', async (_, more) => {
    await expect(grantsNow().add(newGrant(more))).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test.each(['delete_user_tags', 'create_wallet', 'of_no_row'])(
    'error: refuses %s, which nobody can allow in advance',
    async (operation) => {
      const failing = grantsNow().add({ ...newGrant(), operation });
      await expect(failing).rejects.toMatchObject({ code: 'invalid_input' });
      expect(await db.count('grants')).toBe(0);
    },
  );

  test.each([
    ['unknown', { origin: 'https://c.example' }],
    ['connected to another profile', { profileId: 'q' }],
    ['connected without the operation', { operation: 'create_smart_contract_interface' }],
  ])('error: refuses a site that is %s', async (_, more) => {
    const failing = grantsNow().add({ ...newGrant(), ...more });
    await expect(failing).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await db.count('grants')).toBe(0);
  });

  test('error: refuses a blocked site, even if it’s still connected', async () => {
    const sites = createSites({
      connect: async () => db,
      session: memoryArea(),
      now: clock.now,
      groups: createPackedSiteGroups(),
      ...unmanaged,
      rows: createRowMac(),
    });
    await sites.block(A, true);
    await expect(grantsNow().add(newGrant())).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('behavior: a site can hold a limited number, the oldest makes room', async () => {
    const grants = grantsNow();
    await grants.add(newGrant({}, B));
    for (let i = 0; i < MAX_GRANTS + 2; i++) {
      clock.ms += 1;
      await grants.add(newGrant());
    }
    const held = await grants.listBySite(A);
    expect([held.length, held[0]?.createdAt]).toEqual([MAX_GRANTS, START + 3]);
    expect(await grants.listBySite(B)).toHaveLength(1);
  });
});

describe('consume', () => {
  test('behavior: counts the use on disk and returns the grant', async () => {
    const { id } = await grantsNow().add(newGrant({ most: 2, perHour: 2 }));
    clock.ms += 1000;
    const used = await grantsNow().consume(USE);
    expect(used).toMatchObject({ id, used: 1, lastUsedAt: clock.ms, recent: [clock.ms] });
    expect(await grantsNow().list()).toEqual([used]);
    expect(await grantsNow().consume(USE)).toMatchObject({ id, used: 2 });
    expect(await grantsNow().consume(USE)).toBeUndefined();
    expect(await grantsNow().list()).toEqual([]);
  });

  test('behavior: writes in one strict transaction', async () => {
    const grants = grantsNow();
    await grants.add(newGrant());
    const transaction = vi.spyOn(db, 'transaction');
    await grants.consume(USE);
    expect(transaction.mock.calls).toEqual([
      [['grants', 'history', 'historyHead'], 'readwrite', { durability: 'strict' }],
    ]);
  });

  test('behavior: the last use is given out once, even to callers at the same time', async () => {
    await grantsNow().add(newGrant({ most: 3 }));
    const asked = Array.from({ length: 10 }, () => grantsNow().consume(USE));
    const given = (await Promise.all(asked)).filter((one) => one !== undefined);
    expect(new Set(given.map(({ used }) => used))).toEqual(new Set([1, 2, 3]));
    expect(given).toHaveLength(3);
  });

  test.each([
    ['origin', { origin: B }],
    ['port', { origin: `${A}:8443` }],
    ['profile', { profileId: 'q' }],
    ['operation', { operation: 'update_user_name' }],
  ])('error: nothing for another %s', async (_, more) => {
    await grantsNow().add(newGrant());
    expect(await grantsNow().consume({ ...USE, ...more })).toBeUndefined();
  });

  test.each<[string, string | number | boolean, unknown]>([
    ['a number as text', 1, '1'],
    ['text as a number', '1', 1],
    ['a number instead of true', true, 1],
    ['true as text', true, 'true'],
    ['a different case', 'w', 'W'],
    ['a list of it', 'w', ['w']],
    ['an object of it', 'w', Object('w')],
    ['something that prints the same', 'w', { toString: () => 'w' }],
    ['a space after it', 'w', 'w '],
    ['a zero-width space in it', 'w', 'w\u200b'],
    ['a Cyrillic look-alike', 'wallet', 'w\u0430llet'],
    ['another Unicode form', '\u00e9', 'e\u0301'],
    ['null', '', null],
    ['nothing', '', undefined],
    ['no number', 0, Number.NaN],
  ])('error: a limit isn’t met by %s', async (_, limit, given) => {
    await grantsNow().add(newGrant({ limits: { walletId: limit } }));
    const looksAlike = { ...USE, parameters: { walletId: given } };
    expect(await grantsNow().consume(looksAlike)).toBeUndefined();
    const exact = { ...USE, parameters: { walletId: limit, other: 1 } };
    expect(await grantsNow().consume(exact)).toBeDefined();
  });

  test('error: a limit isn’t met by an inherited parameter', async () => {
    await grantsNow().add(newGrant({ limits: { walletId: 'w' } }));
    const parameters: Record<string, unknown> = Object.create({ walletId: 'w' });
    expect(await grantsNow().consume({ ...USE, parameters })).toBeUndefined();
    const polluting = JSON.parse('{"__proto__":{"walletId":"w"}}') as Record<string, unknown>;
    expect(await grantsNow().consume({ ...USE, parameters: polluting })).toBeUndefined();
  });

  test('error: a stored row with a limit that parsing would lose allows nothing', async () => {
    const one = await grantsNow().add(newGrant());
    const limits: unknown = JSON.parse('{"__proto__":"x"}');
    await write(db, ['grants'], (tx) => tx.objectStore('grants').put({ ...one, limits }));
    const [stored] = await db.getAll('grants');
    expect(Object.hasOwn(Object(stored?.['limits']), '__proto__')).toBe(true);
    expect(await grantsNow().consume(USE)).toBeUndefined();
  });

  test('behavior: of several that fit, the one that expires first is used', async () => {
    const grants = grantsNow();
    await grants.add(newGrant());
    const { id } = await grants.add(newGrant({ lastsMs: HOUR_MS, most: 1 }));
    expect(await grants.consume(USE)).toMatchObject({ id });
    expect(await grants.consume(USE)).toMatchObject({ used: 1, most: 1000 });
  });
});

describe('time', () => {
  test('error: never from the deadline on, and a clock set back finds nothing to revive', async () => {
    const grants = grantsNow();
    await grants.add(newGrant({ lastsMs: HOUR_MS }));
    await grants.add(newGrant({ lastsMs: HOUR_MS }, B));
    clock.ms = START + HOUR_MS - 1;
    expect(await grants.consume(USE)).toBeDefined();
    clock.ms = START + HOUR_MS;
    expect(await grants.list()).toEqual([]);
    expect(await grants.consume(USE)).toBeUndefined();
    clock.ms = START;
    expect(await grants.listBySite(A)).toEqual([]);
    expect(await grants.consume(USE)).toBeUndefined();
  });

  test('behavior: any later write removes what has expired, for all sites', async () => {
    const grants = grantsNow();
    await grants.add(newGrant({ lastsMs: HOUR_MS }, B));
    clock.ms += HOUR_MS;
    await grants.add(newGrant());
    expect(await db.getAllFromIndex('grants', 'origin', B)).toEqual([]);
    await grants.add(newGrant({ lastsMs: HOUR_MS }, B));
    clock.ms += HOUR_MS;
    await grants.revokeSite(A);
    expect(await db.count('grants')).toBe(0);
  });

  test('error: after a clock was set back past the last use, the user decides', async () => {
    const grants = grantsNow();
    await grants.add(newGrant());
    clock.ms = START - 2 * HOUR_MS;
    expect(await grants.consume(USE)).toBeUndefined();
    // What a time server corrects doesn't count.
    clock.ms = START - 1000;
    expect(await grants.consume(USE)).toBeDefined();
    clock.ms = START - 50_000;
    expect(await grants.consume(USE)).toBeDefined();
    // Nor can small steps back add up.
    clock.ms = START - 100_000;
    expect(await grants.consume(USE)).toBeUndefined();
    clock.ms = START + 3 * HOUR_MS;
    expect(await grants.consume(USE)).toBeDefined();
    clock.ms = START + HOUR_MS;
    expect(await grants.consume(USE)).toBeUndefined();
    expect(await grants.listBySite(A)).toHaveLength(1);
  });

  test('behavior: uses never exceed the total, the rate in any hour, or the deadline', async () => {
    const anyWish = fc.record({
      most: fc.integer({ min: 1, max: 12 }),
      perHour: fc.option(fc.integer({ min: 1, max: 4 })),
      lastsMs: fc.integer({ min: 60_000, max: 6 * HOUR_MS }),
    });
    const step = fc.oneof(fc.constant(0), fc.nat(60_000), fc.nat(HOUR_MS), fc.constant(HOUR_MS));
    const steps = fc.array(step, { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(anyWish, steps, async (bounds, all) => {
        await reset();
        await grantsNow().add(newGrant(bounds));
        const uses: number[] = [];
        for (const ms of all) {
          clock.ms += ms;
          const { most, perHour } = bounds;
          const inHour = uses.filter((at) => clock.ms - at < HOUR_MS).length;
          const due =
            uses.length < most &&
            (perHour === null || inHour < perHour) &&
            clock.ms < START + bounds.lastsMs;
          const given = await grantsNow().consume(USE);
          expect(given !== undefined).toBe(due);
          if (given) uses.push(clock.ms);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a use whose activity isn’t in the outbox', () => {
  const inOutbox = (id: string) =>
    write(db, ['outbox'], async (transaction) => {
      const row = { id, profileId: 'p', state: 'completed', createdAt: START };
      await transaction.objectStore('outbox').put(row);
    });
  const used = async () => (await grantsNow().list())[0]?.used;

  test('behavior: left by an earlier worker: the next one refunds it, including its hour', async () => {
    await grantsNow().add(newGrant({ most: 3, perHour: 2 }));
    const first = grantsNow();
    await first.consume({ ...USE, id: 'done' });
    await inOutbox('done');
    await first.consume({ ...USE, id: 'lost' });
    expect(await used()).toBe(2);
    const next = grantsNow();
    await next.settleUses();
    expect(await used()).toBe(1);
    expect(await next.consume({ ...USE, id: 'other' })).toMatchObject({ used: 2 });
    expect(await next.consume({ ...USE, id: 'too many in an hour' })).toBeUndefined();
  });

  test('behavior: the same request again is the same use', async () => {
    await grantsNow().add(newGrant({ most: 1 }));
    await grantsNow().consume({ ...USE, id: 'a' });
    const next = grantsNow();
    expect(await next.consume({ ...USE, id: 'a' })).toMatchObject({ used: 1 });
    // This worker is still using it, so nothing refunds it.
    await next.settleUses();
    expect(await next.consume({ ...USE, id: 'b' })).toBeUndefined();
    next.confirmUse('a');
    await inOutbox('a');
    await next.settleUses();
    expect(await next.consume({ ...USE, id: 'b' })).toBeUndefined();
    expect(await next.list()).toEqual([]);
  });

  test('error: a use that was counted before the deadline is none after it', async () => {
    const grants = grantsNow();
    await grants.add(newGrant());
    await grants.consume({ ...USE, id: 'a' });
    clock.ms += DAY_MS;
    expect(await grants.consume({ ...USE, id: 'a' })).toBeUndefined();
  });

  test('behavior: a refunded last use is valid again; a row without notes is removed', async () => {
    const grants = grantsNow();
    await grants.add(newGrant({ most: 1 }));
    await grants.consume({ ...USE, id: 'a' });
    await grants.consume({ ...USE, parameters: {}, id: 'elsewhere' });
    await grants.cancelUse('a');
    expect(await used()).toBe(0);
    await grants.consume({ ...USE, id: 'b' });
    grants.confirmUse('b');
    await grants.consume({ ...USE, id: 'c' });
    expect(await db.count('grants')).toBe(0);
  });

  test('error: one that only reads may have been sent: never refunded', async () => {
    await grantsNow().add(newGrant({ most: 3 }));
    await grantsNow().consume(USE);
    await grantsNow().settleUses();
    expect(await used()).toBe(1);
  });

  test('error: if the outbox can’t be read, nothing is refunded', async () => {
    await grantsNow().add(newGrant({ most: 3 }));
    await grantsNow().consume({ ...USE, id: 'a' });
    const spy = vi.spyOn(IDBObjectStore.prototype, 'getKey').mockImplementation(() => {
      throw new DOMException('gone', 'UnknownError');
    });
    await expect(grantsNow().settleUses()).rejects.toMatchObject({ code: 'storage_failed' });
    spy.mockRestore();
    expect(await used()).toBe(1);
  });
});

describe('revoke', () => {
  test('behavior: revokes one, and returns it', async () => {
    const grants = grantsNow();
    const one = await grants.add(newGrant());
    const other = await grants.add(newGrant());
    expect(await grants.revoke(one.id)).toEqual(one);
    expect(await grants.revoke(one.id)).toBeUndefined();
    expect(await grants.list()).toEqual([other]);
  });

  test('behavior: revokes all of a site', async () => {
    const grants = grantsNow();
    await grants.add(newGrant());
    const other = await grants.add(newGrant({}, B));
    await grants.revokeSite(A);
    expect(await grants.list()).toEqual([other]);
  });

  test('behavior: revokes all of a profile, and returns which sites', async () => {
    const grants = grantsNow();
    await grants.add(newGrant());
    await grants.add(newGrant());
    await grants.add(newGrant({}, B));
    expect([...(await grants.revokeProfile('p'))].sort()).toEqual([A, B]);
    expect(await grants.list()).toEqual([]);
    expect(await grants.revokeProfile('p')).toEqual([]);
  });
});
