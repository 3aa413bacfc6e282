import { useEffect, useState } from 'preact/hooks';
import { addWords, t } from '../i18n.ts';
import { SideNav } from '../side-nav.tsx';
import { createLazyScreen } from '../components/lazy-screen.tsx';
import { ScreenBoundary } from '../components/error-boundary.tsx';
import { Logo } from '../components/logo.tsx';
import { ErrorState, Progress } from '../components/states.tsx';
import { Toasts } from '../components/toasts.tsx';
import { useLeaveGuard } from '../components/unsaved-input.ts';
import { DamagedVault, UnreleasedVault, UnlockScreen } from '../components/unlock.tsx';
import { StorageNotice } from '../components/storage-notice.tsx';
import { VaultNotice } from '../components/vault-notice.tsx';
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { HistorySection } from './history-section.tsx';
import { addImportWords } from '../procedures/import/import-words.ts';
import { KeysCard } from './keys-card.tsx';
import { LocalServiceNotice } from './local-service-notice.tsx';
import { ManagedNotice } from './managed-notice.tsx';
import { PasskeyDialog } from '../procedures/passkey/passkey-dialog.tsx';
import { ProfileSection } from './profile-section.tsx';
import { ProfilesCard } from './profiles-card.tsx';
import { HostQuestionDialog } from './host-question-dialog.tsx';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';
import { hashOf as hashOfRecord } from '../popup/route.ts';
import { hashOf, serviceOf, type Route } from './route.ts';
import { RotationNotices } from '../procedures/rotation/rotation-notices.tsx';
import { Section } from './section.tsx';
import { SecuritySection } from './security-section.tsx';
import { SitesSection } from './sites-section.tsx';
import { SetupWizard } from './setup/wizard.tsx';
import { acceptAnswer, StoreContext, useStore, type Store } from './store.ts';
import { WipeDialog } from './wipe-dialog.tsx';

/** The options page on top of its store. */
export function App({ store }: { readonly store: Store }) {
  useEffect(() => {
    void store.start();
    const touch = () => store.touch();
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, touch, true);
    return () => {
      for (const name of ['pointerdown', 'keydown']) removeEventListener(name, touch, true);
    };
  }, []);
  return (
    <StoreContext.Provider value={store}>
      <ScreenBoundary>
        <CurrentScreen />
      </ScreenBoundary>
      <PasskeyDialog />
      <ReauthenticationDialog />
      <HostQuestionDialog />
      <Toasts />
    </StoreContext.Provider>
  );
}

/** The vault alone decides what is shown. A damaged vault never counts as a missing one. */
function CurrentScreen() {
  const store = useStore();
  const state = store.state.value;
  if (!state) {
    const error = store.startError.value;
    return (
      <main class="lone">
        <h1 class="hidden">{t('options.title')}</h1>
        {error ? (
          <ErrorState error={error} onRetry={() => void store.start()} />
        ) : (
          <Progress>{t('kit.loading')}</Progress>
        )}
      </main>
    );
  }
  if (state.vault === 'damaged' || state.vault === 'unreleased') {
    return <RefusedVaultScreen isUnreleased={state.vault === 'unreleased'} />;
  }
  if (state.vault === 'locked') return <LockedScreen />;
  const { vaultNotice: notice, databaseLost } = state;
  const { client } = store.effects;
  if (databaseLost) {
    return (
      <main class="lone">
        <StorageNotice accept={() => acceptAnswer(store, client.call('storage_accept', {}))} />
      </main>
    );
  }
  if (notice) {
    return (
      <main class="lone">
        <VaultNotice
          notice={notice}
          lock={() => acceptAnswer(store, client.call('vault_lock', {}))}
          keep={() => acceptAnswer(store, client.call('vault_accept', {}))}
        />
      </main>
    );
  }
  const needsSetup = store.route.value.at === 'setup' || state.profiles.length === 0;
  if (state.vault === 'missing' || needsSetup) return <SetupWizard />;
  return <SectionsScreen />;
}

function LockedScreen() {
  const store = useStore();
  const { client, passwords, passkeyUnlock } = store.effects;
  const { isSupported: supported, unlock } = passkeyUnlock;
  return (
    <main class="lone">
      <UnlockScreen
        challenge={() => client.call('vault_challenge', {})}
        unlock={async (password) => store.accept(await passwords.unlock(password))}
        passkey={{ supported, unlock: async () => store.accept(await unlock()) }}
      />
    </main>
  );
}

function RefusedVaultScreen({ isUnreleased }: { readonly isUnreleased: boolean }) {
  const store = useStore();
  const [isWiping, setIsWiping] = useState(false);
  const onWipe = () => setIsWiping(true);
  return (
    <main class="lone">
      {isUnreleased ? (
        <UnreleasedVault onWipe={onWipe} />
      ) : (
        <DamagedVault onReload={() => void store.refresh()} onWipe={onWipe} />
      )}
      <WipeDialog open={isWiping} onClose={() => setIsWiping(false)} />
    </main>
  );
}

/** Code and words for all chains and curves; loaded only when someone opens the section. */
const LazyImportSection = createLazyScreen(async () => {
  const [{ ImportSection }] = await Promise.all([
    import('../procedures/import/import-section.tsx'),
    addImportWords(),
  ]);
  return ImportSection;
});
const LazyBackupSection = createLazyScreen(async () => {
  const [{ BackupSection }, { backupWords }] = await Promise.all([
    import('./backup/backup-section.tsx'),
    import('../words/en/backup.ts'),
  ]);
  addWords(backupWords);
  return BackupSection;
});

/** Rarely needed. */
const LazyRotationSection = createLazyScreen(async () => {
  const [{ RotationSection }, { rotationWords }] = await Promise.all([
    import('../procedures/rotation/rotation-section.tsx'),
    import('../words/en/rotation.ts'),
  ]);
  addWords(rotationWords);
  return RotationSection;
});

/** The same for wallets, with the forms. */
const LazyPhraseSection = createLazyScreen(async () => {
  const [{ PhraseSection }, { phraseWords }, { popupWords }] = await Promise.all([
    import('../procedures/import/phrase-section.tsx'),
    import('../words/en/phrase.ts'),
    import('../words/en/popup.ts'),
    addImportWords(),
  ]);
  addWords(phraseWords);
  addWords(popupWords);
  return PhraseSection;
});

/** What opens secrets; its words name languages and proofs as the imports do. */
const LazyExportSection = createLazyScreen(async () => {
  const [{ ExportSection }, { phraseWords }, { exportWords }] = await Promise.all([
    import('../procedures/export/export-section.tsx'),
    import('../words/en/phrase.ts'),
    import('../words/en/export.ts'),
    addImportWords(),
  ]);
  addWords(phraseWords);
  addWords(exportWords);
  return ExportSection;
});

/** The route of the menu's section that a route belongs to; none has the pages that import and export. */
function sectionOf(route: Route): Route {
  const { at } = route;
  return at === 'profile' || at === 'rotate' || at === 'setup' ? { at: 'keys' } : route;
}

function SectionsScreen() {
  const store = useStore();
  // The other places are another page.
  useLeaveGuard('all');
  const route = store.route.value;
  return (
    <div class="page">
      <SideNav
        here="options"
        current={hashOf(sectionOf(route))}
        head={
          <p class="side-name">
            <Logo size={28} /> <span>{t('kit.name')}</span>
          </p>
        }
      />
      <main class="content">
        <ManagedNotice />
        <ScreenBoundary key={hashOf(route)}>
          <CurrentSection route={route} />
        </ScreenBoundary>
      </main>
    </div>
  );
}

function CurrentSection({ route }: { readonly route: Route }) {
  return (
    <>
      {route.at === 'profile' ? <ProfileSection key={route.id} id={route.id} /> : null}
      {route.at === 'rotate' && <LazyRotationSection key={route.id} id={route.id} />}
      {route.at === 'keys' && <KeysSection service={serviceOf(route)} />}
      {route.at === 'private-keys' && <MovedKeys id={route.id} />}
      {route.at === 'import' && <LazyImportSection />}
      {route.at === 'import-wallet' && <LazyPhraseSection />}
      {route.at === 'export' && <LazyExportSection key={hashOf(route)} place={route} />}
      {route.at === 'sites' && <SitesSection />}
      {route.at === 'security' && <SecuritySection />}
      {route.at === 'history' && <HistorySection />}
      {route.at === 'backup' && <LazyBackupSection />}
      {route.at === 'appearance' && <AppearanceSection />}
      {route.at === 'about' && <AboutSection />}
    </>
  );
}

/** Private keys are among the organization's records: their old address leads there. */
function MovedKeys({ id }: { readonly id: string | undefined }) {
  useEffect(() => {
    const kind = 'privateKey';
    const place = id
      ? ({ screen: 'object', kind, id } as const)
      : ({ screen: 'list', kind } as const);
    location.replace(`/popup.html${hashOfRecord(place)}`);
  }, []);
  return null;
}

function KeysSection({ service }: { readonly service: string | null }) {
  return (
    <Section title={t('kit.section.keys')}>
      {service !== null && <LocalServiceNotice service={service} />}
      <RotationNotices />
      <ScreenBoundary>
        <ProfilesCard />
      </ScreenBoundary>
      <ScreenBoundary>
        <KeysCard />
      </ScreenBoundary>
    </Section>
  );
}
