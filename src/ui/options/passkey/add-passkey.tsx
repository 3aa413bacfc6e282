import * as v from 'valibot';
import { useEffect, useState } from 'preact/hooks';
import { label } from '../../../protocol/fields.ts';
import type { Allowed } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { said, t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { StateBadge } from '../../kit/entry-state.tsx';
import { Field } from '../../kit/field.tsx';
import { TextInput } from '../../kit/inputs.tsx';
import { ErrorState, Progress } from '../../kit/states.tsx';
import { Banner } from '../../kit/surfaces.tsx';
import { toast } from '../../kit/toasts.tsx';
import { Refusal } from '../refusal.tsx';
import { useStore } from '../store.ts';
import { createAdding, type AddingFlow } from './adding.ts';
import { withCredential } from './credentials.ts';
import { changeProfile } from './saving.ts';

type Props = {
  readonly profile: Profile;
  /** The service's own id of whoever stamps for the profile. */
  readonly userId: string;
  /** Passkeys that must not be made a second time on the same authenticator. */
  readonly exclude: readonly Allowed[];
  readonly onClose: () => void;
  readonly onAdded: () => void;
};

function useAdding({ profile, userId, exclude }: Props): AddingFlow {
  const store = useStore();
  const [flow] = useState(() =>
    createAdding(
      {
        ...store.effects,
        carrier: store.carrier,
        keep: (credential) =>
          changeProfile(store, profile.id, (now) => withCredential(now, credential)),
      },
      { profile, userId, exclude, why: (name) => t('authorization.passkey.whyAdd', { name }) },
    ),
  );
  useEffect(() => flow.leave, []);
  return flow;
}

/** A name, the browser's prompt, the activity, and what came of it. */
export function AddPasskey(props: Props) {
  const { profile, onAdded } = props;
  const flow = useAdding(props);
  const [name, setName] = useState(() =>
    t('authorization.passkey.defaultName', {
      number: (profile.passkeys?.credentials.length ?? 0) + 1,
    }),
  );
  const { step } = flow.adding.value;
  useEffect(() => {
    if (step !== 'done') return;
    toast(t('authorization.passkey.added', { name: name.trim() }), 'good');
    onAdded();
  }, [step]);
  if (step !== 'form' && step !== 'making') return <Registering {...props} flow={flow} />;
  return <Making {...props} flow={flow} name={name} onName={setName} />;
}

function Making(
  props: Props & {
    readonly flow: AddingFlow;
    readonly name: string;
    readonly onName: (name: string) => void;
  },
) {
  const { flow, name, onName } = props;
  const [tried, setTried] = useState(false);
  const parsed = v.safeParse(label, name.trim());
  const fault = parsed.success ? null : (said(`rule.${parsed.issues[0].message}`) ?? '');
  const { step, error } = flow.adding.value;
  const busy = step === 'making';
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (fault === null) flow.begin(name.trim());
      }}
    >
      <p class="muted">{t('authorization.passkey.addWhat')}</p>
      <Field
        label={t('authorization.passkey.name')}
        help={t('authorization.passkey.nameHelp')}
        error={tried ? fault : null}
      >
        {(ids) => (
          <TextInput {...ids} focus value={name} onInput={onName} maxLength={64} disabled={busy} />
        )}
      </Field>
      {busy && <Progress>{t('authorization.passkey.making')}</Progress>}
      {error && (
        <div data-error={error.code}>
          <ErrorState error={error} />
        </div>
      )}
      <div class="actions">
        <Button kind="primary" submit icon="passkey" busy={busy}>
          {t('authorization.passkey.make')}
        </Button>
        <Button kind="quiet" onClick={props.onClose}>
          {t('kit.cancel')}
        </Button>
      </div>
    </form>
  );
}

function Registering(props: Props & { readonly flow: AddingFlow }) {
  const { flow, profile, onClose } = props;
  const { step, entry, error } = flow.adding.value;
  return (
    <div class="form" data-adding={step}>
      {step === 'registering' && <Progress>{t('authorization.passkey.registering')}</Progress>}
      {entry && step !== 'done' && (
        <p class="cluster">
          {t('authorization.passkey.state')} <StateBadge state={entry.state} />
        </p>
      )}
      {step === 'pending' && (
        <Banner tone="info" title={t('authorization.passkey.pendingTitle')}>
          {t('authorization.passkey.pending')}
        </Banner>
      )}
      {error && <Refusal error={error} local={profile.service === 'local'} />}
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
