import { t } from '../i18n.ts';
import { guideHref } from '../components/help-link.tsx';
import { Link } from '../components/button.tsx';
import { Logo } from '../components/logo.tsx';
import { Card } from '../components/surfaces.tsx';
import { TabPage } from '../page/tab-page.tsx';
import { useTabStore } from '../page/tab-store.ts';

/** Third-party packages in the shipped files, each with its license. */
const BUNDLED_PACKAGES = [
  ['Preact', 'MIT'],
  ['@preact/signals', 'MIT'],
  ['valibot', 'MIT'],
  ['@noble/curves', 'MIT'],
  ['@noble/hashes', 'MIT'],
  ['@scure/base', 'MIT'],
  ['hash-wasm', 'MIT'],
  ['idb', 'ISC'],
  ['qr', 'MIT OR Apache-2.0'],
] as const;

/** What Keystamp is, what it doesn't do, and whose work it contains. */
export function AboutSection() {
  const { effects } = useTabStore();
  return (
    <TabPage title={t('app.section.about')}>
      <Card>
        <div class="about">
          <Logo size={48} />
          <div>
            <p class="about-name">{t('app.name')}</p>
            <p class="muted">{t('options.about.version', { version: effects.version })}</p>
          </div>
        </div>
        <p>{t('options.about.what')}</p>
        <p>{t('options.about.stamp')}</p>
        <p>
          <Link href={guideHref('index')} external>
            {t('options.about.guide')}
          </Link>
        </p>
      </Card>
      <Card title={t('options.about.notTitle')}>
        <ul class="bullets">
          <li>{t('options.about.notCustody')}</li>
          <li>{t('options.about.notNetwork')}</li>
          <li>{t('options.about.notRecovery')}</li>
          <li>{t('options.about.notEnclave')}</li>
        </ul>
      </Card>
      <Card title={t('options.about.licences')}>
        <p class="muted">{t('options.about.licencesWhat')}</p>
        <ul class="licences">
          {BUNDLED_PACKAGES.map(([name, licence]) => (
            <li key={name}>
              <span>{name}</span> <span class="muted">{licence}</span>
            </li>
          ))}
        </ul>
      </Card>
    </TabPage>
  );
}
