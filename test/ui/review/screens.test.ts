import { describe, expect, test } from 'vitest';
import { ROWS } from '../../../src/protocol/operations.ts';
import { readTarget } from '../../../src/ui/page/window.tsx';
import { requestedRows } from '../../../src/ui/review/connect-request.tsx';
import { createAppStore } from '../../../src/ui/page/app-store.ts';
import { groupBySite } from '../../../src/ui/review/waiting-sites.tsx';
import { id, popupWorld, unlocked } from '../page/world.ts';
import { request } from './world.ts';

describe('readTarget', () => {
  test('behavior: the address names one approval at most', () => {
    expect(readTarget(`#${id(1)}`)).toBe(id(1));
    expect(readTarget(`#/${id(1)}`)).toBe(id(1));
  });

  test.each(['', '#', '#x', `#${id(1)}/more`, `#${id(1)}${id(2)}`, '#__proto__'])(
    'error: %j names none',
    (hash) => expect(readTarget(hash)).toBeUndefined(),
  );
});

describe('wantedRows', () => {
  const connectRequest = (operations: readonly string[]) => ({
    kind: 'connect' as const,
    operations,
    reason: null,
  });

  test('behavior: each wanted operation once, in the page’s order', () => {
    const rows = requestedRows(connectRequest(['update_wallet', 'get_api_key', 'update_wallet']));
    expect(rows.map((one) => one.name)).toEqual(['update_wallet', 'get_api_key']);
  });

  test('error: unknown names and what pages never get are not offered', () => {
    const never = ROWS.filter((row) => row.pageAccess === 'never').map((row) => row.name);
    expect(requestedRows(connectRequest([...never, 'constructor', '__proto__', '']))).toEqual([]);
    expect(never.length).toBeGreaterThan(0);
  });
});

describe('bySite', () => {
  test('behavior: sites in the order of their oldest request, private windows apart', () => {
    const other = { origin: 'https://b.example' };
    const items = [
      request(1),
      request(2, other),
      request(3),
      request(4, { privateWindow: true }),
      request(5, other),
    ];
    expect(groupBySite(items).map((group) => group.items.map((one) => one.id))).toEqual([
      [id(1), id(3)],
      [id(2), id(5)],
      [id(4)],
    ]);
  });
});

/** What the store itself does not use. */
const unusedEffects = {
  authenticator: null,
  passkeyUnlock: { isSupported: () => Promise.resolve(false), unlock: () => Promise.reject(null) },
  close: () => undefined,
};

describe('createAppStore', () => {
  test('behavior: what is stored is shown first, what the worker says replaces it', async () => {
    const locked = { ...unlocked, vault: 'locked', lockAt: null } as const;
    const world = popupWorld({ state: () => unlocked }, { v: 1, state: locked, home: null });
    const store = createAppStore({ ...world.effects, ...unusedEffects });
    const seen: string[] = [];
    store.state.subscribe((one) => one && seen.push(one.vault));
    await store.start();
    expect(store.state.value).toEqual(unlocked);
    world.publish({ v: 1, state: locked, home: null });
    expect(store.state.value).toEqual(locked);
    expect(seen.at(-1)).toBe('locked');
  });

  test('behavior: moves the lock deadline seldom, and only while unlocked', async () => {
    const world = popupWorld({ state: () => unlocked, vault_touch: () => unlocked });
    const store = createAppStore({ ...world.effects, ...unusedEffects });
    store.touch();
    await store.start();
    for (let n = 0; n < 5; n += 1) store.touch();
    expect(world.calls('vault_touch')).toHaveLength(1);
  });
});
