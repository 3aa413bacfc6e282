import { computed, effect, untracked, type ReadonlySignal } from '@preact/signals';
import { KeystampError } from '../../protocol/errors.ts';
import type { AppState, Snapshot } from '../../protocol/app-state.ts';
import { createHostQuestion, type HostQuestion } from '../components/host-question.ts';
import { createReauthentication, type Reauthentication } from '../components/reauthentication.ts';
import { applySettings } from '../components/own-page.ts';
import { t } from '../i18n.ts';
import { createSubmission, type Submitter } from '../procedures/submitter.ts';
import type { PasskeyApproval } from '../procedures/passkey/passkey-approval.ts';
import { createAppStore } from './app-store.ts';
import type { TabEffects } from './effects.ts';
import { isTabOnly } from './routes.ts';
import { createStore, useStore, type Store } from './store.ts';

/** What the places of the tab alone share besides. */
export type TabStore = Omit<Store, 'effects'> & {
  /** Its client asks for the password or a passkey if the worker requires it. */
  readonly effects: TabEffects;
  /** Names of the active profile's wallets and keys by ID, as far as the home screen has loaded them. */
  readonly names: ReadonlySignal<ReadonlyMap<string, string>>;
  /** Asks for passkeys, one at a time. */
  readonly passkeyApproval: PasskeyApproval;
  /** Has activities stamped by the API key or a passkey of their profile. */
  readonly submitter: Submitter;
  readonly reauthentication: Reauthentication;
  readonly hostQuestion: HostQuestion;
};

/** Waits for a call that returns the new state, and shows that state. */
export async function acceptAnswer(
  store: Pick<Store, 'accept'>,
  call: Promise<AppState>,
): Promise<void> {
  store.accept(await call);
}

function namesIn({ home }: Snapshot): ReadonlyMap<string, string> {
  const keysAndWallets = [...(home?.wallets ?? []), ...(home?.privateKeys ?? [])];
  return new Map(keysAndWallets.map(({ id, name }) => [id, name]));
}

/** The tab's store. */
export function createTabStore(baseEffects: TabEffects): TabStore {
  const app = createAppStore(baseEffects);
  const { state, snapshot } = app;
  // It asks the user before protected changes.
  const reauthentication = createReauthentication(app.client);
  const hostQuestion = createHostQuestion(baseEffects);
  const { requestOriginPermission } = hostQuestion;
  const effects = { ...baseEffects, client: reauthentication.client, requestOriginPermission };
  const openKeys = async () => store.go({ screen: 'keys' });
  const submission = createSubmission({ ...effects, openPage: openKeys }, state);
  const store: Store = createStore(app, effects, {
    placement: 'tab',
    startReadSession: async (profileId) => {
      const profile = state.peek()?.profiles.find(({ id }) => id === profileId);
      if (!profile) throw new KeystampError('profile_unknown');
      return submission.submitter.openReadSession(profile, t('authorization.read.why'));
    },
  });
  effect(() => {
    if (state.value) applySettings(state.value.settings);
  });
  // What is known of records is kept up by the home screen's activities; settings wait for none of them.
  effect(() => {
    const hasRecords = !isTabOnly(store.route.value) && store.profile.value !== undefined;
    if (hasRecords && !snapshot.peek()?.home) untracked(() => void store.refreshIfStale());
  });
  return {
    ...store,
    effects,
    reauthentication,
    hostQuestion,
    names: computed(() => (snapshot.value ? namesIn(snapshot.value) : new Map())),
    ...submission,
  };
}

const isTabStore = (store: Store): store is TabStore => 'submitter' in store;

/** The store of a component that is drawn in the tab alone. */
export function useTabStore(): TabStore {
  const store = useStore();
  if (!isTabStore(store)) throw new KeystampError('internal');
  return store;
}

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
