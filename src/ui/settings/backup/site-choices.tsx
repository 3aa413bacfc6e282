import type { BackupSite } from '../../../protocol/backup.ts';
import { t } from '../../i18n.ts';
import { Select } from '../../components/inputs.tsx';
import { OriginName } from '../../components/origin-text.tsx';
import { Badge, FactLine } from '../../components/surfaces.tsx';
import { StateBadge, type ChoiceProps } from './profile-choices.tsx';
import { operationsText } from './change-list.tsx';
import { canRestore, hasProfile, withSite } from './restore-draft.ts';

/** The sites of a backup, each with what to do with it. */
export function SiteChoices(props: ChoiceProps) {
  const { sites } = props.look;
  return (
    <section class="look-part">
      <h3>{t('backup.look.sites')}</h3>
      {sites.length === 0 && <p class="muted">{t('backup.look.noSites')}</p>}
      <ul class="look-list">
        {sites.map((one) => (
          <SiteRow key={one.origin} one={one} {...props} />
        ))}
      </ul>
    </section>
  );
}

function connectionText({ profileId, profileName }: BackupSite): string | null {
  if (profileId === null) return null;
  return profileName === null
    ? t('backup.look.connectedToNone')
    : t('backup.look.connectedTo', { profile: profileName });
}

function SiteRow({ one, look, draft, onChange }: ChoiceProps & { readonly one: BackupSite }) {
  const { origin, state, blocked } = one;
  const isRestorable = canRestore(look, draft, one);
  const [restored, left] =
    state === 'new'
      ? [t('backup.choice.add'), t('backup.choice.leave')]
      : [t('backup.choice.replace'), t('backup.choice.keep')];
  const options = [
    { value: 'restore', label: restored, disabled: !isRestorable },
    { value: 'leave', label: left },
  ];
  const isRestored = isRestorable && draft.sites.includes(origin);
  return (
    <li class="look-row">
      <span class="row-text look-text">
        <span class="row-title">
          <OriginName origin={origin} /> <StateBadge state={state} />{' '}
          {blocked && <Badge tone="warn">{t('backup.look.blocked')}</Badge>}
        </span>
        <SiteFacts one={one} lacksProfile={!hasProfile(look, draft, one)} />
      </span>
      {state !== 'same' && (
        <Select
          aria-label={t('backup.choice.label', { name: origin })}
          value={isRestored ? 'restore' : 'leave'}
          options={options}
          onChange={(value) => onChange(withSite(draft, origin, value === 'restore'))}
        />
      )}
    </li>
  );
}

/** What a site would have, what it has here, and what stays out. */
function SiteFacts(props: { readonly one: BackupSite; readonly lacksProfile: boolean }) {
  const { one, lacksProfile } = props;
  const { state, operations, dropped, refused, here } = one;
  const hasOperations = state !== 'same' && one.profileId !== null && operations.length > 0;
  const needsProfile = refused === null && lacksProfile && one.profileName !== null;
  return (
    <>
      <span class="row-detail">
        <FactLine facts={[connectionText(one), needsProfile && t('backup.look.needsProfile')]} />
      </span>
      {hasOperations && (
        <span class="row-detail">
          {t('backup.look.mayAsk', { operations: operationsText(operations) })}
        </span>
      )}
      {state === 'differs' && here && <span class="row-detail">{hereText(here)}</span>}
      {dropped.length > 0 && (
        <span class="row-detail">
          {t('backup.look.dropped', { operations: operationsText(dropped) })}
        </span>
      )}
      {refused && <span class="field-error">{t(`backup.look.siteRefused.${refused}`)}</span>}
    </>
  );
}

function hereText({ profileName, operations, blocked }: NonNullable<BackupSite['here']>): string {
  if (profileName === null)
    return t(blocked ? 'backup.look.hereBlocked' : 'backup.look.hereNothing');
  const values = { profile: profileName, operations: operationsText(operations) };
  return t(blocked ? 'backup.look.hereBoth' : 'backup.look.hereConnected', values);
}
