// What Keystamp reads without being asked: who the key belongs to, and the home screen.
import { describe, expect, test } from 'vitest';
import { createHomeReader, type HomeDeps } from '../../src/activities/home-screen.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { BUILT_IN_QUERIES } from '../../src/protocol/operations.ts';
import type { QueryRow } from '../../src/protocol/operation-row.ts';
import type { Profile } from '../../src/protocol/profile.ts';

const NOW = 1_763_700_000_000;
const KNOWN = { organizationName: 'Known', userId: 'u', userName: 'Known user', at: NOW - 60_000 };
const PROFILE = {
  id: 'profile',
  baseUrl: 'https://service.example',
  organizationId: 'organization',
  keyId: 'key',
  known: KNOWN,
} as Profile;
const TARGET = {
  profileId: 'profile',
  baseUrl: 'https://service.example',
  organizationId: 'organization',
  keyId: 'key',
};
const IDENTITY = {
  organizationId: 'organization',
  organizationName: 'Org',
  userId: 'user',
  username: 'Olga',
};
const WALLETS = { wallets: [{ walletId: 'w', walletName: 'Payroll', createdAt: 'x' }] };
const KEYS = { privateKeys: [{ privateKeyId: 'k', privateKeyName: 'Cold', curve: 'c' }] };

type SentQuery = readonly [row: QueryRow, target: unknown, parameters: unknown, priority: unknown];

function setUp(
  answers: ReadonlyMap<QueryRow, unknown>,
  {
    skew = 0,
    profile = PROFILE,
    opened = [] as unknown,
    waiting = 0,
    isSilent = false,
    done = {},
  } = {},
) {
  const asked: SentQuery[] = [];
  const known: unknown[] = [];
  const listed: unknown[] = [];
  const kept = new Map<string, unknown>([['opened', opened]]);
  const deps = {
    profiles: {
      get: async (id: string) => {
        if (id !== profile.id) throw new KeystampError('profile_unknown');
        return profile;
      },
      saveIdentity: async (one: Profile, what: unknown) => void known.push([one.id, what]),
    },
    queries: {
      ask: async (target: unknown, row: QueryRow, parameters: unknown, priority: unknown) => {
        asked.push([row, target, parameters, priority]);
        const answer = answers.get(row);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    outbox: {
      list: async (which: unknown) => {
        listed.push(which);
        return [
          {
            record: { id: 'entry', state: 'completed', ...done },
            signedRequest: null,
            facts: null,
          },
        ];
      },
    },
    clock: { now: () => NOW, skew: () => skew },
    inbox: {
      count: async () => {
        if (isSilent) throw new KeystampError('service_error');
        return waiting;
      },
    },
    recordCache: {
      get: async (_: string, name: string) => kept.get(name) ?? null,
      set: async (_: string, name: string, value: unknown) => void kept.set(name, value),
    },
  } as unknown as HomeDeps;
  return { home: createHomeReader(deps), asked, known, listed };
}

const answersWith = (changes: readonly (readonly [QueryRow, unknown])[] = []) =>
  new Map<QueryRow, unknown>([
    [BUILT_IN_QUERIES.identity, IDENTITY],
    [BUILT_IN_QUERIES.wallets, WALLETS],
    [BUILT_IN_QUERIES.privateKeys, KEYS],
    ...changes,
  ]);

describe('identify', () => {
  test('behavior: asks who stamps, and saves the answer in the profile', async () => {
    const { home, asked, known } = setUp(answersWith());
    expect(await home.identify(PROFILE)).toEqual({
      organizationId: 'organization',
      organizationName: 'Org',
      userId: 'user',
      userName: 'Olga',
    });
    expect(asked).toEqual([[BUILT_IN_QUERIES.identity, TARGET, {}, undefined]]);
    const kept = { organizationName: 'Org', userId: 'user', userName: 'Olga', at: NOW };
    expect(known).toEqual([['profile', kept]]);
  });
});

describe('the home screen', () => {
  test('behavior: has wallets, private keys, the newest entries and the user’s name', async () => {
    const { home, asked, listed, known } = setUp(answersWith());
    expect(await home.read('profile')).toEqual({
      profileId: 'profile',
      organizationName: 'Known',
      userName: 'Known user',
      wallets: [{ id: 'w', name: 'Payroll' }],
      walletCount: 1,
      privateKeys: [{ id: 'k', name: 'Cold' }],
      privateKeyCount: 1,
      waiting: 0,
      entries: [expect.objectContaining({ id: 'entry', state: 'completed', result: null })],
      at: NOW,
      clockSkewMs: 0,
    });
    expect(asked).toEqual([
      [BUILT_IN_QUERIES.wallets, TARGET, {}, 'background'],
      [BUILT_IN_QUERIES.privateKeys, TARGET, {}, 'background'],
    ]);
    expect(listed).toContainEqual({ profileId: 'profile', before: null, limit: 20 });
    expect(known).toEqual([]);
  });

  const asksAgain = async (options: object, answers = answersWith()) => {
    const { home, known } = setUp(answers, options);
    const { userName } = await home.read('profile');
    return [userName, known.length];
  };
  const renamed = (operation: string, at: number) => ({ done: { operation, updatedAt: NOW + at } });

  test.each([
    [{ profile: { ...PROFILE, known: { ...KNOWN, at: NOW - 15 * 60_000 } } }],
    [renamed('update_user_name', -30_000)],
    [renamed('update_organization_name', -30_000)],
  ])('behavior: names that may have changed are asked for again: %j', async (options) => {
    expect(await asksAgain(options)).toEqual(['Olga', 1]);
  });

  test.each([
    [renamed('update_user_name', -90_000)],
    [renamed('create_wallet', -30_000)],
    [renamed('constructor', -30_000)],
  ])('behavior: others are not: %j', async (options) => {
    expect(await asksAgain(options)).toEqual(['Known user', 0]);
  });

  test('error: names stay while the service doesn’t say them', async () => {
    const answers = answersWith([[BUILT_IN_QUERIES.identity, new KeystampError('service_error')]]);
    const options = renamed('update_user_name', -30_000);
    expect(await asksAgain(options, answers)).toEqual(['Known user', 0]);
  });

  test('behavior: says how many activities wait for the user, if that is known', async () => {
    expect((await setUp(answersWith(), { waiting: 3 }).home.read('profile')).waiting).toBe(3);
    const { home } = setUp(answersWith(), { isSilent: true });
    expect(await home.read('profile')).not.toHaveProperty('waiting');
  });

  const many = Array.from({ length: 10_000 }, (_, n) => ({
    walletId: `w${n}`,
    walletName: `${n}`,
  }));

  test('behavior: of ten thousand wallets it has the first fifty, those opened last before them', async () => {
    const answers = answersWith([[BUILT_IN_QUERIES.wallets, { wallets: many }]]);
    const { home } = setUp(answers, { opened: ['w9000', 'gone', 7, 'w3', 'w8000'] });
    const { wallets, walletCount } = await home.read('profile');
    expect(walletCount).toBe(10_000);
    expect(wallets).toHaveLength(50);
    const ids = wallets.map(({ id }) => id);
    expect(ids.slice(0, 6)).toEqual(['w9000', 'w3', 'w8000', 'w0', 'w1', 'w2']);
    expect(new Set(ids).size).toBe(50);
  });

  test.each([null, {}, 'w1', [[['w1']]]])(
    'error: %j instead of what was opened changes no order',
    async (opened) => {
      const answers = answersWith([[BUILT_IN_QUERIES.wallets, { wallets: many }]]);
      const { wallets } = await setUp(answers, { opened }).home.read('profile');
      expect(wallets.slice(0, 2).map(({ id }) => id)).toEqual(['w0', 'w1']);
    },
  );

  test('behavior: what was read is there the next time, without its entries', async () => {
    const { home, asked } = setUp(answersWith());
    expect(await home.recall('profile')).toBeNull();
    const read = await home.read('profile');
    const before = asked.length;
    expect(await home.recall('profile')).toEqual({ ...read, entries: [] });
    expect(asked).toHaveLength(before);
  });

  test('behavior: what is opened comes first from then on, the newest before the others', async () => {
    const answers = answersWith([[BUILT_IN_QUERIES.wallets, { wallets: many }]]);
    const { home } = setUp(answers);
    expect(await home.noteOpened('profile', 'w7')).toBeNull();
    await home.read('profile');
    for (let n = 0; n < 30; n += 1) await home.noteOpened('profile', `w${n % 25}`);
    const sorted = await home.noteOpened('profile', 'w7');
    const ids = sorted?.wallets.map(({ id }) => id) ?? [];
    expect(ids.slice(0, 4)).toEqual(['w7', 'w4', 'w3', 'w2']);
    // Twenty are remembered.
    expect(ids.slice(18, 22)).toEqual(['w12', 'w11', 'w5', 'w6']);
    expect(new Set(ids).size).toBe(50);
    expect(await home.recall('profile')).toEqual(sorted);
  });

  test('behavior: asks who the user is if that isn’t known', async () => {
    const { home, known } = setUp(answersWith(), { profile: { ...PROFILE, known: null } });
    expect(await home.read('profile')).toMatchObject({ organizationName: 'Org', userName: 'Olga' });
    expect(known).toHaveLength(1);
  });

  test.each([
    [30_000, 0],
    [-30_000, 0],
    [30_001, 30_001],
    [-30_001, -30_001],
  ])('behavior: a clock that differs by %i ms is shown as %i', async (skew, shown) => {
    const { home } = setUp(answersWith(), { skew });
    expect((await home.read('profile')).clockSkewMs).toBe(shown);
  });

  test('behavior: a user who may not see private keys sees none; other errors are passed on', async () => {
    const refused = new KeystampError('service_error');
    const { home } = setUp(answersWith([[BUILT_IN_QUERIES.privateKeys, refused]]));
    expect((await home.read('profile')).privateKeys).toEqual([]);
    for (const row of [BUILT_IN_QUERIES.privateKeys, BUILT_IN_QUERIES.wallets]) {
      const gone = new KeystampError('service_unreachable');
      await expect(setUp(answersWith([[row, gone]])).home.read('profile')).rejects.toBe(gone);
    }
    const broken = new TypeError('service_error');
    const failing = setUp(answersWith([[BUILT_IN_QUERIES.privateKeys, broken]]));
    await expect(failing.home.read('profile')).rejects.toBe(broken);
    const refusing = setUp(answersWith([[BUILT_IN_QUERIES.wallets, refused]]));
    await expect(refusing.home.read('profile')).rejects.toBe(refused);
  });

  test('error: a deleted profile', async () => {
    const { home, asked } = setUp(answersWith());
    await expect(home.read('other')).rejects.toMatchObject({ code: 'profile_unknown' });
    expect(asked).toEqual([]);
  });
});
