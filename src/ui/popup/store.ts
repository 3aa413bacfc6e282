import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type { KeystampError } from '../../protocol/errors.ts';
import type { Profile } from '../../protocol/profile.ts';
import type { AppState, NamedItem } from '../../protocol/app-state.ts';
import type { RecordKind } from '../../protocol/fields.ts';
import { toReadError } from '../components/errors.ts';
import { createReadSessions, type ReadSessions } from '../forms/read-sessions.ts';
import { createAppStore, createNavigation, type AppStore } from '../store.ts';
import type { PopupEffects } from './effects.ts';
import { createHomeItems } from './home-order.ts';
import { hashOf, parentOf, readRoute, type Route } from './route.ts';

/**
 * How old the home screen's data may be before it is fetched again on opening; further in the future,
 * the clock was ahead then.
 */
const MAX_AGE_MS = 10_000;
/** What all screens share: the snapshot, where the popup is, and what went wrong. */
export type Store = Omit<AppStore, 'client' | 'accept'> & {
  readonly effects: PopupEffects;
  readonly profile: ReadonlySignal<Profile | undefined>;
  readonly route: ReadonlySignal<Route>;
  /** Whether a list and what it leads to are shown side by side. */
  readonly isWide: ReadonlySignal<boolean>;
  readonly refreshing: ReadonlySignal<boolean>;
  readonly refreshError: ReadonlySignal<KeystampError | undefined>;
  /** How often the user asked for what is newer: lists of their own are then read again as well. */
  readonly refreshes: ReadonlySignal<number>;
  /** The home screen's first records of a kind, in an order that stays while the popup is open. */
  readonly homeItems: (kind: RecordKind) => readonly NamedItem[];
  /** How a profile of passkeys gets to read again. */
  readonly readSessions: ReadSessions;
  /** Refreshes what the first screen shows where it may be old. */
  readonly refreshIfStale: () => Promise<void>;
  readonly select: (profileId: string) => Promise<void>;
  readonly lock: () => Promise<void>;
  /** Takes a state that a call answered, such as unlock's, and fetches the first screen for it. */
  readonly accept: (state: AppState) => void;
  readonly go: (route: Route) => void;
  readonly back: () => void;
};

type HomeSource = AppStore & Pick<Store, 'profile'>;

/** Fetches the first screen's data again, one fetch at a time. */
function createRefresher({ client, snapshot, profile, accept }: HomeSource) {
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
        if (state) accept(state, home);
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

/** Creates the popup's store. */
export function createStore(baseEffects: PopupEffects): Store {
  const app = createAppStore(baseEffects);
  const { client, snapshot, state } = app;
  const effects = { ...baseEffects, client };
  const { now, hash, wide } = effects;
  const profile = computed(() =>
    state.value?.profiles.find((candidate) => candidate.id === state.value?.activeProfileId),
  );
  const { refreshing, refreshError, refresh } = createRefresher({ ...app, profile });
  const refreshes = signal(0);
  const homeItems = createHomeItems();
  const { route, go } = createNavigation<Route>(hash, { readRoute, hashOf });
  const isWide = signal(wide.get());
  wide.watch(() => (isWide.value = wide.get()));

  async function start(): Promise<void> {
    await app.start();
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
    app.accept(await next);
    refreshError.value = undefined;
    await refresh();
  }

  return {
    ...app,
    effects,
    profile,
    isWide,
    refreshing,
    refreshError,
    homeItems: (kind) => homeItems(snapshot.value?.home, kind),
    // The popup closes when a prompt takes the focus: the confirm window prompts.
    readSessions: createReadSessions({ ...effects, authenticator: null }, state),
    start,
    refreshes,
    refresh: async () => {
      refreshes.value += 1;
      await refresh();
    },
    refreshIfStale,
    route,
    go,
    back: () => go(parentOf(route.peek()) ?? { screen: 'home' }),
    select: (profileId) => applyChange(client.call('profiles_select', { id: profileId })),
    lock: () => applyChange(client.call('vault_lock', {})),
    accept: (next) => {
      app.accept(next);
      void refresh();
    },
  };
}
