import type { ComponentChildren } from 'preact';
import { ScreenBoundary } from '../components/error-boundary.tsx';
import { createLazyScreen } from '../components/lazy-screen.tsx';
import { t } from '../i18n.ts';
import { AboutSection } from '../settings/about-section.tsx';
import { AppearanceSection } from '../settings/appearance-section.tsx';
import { KeysCard } from '../settings/keys-card.tsx';
import { LocalServiceNotice } from '../settings/local-service-notice.tsx';
import { ProfileSection } from '../settings/profile-section.tsx';
import { ProfilesCard } from '../settings/profiles-card.tsx';
import { TabPage } from './tab-page.tsx';
import { SecuritySection } from '../vault/security-section.tsx';
import { SitesSection } from '../sites/sites-section.tsx';
import { screenOf, type Screens } from './record-screens.tsx';
import type { RouteOf, TabScreen } from './routes.ts';
import { KeyNotices } from '../components/key-notices.tsx';
import { useAppState, useTabStore } from './tab-store.ts';

/* What draws the places of the tab alone. No other document reaches this file (test/bundle.test.ts). */

const importWords = () => import('../words/en/import.ts');
const phraseWords = () => import('../words/en/phrase.ts');

const SCREENS: Screens<TabScreen> = {
  keys: Keys,
  profile: ProfileSection,
  rotate: createLazyScreen(
    async () => (await import('../procedures/rotation/rotation-section.tsx')).RotationSection,
    () => import('../words/en/rotation.ts'),
  ),
  // Code and words for all chains and curves.
  import: createLazyScreen(
    async () => (await import('../procedures/import/import-section.tsx')).ImportSection,
    importWords,
  ),
  'import-wallet': createLazyScreen(
    async () => (await import('../procedures/import/phrase-section.tsx')).PhraseSection,
    phraseWords,
    importWords,
  ),
  // What opens secrets; its words name languages and proofs as the imports do.
  export: createLazyScreen(
    async () => (await import('../procedures/export/export-section.tsx')).ExportSection,
    phraseWords,
    importWords,
    () => import('../words/en/export.ts'),
  ),
  sites: SitesSection,
  security: SecuritySection,
  backup: createLazyScreen(
    async () => (await import('../settings/backup/backup-section.tsx')).BackupSection,
    () => import('../words/en/backup.ts'),
  ),
  appearance: AppearanceSection,
  about: AboutSection,
  // Most who open the tab have a profile.
  setup: createLazyScreen(async () => (await import('../settings/setup/wizard.tsx')).SetupWizard),
};

/** What a place of the tab alone shows. */
export const settingsScreenOf = (route: RouteOf<TabScreen>): ComponentChildren =>
  screenOf(SCREENS, route);

function Keys({ service }: { readonly service?: string }) {
  return (
    <TabPage title={t('app.section.keys')}>
      {service !== undefined && <LocalServiceNotice service={service} />}
      <RotationNotices />
      <ScreenBoundary>
        <ProfilesCard />
      </ScreenBoundary>
      <ScreenBoundary>
        <KeysCard />
      </ScreenBoundary>
    </TabPage>
  );
}

/** What of the profiles' keys needs the user. */
function RotationNotices() {
  const { effects, go } = useTabStore();
  const { profiles } = useAppState();
  return (
    <KeyNotices
      effects={effects}
      profiles={profiles}
      onOpen={(id) => go({ screen: 'rotate', id })}
    />
  );
}
