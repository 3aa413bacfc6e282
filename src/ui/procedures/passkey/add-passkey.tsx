import { useEffect, useState } from 'preact/hooks';
import type { AllowedCredential } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { ErrorState, Progress } from '../../components/states.tsx';
import { showToast } from '../../components/toasts.tsx';
import { findNameError, NameField, nameOf } from '../../forms/name-field.tsx';
import { ServiceRefusal } from '../../settings/service-refusal.tsx';
import { useTabStore } from '../../page/tab-store.ts';
import { isAtWork, type ProcedureRun } from '../procedure.ts';
import { ProcedureProgress } from '../procedure-progress.tsx';
import {
  createAddPasskeyFlow,
  PASSKEY_STAGES,
  type AddPasskeyFlow,
  type PasskeyStage,
} from './add-passkey-flow.ts';
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
  const store = useTabStore();
  const [flow] = useState(() =>
    createAddPasskeyFlow(
      {
        ...store.effects,
        submit: store.submitter.submit,
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
  const run = flow.run.value;
  useEffect(() => {
    if (run?.state !== 'done') return;
    showToast(t('authorization.passkey.added', { name: nameOf(name) }), 'good');
    onAdded();
  }, [run?.state]);
  if (run && run.stage !== 'passkey')
    return <RegistrationProgress {...props} flow={flow} run={run} />;
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
  const fault = findNameError(name);
  const form = useForm(fault === null, async () => flow.begin(nameOf(name)));
  const run = flow.run.value;
  const isBusy = isAtWork(run);
  const error = run?.error;
  return (
    <Form
      form={form}
      actions={
        <>
          <Button kind="primary" submit icon="passkey" busy={isBusy}>
            {t('authorization.passkey.make')}
          </Button>
          <Button kind="quiet" onClick={props.onClose}>
            {t('app.cancel')}
          </Button>
        </>
      }
    >
      <p class="muted">{t('authorization.passkey.addWhat')}</p>
      <NameField
        label={t('authorization.passkey.name')}
        help={t('authorization.passkey.nameHelp')}
        error={form.tried ? fault : null}
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
    </Form>
  );
}

function RegistrationProgress(
  props: Props & { readonly flow: AddPasskeyFlow; readonly run: ProcedureRun<PasskeyStage> },
) {
  const { flow, run, profile, onClose } = props;
  const isRegistered = run.stage === 'profile';
  const hasStopped = !isAtWork(run) && run.state !== 'done';
  return (
    <div class="form">
      <ProcedureProgress
        stages={PASSKEY_STAGES}
        {...{ run, profile }}
        isFramed
        textOf={(stage) => t(`authorization.passkey.stage.${stage}`)}
        says={{
          waits: t('authorization.passkey.pending'),
          unsure: t('authorization.passkey.unsure'),
        }}
        drawError={(error) => (
          <ServiceRefusal error={error} isLocal={profile.service === 'local'} />
        )}
      />
      {run.state === 'stopped' && (
        <p>{t(`authorization.passkey.${isRegistered ? 'unkept' : 'notRegistered'}`)}</p>
      )}
      <div class="actions">
        {hasStopped && (
          <Button kind="primary" icon="refresh" onClick={() => void flow.again()}>
            {t(isRegistered ? 'app.retry' : 'authorization.passkey.registerAgain')}
          </Button>
        )}
        <Button onClick={onClose}>{t('app.close')}</Button>
      </div>
    </div>
  );
}
