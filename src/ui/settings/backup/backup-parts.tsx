import { useMemo } from 'preact/hooks';
import { createBackupClient, type Backups } from '../../../client/backup/backups.ts';
import { formatNumber, t } from '../../i18n.ts';
import { Progress } from '../../components/states.tsx';
import { useTabStore } from '../../page/tab-store.ts';

/** The page's client for backups: it asks for the password again where the worker wants that. */
export function useBackups(): Backups {
  const { client, passwords, version } = useTabStore().effects;
  return useMemo(() => createBackupClient({ client, passwords, version }), []);
}

/** How many parts of the history are done, of how many. */
export type PartProgress = { readonly part: number; readonly parts: number } | null;

/** How far a long history is; nothing while there is none. */
export function PartLine(props: {
  readonly progress: PartProgress;
  readonly text: 'backup.make.part' | 'backup.look.part' | 'backup.restore.part';
}) {
  const { progress, text } = props;
  if (!progress) return null;
  const part = formatNumber(progress.part);
  return <Progress>{t(text, { part, parts: formatNumber(progress.parts) })}</Progress>;
}
