import { useEffect } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, Skeleton, ErrorState } from '../../components/states.tsx';
import { StepList, StageList, useStayWhile } from '../stage-list.tsx';
import type { ExportPlace } from '../../page/routes.ts';
import { Section } from '../../settings/section.tsx';
import { ServiceRefusal } from '../../settings/service-refusal.tsx';
import { useSecretFlow } from '../use-secret-flow.ts';
import { createExportFlow, EXPORT_STEPS, type ExportFlow } from './export-flow.ts';
import { useCopiedSecret } from './copied-secret.tsx';
import { ExportReviewStep } from './export-review-step.tsx';
import { SecretStep } from './secret-step.tsx';
import { Banner, Card } from '../../components/surfaces.tsx';
import { useTabStore } from '../../page/tab-store.ts';
import { WaitingNotice } from '../waiting-notice.tsx';
import { EXPORT_STAGES, type ExportRun } from './run-export.ts';

/** The export of a wallet's recovery phrase or of a private key: review, verification, the secret. */
export function ExportSection(place: ExportPlace) {
  const flow = useSecretFlow(
    (effects, profile) => createExportFlow(effects, profile, place),
    (left) => left.again(),
  );
  useEffect(() => void flow?.load(), []);
  return (
    <Section title={t(`export.title.${place.kind}`)}>
      <p class="muted">{t(`export.what.${place.kind}`)}</p>
      {flow ? <ExportSteps flow={flow} /> : <EmptyState title={t('options.profile.gone')} />}
    </Section>
  );
}

function ExportSteps({ flow }: { readonly flow: ExportFlow }) {
  const copied = useCopiedSecret();
  const step = flow.step.value;
  const error = flow.readError.value;
  const { profile } = flow;
  if (error) {
    const load = () => void flow.load();
    return (
      <ServiceRefusal
        error={error}
        isLocal={profile.service === 'local'}
        readSession={{ profile, onOpened: load }}
        action={<Button onClick={load}>{t('app.retry')}</Button>}
      />
    );
  }
  if (flow.isMissing.value) return <EmptyState icon="search" title={t('export.review.gone')} />;
  if (!flow.subject.value) return <Skeleton rows={4} />;
  return (
    <StepList
      steps={EXPORT_STEPS}
      step={step}
      label={t('export.steps')}
      textOf={(item) => t(`export.step.${item}`)}
      heading={t(`export.heading.${step}`)}
      movesFocus={false}
    >
      {step === 'review' && <ExportReviewStep flow={flow} subject={flow.subject.value} />}
      {step === 'run' && <ExportRunStep flow={flow} />}
      {step === 'show' && <SecretStep flow={flow} subject={flow.subject.value} copied={copied} />}
    </StepList>
  );
}

/** The progress of an export, or why it stopped. */
function ExportRunStep({ flow }: { readonly flow: ExportFlow }) {
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
