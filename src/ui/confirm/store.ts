import { signal, type ReadonlySignal } from '@preact/signals';
import type { KeystampError } from '../../protocol/errors.ts';
import type { AppState } from '../../protocol/app-state.ts';
import type { Client } from '../../client/client.ts';
import { toKeystampError } from '../components/errors.ts';
import { createLockAwareClient } from '../components/lock-aware-client.ts';
import type { ConfirmEffects } from './effects.ts';

/** The lock deadline is moved at most this often while the user is at work. */
const TOUCH_MS = 20_000;

/** What the window knows of Keystamp. */
export type Store = {
  /** For the screens of an open vault. */
  readonly client: Client;
  /** Undefined until the first answer. */
  readonly state: ReadonlySignal<AppState | undefined>;
  /** Why the worker could not be asked at all. */
  readonly startError: ReadonlySignal<KeystampError | undefined>;
  readonly start: () => Promise<void>;
  /** Takes a state that a call answered. */
  readonly accept: (state: AppState) => void;
  /** The user is here. */
  readonly touch: () => void;
};

/**
 * Makes the window's store. What is stored is shown at once; the worker's own answer and its changes
 * replace it.
 */
export function createStore(effects: ConfirmEffects): Store {
  const { client, now } = effects;
  const state = signal<AppState | undefined>(undefined);
  const startError = signal<KeystampError | undefined>(undefined);
  let touchedAt = 0;

  const accept = (next: AppState): void => {
    state.value = next;
  };

  async function readStored(): Promise<void> {
    const stored = await effects.readSnapshot();
    if (stored && !state.peek()) accept(stored.state);
  }

  async function fetchState(): Promise<void> {
    startError.value = undefined;
    try {
      accept(await client.call('state', {}));
    } catch (error) {
      startError.value = toKeystampError(error);
    }
  }

  effects.watchSnapshot((snapshot) => {
    if (snapshot) accept(snapshot.state);
  });

  return {
    client: createLockAwareClient(client, fetchState),
    state,
    startError,
    start: async () => void (await Promise.all([readStored(), fetchState()])),
    accept,
    touch: () => {
      if (state.peek()?.vault !== 'unlocked' || now() - touchedAt < TOUCH_MS) return;
      touchedAt = now();
      void client.call('vault_touch', {}).then(accept, () => undefined);
    },
  };
}
