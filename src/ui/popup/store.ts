import { batch, computed, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { KeystampError } from '../../protocol/errors.ts';
import type { Profile } from '../../protocol/profile.ts';
import type { AppState, HomeView, Snapshot } from '../../protocol/app-state.ts';
import { toKeystampError, toReadError } from '../components/errors.ts';
import { createReadSessions, type ReadSessions } from '../forms/read-sessions.ts';
import { createLockAwareClient } from '../components/lock-aware-client.ts';
import type { PopupEffects } from './effects.ts';
import { hashOf, parentOf, readRoute, type Route } from './route.ts';

/**
 * How old the home screen's data may be before it is fetched again on opening; further in the future,
 * the clock was ahead then.
 */
const MAX_AGE_MS = 10_000;
/** The lock deadline is moved at most this often while the user is at work. */
const TOUCH_MS = 20_000;

/** What all screens share: the snapshot, where the popup is, and what went wrong. */
export type Store = {
  readonly effects: PopupEffects;
  /** Undefined until the first read; `home` is null while locked or not fetched yet. */
  readonly snapshot: ReadonlySignal<Snapshot | undefined>;
  readonly profile: ReadonlySignal<Profile | undefined>;
  readonly route: ReadonlySignal<Route>;
  /** Why the worker could not be asked at all. */
  readonly startError: ReadonlySignal<KeystampError | undefined>;
  readonly refreshing: ReadonlySignal<boolean>;
  readonly refreshError: ReadonlySignal<KeystampError | undefined>;
  /** How a profile of passkeys gets to read again. */
  readonly readSessions: ReadSessions;
  readonly start: () => Promise<void>;
  readonly refresh: () => Promise<void>;
  /** Refreshes what the first screen shows where it may be old. */
  readonly refreshIfStale: () => Promise<void>;
  readonly select: (profileId: string) => Promise<void>;
  readonly lock: () => Promise<void>;
  /** Takes a state that a call answered, such as unlock's. */
  readonly accept: (state: AppState) => void;
  /** The user is here. */
  readonly touch: () => void;
  readonly go: (route: Route) => void;
  readonly back: () => void;
};

/** A home of another profile, or of a locked vault, is not shown. */
function homeFor(state: AppState, home: HomeView | null): HomeView | null {
  return state.vault === 'unlocked' && home?.profileId === state.activeProfileId ? home : null;
}

/** Where the popup is, kept in the location hash so that the browser's own "back" works too. */
function createNavigation(hash: PopupEffects['hash']) {
  const route = signal<Route>(readRoute(hash.get()));
  const go = (target: Route): void => {
    route.value = target;
    if (hash.get() !== hashOf(target)) hash.set(hashOf(target));
  };
  hash.watch(() => {
    route.value = readRoute(hash.get());
  });
  return { route, go, back: () => go(parentOf(route.peek()) ?? { screen: 'home' }) };
}

/** The snapshot, from whoever knows it first; the worker's own answer wins. */
function createSnapshotState({ client, readSnapshot, watchSnapshot }: PopupEffects) {
  const snapshot = signal<Snapshot | undefined>(undefined);
  const startError = signal<KeystampError | undefined>(undefined);
  const profile = computed(() => {
    const state = snapshot.value?.state;
    return state?.profiles.find((candidate) => candidate.id === state.activeProfileId);
  });

  function applySnapshot(state: AppState, home: HomeView | null): void {
    snapshot.value = { v: 1, state, home: homeFor(state, home) };
  }

  const accept = (state: AppState): void => applySnapshot(state, snapshot.peek()?.home ?? null);

  async function readStored(): Promise<void> {
    const stored = await readSnapshot();
    if (stored && !snapshot.peek()) applySnapshot(stored.state, stored.home);
  }

  async function fetchState(): Promise<void> {
    startError.value = undefined;
    try {
      accept(await client.call('state', {}));
    } catch (error) {
      startError.value = toKeystampError(error);
    }
  }

  watchSnapshot((next) => {
    if (next) applySnapshot(next.state, next.home ?? snapshot.peek()?.home ?? null);
  });
  return {
    snapshot,
    profile,
    startError,
    applySnapshot,
    accept,
    readStored,
    fetchState,
  };
}

/** Fetches the first screen's data again, one fetch at a time. */
function createRefresher(
  { client }: PopupEffects,
  { snapshot, profile, applySnapshot }: ReturnType<typeof createSnapshotState>,
) {
  const refreshing = signal(false);
  const refreshError = signal<KeystampError | undefined>(undefined);

  async function refresh(): Promise<void> {
    const id = profile.peek()?.id;
    const unlocked = snapshot.peek()?.state.vault === 'unlocked';
    if (!unlocked || id === undefined || refreshing.peek()) return;
    refreshing.value = true;
    try {
      const home = await client.call('home', { profileId: id });
      const state = snapshot.peek()?.state;
      batch(() => {
        if (state) applySnapshot(state, home);
        refreshError.value = undefined;
      });
    } catch (error) {
      const failure = toReadError(error);
      // The lock screen says it, and after the unlock it is not true any more.
      refreshError.value = failure.code === 'vault_locked' ? undefined : failure;
    } finally {
      refreshing.value = false;
    }
    // Another profile was chosen meanwhile.
    if (profile.peek() && profile.peek()?.id !== id) await refresh();
  }

  return { refreshing, refreshError, refresh };
}

/**
 * Makes the popup's store. The snapshot is read from session storage by the page itself, at once,
 * while the worker wakes up in parallel; later the worker's own answer and its changes replace it.
 */
export function createStore(baseEffects: PopupEffects): Store {
  const snapshotState = createSnapshotState(baseEffects);
  const effects = {
    ...baseEffects,
    client: createLockAwareClient(baseEffects.client, snapshotState.fetchState),
  };
  const { client, now } = effects;
  const refresher = createRefresher(effects, snapshotState);
  const { snapshot, profile, startError, accept } = snapshotState;
  const { refreshing, refreshError, refresh } = refresher;
  // The popup closes when a prompt takes the focus: the confirm window prompts.
  const readSessions = createReadSessions(
    { ...effects, authenticator: null },
    computed(() => snapshot.value?.state),
  );
  let touchedAt = 0;

  async function start(): Promise<void> {
    await Promise.all([snapshotState.readStored(), snapshotState.fetchState()]);
    const at = snapshot.peek()?.home?.at ?? 0;
    if (Math.abs(now() - at) > MAX_AGE_MS) await refresh();
  }

  /** What was completed since the service was last asked has changed what the screen lists. */
  async function refreshIfStale(): Promise<void> {
    const home = snapshot.peek()?.home;
    if (!home) return;
    const changed = home.entries.some(
      (entry) => entry.state === 'completed' && entry.updatedAt > home.at,
    );
    if (changed || Math.abs(now() - home.at) > MAX_AGE_MS) await refresh();
  }

  async function applyChange(next: Promise<AppState>): Promise<void> {
    accept(await next);
    refreshError.value = undefined;
    await refresh();
  }

  function touch(): void {
    if (snapshot.peek()?.state.vault !== 'unlocked' || now() - touchedAt < TOUCH_MS) return;
    touchedAt = now();
    void client.call('vault_touch', {}).then(accept, () => undefined);
  }

  return {
    effects,
    snapshot,
    profile,
    startError,
    refreshing,
    refreshError,
    readSessions,
    start,
    refresh,
    refreshIfStale,
    ...createNavigation(effects.hash),
    select: (profileId) => applyChange(client.call('profiles_select', { id: profileId })),
    lock: () => applyChange(client.call('vault_lock', {})),
    accept: (state) => {
      accept(state);
      void refresh();
    },
    touch,
  };
}
