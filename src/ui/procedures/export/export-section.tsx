import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, Skeleton } from '../../components/states.tsx';
import type { ExportPlace } from '../../page/routes.ts';
import { ServiceRefusal } from '../../settings/service-refusal.tsx';
import { isAtWork } from '../procedure.ts';
import { ProcedureProgress } from '../procedure-progress.tsx';
import { SecretSection } from '../secret-section.tsx';
import { useConfirmedLeaving } from '../stage-list.tsx';
import { createExportFlow, type ExportFlow, type ExportStep } from './export-flow.ts';
import { useCopiedSecret } from './copied-secret.tsx';
import { ExportReviewStep } from './export-review-step.tsx';
import { EXPORT_STAGES } from './run-export.ts';
import { SecretStep } from './secret-step.tsx';

type StepProps = { readonly flow: ExportFlow };

/** The export of a wallet's recovery phrase or of a private key: review, verification, the secret. */
export function ExportSection(place: ExportPlace) {
  return (
    <SecretSection<ExportStep, ExportFlow>
      texts="export"
      title={t(`export.title.${place.kind}`)}
      about={t(`export.what.${place.kind}`)}
      create={(effects, profile) => {
        const flow = createExportFlow(effects, profile, place);
        void flow.load();
        return flow;
      }}
      forget={(left) => left.again()}
      screens={{ review: LoadedReview, run: ExportRunStep, show: ShowStep }}
    />
  );
}

/** The review, once what is to be exported has been read. */
function LoadedReview({ flow }: StepProps) {
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
  return <ExportReviewStep flow={flow} subject={flow.subject.value} />;
}

function ShowStep({ flow }: StepProps) {
  const copied = useCopiedSecret();
  const subject = flow.subject.value;
  return subject && <SecretStep {...{ flow, subject, copied }} />;
}

/** The progress of an export, or why it stopped. */
function ExportRunStep({ flow }: StepProps) {
  const run = flow.run.value;
  const isRunning = isAtWork(run);
  useConfirmedLeaving(isRunning);
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
