import { useEffect, useState } from 'preact/hooks';
import { formatDateTime, t } from '../../i18n.ts';
import { Banner, Card } from '../../components/surfaces.tsx';
import { Section } from '../section.tsx';
import { useTabStore } from '../../page/tab-store.ts';
import { MakeCard } from './make-card.tsx';
import { RestoreFlow } from './restore-flow.tsx';

/** When the backup of a restore that was stopped was made; null if there is none. */
function useUnfinished(round: number): number | null {
  const { effects } = useTabStore();
  const [createdAt, setCreatedAt] = useState<number | null>(null);
  useEffect(() => {
    // Without an answer there is nothing to say: the restore itself says what is wrong.
    effects.client.call('backup_unfinished', {}).then(setCreatedAt, () => undefined);
  }, [round]);
  return createdAt;
}

/** Making a backup and restoring one. */
export function BackupSection() {
  const [round, setRound] = useState(0);
  const unfinished = useUnfinished(round);
  return (
    <Section title={t('app.section.backup')}>
      {unfinished !== null && (
        <Banner tone="warn" title={t('backup.restore.unfinished')}>
          <p>{t('backup.restore.unfinishedWhat', { time: formatDateTime(unfinished) })}</p>
        </Banner>
      )}
      <MakeCard />
      <Card title={t('options.setup.restore')}>
        <p class="muted">{t('backup.restore.what')}</p>
        <RestoreFlow key={round} onDone={() => setRound(round + 1)} />
      </Card>
    </Section>
  );
}
