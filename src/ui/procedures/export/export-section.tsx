import { useEffect } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, Skeleton } from '../../components/states.tsx';
import { ProcedureProgress } from '../procedure-progress.tsx';
import { StepList, useStayWhile } from '../stage-list.tsx';
import type { ExportPlace } from '../../page/routes.ts';
import { TabPage } from '../../page/tab-page.tsx';
import { ServiceRefusal } from '../../settings/service-refusal.tsx';
import { useSecretFlow } from '../use-secret-flow.ts';
import { createExportFlow, EXPORT_STEPS, type ExportFlow } from './export-flow.ts';
import { useCopiedSecret } from './copied-secret.tsx';
import { ExportReviewStep } from './export-review-step.tsx';
import { SecretStep } from './secret-step.tsx';
import { EXPORT_STAGES } from './run-export.ts';

/** The export of a wallet's recovery phrase or of a private key: review, verification, the secret. */
export function ExportSection(place: ExportPlace) {
  const flow = useSecretFlow(
    (effects, profile) => createExportFlow(effects, profile, place),
    (left) => left.again(),
  );
  useEffect(() => void flow?.load(), []);
  return (
    <TabPage title={t(`export.title.${place.kind}`)}>
      <p class="muted">{t(`export.what.${place.kind}`)}</p>
      {flow ? <ExportSteps flow={flow} /> : <EmptyState title={t('options.profile.gone')} />}
    </TabPage>
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
  const run = flow.run.value;
  const isRunning = useStayWhile(run);
  if (!run) return null;
  const { fault } = run;
  return (
    <>
      <ProcedureProgress
        stages={EXPORT_STAGES}
        {...{ run, profile: flow.profile }}
        textOf={(stage) => t(`export.run.${stage}`)}
        says={{
          going: t('export.review.stay'),
          waits: t('export.run.waiting'),
          stopped: t('export.run.stopped'),
          unsure: t('export.run.unsure'),
          fault: fault && {
            title: t('export.fault.title'),
            why: t(`export.fault.${fault}`),
            kept: t('export.fault.kept'),
          },
        }}
      />
      {!isRunning && run.state !== 'done' && (
        <div class="actions">
          <Button icon="refresh" onClick={flow.again}>
            {t('export.run.again')}
          </Button>
        </div>
      )}
    </>
  );
}
