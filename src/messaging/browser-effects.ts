import { browser } from 'wxt/browser';
import { randomBytes } from '../crypto/bytes.ts';
import { createConnection } from '../storage/database.ts';
import type { ClearableArea, WorkerEffects } from './worker.ts';

/** Shorter gaps than that are not worth a second try at a database that does not open. */
const PAUSE_MS = 200;

type BrowserArea = typeof browser.storage.local;

function areaOf(area: () => BrowserArea): ClearableArea {
  return {
    get: async (key) => (await area().get(key))[key],
    set: async (key, value) => area().set({ [key]: value }),
    remove: async (key) => area().remove(key),
    clear: async () => area().clear(),
  };
}

function later(ms: number, act: () => void): () => void {
  // Longer waits than a timer can count are the alarm's.
  const timer = setTimeout(act, Math.min(ms, 2_147_483_647));
  return () => clearTimeout(timer);
}

/** The background's effects over the real browser. */
export function browserEffects(): WorkerEffects {
  return {
    connect: createConnection({
      pause: () => new Promise((resolve) => void later(PAUSE_MS, resolve)),
    }),
    session: areaOf(() => browser.storage.session),
    local: areaOf(() => browser.storage.local),
    fetch: (url, init) => globalThis.fetch(url, init),
    now: () => new Date().getTime(),
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
    badge: async (count) => {
      await browser.action.setBadgeText({ text: count === 0 ? '' : String(count) });
    },
    ownId: browser.runtime.id,
    ownUrl: `${globalThis.location.origin}/`,
  };
}

/** Keeps content scripts away from the session area, also where that is not the default. */
export async function sealSessionArea(): Promise<void> {
  // Firefox has no access levels: content scripts never see its session area.
  await browser.storage.session.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}
