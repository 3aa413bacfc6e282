import { useEffect, useRef, useState } from 'preact/hooks';
import type { OpenedBackup } from '../../../client/backup/backups.ts';
import type { RestoreResult, BackupSite } from '../../../protocol/backup.ts';
import { formatDateTime, formatList, t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { ErrorState } from '../../components/states.tsx';
import { Banner, Badge, FactLine } from '../../components/surfaces.tsx';
import { visibleText } from '../../forms/visible.ts';
import { useTask } from '../../components/task.ts';
import { useAppState, useTabStore } from '../../page/tab-store.ts';
import { GrantChoices, HistoryLines, KeyChoices, SettingsChoice } from './other-choices.tsx';
import { ProfileChoices, BackupStateBadge, type ChoiceProps } from './profile-choices.tsx';
import {
  createRestoreDraft,
  finalChoices,
  hasNews,
  replacedNames,
  type RestoreDraft,
  canRestore,
  hasProfile,
  withSite,
} from './restore-draft.ts';
import { Select } from '../../components/inputs.tsx';
import { OriginName } from '../../components/origin-text.tsx';
import { operationsText } from './change-list.tsx';
import { PartLine, type PartProgress } from './backup-parts.tsx';

type Result = RestoreResult & { readonly records: number };

type LookProps = {
  readonly opened: OpenedBackup;
  readonly onRestored: (result: Result) => void;
  readonly onBack: () => void;
};

function useRestore({ opened, onRestored }: LookProps) {
  const store = useTabStore();
  const task = useTask();
  const isEmptyHere = useAppState().profiles.length === 0;
  const [draft, setDraft] = useState<RestoreDraft>(() =>
    createRestoreDraft(opened.look, isEmptyHere),
  );
  const [progress, setProgress] = useState<PartProgress>(null);
  const restore = () =>
    task.run(async () => {
      try {
        const choices = finalChoices(opened.look, draft);
        const { result, state } = await opened.restore(choices, (done, parts) =>
          setProgress({ part: done + 1, parts }),
        );
        store.accept(state);
        onRestored(result);
      } finally {
        setProgress(null);
      }
    });
  return { draft, setDraft, progress, restore, task };
}

/** What a backup holds, what is already here, and what the user wants of it. Nothing changes before the click. */
export function LookView(props: LookProps) {
  const { look, history } = props.opened;
  const { draft, setDraft, progress, restore, task } = useRestore(props);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const shared = { look, draft, onChange: setDraft };
  const isNews = hasNews(look, history ? history.appended + history.copied : 0);
  return (
    <div class="stack look">
      <h2 ref={heading} tabIndex={-1}>
        {t('backup.look.title')}
      </h2>
      <p class="muted">
        {t('backup.restore.made', { time: formatDateTime(look.createdAt), version: look.app })}
      </p>
      {!isNews && <Banner title={t('backup.look.nothing')} />}
      <ProfileChoices {...shared} />
      <KeyChoices {...shared} />
      <SiteChoices {...shared} />
      <GrantChoices {...shared} />
      <SettingsChoice {...shared} />
      <HistoryLines look={look} history={history} />
      <Replaced look={look} draft={draft} />
      {task.error && (
        <>
          <ErrorState error={task.error} />
          {task.error.code !== 'backup_changed' && <p>{t('backup.restore.stopped')}</p>}
        </>
      )}
      <PartLine progress={progress} text="backup.restore.part" />
      <div class="actions">
        <Button kind="primary" busy={task.busy} disabled={!isNews} onClick={() => void restore()}>
          {task.busy ? t('backup.restore.busy') : t('backup.restore.do')}
        </Button>
        <Button disabled={task.busy} onClick={props.onBack}>
          {t('backup.restore.other')}
        </Button>
      </div>
    </div>
  );
}

function Replaced({
  look,
  draft,
}: {
  readonly look: OpenedBackup['look'];
  readonly draft: RestoreDraft;
}) {
  const names = replacedNames(look, draft);
  if (names.length === 0) return null;
  const quoted = formatList(names.map((text) => t('app.quoted', { text: visibleText(text) })));
  return <Banner tone="warn" title={t('backup.choice.replaces', { names: quoted })} />;
}

/** The sites of a backup, each with what to do with it. */
function SiteChoices(props: ChoiceProps) {
  const { sites } = props.look;
  return (
    <section class="look-part stack-near">
      <h3>{t('app.section.sites')}</h3>
      {sites.length === 0 && <p class="muted">{t('backup.look.noSites')}</p>}
      <ul class="look-list">
        {sites.map((one) => (
          <BackupSiteRow key={one.origin} one={one} {...props} />
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

function BackupSiteRow({ one, look, draft, onChange }: ChoiceProps & { readonly one: BackupSite }) {
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
          <OriginName origin={origin} /> <BackupStateBadge state={state} />{' '}
          {blocked && <Badge tone="warn">{t('options.sites.blocked')}</Badge>}
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
