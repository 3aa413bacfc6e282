import { describe, expect, test } from 'vitest';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { addWords } from '../../../src/ui/i18n.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { toKeystampError, toReadError } from '../../../src/ui/components/errors.ts';
import { errorText } from '../../../src/ui/components/states.tsx';
import { errorWords } from '../../../src/ui/words/en/errors.ts';
import { createPopupStore } from '../../../src/ui/page/store.ts';
import { home, id, popupWorld, profile, unlocked } from './world.ts';
import { settled } from '../../test-clock.ts';

const locked = { ...unlocked, vault: 'locked', lockAt: null } as const;
const secondProfile = { ...profile, id: id(20), name: 'Second' };
const failHome = () => {
  throw new KeystampError('service_unreachable');
};

describe('createStore', () => {
  test('behavior: shows what is stored before the worker has answered', async () => {
    let answer: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const state = async () => {
      await waiting;
      return unlocked;
    };
    const { effects } = popupWorld({ state, home: () => home }, { v: 1, state: unlocked, home });
    const store = createPopupStore(effects);
    const starting = store.start();
    await settled();
    expect(store.snapshot.value?.home).toEqual(home);
    answer();
    await starting;
  });

  test('behavior: the worker’s answer replaces what was stored', async () => {
    const world = popupWorld({ state: () => locked }, { v: 1, state: unlocked, home });
    const store = createPopupStore(world.effects);
    await store.start();
    expect(store.snapshot.value).toEqual({ v: 1, state: locked, home: null });
    expect(world.calls('home')).toEqual([]);
  });

  test('behavior: asks the service once on opening, and not again while the answer is fresh', async () => {
    const fresh = { ...home, at: 999_999 };
    const world = popupWorld(
      { state: () => unlocked, home: () => fresh },
      { v: 1, state: unlocked, home },
    );
    const store = createPopupStore(world.effects);
    await store.start();
    expect(world.calls('home')).toHaveLength(1);
    await store.start();
    expect(world.calls('home')).toHaveLength(1);
    expect(store.snapshot.value?.home).toEqual(fresh);
  });

  test('behavior: two refreshes at once are one', async () => {
    const world = popupWorld({ state: () => unlocked, home: () => home });
    const store = createPopupStore(world.effects);
    await store.start();
    const before = world.calls('home').length;
    await Promise.all([store.refresh(), store.refresh()]);
    expect(world.calls('home')).toHaveLength(before + 1);
  });

  test('behavior: never shows one profile’s records under another', async () => {
    const both = { ...unlocked, profiles: [profile, secondProfile] };
    const other = { ...both, activeProfileId: secondProfile.id };
    const world = popupWorld({
      state: () => both,
      home: ({ profileId }: { profileId: string }) => ({ ...home, profileId }),
      profiles_select: () => other,
    });
    const store = createPopupStore(world.effects);
    const seen: boolean[] = [];
    store.snapshot.subscribe((one) => {
      if (one?.home) seen.push(one.home.profileId === one.state.activeProfileId);
    });
    await store.start();
    await store.select(secondProfile.id);
    expect(seen).not.toContain(false);
    expect(seen.length).toBeGreaterThan(1);
    expect(store.profile.value?.name).toBe('Second');
    expect(store.snapshot.value?.home?.profileId).toBe(secondProfile.id);
  });

  test('behavior: locking anywhere empties the screen here', async () => {
    const world = popupWorld({ state: () => unlocked, home: () => home });
    const store = createPopupStore(world.effects);
    await store.start();
    world.publish({ v: 1, state: locked, home: null });
    expect(store.snapshot.value).toEqual({ v: 1, state: locked, home: null });
  });

  test('behavior: moves the lock deadline seldom, and only while unlocked', async () => {
    const world = popupWorld({
      state: () => unlocked,
      home: () => home,
      vault_touch: () => unlocked,
    });
    const store = createPopupStore(world.effects);
    store.touch();
    expect(world.calls('vault_touch')).toHaveLength(0);
    await store.start();
    for (let n = 0; n < 5; n += 1) store.touch();
    expect(world.calls('vault_touch')).toHaveLength(1);
    world.advanceClock(20_000);
    store.touch();
    expect(world.calls('vault_touch')).toHaveLength(2);
  });

  test('behavior: a lock that a call meets shows the lock screen, and leaves no error behind', async () => {
    let open = true;
    const world = popupWorld({
      state: () => (open ? unlocked : { ...unlocked, vault: 'locked', profiles: [] }),
      home: () => {
        if (open) return home;
        throw new KeystampError('vault_locked');
      },
      keys_list: () => {
        throw new KeystampError('vault_locked');
      },
    });
    const store = createPopupStore(world.effects);
    await store.start();
    open = false;
    const seen = store.effects.client.call('keys_list', {}).catch(() => store.snapshot.value);
    expect(await seen).toMatchObject({ state: { vault: 'locked', profiles: [] }, home: null });
    open = true;
    await store.start();
    open = false;
    await store.refresh();
    expect(store.snapshot.value?.state.vault).toBe('locked');
    expect(store.refreshError.value).toBeUndefined();
  });

  test('error: a failed refresh keeps the old records and says why', async () => {
    const { effects } = popupWorld(
      { state: () => unlocked, home: failHome },
      { v: 1, state: unlocked, home },
    );
    const store = createPopupStore(effects);
    await store.start();
    expect(store.refreshError.value?.code).toBe('service_unreachable');
    expect(store.snapshot.value?.home).toEqual(home);
    expect(store.refreshing.value).toBe(false);
  });

  test('error: a worker that cannot be reached is said, and asked again', async () => {
    let alive = false;
    const state = () => {
      if (!alive) throw new KeystampError('worker_unreachable');
      return locked;
    };
    const store = createPopupStore(popupWorld({ state }).effects);
    await store.start();
    expect(store.startError.value?.code).toBe('worker_unreachable');
    alive = true;
    await store.start();
    expect(store.startError.value).toBeUndefined();
    expect(store.snapshot.value?.state.vault).toBe('locked');
  });

  test('behavior: the hash and the route follow each other', () => {
    const { effects } = popupWorld();
    const store = createPopupStore(effects);
    store.go({ screen: 'form', operation: 'update_wallet' });
    expect(effects.hash.get()).toBe('#/form/update_wallet');
    effects.hash.set('#/activities');
    expect(store.route.value).toEqual({ screen: 'activities' });
    store.back();
    expect(store.route.value).toEqual({ screen: 'home' });
    store.back();
    expect(store.route.value).toEqual({ screen: 'home' });
  });
});

describe('the way back from an activity', () => {
  const activity = { screen: 'activity', id: id(7) } as const;

  test('behavior: leads to where it was opened, in the page and by a link', () => {
    const { effects } = popupWorld();
    const store = createPopupStore(effects);
    store.go({ screen: 'activities', scope: 'approvals' });
    store.go(activity);
    store.back();
    expect(store.route.value).toEqual({ screen: 'activities', scope: 'approvals' });
    store.go({ screen: 'object', kind: 'wallet', id: id(3) });
    effects.hash.set(`#/activity/${activity.id}`);
    effects.hash.set(`#/activity/${id(8)}`);
    expect(store.route.value).toEqual({ screen: 'activity', id: id(8) });
    store.back();
    expect(store.route.value).toEqual({ screen: 'object', kind: 'wallet', id: id(3) });
  });

  test('behavior: leads home from what a form has just sent, and where nothing came before', () => {
    const { effects } = popupWorld();
    effects.hash.set(`#/activity/${activity.id}`);
    const store = createPopupStore(effects);
    store.back();
    expect(store.route.value).toEqual({ screen: 'home' });
    store.go({ screen: 'activities' });
    store.go({ screen: 'form', operation: 'update_wallet' });
    store.go({ screen: 'review', operation: 'update_wallet' });
    store.go(activity);
    store.back();
    expect(store.route.value).toEqual({ screen: 'home' });
  });
});

describe('asKeystampError', () => {
  test('error: anything of another kind is internal, its text stays inside', () => {
    const error = toKeystampError(new Error('secret detail'));
    expect([error.code, error.message.includes('secret')]).toEqual(['internal', false]);
  });
});

describe('asReadError', () => {
  test('behavior: a lost query does not promise that bytes are sent again', () => {
    addWords(popupWords);
    addWords(errorWords, 'error.');
    for (const code of [
      'service_unreachable',
      'service_timeout',
      'service_not_json',
      'service_malformed',
      'service_unavailable',
      'rate_limited',
    ] as const) {
      const promise = /Keystamp (?:keeps|will send)/;
      expect(errorText(new KeystampError(code))).toMatch(promise);
      expect(errorText(toReadError(new KeystampError(code)))).not.toMatch(promise);
    }
  });

  test('behavior: a message that says more stays', () => {
    const error = new KeystampError('service_error', 'Exactly this.');
    expect(toReadError(error)).toBe(error);
  });
});
