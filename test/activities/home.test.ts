// What Keystamp reads of its own accord: who the key is, and the first screen.
import { describe, expect, test } from 'vitest';
import { createHome, type HomeEffects } from '../../src/activities/home.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { QUERY_FOR } from '../../src/protocol/operations.ts';
import type { QueryRow } from '../../src/protocol/operation.ts';
import type { Profile } from '../../src/protocol/profile.ts';

const NOW = 1_763_700_000_000;
const KNOWN = { organizationName: 'Known', userId: 'u', userName: 'Known user', at: 1 };
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

type Asked = readonly [row: QueryRow, target: unknown, parameters: unknown, priority: unknown];

function bench(said: ReadonlyMap<QueryRow, unknown>, { skew = 0, profile = PROFILE } = {}) {
  const asked: Asked[] = [];
  const known: unknown[] = [];
  const listed: unknown[] = [];
  const effects = {
    profiles: {
      get: async (id: string) => {
        if (id !== profile.id) throw new KeystampError('profile_unknown');
        return profile;
      },
      know: async (one: Profile, what: unknown) => void known.push([one.id, what]),
    },
    queries: {
      ask: async (target: unknown, row: QueryRow, parameters: unknown, priority: unknown) => {
        asked.push([row, target, parameters, priority]);
        const answer = said.get(row);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    outbox: {
      list: async (which: unknown) => {
        listed.push(which);
        return [{ record: { id: 'entry', state: 'completed' }, letter: null, facts: null }];
      },
    },
    clock: { now: () => NOW, skew: () => skew },
  } as unknown as HomeEffects;
  return { home: createHome(effects), asked, known, listed };
}

const answers = (changes: readonly (readonly [QueryRow, unknown])[] = []) =>
  new Map<QueryRow, unknown>([
    [QUERY_FOR.identity, IDENTITY],
    [QUERY_FOR.wallets, WALLETS],
    [QUERY_FOR.privateKeys, KEYS],
    ...changes,
  ]);

describe('identify', () => {
  test('behavior: asks who stamps, and keeps the answer with the profile', async () => {
    const { home, asked, known } = bench(answers());
    expect(await home.identify(PROFILE)).toEqual({
      organizationId: 'organization',
      organizationName: 'Org',
      userId: 'user',
      userName: 'Olga',
    });
    expect(asked).toEqual([[QUERY_FOR.identity, TARGET, {}, undefined]]);
    const kept = { organizationName: 'Org', userId: 'user', userName: 'Olga', at: NOW };
    expect(known).toEqual([['profile', kept]]);
  });
});

describe('the first screen', () => {
  test('behavior: has wallets, private keys and the newest entries, and who the user is', async () => {
    const { home, asked, listed, known } = bench(answers());
    expect(await home.read('profile')).toEqual({
      profileId: 'profile',
      organizationName: 'Known',
      userName: 'Known user',
      wallets: [{ id: 'w', name: 'Payroll' }],
      privateKeys: [{ id: 'k', name: 'Cold' }],
      entries: [expect.objectContaining({ id: 'entry', state: 'completed', result: null })],
      at: NOW,
      clockSkewMs: 0,
    });
    expect(asked).toEqual([
      [QUERY_FOR.wallets, TARGET, {}, 'background'],
      [QUERY_FOR.privateKeys, TARGET, {}, 'background'],
    ]);
    expect(listed).toEqual([{ profileId: 'profile', before: null, limit: 20 }]);
    expect(known).toEqual([]);
  });

  test('behavior: who the user is, is asked where it is not known', async () => {
    const { home, known } = bench(answers(), { profile: { ...PROFILE, known: null } });
    expect(await home.read('profile')).toMatchObject({ organizationName: 'Org', userName: 'Olga' });
    expect(known).toHaveLength(1);
  });

  test.each([
    [30_000, 0],
    [-30_000, 0],
    [30_001, 30_001],
    [-30_001, -30_001],
  ])('behavior: a clock that differs by %i ms is shown as %i', async (skew, shown) => {
    const { home } = bench(answers(), { skew });
    expect((await home.read('profile')).clockSkewMs).toBe(shown);
  });

  test('behavior: who may not see private keys sees none; other faults are told', async () => {
    const refused = new KeystampError('service_error');
    const { home } = bench(answers([[QUERY_FOR.privateKeys, refused]]));
    expect((await home.read('profile')).privateKeys).toEqual([]);
    for (const row of [QUERY_FOR.privateKeys, QUERY_FOR.wallets]) {
      const gone = new KeystampError('service_unreachable');
      await expect(bench(answers([[row, gone]])).home.read('profile')).rejects.toBe(gone);
    }
    const broken = new TypeError('service_error');
    const odd = bench(answers([[QUERY_FOR.privateKeys, broken]]));
    await expect(odd.home.read('profile')).rejects.toBe(broken);
    const walled = bench(answers([[QUERY_FOR.wallets, refused]]));
    await expect(walled.home.read('profile')).rejects.toBe(refused);
  });

  test('error: a profile that is gone', async () => {
    const { home, asked } = bench(answers());
    await expect(home.read('other')).rejects.toMatchObject({ code: 'profile_unknown' });
    expect(asked).toEqual([]);
  });
});
