import type { HistoryTotals } from '../../../client/backup/backups.ts';
import type { BackupLook } from '../../../protocol/backup.ts';
import { formatDateTime, findText, formatList, t } from '../../i18n.ts';
import { Choices } from '../../components/choices.tsx';
import { Toggle } from '../../components/inputs.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { visibleText } from '../../forms/visible.ts';
import { operationTitle } from '../../sites/grant-list.tsx';
import { offeredGrants, type OfferedGrant } from './restore-draft.ts';
import { ChangeList } from './change-list.tsx';
import type { ChoiceProps } from './profile-choices.tsx';

/** The API keys of a backup. */
export function KeyChoices({ look, draft, onChange }: ChoiceProps) {
  const { keys, hasPrivateKeys } = look;
  const options = keys
    .filter(({ state }) => state === 'new')
    .map(({ id, name }) => ({ value: id, label: name }));
  const here = keys.filter(({ state }) => state === 'same').map(({ name }) => name);
  return (
    <section class="look-part stack-near">
      <h3 id="backup-keys">{t('app.place.apiKey')}</h3>
      {!hasPrivateKeys && <p class="muted">{t('backup.look.noKeys')}</p>}
      {hasPrivateKeys && options.length > 0 && (
        <Choices
          aria-labelledby="backup-keys"
          options={options}
          values={draft.keys}
          onChange={(values) => onChange({ ...draft, keys: [...values] })}
        />
      )}
      {here.length > 0 && (
        <p class="muted">
          {t('backup.look.state.same')}: <bdi>{formatList(here)}</bdi>
        </p>
      )}
    </section>
  );
}

function limitsText({ operation, limits }: OfferedGrant['offered']['grant']): string {
  const texts = Object.entries(limits).map(([name, value]) =>
    t('backup.look.value', {
      label: findText(`field.${operation}.${name}.label`) ?? visibleText(name),
      value: visibleText(String(value)),
    }),
  );
  return texts.length > 0 ? formatList(texts) : t('backup.look.grantAny');
}

function grantOption({ site, offered: { grant, clipped } }: OfferedGrant) {
  const left = t('backup.look.grantLeft', {
    count: grant.most - grant.used,
    site: site.origin,
    time: formatDateTime(grant.expiresAt),
  });
  const facts = [left, limitsText(grant), clipped && t('backup.look.grantClipped')];
  return {
    value: grant.id,
    label: operationTitle(grant.operation),
    detail: facts.filter(Boolean).join(' · '),
  };
}

/** Pre-approvals that the user may approve again. None is chosen at first. */
export function GrantChoices({ look, draft, onChange }: ChoiceProps) {
  const all = look.sites.flatMap(({ grants }) => grants);
  if (all.length === 0) return null;
  const offered = offeredGrants(look, draft);
  const over = all.filter(({ state }) => state === 'over' || state === 'uncovered').length;
  const refused = all.filter(({ state }) => state === 'refused').length;
  return (
    <section class="look-part stack-near">
      <h3 id="backup-grants">{t('app.storageNotice.grants')}</h3>
      <p class="muted">{t('backup.look.grantsWhat')}</p>
      {offered.length > 0 && (
        <Choices
          aria-labelledby="backup-grants"
          options={offered.map(grantOption)}
          values={draft.grants}
          onChange={(values) => onChange({ ...draft, grants: [...values] })}
        />
      )}
      {over > 0 && <p class="muted">{t('backup.look.grantsOver', { count: over })}</p>}
      {refused > 0 && <p class="muted">{t('backup.look.grantsRefused', { count: refused })}</p>}
    </section>
  );
}

/** Whether to use the settings of the backup. */
export function SettingsChoice({ look, draft, onChange }: ChoiceProps) {
  const { settings, retention } = look;
  return (
    <section class="look-part stack-near">
      <h3>{t('app.place.settings')}</h3>
      {settings.length === 0 && <p class="muted">{t('backup.look.settingsSame')}</p>}
      {settings.length > 0 && (
        <Toggle
          checked={draft.settings}
          onChange={(on) => onChange({ ...draft, settings: on })}
          label={t('backup.look.settingsDo')}
          help={t('backup.look.settingsHelp')}
        />
      )}
      <ChangeList changes={settings} />
      {draft.settings && retention !== null && (
        <Banner tone="warn" title={t('backup.look.settingsRetention', { count: retention })} />
      )}
    </section>
  );
}

/** What the history of the backup would add. */
export function HistoryLines(props: {
  readonly look: BackupLook;
  readonly history: HistoryTotals;
}) {
  const { look, history } = props;
  return (
    <section class="look-part stack-near">
      <h3>{t('app.place.history')}</h3>
      {history === null ? (
        <Banner tone="warn" title={t('backup.look.historyBroken')} />
      ) : (
        <HistoryCounts {...history} records={look.records} />
      )}
    </section>
  );
}

function HistoryCounts(props: NonNullable<HistoryTotals> & { readonly records: number }) {
  const { here, appended, copied } = props;
  if (here + appended + copied === 0) return <p class="muted">{t('backup.look.historyNone')}</p>;
  return (
    <>
      {here > 0 && <p class="muted">{t('backup.look.historyHere', { count: here })}</p>}
      {appended > 0 && <p class="muted">{t('backup.look.historyAppended', { count: appended })}</p>}
      {copied > 0 && <p class="muted">{t('backup.look.historyCopied', { count: copied })}</p>}
    </>
  );
}
