import { discoverIn } from '../../src/sdk/discovery.ts';
import type { PageEffects } from '../../src/sdk/page-effects.ts';
import type { SessionStore } from '../../src/sdk/pending-store.ts';
import type { Keystamp } from '../../src/sdk/public-api.ts';
import { createHarness, type HarnessOptions } from '../bridge/harness.ts';

/** A `sessionStorage` in memory. */
function createStore(items: Record<string, string> = {}) {
  const store: SessionStore = {
    getItem: (key) => items[key] ?? null,
    setItem: (key, value) => {
      items[key] = value;
    },
    removeItem: (key) => {
      delete items[key];
    },
  };
  return { items, store };
}

/** The SDK on both real content scripts; only the worker's end belongs to the test. */
export function createSdkPage(options: HarnessOptions = {}, items: Record<string, string> = {}) {
  const harness = createHarness(options);
  const { store } = createStore(items);
  const returnListeners = new Set<() => void>();
  const effects: PageEffects = {
    target: harness.target,
    store,
    uuid: () => crypto.randomUUID(),
    after: (ms, run) => {
      let cancelled = false;
      harness.clock.set(ms, () => {
        if (!cancelled) run();
      });
      return () => {
        cancelled = true;
      };
    },
    onReturn: (run) => {
      returnListeners.add(run);
      return () => returnListeners.delete(run);
    },
  };
  return {
    ...harness,
    items,
    effects,
    /** The listeners for the page's return. */
    returnListeners,
    returnToPage: () => {
      for (const run of returnListeners) run();
    },
    keystamp: async (): Promise<Keystamp> => {
      const found = await discoverIn(effects, {});
      if (!found) throw new Error('Keystamp was not found');
      return found;
    },
  };
}
