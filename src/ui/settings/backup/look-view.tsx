import { useEffect, useRef, useState } from 'preact/hooks';
import type { OpenedBackup } from '../../../client/backup/backups.ts';
import type { RestoreResult } from '../../../protocol/backup.ts';
import { formatDateTime, formatList, t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { ErrorState } from '../../components/states.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { visibleText } from '../../forms/visible.ts';
import { useAppState, useTabStore, useTask } from '../../page/tab-store.ts';
import type { PartProgress } from './backup-client.ts';
import { GrantChoices, HistoryLines, KeyChoices, SettingsChoice } from './other-choices.tsx';
import { PartLine } from './part-line.tsx';
import { ProfileChoices } from './profile-choices.tsx';
import {
  createRestoreDraft,
  finalChoices,
  hasNews,
  replacedNames,
  type RestoreDraft,
} from './restore-draft.ts';
import { SiteChoices } from './site-choices.tsx';

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
