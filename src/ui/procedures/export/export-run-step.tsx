import { useEffect } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { StateBadge } from '../../components/entry-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { ErrorState } from '../../components/states.tsx';
import { Banner, Card } from '../../components/surfaces.tsx';
import type { ExportFlow } from './export-flow.ts';
import { EXPORT_STAGES, type ExportRun, type ExportStage } from './run-export.ts';

/** The progress of an export, or why it stopped. */
export function ExportRunStep({ flow }: { readonly flow: ExportFlow }) {
  const run = flow.run.value;
  const isRunning = run?.state === 'going';
  useEffect(() => {
    if (!isRunning) return undefined;
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', confirmLeaving);
    return () => removeEventListener('beforeunload', confirmLeaving);
  }, [isRunning]);
  if (!run) return null;
  const isWaiting = isRunning && run.entry?.state === 'pending';
  return (
    <>
      <Card>
        <ol class="stages" data-export={run.state}>
          {EXPORT_STAGES.map((stage) => (
            <StageRow key={stage} stage={stage} run={run} />
          ))}
        </ol>
        {isRunning && (
          <p class="muted">{t(isWaiting ? 'export.run.waiting' : 'export.review.stay')}</p>
        )}
      </Card>
      {run.state === 'stopped' && <StoppedNotice flow={flow} run={run} />}
    </>
  );
}

const STATUS_KEYS = {
  past: 'import.stepDone',
  failed: 'import.run.failed',
  now: 'import.run.going',
  later: 'import.run.waits',
} as const;

function StageRow({ stage, run }: { readonly stage: ExportStage; readonly run: ExportRun }) {
  const distance = EXPORT_STAGES.indexOf(stage) - EXPORT_STAGES.indexOf(run.stage);
  const current = run.state === 'stopped' ? 'failed' : run.state === 'done' ? 'past' : 'now';
  const status = distance > 0 ? 'later' : distance < 0 ? 'past' : current;
  const isCurrent = status === 'now' || status === 'failed';
  return (
    <li class={status} aria-current={isCurrent ? 'step' : undefined}>
      {status === 'past' && <Icon name="check" />}
      {status === 'failed' && <Icon name="warn" />}
      {status === 'now' && <span class="spinner" aria-hidden="true" />}
      {status === 'later' && <span class="stage-dot" aria-hidden="true" />}
      <span>{t(`export.run.${stage}`)}</span>
      <span class="hidden">{t(STATUS_KEYS[status])}</span>
      {isCurrent && stage === 'send' && run.entry && <StateBadge state={run.entry.state} />}
    </li>
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
          {!run.isRecorded && <p>{t('export.fault.unrecorded')}</p>}
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
