import { formatNumber, t } from '../../i18n.ts';
import { Progress } from '../../components/states.tsx';
import type { PartProgress } from './backup-client.ts';

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
