import { useEffect, useRef } from 'preact/hooks';
import type { BackupLook, RestoreResult } from '../../../protocol/backup.ts';
import { formatList, t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { ErrorState } from '../../components/states.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { useAppState, useTabStore, useTask } from '../../page/tab-store.ts';
import { findRestoredHosts } from './restored-hosts.ts';

type Result = RestoreResult & { readonly records: number };

/** What was restored, in words; without what is zero. */
function resultTexts({ profiles, keys, sites, grants, records, settings }: Result): string[] {
  return [
    profiles > 0 && t('backup.in.profiles', { count: profiles }),
    keys > 0 && t('backup.in.keys', { count: keys }),
    sites > 0 && t('backup.in.sites', { count: sites }),
    grants > 0 && t('backup.in.grants', { count: grants }),
    records > 0 && t('backup.in.records', { count: records }),
    settings && t('backup.in.settings'),
  ].filter((text) => text !== false);
}

/** The result of a restore, and access to what restored profiles need. */
export function DoneView(props: {
  readonly look: BackupLook;
  readonly result: Result;
  readonly onDone: () => void;
}) {
  const { look, result, onDone } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const texts = resultTexts(result);
  return (
    <div class="stack">
      <h2 ref={heading} tabIndex={-1}>
        {t('backup.done.title')}
      </h2>
      <Banner
        tone="good"
        title={
          texts.length > 0
            ? t('backup.done.what', { what: formatList(texts) })
            : t('backup.done.nothing')
        }
      />
      {result.profiles > 0 && <AccessButtons look={look} />}
      <div class="actions">
        <Button kind="primary" onClick={onDone}>
          {t('backup.done.finish')}
        </Button>
      </div>
    </div>
  );
}

/** A browser lets an extension reach a host only after a click for that host. */
function AccessButtons({ look }: { readonly look: BackupLook }) {
  const { effects } = useTabStore();
  const { profiles } = useAppState();
  const task = useTask();
  const hosts = findRestoredHosts(look, profiles);
  if (hosts.length === 0) return null;
  return (
    <>
      <p class="muted">{t('backup.done.accessWhat')}</p>
      <div class="actions">
        {hosts.map(({ host, request }) => (
          <Button key={host} busy={task.busy} onClick={() => void task.run(() => request(effects))}>
            {t('backup.done.access', { host })}
          </Button>
        ))}
      </div>
      {task.error && <ErrorState error={task.error} />}
    </>
  );
}
