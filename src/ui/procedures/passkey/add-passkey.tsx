import { useEffect, useState } from 'preact/hooks';
import type { AllowedCredential } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { richText, t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { StateBadge } from '../../components/entry-state.tsx';
import { ErrorState, Progress } from '../../components/states.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { showToast } from '../../components/toasts.tsx';
import { findNameError, NameField, nameOf } from '../../forms/name-field.tsx';
import { ServiceRefusal } from '../../options/service-refusal.tsx';
import { useStore } from '../../options/store.ts';
import { createAddPasskeyFlow, type AddPasskeyFlow } from './add-passkey-flow.ts';
import { withCredential } from './credentials.ts';
import { updateProfile } from './update-profile.ts';

type Props = {
  readonly profile: Profile;
  /** The service's ID of the user who stamps for the profile. */
  readonly userId: string;
  /** Passkeys that must not be created again on the same authenticator. */
  readonly exclude: readonly AllowedCredential[];
  readonly onClose: () => void;
  readonly onAdded: () => void;
};

function useAddPasskeyFlow({ profile, userId, exclude }: Props): AddPasskeyFlow {
  const store = useStore();
  const [flow] = useState(() =>
    createAddPasskeyFlow(
      {
        ...store.effects,
        submitter: store.submitter,
        saveCredential: (credential) =>
          updateProfile(store, profile.id, (current) => withCredential(current, credential)),
      },
      { profile, userId, exclude, purpose: (name) => t('authorization.passkey.whyAdd', { name }) },
    ),
  );
  useEffect(() => flow.leave, []);
  return flow;
}

/** The name, the browser's prompt, the activity and its result. */
export function AddPasskey(props: Props) {
  const { profile, onAdded } = props;
  const flow = useAddPasskeyFlow(props);
  const [name, setName] = useState(() =>
    t('authorization.passkey.defaultName', {
      number: (profile.passkeys?.credentials.length ?? 0) + 1,
    }),
  );
  const { step } = flow.adding.value;
  useEffect(() => {
    if (step !== 'done') return;
    showToast(t('authorization.passkey.added', { name: nameOf(name) }), 'good');
    onAdded();
  }, [step]);
  if (step !== 'form' && step !== 'making') return <RegistrationProgress {...props} flow={flow} />;
  return <NameForm {...props} flow={flow} name={name} onName={setName} />;
}

function NameForm(
  props: Props & {
    readonly flow: AddPasskeyFlow;
    readonly name: string;
    readonly onName: (name: string) => void;
  },
) {
  const { flow, name, onName } = props;
  const [tried, setTried] = useState(false);
  const fault = findNameError(name);
  const { step, error } = flow.adding.value;
  const isBusy = step === 'making';
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (fault === null) flow.begin(nameOf(name));
      }}
    >
      <p class="muted">{t('authorization.passkey.addWhat')}</p>
      <NameField
        label={t('authorization.passkey.name')}
        help={t('authorization.passkey.nameHelp')}
        error={tried ? fault : null}
        value={name}
        onInput={onName}
        focus
        disabled={isBusy}
      />
      {isBusy && <Progress>{t('authorization.passkey.making')}</Progress>}
      {error && (
        <div data-error={error.code}>
          <ErrorState error={error} />
        </div>
      )}
      <div class="actions">
        <Button kind="primary" submit icon="passkey" busy={isBusy}>
          {t('authorization.passkey.make')}
        </Button>
        <Button kind="quiet" onClick={props.onClose}>
          {t('kit.cancel')}
        </Button>
      </div>
    </form>
  );
}

function RegistrationProgress(props: Props & { readonly flow: AddPasskeyFlow }) {
  const { flow, profile, onClose } = props;
  const { step, entry, error } = flow.adding.value;
  return (
    <div class="form" data-adding={step}>
      {step === 'registering' && <Progress>{t('authorization.passkey.registering')}</Progress>}
      {entry && step !== 'done' && (
        <p class="cluster">
          {richText('authorization.passkey.state', { status: <StateBadge state={entry.state} /> })}
        </p>
      )}
      {step === 'pending' && (
        <Banner tone="info" title={t('authorization.passkey.pendingTitle')}>
          {t('authorization.passkey.pending')}
        </Banner>
      )}
      {error && <ServiceRefusal error={error} isLocal={profile.service === 'local'} />}
      {step === 'stopped' && <p>{t('authorization.passkey.notRegistered')}</p>}
      {step === 'unkept' && <p>{t('authorization.passkey.unkept')}</p>}
      <div class="actions">
        {step === 'stopped' && (
          <Button kind="primary" icon="refresh" onClick={flow.register}>
            {t('authorization.passkey.registerAgain')}
          </Button>
        )}
        {step === 'unkept' && (
          <Button kind="primary" icon="refresh" onClick={() => void flow.keep()}>
            {t('kit.retry')}
          </Button>
        )}
        <Button onClick={onClose}>{t('kit.close')}</Button>
      </div>
    </div>
  );
}
