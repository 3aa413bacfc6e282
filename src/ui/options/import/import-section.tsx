import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { EmptyState } from '../../components/states.tsx';
import { Section } from '../section.tsx';
import { useAppState, useStore } from '../store.ts';
import { createImportFlow, IMPORT_STEPS, type ImportFlow, type ImportStep } from './import-flow.ts';
import { FormatsStep } from './formats-step.tsx';
import { KeyStep } from './key-step.tsx';
import { NameStep } from './name-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { RunStep } from './run-step.tsx';

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
      <p class="muted">{t('import.what')}</p>
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
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // When the page opens, its own title has the focus.
    if (!isFirst.current && step !== 'name') heading.current?.focus();
    isFirst.current = false;
  }, [step]);
  const Screen = STEP_SCREENS[step];
  const currentIndex = IMPORT_STEPS.indexOf(step);
  return (
    <>
      <ol class="steps" aria-label={t('import.steps')}>
        {IMPORT_STEPS.map((item, index) => (
          <li
            key={item}
            class={index < currentIndex ? 'past' : ''}
            aria-current={item === step ? 'step' : undefined}
          >
            {t(`import.step.${item}`)}
            {index < currentIndex && <span class="hidden"> {t('import.stepDone')}</span>}
          </li>
        ))}
      </ol>
      <h2 ref={heading} tabIndex={-1}>
        {t(`import.heading.${step}`)}
      </h2>
      <Screen key={step} flow={flow} />
    </>
  );
}
