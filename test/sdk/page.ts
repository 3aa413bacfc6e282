import { discoverIn } from '../../src/sdk/discovery.ts';
import type { PageEffects } from '../../src/sdk/page-effects.ts';
import type { Store } from '../../src/sdk/remembered.ts';
import type { Keystamp } from '../../src/sdk/surface.ts';
import { createRig, type RigOptions } from '../bridge/rig.ts';

/** A `sessionStorage` in memory. */
export function createStore(items: Record<string, string> = {}) {
  const store: Store = {
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

/** The SDK over both real content scripts; only the worker's end is the test's own. */
export function createSdkPage(options: RigOptions = {}, items: Record<string, string> = {}) {
  const rig = createRig(options);
  const { store } = createStore(items);
  const returns = new Set<() => void>();
  const effects: PageEffects = {
    target: rig.target,
    store,
    uuid: () => crypto.randomUUID(),
    after: (ms, run) => {
      let cancelled = false;
      rig.clock.set(ms, () => {
        if (!cancelled) run();
      });
      return () => {
        cancelled = true;
      };
    },
    onReturn: (run) => {
      returns.add(run);
      return () => returns.delete(run);
    },
  };
  return {
    ...rig,
    items,
    effects,
    /** What listens to the page's return. */
    returns,
    comeBack: () => {
      for (const run of returns) run();
    },
    keystamp: async (): Promise<Keystamp> => {
      const found = await discoverIn(effects, {});
      if (!found) throw new Error('Keystamp was not found');
      return found;
    },
  };
}
