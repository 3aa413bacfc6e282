import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '../client/client.ts';
import type { AppState, HomeView, Snapshot } from '../protocol/app-state.ts';
import { KeystampError } from '../protocol/errors.ts';
import { toKeystampError } from './components/errors.ts';
import { createLockAwareClient } from './components/lock-aware-client.ts';

/*
 * What every one of Keystamp's own pages knows of it. Popup, options page and confirm window add what
 * only they need.
 */

/** While the user is active, the lock deadline moves at most this often. */
const TOUCH_MS = 20_000;

/** What a page's store needs from outside. */
export type StoreEffects = {
  readonly client: Client;
  /** The worker's last known state, read from memory without waking the worker. */
  readonly readSnapshot: () => Promise<Snapshot | null>;
  /** Calls back with every new snapshot; null once it's gone. Returns how to stop. */
  readonly watchSnapshot: (onChange: (snapshot: Snapshot | null) => void) => () => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

export type AppStore = {
  /** Shows the lock screen when the worker reports a lock. */
  readonly client: Client;
  /** Undefined until the first read; `home` is null while locked or not fetched yet. */
  readonly snapshot: ReadonlySignal<Snapshot | undefined>;
  readonly state: ReadonlySignal<AppState | undefined>;
  /** Why the worker could not be asked at all. */
  readonly startError: ReadonlySignal<KeystampError | undefined>;
  readonly start: () => Promise<void>;
  /** Gets the state from the worker again. */
  readonly refresh: () => Promise<void>;
  /** Shows a state that a call returned, such as unlock's; and a home screen, if it came with one. */
  readonly accept: (state: AppState, home?: HomeView) => void;
  /** Reports that the user is active. */
  readonly touch: () => void;
};

/** A home of another profile, or of a locked vault, is not shown. */
function homeFor(state: AppState, home: HomeView | null): HomeView | null {
  return state.vault === 'unlocked' && home?.profileId === state.activeProfileId ? home : null;
}

/**
 * Creates the part of a page's store that all pages have. The page reads the snapshot from session
 * storage at once, while the worker wakes up in parallel; the worker's answer and its changes
 * replace it.
 */
export function createAppStore(effects: StoreEffects): AppStore {
  const { client, readSnapshot, watchSnapshot, now } = effects;
  const snapshot = signal<Snapshot | undefined>(undefined);
  const startError = signal<KeystampError | undefined>(undefined);
  const state = computed(() => snapshot.value?.state);
  let touchedAt = 0;

  function accept(next: AppState, home?: HomeView | null): void {
    const shown = home ?? snapshot.peek()?.home ?? null;
    snapshot.value = { v: 1, state: next, home: homeFor(next, shown) };
    startError.value = undefined;
  }

  async function showStored(): Promise<void> {
    const stored = await readSnapshot();
    if (stored && !snapshot.peek()) accept(stored.state, stored.home);
  }

  async function refresh(): Promise<void> {
    startError.value = undefined;
    try {
      accept(await client.call('state', {}));
    } catch (error) {
      startError.value = toKeystampError(error);
    }
  }

  watchSnapshot((next) => next && accept(next.state, next.home));

  function touch(): void {
    const before = snapshot.peek();
    if (before?.state.vault !== 'unlocked' || now() - touchedAt < TOUCH_MS) return;
    touchedAt = now();
    // A state that arrived in the meantime is newer: a click can both touch and change something.
    const acceptIfUnchanged = (next: AppState) => snapshot.peek() === before && accept(next);
    void client.call('vault_touch', {}).then(acceptIfUnchanged, () => undefined);
  }

  return {
    client: createLockAwareClient(client, refresh),
    snapshot,
    state,
    startError,
    start: async () => void (await Promise.all([showStored(), refresh()])),
    refresh,
    accept,
    touch,
  };
}

/** The location hash, its changes, and setting it. */
export type HashEffects = {
  readonly get: () => string;
  readonly set: (hash: string) => void;
  readonly watch: (onChange: () => void) => () => void;
};

/** Where a page is, kept in the location hash so that the browser's own "back" works too. */
export function createNavigation<Route>(
  hash: HashEffects,
  routes: {
    readonly readRoute: (hash: string) => Route;
    readonly hashOf: (route: Route) => string;
  },
) {
  const route = signal<Route>(routes.readRoute(hash.get()));
  hash.watch(() => {
    route.value = routes.readRoute(hash.get());
  });
  const go = (target: Route): void => {
    const targetHash = routes.hashOf(target);
    route.value = target;
    if (hash.get() !== targetHash) hash.set(targetHash);
  };
  return { route: route as ReadonlySignal<Route>, go };
}

/** The context that hands a page's store to its components. */
export function createStoreContext<Store>() {
  const StoreContext = createContext<Store | undefined>(undefined);
  const useStore = (): Store => {
    const store = useContext(StoreContext);
    if (!store) throw new KeystampError('internal');
    return store;
  };
  return { StoreContext, useStore };
}
