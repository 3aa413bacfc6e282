// Which records a home screen begins with: those that were opened last.
import { beforeEach, describe, expect, test } from 'vitest';
import { createHomeMemory, firstOf } from '../../src/activities/home-memory.ts';
import type { HomeView, NamedItem } from '../../src/protocol/app-state.ts';

const named = (...ids: string[]): NamedItem[] => ids.map((id) => ({ id, name: `Name of ${id}` }));
const HOME = {
  profileId: 'profile',
  wallets: named('w1', 'w2', 'w3'),
  privateKeys: named('k1', 'k2'),
  entries: [{ id: 'entry' }],
} as unknown as HomeView;

let kept: Map<string, unknown>;
let isLocked: boolean;
beforeEach(() => {
  kept = new Map();
  isLocked = false;
});
const failIfLocked = () => {
  if (isLocked) throw new Error('locked');
};
const memory = () =>
  createHomeMemory({
    get: async (profileId, name) => {
      failIfLocked();
      return kept.get(`${profileId} ${name}`) ?? null;
    },
    set: async (profileId, name, value) => {
      failIfLocked();
      kept.set(`${profileId} ${name}`, value);
    },
  });
const walletIds = (home: HomeView | null) => home?.wallets.map(({ id }) => id);

describe('firstOf', () => {
  test('behavior: those opened last come first, then the others in their order, fifty at most', () => {
    expect(firstOf(named('a', 'b', 'c'), ['c', 'gone', 'b'])).toEqual(named('c', 'b', 'a'));
    const many = named(...Array.from({ length: 60 }, (_, at) => String(at)));
    expect(firstOf(many, ['59'])).toEqual([...named('59'), ...many.slice(0, 49)]);
  });
});

describe('createHomeMemory', () => {
  test('behavior: the next start shows the home screen as it was, without the activities', async () => {
    expect(await memory().recall('profile')).toBeNull();
    await memory().keep(HOME);
    expect(await memory().recall('profile')).toEqual({ ...HOME, entries: [] });
    expect(await memory().recall('other')).toBeNull();
  });

  test('behavior: what was opened last comes first, among wallets and among keys', async () => {
    await memory().keep(HOME);
    await memory().noteOpened('profile', 'w2');
    await memory().noteOpened('profile', 'k2');
    const home = await memory().noteOpened('profile', 'w3');
    expect(walletIds(home)).toEqual(['w3', 'w2', 'w1']);
    expect(home?.privateKeys.map(({ id }) => id)).toEqual(['k2', 'k1']);
  });

  test('behavior: a record opened twice is remembered once, and twenty records are', async () => {
    await memory().noteOpened('profile', 'w1');
    expect(await memory().opened('profile')).toEqual(['w1']);
    await memory().noteOpened('profile', 'w2');
    await memory().noteOpened('profile', 'w1');
    expect(await memory().opened('profile')).toEqual(['w1', 'w2']);
    for (let i = 0; i < 30; i++) await memory().noteOpened('profile', String(i));
    const opened = await memory().opened('profile');
    expect([opened.length, opened[0], opened.at(-1)]).toEqual([20, '29', '10']);
  });

  test('error: what can’t be read or is of another form counts as nothing', async () => {
    await memory().keep(HOME);
    await memory().noteOpened('profile', 'w2');
    for (const name of Array.from(kept.keys())) {
      if (Array.isArray(kept.get(name))) kept.set(name, 'w2');
    }
    expect(walletIds(await memory().recall('profile'))).toEqual(['w1', 'w2', 'w3']);
    isLocked = true;
    expect(await memory().recall('profile')).toBeNull();
    expect(await memory().opened('profile')).toEqual([]);
    await memory().keep(HOME);
    await expect(memory().noteOpened('profile', 'w1')).rejects.toThrow('locked');
  });
});
