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
import type { PasskeyQuestion } from './passkey/passkey-question.ts';
import { hashOf, readRoute, type Route } from './route.ts';

/** While the user is active, the lock deadline moves at most this often. */
const TOUCH_MS = 20_000;

/** What the components of the page share. */
export type Store = {
  /** Its client asks for the password or a passkey if the worker requires it. */
  readonly effects: OptionsEffects;
  /** Undefined until the worker first responds. */
  readonly state: ReadonlySignal<AppState | undefined>;
  readonly startError: ReadonlySignal<WireError | undefined>;
  readonly route: ReadonlySignal<Route>;
  /** Names of the active profile's wallets and keys by ID, as far as the popup has loaded them. */
  readonly names: ReadonlySignal<ReadonlyMap<string, string>>;
  /** Asks for passkeys, one at a time. */
  readonly passkeyQuestion: PasskeyQuestion;
  /** Has activities stamped by the API key or a passkey of their profile. */
  readonly submitter: Submitter;
  readonly reauthentication: Reauthentication;
  readonly start: () => Promise<void>;
  /** Shows a state that a call returned. */
  readonly accept: (state: AppState) => void;
  /** Gets the state from the worker again. */
  readonly refresh: () => Promise<void>;
  readonly go: (route: Route) => void;
  /** Reports that the user is active. */
  readonly touch: () => void;
};

/** Waits for a call that returns the new state, and shows that state. */
export async function acceptAnswer(store: Store, call: Promise<AppState>): Promise<void> {
  store.accept(await call);
}

function namesIn({ home }: Snapshot): ReadonlyMap<string, string> {
  const keysAndWallets = [...(home?.wallets ?? []), ...(home?.privateKeys ?? [])];
  return new Map(keysAndWallets.map(({ id, name }) => [id, name]));
}

/** Effects whose client shows the lock screen after a lock, and asks before protected changes. */
function guardEffects(effects: OptionsEffects, refresh: () => Promise<void>) {
  const reauthentication = createReauthentication(createLockAwareClient(effects.client, refresh));
  return { reauthentication, effects: { ...effects, client: reauthentication.client } };
}

const policyIn = (state: AppState | undefined): ManagedPolicy => state?.managed.policy ?? NO_POLICY;

/** Creates the page's store. */
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
      // A state that arrived in the meantime is newer: a click can both touch and change something.
      const acceptIfUnchanged = (next: AppState) => state.peek() === before && accept(next);
      void client.call('vault_touch', {}).then(acceptIfUnchanged, () => undefined);
    },
  };
}

export const StoreContext = createContext<Store | undefined>(undefined);

/** The store of the component's page. */
export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new KeystampError('internal');
  return store;
}

/** The state of an unlocked page. Only use it in sections, which are shown only then. */
export function useAppState(): AppState {
  const state = useStore().state.value;
  if (!state) throw new KeystampError('internal');
  return state;
}

/** The organization's policy. */
export function usePolicy(): ManagedPolicy {
  return useAppState().managed.policy;
}

/** Runs one task at a time: whether it is running, its error, and how to start it. */
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
      // A user who canceled the confirmation knows why nothing happened.
      if (wireError.code !== 'reauthentication_needed') setError(wireError);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run, clear: () => setError(null) };
}
