import { useEffect, useRef, useState } from 'preact/hooks';
import type { Profile } from '../../../protocol/profile.ts';
import type { KeyView } from '../../../protocol/app-state.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Logo } from '../../components/logo.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { ManagedNotice } from '../managed-notice.tsx';
import { applyManagedPolicy } from '../managed-draft.ts';
import { draftFromLink, createDraft } from '../profile-draft.ts';
import { useAppState, usePolicy, useStore } from '../store.ts';
import { KeyStep } from './key-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { ProofStep } from './proof-step.tsx';
import { ServiceStep } from './service-step.tsx';

const STEPS = ['password', 'service', 'key', 'proof'] as const;
type Step = (typeof STEPS)[number];

function useLinkedDraft() {
  const store = useStore();
  const { profiles } = useAppState();
  const route = store.route.value;
  const link = route.at === 'setup' ? route.service : null;
  const linked = link === null ? undefined : draftFromLink(link, profiles);
  const [input, setInput] = useState(() => linked ?? createDraft('local', profiles));
  const draft = applyManagedPolicy(input, usePolicy());
  useEffect(() => {
    // Stay in setup while the first profile is saved but not tested.
    if (route.at !== 'setup') store.go({ at: 'setup', service: null });
  }, []);
  return {
    draft,
    setDraft: setInput,
    linked: linked !== undefined,
    refused: link !== null && !linked,
  };
}

/** Sets up a working profile: password, service, key, test. */
export function SetupWizard() {
  const store = useStore();
  const { vault, profiles } = useAppState();
  const { draft, setDraft, linked, refused } = useLinkedDraft();
  const [isNewVault] = useState(vault === 'missing');
  const [step, setStep] = useState<Step>(isNewVault ? 'password' : 'service');
  const [view, setView] = useState<KeyView | null>(null);
  const [saved, setSaved] = useState<Profile | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // What had the focus is gone with its step, or with the form that added the key.
  useEffect(() => {
    if (step !== 'password') heading.current?.focus();
  }, [step, view?.id]);
  const finish = () => store.go({ at: 'keys' });
  return (
    <main class="setup">
      <WizardHeader onCancel={!isNewVault && profiles.length > 0 && !saved ? finish : null} />
      <StepList steps={isNewVault ? STEPS : STEPS.slice(1)} step={step} />
      <ManagedNotice />
      <h1 ref={heading} tabIndex={-1}>
        {step === 'key' && view ? t('options.register.title') : t(`options.setup.${step}`)}
      </h1>
      {step === 'service' && linked && <p class="muted">{t('options.setup.linked')}</p>}
      {refused && <Banner tone="warn" title={t('options.setup.linkRefused')} />}
      {step === 'password' && <PasswordStep onDone={() => setStep('service')} />}
      {step === 'service' && (
        <ServiceStep {...{ draft, saved }} onChange={setDraft} onDone={() => setStep('key')} />
      )}
      {step === 'key' && (
        <>
          <KeyStep
            {...{ draft, view, saved }}
            onDraft={setDraft}
            onKey={setView}
            onDone={(profile) => {
              setSaved(profile);
              setStep('proof');
            }}
          />
          <Button kind="quiet" icon="back" class="setup-back" onClick={() => setStep('service')}>
            {t('options.setup.backToService')}
          </Button>
        </>
      )}
      {step === 'proof' && saved && (
        <ProofStep
          profile={saved}
          onService={() => setStep('service')}
          onKey={() => setStep('key')}
          onDone={finish}
        />
      )}
    </main>
  );
}

function WizardHeader({ onCancel }: { readonly onCancel: (() => void) | null }) {
  return (
    <header class="setup-head">
      <Logo size={40} />
      <p class="setup-name">{t('kit.name')}</p>
      {onCancel && (
        <Button kind="quiet" onClick={onCancel}>
          {t('kit.cancel')}
        </Button>
      )}
    </header>
  );
}

function StepList({ steps, step }: { readonly steps: readonly Step[]; readonly step: Step }) {
  const currentIndex = steps.indexOf(step);
  return (
    <ol class="steps" aria-label={t('options.setup.steps')}>
      {steps.map((item, index) => (
        <li
          key={item}
          class={index < currentIndex ? 'past' : ''}
          aria-current={item === step ? 'step' : undefined}
        >
          {t(`options.step.${item}`)}
          {index < currentIndex && <span class="hidden"> {t('options.setup.done')}</span>}
        </li>
      ))}
    </ol>
  );
}
