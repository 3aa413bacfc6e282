import { useEffect, useState } from 'preact/hooks';
import { addMessages, t } from '../i18n.ts';
import { Icon, type IconName } from '../kit/icon.tsx';
import { lazyScreen } from '../kit/lazy.tsx';
import { Stamp } from '../kit/stamp.tsx';
import { ErrorState, Progress } from '../kit/states.tsx';
import { Toasts } from '../kit/toasts.tsx';
import { Damaged, Unlock } from '../kit/unlock.tsx';
import { VaultNotice } from '../kit/vault-notice.tsx';
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { HistorySection } from './history-section.tsx';
import { KeysCard } from './keys-card.tsx';
import { ManagedNotice } from './managed-notice.tsx';
import { PasskeyDialog } from './passkey/passkey-dialog.tsx';
import { ProfileSection } from './profile-section.tsx';
import { ProfilesCard } from './profiles-card.tsx';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';
import { hashOf, SECTIONS, type Route, type Section as SectionName } from './route.ts';
import { Section } from './section.tsx';
import { SecuritySection } from './security-section.tsx';
import { SitesSection } from './sites-section.tsx';
import { Wizard } from './setup/wizard.tsx';
import { change, StoreContext, useStore, type Store } from './store.ts';
import { WipeDialog } from './wipe-dialog.tsx';

/** The options page over its store. */
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
      <Body />
      <PasskeyDialog />
      <ReauthenticationDialog />
      <Toasts />
    </StoreContext.Provider>
  );
}

/** What is shown follows from the vault alone; a damaged one is never taken for a missing one. */
function Body() {
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
  if (state.vault === 'damaged') return <DamagedPage />;
  if (state.vault === 'locked') return <LockedPage />;
  const { vaultNotice: notice } = state;
  const { client } = store.effects;
  if (notice) {
    return (
      <main class="lone">
        <VaultNotice
          notice={notice}
          lock={() => change(store, client.call('vault_lock', {}))}
          keep={() => change(store, client.call('vault_accept', {}))}
        />
      </main>
    );
  }
  const setup = store.route.value.at === 'setup' || state.profiles.length === 0;
  if (state.vault === 'missing' || setup) return <Wizard />;
  return <Sections />;
}

function LockedPage() {
  const store = useStore();
  const { client, passwords, passkeyUnlock } = store.effects;
  const { supported, unlock } = passkeyUnlock;
  return (
    <main class="lone">
      <Unlock
        challenge={() => client.call('vault_challenge', {})}
        unlock={async (password) => store.accept(await passwords.unlock(password))}
        passkey={{ supported, unlock: async () => store.accept(await unlock()) }}
      />
    </main>
  );
}

function DamagedPage() {
  const store = useStore();
  const [wiping, setWiping] = useState(false);
  return (
    <main class="lone">
      <Damaged onReload={() => void store.refresh()} onWipe={() => setWiping(true)} />
      <WipeDialog open={wiping} onClose={() => setWiping(false)} />
    </main>
  );
}

const ICONS: Readonly<Record<SectionName, IconName>> = {
  keys: 'key',
  'private-keys': 'wallet',
  sites: 'globe',
  security: 'shield',
  history: 'history',
  appearance: 'palette',
  about: 'info',
};

/** Code of all chains and curves, and its words: not read before somebody asks for it. */
const Import = lazyScreen(async () => {
  const [{ ImportSection }] = await Promise.all([
    import('./import/import-section.tsx'),
    addImportWords(),
  ]);
  return ImportSection;
});
const PrivateKeys = lazyScreen(async () => {
  const [{ PrivateKeysSection }] = await Promise.all([
    import('./private-keys/private-keys-section.tsx'),
    addImportWords(),
  ]);
  return PrivateKeysSection;
});

async function addImportWords(): Promise<void> {
  const { importMessages } = await import('../messages/en/import.ts');
  addMessages(importMessages);
}

/** Where in the menu a place belongs. */
function sectionOf({ at }: Route): SectionName {
  if (at === 'profile' || at === 'setup') return 'keys';
  return at === 'import' ? 'private-keys' : at;
}

function Sections() {
  const store = useStore();
  const route = store.route.value;
  const open = sectionOf(route);
  return (
    <div class="page">
      <nav class="menu" aria-label={t('options.menu')}>
        <p class="menu-name">
          <Stamp size={28} /> <span>{t('kit.name')}</span>
        </p>
        <ul>
          {SECTIONS.map((section) => (
            <li key={section}>
              <a
                href={hashOf({ at: section })}
                aria-current={section === open ? 'page' : undefined}
              >
                <Icon name={ICONS[section]} />
                <span>{t(`options.section.${section}`)}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main class="content">
        <ManagedNotice />
        {route.at === 'profile' ? <ProfileSection key={route.id} id={route.id} /> : null}
        {route.at === 'keys' && <KeysSection />}
        {route.at === 'private-keys' && <PrivateKeys key={route.id} id={route.id} />}
        {route.at === 'import' && <Import />}
        {route.at === 'sites' && <SitesSection />}
        {route.at === 'security' && <SecuritySection />}
        {route.at === 'history' && <HistorySection />}
        {route.at === 'appearance' && <AppearanceSection />}
        {route.at === 'about' && <AboutSection />}
      </main>
    </div>
  );
}

function KeysSection() {
  return (
    <Section title={t('options.section.keys')}>
      <ProfilesCard />
      <KeysCard />
    </Section>
  );
}
