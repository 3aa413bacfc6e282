import { t } from '../i18n.ts';
import { Banner } from '../components/surfaces.tsx';
import { DescriptionList } from '../components/values.tsx';
import { usePolicy } from '../page/store.ts';

function SiteNames({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return t('managed.sitesNone');
  return (
    <ul class="managed-names" tabIndex={0}>
      {names.map((name) => (
        <li key={name} class="break" data-value>
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Which sites the organization lets ask, if it says anything about sites. */
export function ManagedSitesNotice() {
  const { allowedSites, blockedSites } = usePolicy();
  const rows: [string, preact.ComponentChildren][] = [];
  if (allowedSites) rows.push([t('managed.sitesAllowed'), <SiteNames names={allowedSites} />]);
  if (blockedSites.length > 0) {
    rows.push([t('managed.sitesBlocked'), <SiteNames names={blockedSites} />]);
  }
  if (rows.length === 0) return null;
  return (
    <Banner title={t('managed.sites')} live={false}>
      <p>{t('managed.sitesWhat')}</p>
      <DescriptionList rows={rows} />
    </Banner>
  );
}
