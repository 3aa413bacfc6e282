import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Client } from '../../client/client.ts';
import {
  homeShownIn,
  type AppState,
  type HomeView,
  type Snapshot,
} from '../../protocol/app-state.ts';
import { KeystampError } from '../../protocol/errors.ts';
import { toKeystampError } from '../components/errors.ts';
import type { BaseEffects } from './effects.ts';

/** While the user is active, the lock deadline moves at most this often. */
const TOUCH_MS = 20_000;

type AppStoreEffects = Pick<BaseEffects, 'client' | 'readSnapshot' | 'watchSnapshot' | 'now'>;

/** What every one of Keystamp's own documents knows of it, also the confirm window. */
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
  readonly readState: () => Promise<void>;
  /** Shows a state that a call returned, such as unlock's; and a home screen, if it came with one. */
  readonly accept: (state: AppState, home?: HomeView) => void;
  /** Reports that the user is active. */
  readonly touch: () => void;
};

/**
 * The page reads the snapshot from session storage at once, while the worker wakes up in parallel; the
 * worker's answer and its changes replace it.
 */
export function createAppStore(effects: AppStoreEffects): AppStore {
  const { client, readSnapshot, watchSnapshot, now } = effects;
  const snapshot = signal<Snapshot | undefined>(undefined);
  const startError = signal<KeystampError | undefined>(undefined);
  const state = computed(() => snapshot.value?.state);
  let touchedAt = 0;

  function accept(next: AppState, home?: HomeView | null): void {
    const shown = home ?? snapshot.peek()?.home ?? null;
    snapshot.value = { v: 1, state: next, home: homeShownIn(next, shown) };
    startError.value = undefined;
  }

  async function showStored(): Promise<void> {
    const stored = await readSnapshot();
    if (stored && !snapshot.peek()) accept(stored.state, stored.home);
  }

  async function readState(): Promise<void> {
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
    client: createLockAwareClient(client, readState),
    snapshot,
    state,
    startError,
    start: async () => void (await Promise.all([showStored(), readState()])),
    readState,
    accept,
    touch,
  };
}

/**
 * A client for screens that are shown while the vault is unlocked. When the worker reports a lock,
 * `onLocked` tells the page first: the lock screen replaces the screen that made the call, which
 * then has no error to show.
 */
export function createLockAwareClient(client: Client, onLocked: () => Promise<unknown>): Client {
  return {
    call: async (name, input, secret) => {
      try {
        return await client.call(name, input, secret);
      } catch (error) {
        if (error instanceof KeystampError && error.code === 'vault_locked') {
          await onLocked().catch(() => undefined);
        }
        throw error;
      }
    },
  };
}
