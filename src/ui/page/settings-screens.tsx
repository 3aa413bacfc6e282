import type { ComponentChildren } from 'preact';
import { ScreenBoundary } from '../components/error-boundary.tsx';
import { createLazyScreen } from '../components/lazy-screen.tsx';
import { addWords, t } from '../i18n.ts';
import { AboutSection } from '../settings/about-section.tsx';
import { AppearanceSection } from '../settings/appearance-section.tsx';
import { KeysCard } from '../settings/keys-card.tsx';
import { LocalServiceNotice } from '../settings/local-service-notice.tsx';
import { ProfileSection } from '../settings/profile-section.tsx';
import { ProfilesCard } from '../settings/profiles-card.tsx';
import { Section } from '../settings/section.tsx';
import { SecuritySection } from '../vault/security-section.tsx';
import { SitesSection } from '../sites/sites-section.tsx';
import { addImportWords } from '../procedures/import/import-words.ts';
import { hashOf, type Route } from './routes.ts';
import { KeyNotices } from '../components/key-notices.tsx';
import { useAppState, useTabStore } from './tab-store.ts';

/* What draws the places of the tab alone. No other document reaches this file (test/bundle.test.ts). */

/** Code and words for all chains and curves; loaded only when someone opens the section. */
const Import = createLazyScreen(async () => {
  const [{ ImportSection }] = await Promise.all([
    import('../procedures/import/import-section.tsx'),
    addImportWords(),
  ]);
  return ImportSection;
});
const Backup = createLazyScreen(async () => {
  const [{ BackupSection }, { backupWords }] = await Promise.all([
    import('../settings/backup/backup-section.tsx'),
    import('../words/en/backup.ts'),
  ]);
  addWords(backupWords);
  return BackupSection;
});
const Rotation = createLazyScreen(async () => {
  const [{ RotationSection }, { rotationWords }] = await Promise.all([
    import('../procedures/rotation/rotation-section.tsx'),
    import('../words/en/rotation.ts'),
  ]);
  addWords(rotationWords);
  return RotationSection;
});
/** The import of wallets, with the forms. */
const ImportWallet = createLazyScreen(async () => {
  const [{ PhraseSection }, { phraseWords }] = await Promise.all([
    import('../procedures/import/phrase-section.tsx'),
    import('../words/en/phrase.ts'),
    addImportWords(),
  ]);
  addWords(phraseWords);
  return PhraseSection;
});
/** What opens secrets; its words name languages and proofs as the imports do. */
const Export = createLazyScreen(async () => {
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

function Keys({ service }: { readonly service: string | undefined }) {
  return (
    <Section title={t('app.section.keys')}>
      {service !== undefined && <LocalServiceNotice service={service} />}
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

/** What a place of the tab alone shows; undefined for all others. */
export function settingsScreenOf(route: Route): ComponentChildren {
  switch (route.screen) {
    case 'keys':
      return <Keys service={route.service} />;
    case 'profile':
      return <ProfileSection key={route.id} id={route.id} />;
    case 'rotate':
      return <Rotation key={route.id} id={route.id} />;
    case 'import':
      return <Import />;
    case 'import-wallet':
      return <ImportWallet />;
    case 'export':
      return <Export key={hashOf(route)} place={route} />;
    case 'sites':
      return <SitesSection />;
    case 'security':
      return <SecuritySection />;
    case 'backup':
      return <Backup />;
    case 'appearance':
      return <AppearanceSection />;
    case 'about':
      return <AboutSection />;
    default:
      return undefined;
  }
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
