import { render, type ComponentChildren } from 'preact';
import { addRowWords } from '../forms/words.ts';
import { addWords, t } from '../i18n.ts';
import { createLazyScreen, preload } from '../components/lazy-screen.tsx';
import { useLeaveGuard } from '../components/unsaved-input.ts';
import { ManagedNotice } from '../settings/managed-notice.tsx';
import { ReauthenticationDialog } from '../vault/reauthentication-dialog.tsx';
import { PasskeyDialog } from '../procedures/passkey/passkey-dialog.tsx';
import { authorizationWords } from '../words/en/authorization.ts';
import { managedWords } from '../words/en/managed.ts';
import { optionsWords } from '../words/en/options.ts';
import { popupWords } from '../words/en/popup.ts';
import { unlockWords } from '../words/en/unlock.ts';
import type { TabEffects } from './effects.ts';
import { recordScreenOf } from './record-screens.tsx';
import { isTabOnly, type RouteOf, type TabScreen } from './routes.ts';
import { settingsScreenOf } from './settings-screens.tsx';
import { SettingsTabs } from './settings-tabs.tsx';
import { BoundedScreen, Page, useWipe } from './shell.tsx';
import { SideNav } from './side-nav.tsx';
import { useStore } from './store.ts';
import { acceptAnswer, createTabStore, useTabStore } from './tab-store.ts';
import { Tabs } from './tabs.tsx';
import { VaultGate } from './vault-gate.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';

/** List and record side by side come with the table of operations: no setting waits for it. */
const RecordPlaces = createLazyScreen(
  async () => (await import('./panes.tsx')).RecordPlaces,
  () => import('../words/en/objects.ts'),
);

function Settings({ route }: { readonly route: RouteOf<TabScreen> }) {
  const isWide = useStore().isWide.value;
  useLeaveGuard('all');
  return (
    <div class="page">
      {isWide && <SideNav route={route} list={null} />}
      <main class="content">
        <ManagedNotice />
        <SettingsTabs route={route}>
          <BoundedScreen route={route}>{settingsScreenOf(route)}</BoundedScreen>
        </SettingsTabs>
      </main>
      {!isWide && (
        <footer class="page-foot">
          <Tabs />
        </footer>
      )}
    </div>
  );
}

const SETUP = { screen: 'setup', service: null } as const;

/** A profile is set up before anything else. */
function TabPlaces() {
  const store = useTabStore();
  const route = store.route.value;
  const hasProfile = (store.state.value?.profiles.length ?? 0) > 0;
  if (route.screen === 'setup' || !hasProfile) return <>{settingsScreenOf(SETUP)}</>;
  if (isTabOnly(route)) return <Settings route={route} />;
  return <RecordPlaces route={route} />;
}

const Lone = ({ children }: { readonly children?: ComponentChildren }) => (
  <main class="lone">{children}</main>
);

function Tab() {
  const store = useTabStore();
  const { effects } = store;
  const { isSupported: supported, unlock } = effects.passkeyUnlock;
  const wipe = useWipe();
  const { client } = effects;
  return (
    <>
      <VaultGate
        store={store}
        effects={effects}
        title={t('options.title')}
        frame={Lone}
        passkey={{ supported, unlock: async () => store.accept(await unlock()) }}
        enter={store.accept}
        onWipe={wipe.ask}
        keep={() => acceptAnswer(store, client.call('vault_accept', {}))}
      >
        <TabPlaces />
      </VaultGate>
      {wipe.dialog}
      <PasskeyDialog />
      <ReauthenticationDialog />
      <HostQuestionDialog />
    </>
  );
}

/** Draws the tab into an element and starts it. */
export function startTab(effects: TabEffects, root: HTMLElement): void {
  for (const words of [popupWords, optionsWords, managedWords, authorizationWords, unlockWords])
    addWords(words);
  addRowWords();
  const store = createTabStore(effects);
  // They come while the worker is asked, and not after its answer.
  const route = store.route.peek();
  const places = isTabOnly(route)
    ? [settingsScreenOf(route)]
    : [<RecordPlaces route={route} />, recordScreenOf(route)];
  places.forEach(preload);
  render(
    <Page store={store}>
      <Tab />
    </Page>,
    root,
  );
  void store.start();
}

/** The question. Render it once per page: it opens on top of the form that needs the host. */
function HostQuestionDialog() {
  const { host, answer } = useTabStore().hostQuestion;
  return (
    <ConfirmDialog
      open={host.value !== null}
      title={t('options.host.title', { host: host.value ?? '' })}
      action={t('options.host.allow')}
      kind="primary"
      onClose={() => answer(false)}
      onConfirm={() => answer(true)}
    >
      <p>{t('options.host.what')}</p>
    </ConfirmDialog>
  );
}
