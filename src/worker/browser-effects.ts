import { randomBytes } from '../crypto/bytes.ts';
import { createCacheArea } from '../storage/cache-area.ts';
import { createConnection } from '../storage/database.ts';
import { createSecondDatabaseArea } from '../storage/second-database.ts';
import { createSharedReads } from '../storage/shared-reads.ts';
import { browser, type BrowserArea } from './native-browser.ts';
import type { ClearableArea, WorkerEffects } from './worker-effects.ts';

/** Minimum gap before another try at a database that doesn't open. */
const DATABASE_RETRY_MS = 200;

function createClearableArea(getArea: () => BrowserArea): ClearableArea {
  const reads = createSharedReads(async (keys) => getArea().get(keys));
  const change = async (act: (area: BrowserArea) => Promise<void>): Promise<void> => {
    reads.end();
    await act(getArea());
  };
  return {
    get: reads.get,
    set: (key, value) => change((area) => area.set({ [key]: value })),
    remove: (key) => change((area) => area.remove(key)),
    clear: () => change((area) => area.clear()),
  };
}

/** Firefox's error when no policy names the extension; Chromium returns an empty object then. */
const NO_MANAGED_MANIFEST = /manifest not found/i;

/** What enterprise policy has set. */
async function readManagedStorage(): Promise<unknown> {
  try {
    return await browser.storage.managed.get();
  } catch (error) {
    if (error instanceof Error && NO_MANAGED_MANIFEST.test(error.message)) return {};
    throw error;
  }
}

function later(ms: number, act: () => void): () => void {
  // The alarm handles waits longer than a timer can count.
  const timer = setTimeout(act, Math.min(ms, 2_147_483_647));
  return () => clearTimeout(timer);
}

const WINDOW_WIDTH = 400;
const WINDOW_HEIGHT = 640;
/** A window that closes itself is gone after this long. */
const CLOSING_MS = 400;
/** Distance from the edge of the browser window. */
const WINDOW_GAP = 24;

/** One of our windows and its only tab. */
type OwnWindow = { readonly windowId?: number | undefined; readonly tabId?: number | undefined };

const urlOfOwnPage = (name: string): string => `${globalThis.location.origin}/${name}.html`;

/** The window with one of our pages, if there is one. */
async function findWindow(ownPageUrl: string): Promise<OwnWindow | undefined> {
  // The contexts list own pages without any permission for tabs; Firefox lists them as views.
  const contexts = await browser.runtime.getContexts?.({ contextTypes: ['TAB'] });
  const existing = contexts?.find(({ documentUrl }) => documentUrl?.startsWith(ownPageUrl));
  if (existing) return existing;
  const [tab] = await browser.tabs.query({ url: `${ownPageUrl}*` }).catch(() => []);
  return tab && { windowId: tab.windowId, tabId: tab.id };
}

/**
 * Brings one of our windows to the front or opens it, at a given place if there is one. There is
 * only one of each: with a second one, the user might answer the first by mistake.
 */
async function showWindow(name: string, route?: string): Promise<number | undefined> {
  const ownPageUrl = urlOfOwnPage(name);
  const url = route === undefined ? ownPageUrl : `${ownPageUrl}#${route}`;
  const existing = await findWindow(ownPageUrl);
  if (existing?.windowId !== undefined) {
    if (route !== undefined && existing.tabId !== undefined) {
      // By way of another place: going where it already is would tell the window nothing.
      await browser.tabs.update(existing.tabId, { url: `${ownPageUrl}#/` });
      await browser.tabs.update(existing.tabId, { url });
    }
    await browser.windows.update(existing.windowId, { focused: true });
    // A window that was just closing itself can't show what has arrived meanwhile.
    await new Promise<void>((resolve) => void later(CLOSING_MS, resolve));
    if ((await findWindow(ownPageUrl)) !== undefined) return existing.windowId;
  }
  return openWindow(url);
}

async function openWindow(url: string): Promise<number | undefined> {
  const size = { width: WINDOW_WIDTH, height: WINDOW_HEIGHT };
  const { left = 0, top = 0, width = 0 } = await browser.windows.getLastFocused();
  // Under the toolbar, on the side with Keystamp's button.
  const position = {
    left: Math.max(0, Math.round(left + width - WINDOW_WIDTH - WINDOW_GAP)),
    top: Math.max(0, Math.round(top + 3 * WINDOW_GAP)),
  };
  const options = { url, type: 'popup', focused: true, ...size } as const;
  // The browser refuses a position that isn't on any screen.
  const created = await browser.windows
    .create({ ...options, ...position })
    .catch(() => browser.windows.create(options));
  return created?.id;
}

const WAITING_NOTIFICATION = 'waiting';

/** The browser's interface to notifications, once the user has given the permission. */
export const notifications = (): typeof browser.notifications | undefined => browser.notifications;

/** The background's effects over the real browser. */
export function createBrowserEffects(): WorkerEffects {
  return {
    connect: createConnection({
      pause: () => new Promise((resolve) => void later(DATABASE_RETRY_MS, resolve)),
    }),
    session: createClearableArea(() => browser.storage.session),
    // Firefox lets content scripts read and write `storage.local`: we keep nothing there.
    second: import.meta.env.FIREFOX
      ? createSecondDatabaseArea()
      : createClearableArea(() => browser.storage.local),
    readManagedStorage,
    lastSavedArea: createCacheArea(globalThis.caches, 'keystamp'),
    fetch: (url, init) => globalThis.fetch(url, init),
    isOnline: () => navigator.onLine,
    now: () => new Date().getTime(),
    uptime: () => performance.now(),
    random: randomBytes,
    newId: () => globalThis.crypto.randomUUID(),
    later,
    tryLock: async (name, work) => {
      await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock) await work();
      });
    },
    setAlarm: async (name, at) => {
      if (at === null) await browser.alarms.clear(name);
      else await browser.alarms.create(name, { when: at });
    },
    mayReach: (pattern) => browser.permissions.contains({ origins: [pattern] }),
    // It gives what content scripts match at installation, every https page, without a question.
    asksForHosts: !import.meta.env.FIREFOX,
    reachable: async () => (await browser.permissions.getAll()).origins ?? [],
    sendToDocument: ({ tabId, documentId }, message) =>
      browser.tabs.sendMessage(tabId, message, documentId ? { documentId } : { frameId: 0 }),
    showConfirm: (id) => showWindow('confirm', id === undefined ? undefined : `/${id}`),
    isConfirmOpen: async () => (await findWindow(urlOfOwnPage('confirm'))) !== undefined,
    siteSuffixes: async () => {
      const answer = await globalThis.fetch(`${globalThis.location.origin}/site-suffixes.txt`);
      return answer.text();
    },
    setBadge: async (count) => {
      await browser.action.setBadgeText({ text: count === 0 ? '' : String(count) });
    },
    notifyWaiting: async (count) => {
      const { i18n, runtime } = browser;
      const key = count === 1 ? 'waitingOne' : 'waitingSeveral';
      // One of its name takes the place of the one before. Without the permission there is no such member.
      await notifications()?.create(WAITING_NOTIFICATION, {
        type: 'basic',
        iconUrl: runtime.getURL('icon/128.png'),
        title: i18n.getMessage('waitingTitle'),
        message: i18n.getMessage(key, String(count)),
      });
    },
    showInbox: async () => {
      await notifications()?.clear(WAITING_NOTIFICATION);
      await browser.tabs.create({ url: `${urlOfOwnPage('popup')}#/activities/approvals` });
    },
    ownId: browser.runtime.id,
    ownUrl: `${globalThis.location.origin}/`,
  };
}

/**
 * Keeps content scripts away from all three areas: anyone who takes over a page's process can do
 * everything its content scripts may. For the local and the managed area this isn't the default. Chromium remembers
 * the level across restarts. Every start of the worker sets it anyway: nothing says whether the last
 * one still holds. Firefox has no levels: content scripts never see its session area, and its
 * local area stays empty; its managed area is open to them.
 */
export async function restrictStorageAccess(): Promise<void> {
  const { local, session, managed } = browser.storage;
  const restrict = async (area: BrowserArea) =>
    area.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
  await Promise.all([restrict(local), restrict(session), restrict(managed)]);
}

/**
 * Asks Firefox to leave the database alone when space is short; with `unlimitedStorage` it asks
 * nobody. In Chromium the permission is enough, and workers don't have this function.
 */
export async function keepStorage(): Promise<void> {
  const storage: Partial<StorageManager> = navigator.storage;
  await storage.persist?.();
}
