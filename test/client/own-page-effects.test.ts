import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS, SETTINGS_KEY, SNAPSHOT_KEY } from '../../src/protocol/app-state.ts';

/* What a page asks the browser for. The browser tests have the real one; here it is what each family has. */

type Listener = (changes: Record<string, { newValue?: unknown }>, area: string) => void;

const asked: unknown[] = [];
const listeners = new Set<Listener>();
const stored = new Map<string, string>();
const browser = {
  runtime: {} as { getBrowserInfo?: () => Promise<unknown> },
  permissions: { request: async (asks: unknown) => asked.push(asks) > 0 },
  storage: {
    onChanged: {
      addListener: (one: Listener) => listeners.add(one),
      removeListener: (one: Listener) => listeners.delete(one),
    },
  },
};
vi.mock('../../src/messaging/browser.ts', () => ({ browser }));
const { readBrowserVersion, readStoredSettings, requestOriginPermission, watchSettings } =
  await import('../../src/client/own-page-effects.ts');

beforeEach(() => {
  asked.length = 0;
  listeners.clear();
  stored.clear();
  browser.runtime = {};
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

describe('the browser’s version', () => {
  const brands = [
    { brand: 'Not(A:Brand', version: '99.0.0.0' },
    { brand: 'Chromium', version: '148.0.7778.96' },
  ];

  test('behavior: what each family says', async () => {
    vi.stubGlobal('navigator', { userAgentData: { brands } });
    expect(await readBrowserVersion()).toEqual({ family: 'chromium', version: 148 });
    browser.runtime = { getBrowserInfo: async () => ({ name: 'Firefox', version: '152.0.1' }) };
    expect(await readBrowserVersion()).toEqual({ family: 'firefox', version: 152 });
  });

  test('error: one that says nothing, or something else', async () => {
    for (const userAgentData of [undefined, {}, { brands: brands.slice(0, 1) }]) {
      vi.stubGlobal('navigator', { userAgentData });
      expect(await readBrowserVersion()).toBeNull();
    }
    browser.runtime = { getBrowserInfo: async () => ({ name: 'Firefox' }) };
    expect(await readBrowserVersion()).toBeNull();
  });
});

test('behavior: a host is asked for without its port, which Firefox has no pattern for', async () => {
  expect(await requestOriginPermission('https://api.example:8443')).toBe(true);
  expect(asked).toEqual([{ origins: ['https://api.example/*'] }]);
});

describe('the settings of the last time', () => {
  const settings = { ...DEFAULT_SETTINGS, theme: 'dark', locale: 'de' } as const;
  const snapshotOf = (v: number) => ({ v, state: { vault: 'locked', settings } });
  const change = (newValue: unknown, area = 'session', key: string = SNAPSHOT_KEY) => {
    for (const listener of listeners) listener({ [key]: { newValue } }, area);
  };

  test('behavior: each snapshot’s are kept and told, and gone with it', () => {
    const told: unknown[] = [];
    watchSettings((one) => void told.push(one));
    expect(readStoredSettings()).toEqual(DEFAULT_SETTINGS);
    change(snapshotOf(1));
    expect(told).toEqual([settings]);
    expect(readStoredSettings()).toEqual(settings);
    change(snapshotOf(1), 'local');
    change(snapshotOf(1), 'session', 'another');
    expect(told).toHaveLength(1);
    expect(stored.size).toBe(1);
    change(undefined);
    expect(stored.size).toBe(0);
    expect(told).toHaveLength(1);
  });

  test('error: a snapshot of another version is none', () => {
    watchSettings(() => {
      throw new Error('told');
    });
    for (const one of [snapshotOf(2), { v: 1 }, { v: 1, state: {} }]) change(one);
    expect(stored.size).toBe(0);
  });

  test('error: what is stored may be anything, and there may be no store', () => {
    for (const text of ['', '{', '{}', JSON.stringify({ ...settings, theme: 'pink' })]) {
      stored.set(SETTINGS_KEY, text);
      expect(readStoredSettings()).toEqual(DEFAULT_SETTINGS);
    }
    vi.unstubAllGlobals();
    vi.stubGlobal('localStorage', undefined);
    expect(readStoredSettings()).toEqual(DEFAULT_SETTINGS);
    watchSettings(() => undefined);
    expect(() => change(undefined)).not.toThrow();
  });
});
