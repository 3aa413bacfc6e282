import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { ErrorState } from '../../components/states.tsx';
import { Banner, Card } from '../../components/surfaces.tsx';
import { useTabStore } from '../../page/tab-store.ts';
import { StageList, useStayWhile } from '../stage-list.tsx';
import { WaitingNotice } from '../waiting-notice.tsx';
import type { ExportFlow } from './export-flow.ts';
import { EXPORT_STAGES, type ExportRun } from './run-export.ts';

/** The progress of an export, or why it stopped. */
export function ExportRunStep({ flow }: { readonly flow: ExportFlow }) {
  const { client, now } = useTabStore().effects;
  const run = flow.run.value;
  const isRunning = useStayWhile(run);
  if (!run) return null;
  return (
    <>
      <Card>
        <StageList stages={EXPORT_STAGES} run={run} textOf={(stage) => t(`export.run.${stage}`)}>
          {run.state === 'going' && t('export.review.stay')}
        </StageList>
      </Card>
      <WaitingNotice {...{ client, now }} entry={run.entry} profile={flow.profile}>
        {t('export.run.waiting')}
      </WaitingNotice>
      {!isRunning && run.state !== 'done' && <StoppedNotice flow={flow} run={run} />}
    </>
  );
}

function StoppedNotice({ flow, run }: { readonly flow: ExportFlow; readonly run: ExportRun }) {
  const { fault, error, entry } = run;
  return (
    <>
      {fault && (
        <Banner tone="danger" title={t('export.fault.title')}>
          <p>{t(`export.fault.${fault}`)}</p>
          <p>{t('export.fault.kept')}</p>
          {!run.isRecorded && <p>{t('import.verdict.unrecorded')}</p>}
        </Banner>
      )}
      {error && <ErrorState title={t('export.run.stopped')} error={error} />}
      {!fault && entry?.state === 'mismatch' && (
        <Banner tone="danger" title={t('export.run.mismatchAnswer')} />
      )}
      {entry?.state === 'unknown' && <Banner tone="warn" title={t('export.run.unknown')} />}
      <div class="actions">
        <Button icon="refresh" onClick={flow.again}>
          {t('export.run.again')}
        </Button>
      </div>
    </>
  );
}
