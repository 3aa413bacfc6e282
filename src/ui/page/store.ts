import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { AppState, NamedItem } from '../../protocol/app-state.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { RecordKind } from '../../protocol/fields.ts';
import { NO_POLICY, type ManagedPolicy } from '../../protocol/managed-policy.ts';
import type { Profile } from '../../protocol/profile.ts';
import { toReadError } from '../components/errors.ts';
import { createReadSessions, startInWindow, type ReadSessions } from '../forms/read-sessions.ts';
import { createHomeItems } from './home-order.ts';
import { createAppStore, type AppStore } from './app-store.ts';
import type { PageEffects } from './effects.ts';
import {
  hashOf,
  isTabOnly,
  parentOf,
  readRoute,
  type Placement,
  type Route,
  type Screen,
} from './routes.ts';

/**
 * How old the home screen's data may be before it is fetched again on opening; further in the future,
 * the clock was ahead then.
 */
const MAX_AGE_MS = 10_000;

/** What all screens share: the snapshot, where the page is, and what went wrong. */
export type Store = Omit<AppStore, 'client'> & {
  readonly effects: PageEffects;
  readonly placement: Placement;
  readonly profile: ReadonlySignal<Profile | undefined>;
  readonly route: ReadonlySignal<Route>;
  /** Whether a list and what it leads to are shown side by side. */
  readonly isWide: ReadonlySignal<boolean>;
  readonly refreshing: ReadonlySignal<boolean>;
  readonly refreshError: ReadonlySignal<KeystampError | undefined>;
  /** How often the user asked for what is newer: lists of their own are then read again as well. */
  readonly refreshes: ReadonlySignal<number>;
  /** The home screen's first records of a kind, in an order that stays while the page is open. */
  readonly homeItems: (kind: RecordKind) => readonly NamedItem[];
  /** How a profile of passkeys gets to read again. */
  readonly readSessions: ReadSessions;
  /** Fetches the home screen's data again, because the user asked for it. */
  readonly refresh: () => Promise<void>;
  /** Refreshes what the first screen shows where it may be old. */
  readonly refreshIfStale: () => Promise<void>;
  readonly select: (profileId: string) => Promise<void>;
  readonly lock: () => Promise<void>;
  /** Takes a state that a call answered, such as unlock's, and fetches the first screen for it. */
  readonly enter: (state: AppState) => void;
  /** Shows a place; one that only the tab has, in a tab. */
  readonly go: (route: Route) => void;
  readonly back: () => void;
  /** The place that the activity on the screen was opened from, to go back to. */
  readonly activityOpener: ReadonlySignal<Route>;
};

type HomeSource = AppStore & Pick<Store, 'profile' | 'placement'> & Pick<PageEffects, 'now'>;

/** Fetches the first screen's data again, one fetch at a time. */
function createRefresher(source: HomeSource) {
  const { client, snapshot, profile, placement, accept, now } = source;
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

  const isOld = (at: number): boolean => Math.abs(now() - at) > MAX_AGE_MS;

  /** What was completed since the service was last asked has changed what the screen lists. */
  async function refreshIfStale(): Promise<void> {
    const home = snapshot.peek()?.home;
    if (!home) {
      // The popup's start fetches it.
      if (placement === 'tab') await refresh();
      return;
    }
    const changed = home.entries.some(
      (entry) => entry.state === 'completed' && entry.updatedAt > home.at,
    );
    if (changed || isOld(home.at)) await refresh();
  }

  return { refreshing, refreshError, refresh, refreshIfStale, isOld };
}

const HOME: Route = { screen: 'home' };

/** The steps by which something is sent. */
const isSending = (screen: Screen): boolean =>
  ['form', 'review', 'passkey', 'result', 'requests'].includes(screen);

/** Where the page is, kept in the location hash so that the browser's own "back" works too. */
function createNavigation({ hash, openPage }: PageEffects, placement: Placement) {
  const route = signal(readRoute(hash.get(), placement));
  const activityOpener = signal(HOME);
  const show = (next: Route): void => {
    const { screen } = route.peek();
    // An activity's own links lead to others; a form that was sent is nothing to go back to.
    if (screen !== 'activity') activityOpener.value = isSending(screen) ? HOME : route.peek();
    route.value = next;
  };
  hash.watch(() => show(readRoute(hash.get(), placement)));
  const go = (target: Route): void => {
    const targetHash = hashOf(target);
    if (placement === 'popup' && isTabOnly(target)) {
      void openPage(targetHash === hashOf({ screen: 'keys' }) ? undefined : targetHash);
      return;
    }
    show(target);
    if (hash.get() !== targetHash) hash.set(targetHash);
  };
  return { route, activityOpener, go };
}

/** What a placement brings of its own. */
type PlacementParts = {
  readonly placement: Placement;
  readonly startReadSession: ReadSessions['start'];
};

/** Creates the store of a page on top of what it knows of Keystamp. */
export function createStore(app: AppStore, effects: PageEffects, parts: PlacementParts): Store {
  const { client, snapshot, state } = app;
  const { now, wide } = effects;
  const { placement, startReadSession } = parts;
  const profile = computed(() =>
    state.value?.profiles.find((candidate) => candidate.id === state.value?.activeProfileId),
  );
  const home = createRefresher({ ...app, profile, placement, now });
  const { refreshing, refreshError, refresh, refreshIfStale } = home;
  const refreshes = signal(0);
  const homeItems = createHomeItems();
  const { route, activityOpener, go } = createNavigation(effects, placement);
  const isWide = signal(wide.get());
  wide.watch(() => (isWide.value = wide.get()));

  async function start(): Promise<void> {
    await app.start();
    if (!isTabOnly(route.peek()) && home.isOld(snapshot.peek()?.home?.at ?? 0)) await refresh();
  }

  async function applyChange(next: Promise<AppState>): Promise<void> {
    app.accept(await next);
    refreshError.value = undefined;
    await refresh();
  }

  return {
    ...app,
    effects,
    placement,
    profile,
    isWide,
    refreshing,
    refreshError,
    homeItems: (kind) => homeItems(snapshot.value?.home, kind),
    readSessions: createReadSessions(state, startReadSession),
    start,
    refreshes,
    refresh: async () => {
      refreshes.value += 1;
      await refresh();
    },
    refreshIfStale,
    route,
    go,
    activityOpener,
    back: () => {
      const { screen } = route.peek();
      go(screen === 'activity' ? activityOpener.peek() : (parentOf(route.peek()) ?? HOME));
    },
    select: (profileId) => applyChange(client.call('profiles_select', { id: profileId })),
    lock: () => applyChange(client.call('vault_lock', {})),
    enter: (next) => {
      app.accept(next);
      void refresh();
    },
  };
}

/** The popup's store. */
export function createPopupStore(baseEffects: PageEffects): Store {
  const app = createAppStore(baseEffects);
  const effects = { ...baseEffects, client: app.client };
  return createStore(app, effects, {
    placement: 'popup',
    // A prompt takes the focus, and then the popup closes.
    startReadSession: (profileId) => startInWindow(effects, profileId),
  });
}

export const StoreContext = createContext<Store | undefined>(undefined);

/** The store of the component's page. */
export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new KeystampError('internal');
  return store;
}

/** A profile as it is now: its keys and rules may have changed since a form was begun with it. */
export function useCurrentProfile(profile: Profile): Profile {
  const current = useStore().profile.value;
  return current?.id === profile.id ? current : profile;
}

/** What the organization set. */
export function usePolicy(): ManagedPolicy {
  return useStore().state.value?.managed.policy ?? NO_POLICY;
}
