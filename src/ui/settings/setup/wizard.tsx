import { useEffect, useRef, useState } from 'preact/hooks';
import type { Profile } from '../../../protocol/profile.ts';
import type { KeyView } from '../../../protocol/app-state.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { createLazyScreen } from '../../components/lazy-screen.tsx';
import { HelpLink } from '../../components/help-link.tsx';
import { Logo } from '../../components/logo.tsx';
import { usePageTitle } from '../../components/page-title.ts';
import { Banner } from '../../components/surfaces.tsx';
import { ManagedNotice } from '../managed-notice.tsx';
import { applyManagedPolicy } from '../managed-draft.ts';
import { draftFromLink, createDraft } from '../profile-draft.ts';
import { useAppState, useTabStore } from '../../page/tab-store.ts';
import { usePolicy } from '../../page/store.ts';
import { SetupKeyStep } from './key-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { ProofStep } from './proof-step.tsx';
import { ServiceStep } from './service-step.tsx';

const STEPS = ['password', 'service', 'key', 'proof'] as const;
type Step = (typeof STEPS)[number];
/** The steps of a set-up from a backup. */
const RESTORE_STEPS = ['password', 'restore'] as const;

const LazyRestoreSetup = createLazyScreen(
  async () => (await import('../backup/restore-setup.tsx')).RestoreSetup,
  () => import('../../words/en/backup.ts'),
);

/** The draft, and the link in the address: it fills the draft, but only before the service is left. */
function useLinkedDraft(isBeforeKey: boolean) {
  const store = useTabStore();
  const { profiles } = useAppState();
  const route = store.route.value;
  const link = 'service' in route ? (route.service ?? null) : null;
  const linked = link === null ? undefined : draftFromLink(link, profiles);
  const [input, setInput] = useState(() => linked ?? createDraft('local', profiles));
  const [usedLink, setUsedLink] = useState(link);
  const draft = applyManagedPolicy(input, usePolicy());
  useEffect(() => {
    // Stay in setup while the first profile is saved but not tested.
    if (route.screen !== 'setup') store.go({ screen: 'setup', service: link });
  }, []);
  const useLink = () => {
    if (linked) setInput(linked);
    setUsedLink(link);
  };
  // A link that is followed while the setup is open.
  useEffect(() => {
    if (isBeforeKey && link !== usedLink) useLink();
  }, [link]);
  return {
    draft,
    setDraft: setInput,
    isFilled: linked !== undefined && link === usedLink,
    isRefused: link !== null && !linked,
    /** The host that a link names, while the setup goes on without it. */
    unusedHost: linked && link !== usedLink ? new URL(linked.baseUrl).host : null,
    useLink,
  };
}

type LinkedDraft = ReturnType<typeof useLinkedDraft>;

/** The title of a step, also of the page. */
function useStepTitle(step: Step, view: KeyView | null): string {
  const title = step === 'key' && view ? t('options.register.title') : t(`options.setup.${step}`);
  usePageTitle(title);
  return title;
}

/** Sets up a working profile, or what a backup has of them. */
export function SetupWizard() {
  const { route, go } = useTabStore();
  const { value: at } = route;
  const setUp = {
    screen: 'setup',
    service: 'service' in at ? (at.service ?? null) : null,
  } as const;
  return at.screen === 'setup' && at.isRestoring ? (
    <RestoreWizard onCancel={() => go(setUp)} />
  ) : (
    <ProfileWizard onRestore={() => go({ ...setUp, isRestoring: true })} />
  );
}

function RestoreWizard({ onCancel }: { readonly onCancel: () => void }) {
  const { vault } = useAppState();
  const [isNewVault] = useState(vault === 'missing');
  const title = t('options.setup.restore');
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main class="setup">
      <WizardHeader onCancel={null} />
      {isNewVault && (
        <SetupStepList steps={RESTORE_STEPS} step={vault === 'missing' ? 'password' : 'restore'} />
      )}
      <ManagedNotice />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <LazyRestoreSetup onCancel={onCancel} />
    </main>
  );
}

/** Sets up a working profile: password, service, key, test. */
function ProfileWizard({ onRestore }: { readonly onRestore: () => void }) {
  const store = useTabStore();
  const { vault, profiles } = useAppState();
  const [isNewVault] = useState(vault === 'missing');
  const [isFirst] = useState(profiles.length === 0);
  const [step, setStep] = useState<Step>(isNewVault ? 'password' : 'service');
  const isBeforeKey = step === 'password' || step === 'service';
  const { draft, setDraft, useLink, ...link } = useLinkedDraft(isBeforeKey);
  const [view, setView] = useState<KeyView | null>(null);
  const [saved, setSaved] = useState<Profile | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // What had the focus is gone with its step, or with the form that added the key.
  useEffect(() => {
    if (step !== 'password') heading.current?.focus();
  }, [step, view?.id]);
  // The first profile leads to what it is for, another one to the list that it is in now.
  const finish = () => store.go(isFirst ? { screen: 'list', kind: 'wallet' } : { screen: 'keys' });
  const followLink = () => {
    useLink();
    setStep('service');
  };
  const title = useStepTitle(step, view);
  return (
    <main class="setup">
      <WizardHeader onCancel={!isNewVault && profiles.length > 0 && !saved ? finish : null} />
      <SetupStepList steps={isNewVault ? STEPS : STEPS.slice(1)} step={step} />
      <ManagedNotice />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <LinkNotice link={link} isService={step === 'service'} onUse={followLink} />
      {step === 'password' && <PasswordStep onDone={() => setStep('service')} />}
      {step === 'service' && (
        <ServiceStep {...{ draft, saved }} onChange={setDraft} onDone={() => setStep('key')} />
      )}
      {isBeforeKey && profiles.length === 0 && <RestoreLink onClick={onRestore} />}
      {step === 'key' && (
        <>
          <SetupKeyStep
            {...{ draft, view, saved }}
            onDraft={setDraft}
            onKey={setView}
            onDone={(profile) => {
              setSaved(profile);
              setStep('proof');
            }}
          />
          <BackToService onClick={() => setStep('service')} />
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

/** What became of the link in the address. One that comes late is used only if the user says so. */
function LinkNotice(props: {
  readonly link: Pick<LinkedDraft, 'isFilled' | 'isRefused' | 'unusedHost'>;
  readonly isService: boolean;
  readonly onUse: () => void;
}) {
  const { isFilled, isRefused, unusedHost: host } = props.link;
  if (isRefused) return <Banner tone="warn" title={t('options.setup.linkRefused')} />;
  if (host !== null) {
    return (
      <Banner
        title={t('options.setup.linkUnused', { host })}
        action={<Button onClick={props.onUse}>{t('options.setup.linkUse')}</Button>}
      />
    );
  }
  return isFilled && props.isService ? <p class="muted">{t('options.setup.linked')}</p> : null;
}

/** The other way to begin. */
function RestoreLink({ onClick }: { readonly onClick: () => void }) {
  return (
    <p class="setup-restore">
      {t('options.setup.hasBackup')}{' '}
      <Button kind="quiet" onClick={onClick}>
        {t('options.setup.restore')}
      </Button>
    </p>
  );
}

function BackToService({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button kind="quiet" icon="back" class="setup-back" onClick={onClick}>
      {t('options.setup.backToService')}
    </Button>
  );
}

function WizardHeader({ onCancel }: { readonly onCancel: (() => void) | null }) {
  return (
    <header class="setup-head">
      <Logo size={40} />
      <p class="setup-name">{t('app.name')}</p>
      {onCancel && (
        <Button kind="quiet" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      )}
      <HelpLink page="set-up" />
    </header>
  );
}

function SetupStepList(props: {
  readonly steps: readonly (Step | 'restore')[];
  readonly step: Step | 'restore';
}) {
  const { steps, step } = props;
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
