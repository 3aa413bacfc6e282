import { signal, type ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { KeystampError, toWire, type WireError } from '../../protocol/errors.ts';
import { NO_POLICY, type ManagedPolicy } from '../../protocol/managed-policy.ts';
import type { AppState, Snapshot } from '../../protocol/app-state.ts';
import { createLockAwareClient } from '../components/lock-aware-client.ts';
import { applySettings } from '../components/own-page.ts';
import { createReauthentication, type Reauthentication } from '../components/reauthentication.ts';
import type { OptionsEffects } from './effects.ts';
import { createSubmission, type Submitter } from './passkey/submit-and-follow.ts';
import type { Prompter } from './passkey/prompter.ts';
import { hashOf, readRoute, type Route } from './route.ts';

/** The lock deadline is moved at most this often while the user is at work. */
const TOUCH_MS = 20_000;

/** What the parts of the page share. */
export type Store = {
  /** Its client asks for the password or a passkey where the worker wants it. */
  readonly effects: OptionsEffects;
  /** Undefined until the first answer. */
  readonly state: ReadonlySignal<AppState | undefined>;
  readonly startError: ReadonlySignal<WireError | undefined>;
  readonly route: ReadonlySignal<Route>;
  /** Names of wallets and keys of the active profile by id, as far as the popup has seen them. */
  readonly names: ReadonlySignal<ReadonlyMap<string, string>>;
  /** Asks for passkeys, one question at a time. */
  readonly prompter: Prompter;
  /** Has activities stamped by what their profile uses. */
  readonly submitter: Submitter;
  readonly reauthentication: Reauthentication;
  readonly start: () => Promise<void>;
  /** Takes a state that a call answered. */
  readonly accept: (state: AppState) => void;
  /** Asks the worker for its state again. */
  readonly refresh: () => Promise<void>;
  readonly go: (route: Route) => void;
  /** The user is here. */
  readonly touch: () => void;
};

/** Waits for a call that answers the new state, and takes it. */
export async function acceptAnswer(store: Store, call: Promise<AppState>): Promise<void> {
  store.accept(await call);
}

function namesIn({ home }: Snapshot): ReadonlyMap<string, string> {
  const keysAndWallets = [...(home?.wallets ?? []), ...(home?.privateKeys ?? [])];
  return new Map(keysAndWallets.map(({ id, name }) => [id, name]));
}

/** The effects of an open page: a lock leads to the lock screen, a guarded change to the question. */
function guardEffects(effects: OptionsEffects, refresh: () => Promise<void>) {
  const reauthentication = createReauthentication(createLockAwareClient(effects.client, refresh));
  return { reauthentication, effects: { ...effects, client: reauthentication.client } };
}

const policyIn = (state: AppState | undefined): ManagedPolicy => state?.managed.policy ?? NO_POLICY;

/** Makes the page's store. */
export function createStore(effects: OptionsEffects): Store {
  const { client, hash, now } = effects;
  const state = signal<AppState | undefined>(undefined);
  const startError = signal<WireError | undefined>(undefined);
  const route = signal<Route>(readRoute(hash.get()));
  const names = signal<ReadonlyMap<string, string>>(new Map());
  let touchedAt = 0;

  const accept = (next: AppState): void => {
    state.value = next;
    startError.value = undefined;
    applySettings(next.settings);
  };

  const refresh = async (): Promise<void> => {
    try {
      accept(await client.call('state', {}));
    } catch (error) {
      startError.value = toWire(error);
    }
  };

  const start = async (): Promise<void> => {
    const showSnapshot = async () => {
      const stored = await effects.readSnapshot();
      if (stored) names.value = namesIn(stored);
      if (stored && !state.peek()) accept(stored.state);
    };
    await Promise.all([showSnapshot(), refresh()]);
  };

  hash.watch(() => {
    route.value = readRoute(hash.get());
  });
  effects.watchSnapshot((snapshot) => {
    if (!snapshot) return;
    names.value = namesIn(snapshot);
    accept(snapshot.state);
  });

  const guardedEffects = guardEffects(effects, refresh);
  return {
    ...guardedEffects,
    state,
    startError,
    route,
    names,
    ...createSubmission({ ...guardedEffects.effects, policy: () => policyIn(state.peek()) }),
    start,
    accept,
    refresh,
    go: (next) => {
      route.value = next;
      if (hash.get() !== hashOf(next)) hash.set(hashOf(next));
    },
    touch: () => {
      if (state.peek()?.vault !== 'unlocked' || now() - touchedAt < TOUCH_MS) return;
      touchedAt = now();
      const before = state.peek();
      // What came in meanwhile is newer: a click both touches and changes something.
      const acceptIfUnchanged = (next: AppState) => state.peek() === before && accept(next);
      void client.call('vault_touch', {}).then(acceptIfUnchanged, () => undefined);
    },
  };
}

export const StoreContext = createContext<Store | undefined>(undefined);

/** The store of the page this component stands in. */
export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new KeystampError('internal');
  return store;
}

/** The state of an unlocked page; sections are shown only then. */
export function useAppState(): AppState {
  const state = useStore().state.value;
  if (!state) throw new KeystampError('internal');
  return state;
}

/** What the organization set. */
export function usePolicy(): ManagedPolicy {
  return useAppState().managed.policy;
}

/** One thing the page does at a time: whether it runs, what went wrong, and how to start it. */
export function useTask() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<WireError | null>(null);
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setError(null);
    try {
      await work();
      return true;
    } catch (cause) {
      const wireError = toWire(cause);
      // Whoever was asked to confirm and left knows why nothing happened.
      if (wireError.code !== 'reauthentication_needed') setError(wireError);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run, clear: () => setError(null) };
}
