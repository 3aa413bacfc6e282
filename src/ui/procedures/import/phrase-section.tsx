import { t } from '../../i18n.ts';
import { EmptyState } from '../../components/states.tsx';
import { RunStep } from './run-step.tsx';
import { StepList } from '../stage-list.tsx';
import { hashOf } from '../../page/routes.ts';
import { Section } from '../../settings/section.tsx';
import { useSecretFlow } from '../use-secret-flow.ts';
import { AccountsStep } from './accounts-step.tsx';
import { createPhraseFlow, PHRASE_STEPS, type PhraseFlow, type PhraseStep } from './phrase-flow.ts';
import { PhraseStepScreen } from './phrase-step.tsx';
import { WalletReviewStep } from './wallet-review-step.tsx';

/** The import of a wallet: its recovery phrase, accounts, review, verification. */
export function PhraseSection() {
  const flow = useSecretFlow(createPhraseFlow, (left) => left.startOver());
  return (
    <Section title={t('phrase.title')}>
      <p class="muted">
        {t('phrase.what')} <a href={hashOf({ screen: 'import' })}>{t('phrase.key')}</a>
      </p>
      {flow ? <PhraseSteps flow={flow} /> : <EmptyState title={t('options.profile.gone')} />}
    </Section>
  );
}

const STEP_SCREENS = {
  phrase: PhraseStepScreen,
  accounts: AccountsStep,
  review: WalletReviewStep,
  run: RunStep,
} as const satisfies Record<PhraseStep, unknown>;

function PhraseSteps({ flow }: { readonly flow: PhraseFlow }) {
  const step = flow.step.value;
  const Screen = STEP_SCREENS[step];
  return (
    <StepList
      steps={PHRASE_STEPS}
      step={step}
      label={t('import.steps')}
      textOf={(item) => t(`phrase.step.${item}`)}
      heading={t(`phrase.heading.${step}`)}
      movesFocus={step === 'accounts'}
    >
      <Screen key={step} flow={flow} />
    </StepList>
  );
}
