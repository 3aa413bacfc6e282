import { t } from '../i18n.ts';
import { Banner } from '../kit/surfaces.tsx';
import { Facts } from '../kit/values.tsx';
import { usePolicy } from './store.ts';

function Names({ names }: { readonly names: readonly string[] }) {
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

/** Which sites the organization lets ask, where it says anything about them. */
export function ManagedSites() {
  const { allowedSites, blockedSites } = usePolicy();
  const rows: [string, preact.ComponentChildren][] = [];
  if (allowedSites) rows.push([t('managed.sitesAllowed'), <Names names={allowedSites} />]);
  if (blockedSites.length > 0) {
    rows.push([t('managed.sitesBlocked'), <Names names={blockedSites} />]);
  }
  if (rows.length === 0) return null;
  return (
    <Banner title={t('managed.sites')} live={false}>
      <p>{t('managed.sitesWhat')}</p>
      <Facts rows={rows} />
    </Banner>
  );
}
