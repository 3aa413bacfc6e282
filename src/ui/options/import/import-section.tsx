import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { EmptyState } from '../../kit/states.tsx';
import { Section } from '../section.tsx';
import { useAppState, useStore } from '../store.ts';
import { createFlow, STEPS, type Flow, type Step } from './flow.ts';
import { FormatsStep } from './formats-step.tsx';
import { KeyStep } from './key-step.tsx';
import { NameStep } from './name-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { RunStep } from './run-step.tsx';

/** The import of a private key: paste, addresses, name, review, proof. */
export function ImportSection() {
  const { profiles, activeProfileId } = useAppState();
  const profile = profiles.find(({ id }) => id === activeProfileId) ?? profiles[0];
  const { effects, carrier } = useStore();
  const [flow] = useState<Flow | null>(() =>
    profile ? createFlow({ ...effects, submit: carrier.submit }, profile) : null,
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
      {flow ? <Steps flow={flow} /> : <EmptyState title={t('options.profile.gone')} />}
    </Section>
  );
}

const SCREENS = {
  key: KeyStep,
  formats: FormatsStep,
  name: NameStep,
  review: ReviewStep,
  run: RunStep,
} as const satisfies Record<Step, unknown>;

function Steps({ flow }: { readonly flow: Flow }) {
  const step = flow.step.value;
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  useEffect(() => {
    // The page's own title has the focus when it opens.
    if (!first.current && step !== 'name') heading.current?.focus();
    first.current = false;
  }, [step]);
  const Screen = SCREENS[step];
  const at = STEPS.indexOf(step);
  return (
    <>
      <ol class="steps" aria-label={t('import.steps')}>
        {STEPS.map((one, index) => (
          <li
            key={one}
            class={index < at ? 'past' : ''}
            aria-current={one === step ? 'step' : undefined}
          >
            {t(`import.step.${one}`)}
            {index < at && <span class="hidden"> ({t('import.stepDone')})</span>}
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
