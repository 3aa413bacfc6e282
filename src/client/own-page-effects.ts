import * as v from 'valibot';
import { randomBytes } from '../crypto/bytes.ts';
import { browser } from '../messaging/browser.ts';
import {
  DEFAULT_SETTINGS,
  settings,
  SETTINGS_KEY,
  SNAPSHOT_KEY,
  type Settings,
  type Snapshot,
} from '../protocol/app-state.ts';
import { createClient, type Client } from './client.ts';

/** This page's client, over the browser's own messaging. */
export function createBrowserClient(): Client {
  return createClient({
    send: (message) => browser.runtime.sendMessage(message),
    later: runLater,
  });
}

/** Runs a callback after so many milliseconds; returns a function that cancels it. */
export function runLater(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}

/** The page's location hash and its changes. */
const locationHash = {
  get: (): string => location.hash,
  set: (hash: string): void => {
    location.hash = hash;
  },
  watch: (onChange: () => void): (() => void) => {
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  },
};

/** In ems of the browser's own text size: with larger text there is room for less. */
const WIDE = '(min-width: 45em)';

/** Whether the page has room for two screens side by side, and when that changes. */
function watchWidth() {
  const list = matchMedia(WIDE);
  return {
    get: (): boolean => list.matches,
    watch: (onChange: () => void): (() => void) => {
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
  };
}

/** Longer than a browser takes to start reading a file that it was offered. */
const FILE_KEPT_MS = 60_000;

/** Offers text to be saved as a file, made by the page itself: no permission, and nothing is sent. */
function saveFile(file: {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}): void {
  const url = URL.createObjectURL(new Blob([file.text], { type: file.type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  runLater(FILE_KEPT_MS, () => URL.revokeObjectURL(url));
}

/** Closes this tab, and a window with only this tab; Firefox lets no script close one otherwise. */
export async function closeOwnTab(): Promise<void> {
  const tab = await browser.tabs.getCurrent();
  if (tab?.id !== undefined) await browser.tabs.remove(tab.id);
}

const browserInfoSchema = v.object({ name: v.string(), version: v.string() });
const userAgentDataSchema = v.object({
  brands: v.array(v.object({ brand: v.string(), version: v.string() })),
});

/** The browser's family and major version; null where it doesn't tell. */
export async function readBrowserVersion(): Promise<{
  family: 'chromium' | 'firefox';
  version: number;
} | null> {
  // Only Firefox has this call, and only Chromium has the other member.
  const runtime: typeof browser.runtime & { readonly getBrowserInfo?: () => Promise<unknown> } =
    browser.runtime;
  const info =
    runtime.getBrowserInfo && v.safeParse(browserInfoSchema, await runtime.getBrowserInfo());
  if (info?.success) return { family: 'firefox', version: Number.parseInt(info.output.version) };
  const agent = v.safeParse(userAgentDataSchema, Reflect.get(navigator, 'userAgentData'));
  const chromium = agent.success && agent.output.brands.find(({ brand }) => brand === 'Chromium');
  return chromium ? { family: 'chromium', version: Number.parseInt(chromium.version) } : null;
}

/** Checks only the version: the worker writes the snapshot, and nobody else can. */
const isSnapshot = (value: unknown): value is Snapshot =>
  v.is(v.looseObject({ v: v.literal(1), state: v.looseObject({ vault: v.string() }) }), value);

/**
 * The worker's last known state, straight from memory, without waking it; null when there's none.
 */
async function readSnapshot(): Promise<Snapshot | null> {
  try {
    const { [SNAPSHOT_KEY]: stored } = await browser.storage.session.get(SNAPSHOT_KEY);
    return isSnapshot(stored) ? stored : null;
  } catch {
    return null;
  }
}

/**
 * The appearance from last time: the page needs theme and locale before it draws anything. They're
 * in the pages' own store, which the worker can't read and no content script reaches; the settings
 * themselves come with the worker's state.
 */
export function readStoredSettings(): Settings {
  try {
    const parsed = v.safeParse(settings, JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? ''));
    return parsed.success ? parsed.output : DEFAULT_SETTINGS;
  } catch {
    return DEFAULT_SETTINGS;
  }
}

/** No snapshot means that Keystamp was wiped: nothing of it may stay. */
function storeSettings(snapshot: Snapshot | null): void {
  try {
    if (snapshot) localStorage.setItem(SETTINGS_KEY, JSON.stringify(snapshot.state.settings));
    else localStorage.removeItem(SETTINGS_KEY);
  } catch {
    // Next time the page has the default appearance.
  }
}

/** Calls back with every new snapshot; null once it's gone. Returns how to stop. */
function watchSnapshot(onChange: (snapshot: Snapshot | null) => void): () => void {
  const listener = (
    changes: Readonly<Record<string, { readonly newValue?: unknown }>>,
    area: string,
  ): void => {
    if (area !== 'session' || !Object.hasOwn(changes, SNAPSHOT_KEY)) return;
    const value = changes[SNAPSHOT_KEY]?.newValue;
    onChange(isSnapshot(value) ? value : null);
  };
  browser.storage.onChanged.addListener(listener);
  return () => browser.storage.onChanged.removeListener(listener);
}

/** Keeps the settings of every new snapshot for the next first paint, and calls back with them. Once per page. */
export function watchSettings(onChange: (settings: Settings) => void): void {
  watchSnapshot((snapshot) => {
    storeSettings(snapshot);
    if (snapshot) onChange(snapshot.state.settings);
  });
}

/** Asks the browser for one host. Patterns of Firefox have no ports; one without stands for each. */
export function requestOriginPermission(origin: string): Promise<boolean> {
  const { protocol, hostname } = new URL(origin);
  return browser.permissions.request({ origins: [`${protocol}//${hostname}/*`] });
}

/** What every one of Keystamp's own pages is given by the browser. */
export function createPageEffects() {
  const client = createBrowserClient();
  const { session } = browser.storage;
  return {
    client,
    session: {
      get: async (key: string): Promise<unknown> => (await session.get(key))[key],
      set: (key: string, value: unknown) => session.set({ [key]: value }),
      remove: (key: string) => session.remove(key),
    },
    readSnapshot,
    watchSnapshot,
    unlock: async (password: string) => {
      // Argon2id and its Worker load only when someone types a password.
      const { createPasswordClient, startKdfWorker } = await import('./password.ts');
      return createPasswordClient({ client, start: startKdfWorker }).unlock(password);
    },
    now: () => Date.now(),
    randomId: () => crypto.randomUUID(),
    randomBytes,
    later: runLater,
    openTab: async (url: string) => void (await browser.tabs.create({ url })),
    openPage: async (hash?: string) => {
      if (hash === undefined) await browser.runtime.openOptionsPage();
      else await browser.tabs.create({ url: `/options.html${hash}` });
    },
    saveFile,
    wide: watchWidth(),
    mark: (name: string) => void performance.mark(name),
    hash: locationHash,
  };
}
