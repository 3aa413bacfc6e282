import { browser, type BrowserArea } from './browser.ts';
import { randomBytes } from '../crypto/bytes.ts';
import { cacheArea } from '../storage/cache-area.ts';
import { createConnection } from '../storage/database.ts';
import { secondDatabase } from '../storage/second-database.ts';
import type { ClearableArea, WorkerEffects } from './worker.ts';

/** Shorter gaps than that are not worth a second try at a database that does not open. */
const PAUSE_MS = 200;

function areaOf(area: () => BrowserArea): ClearableArea {
  return {
    get: async (key) => (await area().get(key))[key],
    set: async (key, value) => area().set({ [key]: value }),
    remove: async (key) => area().remove(key),
    clear: async () => area().clear(),
  };
}

/** What Firefox says where no policy names the extension; Chromium answers an empty object then. */
const NO_MANIFEST = /manifest not found/i;

/** What enterprise policy set. */
async function managedArea(): Promise<unknown> {
  try {
    return await browser.storage.managed.get();
  } catch (error) {
    if (error instanceof Error && NO_MANIFEST.test(error.message)) return {};
    throw error;
  }
}

function later(ms: number, act: () => void): () => void {
  // Longer waits than a timer can count are the alarm's.
  const timer = setTimeout(act, Math.min(ms, 2_147_483_647));
  return () => clearTimeout(timer);
}

const CONFIRM_WIDTH = 400;
const CONFIRM_HEIGHT = 640;
/** A window that closes itself is gone after that. */
const CLOSING_MS = 400;
/** Away from the browser's own edge. */
const CONFIRM_GAP = 24;

/** A window of ours and its one tab. */
type Shown = { readonly windowId?: number | undefined; readonly tabId?: number | undefined };

const pageOf = (name: string): string => `${globalThis.location.origin}/${name}.html`;

/** The window with one of our pages, where there is one. */
async function windowOf(page: string): Promise<Shown | undefined> {
  // Own pages are among the contexts without any permission for tabs; Firefox lists them as views.
  const contexts = await browser.runtime.getContexts?.({ contextTypes: ['TAB'] });
  const open = contexts?.find(({ documentUrl }) => documentUrl?.startsWith(page));
  if (open) return open;
  const [tab] = await browser.tabs.query({ url: `${page}*` }).catch(() => []);
  return tab && { windowId: tab.windowId, tabId: tab.id };
}

/**
 * Brings one of our windows to the front, or opens it, at a place where one is named. There is one of
 * each: a second one would leave the first to be answered by mistake.
 */
async function showWindow(name: string, place?: string): Promise<number | undefined> {
  const page = pageOf(name);
  const url = place === undefined ? page : `${page}#${place}`;
  const open = await windowOf(page);
  if (open?.windowId !== undefined) {
    if (place !== undefined && open.tabId !== undefined)
      await browser.tabs.update(open.tabId, { url });
    await browser.windows.update(open.windowId, { focused: true });
    // One that was just closing itself is no window for what has come meanwhile.
    await new Promise<void>((resolve) => void later(CLOSING_MS, resolve));
    if ((await windowOf(page)) !== undefined) return open.windowId;
  }
  return openWindow(url);
}

async function openWindow(url: string): Promise<number | undefined> {
  const size = { width: CONFIRM_WIDTH, height: CONFIRM_HEIGHT };
  const { left = 0, top = 0, width = 0 } = await browser.windows.getLastFocused();
  // Under the toolbar, on the side where its button is.
  const place = {
    left: Math.max(0, Math.round(left + width - CONFIRM_WIDTH - CONFIRM_GAP)),
    top: Math.max(0, Math.round(top + 3 * CONFIRM_GAP)),
  };
  const whole = { url, type: 'popup', focused: true, ...size } as const;
  // A place that is not on any screen is refused.
  const made = await browser.windows
    .create({ ...whole, ...place })
    .catch(() => browser.windows.create(whole));
  return made?.id;
}

/** The background's effects over the real browser. */
export function browserEffects(): WorkerEffects {
  return {
    connect: createConnection({
      pause: () => new Promise((resolve) => void later(PAUSE_MS, resolve)),
    }),
    session: areaOf(() => browser.storage.session),
    // Firefox lets content scripts read `storage.local` and write to it: nothing is kept there.
    second: import.meta.env.FIREFOX ? secondDatabase() : areaOf(() => browser.storage.local),
    managedArea,
    third: cacheArea(globalThis.caches, 'keystamp'),
    fetch: (url, init) => globalThis.fetch(url, init),
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
    alarm: async (name, at) => {
      if (at === null) await browser.alarms.clear(name);
      else await browser.alarms.create(name, { when: at });
    },
    mayReach: (pattern) => browser.permissions.contains({ origins: [pattern] }),
    tell: ({ tabId, documentId }, message) =>
      browser.tabs.sendMessage(tabId, message, documentId ? { documentId } : { frameId: 0 }),
    showConfirm: (id) => showWindow('confirm', id === undefined ? undefined : `/${id}`),
    isConfirmOpen: async () => (await windowOf(pageOf('confirm'))) !== undefined,
    siteSuffixes: async () => {
      const answer = await globalThis.fetch(`${globalThis.location.origin}/site-suffixes.txt`);
      return answer.text();
    },
    showPasskey: async (place) => void (await showWindow('passkey', place)),
    badge: async (count) => {
      await browser.action.setBadgeText({ text: count === 0 ? '' : String(count) });
    },
    ownId: browser.runtime.id,
    ownUrl: `${globalThis.location.origin}/`,
  };
}

/**
 * Keeps content scripts away from both areas: a page's process that somebody has taken over may do
 * whatever its content scripts may. Of the local area that is not the default. Chromium remembers the
 * level over restarts; it is set at every start of the worker all the same, for whoever comes from a
 * version that did not. Firefox has no levels: content scripts never see its session area, and in its
 * local one nothing is kept.
 */
export async function sealAreas(): Promise<void> {
  const { local, session } = browser.storage;
  const seal = async (area: BrowserArea) =>
    area.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
  await Promise.all([seal(local), seal(session)]);
}
