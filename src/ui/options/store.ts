import { computed, effect, type ReadonlySignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { KeystampError, toWire, type WireError } from '../../protocol/errors.ts';
import type { ManagedPolicy } from '../../protocol/managed-policy.ts';
import type { AppState, Snapshot } from '../../protocol/app-state.ts';
import { applySettings } from '../components/own-page.ts';
import { createHostQuestion, type HostQuestion } from '../components/host-question.ts';
import { createReauthentication, type Reauthentication } from '../components/reauthentication.ts';
import { createAppStore, createNavigation, createStoreContext, type AppStore } from '../store.ts';
import type { OptionsEffects } from './effects.ts';
import { createSubmission, type Submitter } from '../procedures/submitter.ts';
import type { PasskeyApproval } from '../procedures/passkey/passkey-approval.ts';
import { hashOf, readRoute, type Route } from './route.ts';

/** What the components of the page share. */
export type Store = Omit<AppStore, 'client' | 'snapshot'> & {
  /** Its client asks for the password or a passkey if the worker requires it. */
  readonly effects: OptionsEffects;
  readonly route: ReadonlySignal<Route>;
  /** Names of the active profile's wallets and keys by ID, as far as the popup has loaded them. */
  readonly names: ReadonlySignal<ReadonlyMap<string, string>>;
  /** Asks for passkeys, one at a time. */
  readonly passkeyApproval: PasskeyApproval;
  /** Has activities stamped by the API key or a passkey of their profile. */
  readonly submitter: Submitter;
  readonly reauthentication: Reauthentication;
  readonly hostQuestion: HostQuestion;
  readonly go: (route: Route) => void;
};

/** Waits for a call that returns the new state, and shows that state. */
export async function acceptAnswer(store: Store, call: Promise<AppState>): Promise<void> {
  store.accept(await call);
}

function namesIn({ home }: Snapshot): ReadonlyMap<string, string> {
  const keysAndWallets = [...(home?.wallets ?? []), ...(home?.privateKeys ?? [])];
  return new Map(keysAndWallets.map(({ id, name }) => [id, name]));
}

/** Creates the page's store. */
export function createStore(baseEffects: OptionsEffects): Store {
  const { client, snapshot, ...app } = createAppStore(baseEffects);
  const { state } = app;
  // It asks the user before protected changes.
  const reauthentication = createReauthentication(client);
  const hostQuestion = createHostQuestion(baseEffects);
  const { requestOriginPermission } = hostQuestion;
  const effects = { ...baseEffects, client: reauthentication.client, requestOriginPermission };
  const { route, go } = createNavigation<Route>(effects.hash, { readRoute, hashOf });
  effect(() => {
    if (state.value) applySettings(state.value.settings);
  });
  return {
    ...app,
    effects,
    reauthentication,
    hostQuestion,
    names: computed(() => (snapshot.value ? namesIn(snapshot.value) : new Map())),
    ...createSubmission({ ...effects, openOptions: async () => go({ at: 'keys' }) }, state),
    route,
    go,
  };
}

/** The store of the component's page. */
export const { StoreContext, useStore } = createStoreContext<Store>();

/** The state of an unlocked page. Only use it in sections, which are shown only then. */
export function useAppState(): AppState {
  const state = useStore().state.value;
  if (!state) throw new KeystampError('internal');
  return state;
}

/** The names of all profiles but one: two can't have the same. */
export function useOtherNames(id: string | undefined): readonly string[] {
  const { profiles } = useAppState();
  return profiles.filter((profile) => profile.id !== id).map(({ name }) => name);
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
