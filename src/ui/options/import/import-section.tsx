import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { EmptyState } from '../../components/states.tsx';
import { hashOf } from '../route.ts';
import { Section } from '../section.tsx';
import { useAppState, useStore } from '../store.ts';
import { createImportFlow, IMPORT_STEPS, type ImportFlow, type ImportStep } from './import-flow.ts';
import { FormatsStep } from './formats-step.tsx';
import { KeyStep } from './key-step.tsx';
import { NameStep } from './name-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { RunStep } from './run-step.tsx';
import { StepList } from './step-list.tsx';

/** The import of a private key: paste, addresses, name, review, verification. */
export function ImportSection() {
  const { profiles, activeProfileId } = useAppState();
  const profile = profiles.find(({ id }) => id === activeProfileId) ?? profiles[0];
  const { effects, submitter } = useStore();
  const [flow] = useState<ImportFlow | null>(() =>
    profile ? createImportFlow({ ...effects, submit: submitter.submit }, profile) : null,
  );
  useEffect(() => {
    if (!flow) return undefined;
    // A page in the back/forward cache stays whole in memory.
    const leave = () => flow.startOver();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      flow.leave();
    };
  }, []);
  return (
    <Section title={t('import.title')}>
      <p class="muted">
        {t('import.what')} <a href={hashOf({ at: 'import-wallet' })}>{t('import.wallet')}</a>
      </p>
      {flow ? <ImportSteps flow={flow} /> : <EmptyState title={t('options.profile.gone')} />}
    </Section>
  );
}

const STEP_SCREENS = {
  key: KeyStep,
  formats: FormatsStep,
  name: NameStep,
  review: ReviewStep,
  run: RunStep,
} as const satisfies Record<ImportStep, unknown>;

function ImportSteps({ flow }: { readonly flow: ImportFlow }) {
  const step = flow.step.value;
  const Screen = STEP_SCREENS[step];
  return (
    <StepList
      steps={IMPORT_STEPS}
      step={step}
      label={t('import.steps')}
      textOf={(item) => t(`import.step.${item}`)}
      heading={t(`import.heading.${step}`)}
      movesFocus={step === 'name'}
    >
      <Screen key={step} flow={flow} />
    </StepList>
  );
}
