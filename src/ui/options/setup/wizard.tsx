import { useEffect, useRef, useState } from 'preact/hooks';
import type { Profile } from '../../../protocol/profile.ts';
import type { KeyView } from '../../../protocol/state.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Stamp } from '../../kit/stamp.tsx';
import { Banner } from '../../kit/surfaces.tsx';
import { ManagedNotice } from '../managed-notice.tsx';
import { managedDraft } from '../managed.ts';
import { draftFromLink, newDraft } from '../profile-draft.ts';
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
  const [typed, setDraft] = useState(() => linked ?? newDraft('local', profiles));
  const draft = managedDraft(typed, usePolicy());
  useEffect(() => {
    // The page stays in the set-up while its first profile is saved but not proved.
    if (route.at !== 'setup') store.go({ at: 'setup', service: null });
  }, []);
  return { draft, setDraft, linked: linked !== undefined, refused: link !== null && !linked };
}

/** From nothing to a profile that works: password, service, key, proof. */
export function Wizard() {
  const store = useStore();
  const { vault, profiles } = useAppState();
  const { draft, setDraft, linked, refused } = useLinkedDraft();
  const [first] = useState(vault === 'missing');
  const [step, setStep] = useState<Step>(first ? 'password' : 'service');
  const [view, setView] = useState<KeyView | null>(null);
  const [saved, setSaved] = useState<Profile | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (step !== 'password') heading.current?.focus();
  }, [step]);
  const finish = () => store.go({ at: 'keys' });
  return (
    <main class="setup">
      <Head onCancel={!first && profiles.length > 0 && !saved ? finish : null} />
      <Steps steps={first ? STEPS : STEPS.slice(1)} step={step} />
      <ManagedNotice />
      <h1 ref={heading} tabIndex={-1}>
        {t(`options.setup.${step}`)}
      </h1>
      {step === 'service' && linked && <p class="muted">{t('options.setup.linked')}</p>}
      {refused && <Banner tone="warn" title={t('options.setup.linkRefused')} />}
      {step === 'password' && <PasswordStep onDone={() => setStep('service')} />}
      {step === 'service' && (
        <ServiceStep draft={draft} onChange={setDraft} onDone={() => setStep('key')} />
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

function Head({ onCancel }: { readonly onCancel: (() => void) | null }) {
  return (
    <header class="setup-head">
      <Stamp size={40} />
      <p class="setup-name">{t('kit.name')}</p>
      {onCancel && (
        <Button kind="quiet" onClick={onCancel}>
          {t('kit.cancel')}
        </Button>
      )}
    </header>
  );
}

function Steps({ steps, step }: { readonly steps: readonly Step[]; readonly step: Step }) {
  const at = steps.indexOf(step);
  return (
    <ol class="steps" aria-label={t('options.setup.steps')}>
      {steps.map((one, index) => (
        <li
          key={one}
          class={index < at ? 'past' : ''}
          aria-current={one === step ? 'step' : undefined}
        >
          {t(`options.step.${one}`)}
          {index < at && <span class="hidden"> ({t('options.setup.done')})</span>}
        </li>
      ))}
    </ol>
  );
}
