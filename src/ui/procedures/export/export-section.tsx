import { useEffect } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, Skeleton } from '../../components/states.tsx';
import { StepList } from '../stage-list.tsx';
import type { ExportPlace } from '../../page/routes.ts';
import { Section } from '../../settings/section.tsx';
import { ServiceRefusal } from '../../settings/service-refusal.tsx';
import { useSecretFlow } from '../use-secret-flow.ts';
import { createExportFlow, EXPORT_STEPS, type ExportFlow } from './export-flow.ts';
import { useCopiedSecret } from './copied-secret.tsx';
import { ExportReviewStep } from './export-review-step.tsx';
import { ExportRunStep } from './export-run-step.tsx';
import { SecretStep } from './secret-step.tsx';

/** The export of a wallet's recovery phrase or of a private key: review, verification, the secret. */
export function ExportSection({ place }: { readonly place: ExportPlace }) {
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
