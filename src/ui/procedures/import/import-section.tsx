import { t } from '../../i18n.ts';
import { EmptyState } from '../../components/states.tsx';
import { hashOf } from '../../page/routes.ts';
import { TabPage } from '../../page/tab-page.tsx';
import { useSecretFlow } from '../use-secret-flow.ts';
import { createImportFlow, IMPORT_STEPS, type ImportFlow, type ImportStep } from './import-flow.ts';
import { FormatsStep } from './formats-step.tsx';
import { ImportKeyStep } from './key-step.tsx';
import { NameStep } from './name-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { RunStep } from './run-step.tsx';
import { StepList } from '../stage-list.tsx';

/** The import of a private key: paste, addresses, name, review, verification. */
export function ImportSection() {
  const flow = useSecretFlow(createImportFlow, (left) => left.startOver());
  return (
    <TabPage title={t('import.title')}>
      <p class="muted">
        {t('import.what')} <a href={hashOf({ screen: 'import-wallet' })}>{t('import.wallet')}</a>
      </p>
      {flow ? <ImportSteps flow={flow} /> : <EmptyState title={t('options.profile.gone')} />}
    </TabPage>
  );
}

const STEP_SCREENS = {
  key: ImportKeyStep,
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
