import { useEffect, useState } from 'preact/hooks';
import { toWire } from '../../../protocol/errors.ts';
import type { Profile } from '../../../protocol/profile.ts';
import type { KeyView } from '../../../protocol/state.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Choices, Radios } from '../../kit/choices.tsx';
import { Field } from '../../kit/field.tsx';
import { shorten } from '../../kit/format.ts';
import { toast } from '../../kit/toasts.tsx';
import { BringKey, CreateKey } from '../key-forms.tsx';
import { HowToRegister, PublicKey } from '../public-key.tsx';
import { enrolled, profileOf, type ServiceDraft } from '../profile-draft.ts';
import { Refusal } from '../refusal.tsx';
import { useStore, useTask } from '../store.ts';
import { PasskeyForm } from './passkey-form.tsx';

type Origin = 'create' | 'bring' | 'have' | 'passkey';

type Props = {
  readonly draft: ServiceDraft;
  readonly onDraft: (draft: ServiceDraft) => void;
  readonly view: KeyView | null;
  readonly onKey: (view: KeyView | null) => void;
  /** The profile saved by an earlier try of this set-up. */
  readonly saved: Profile | null;
  readonly onDone: (profile: Profile) => void;
};

/** Third step: a key, then making the service know it. */
export function KeyStep(props: Props) {
  return props.view ? <Register {...props} view={props.view} /> : <ChooseKey {...props} />;
}

function ChooseKey(props: Props) {
  const { draft, onKey } = props;
  const { effects } = useStore();
  const [origin, setOrigin] = useState<Origin>('create');
  const [keys, setKeys] = useState<readonly KeyView[]>([]);
  useEffect(() => {
    effects.client
      .call('keys_list', {})
      .then(setKeys)
      .catch((error: unknown) => toast(toWire(error).message, 'danger'));
  }, []);
  const origins: readonly Origin[] = [
    'create',
    'bring',
    ...(keys.length > 0 ? (['have'] as const) : []),
    // The local service knows nobody yet: it is told a key first.
    ...(draft.service === 'local' ? [] : (['passkey'] as const)),
  ];
  return (
    <div class="form">
      <p>{t('options.setup.keyWhat')}</p>
      <Field label={t('options.key.origin')} group>
        {(ids) => (
          <Radios
            {...ids}
            value={origin}
            onChange={(value) => setOrigin(origins.find((one) => one === value) ?? 'create')}
            options={origins.map((value) => ({
              value,
              label: t(`options.key.origin.${value}`),
              detail: t(`options.key.origin.${value}What`),
            }))}
          />
        )}
      </Field>
      {origin === 'create' && <CreateKey onKey={onKey} />}
      {origin === 'bring' && <BringKey onKey={onKey} />}
      {origin === 'passkey' && <PasskeyForm {...props} />}
      {origin === 'have' && (
        <Field label={t('options.key.which')} group>
          {(ids) => (
            <Choices
              {...ids}
              single
              values={[]}
              options={keys.map(({ id, name, publicKey }) => ({
                value: id,
                label: name,
                detail: shorten(publicKey),
              }))}
              onChange={([id]) => onKey(keys.find((one) => one.id === id) ?? null)}
            />
          )}
        </Field>
      )}
    </div>
  );
}

function Register(props: Props & { readonly view: KeyView }) {
  const { draft, view, saved } = props;
  const { effects } = useStore();
  const task = useTask();
  const local = draft.service === 'local';
  const register = () =>
    task.run(async () => {
      const { client } = effects;
      let ready = draft;
      if (local) {
        const input = { baseUrl: draft.baseUrl.trim(), keyId: view.id, userName: view.name };
        ready = enrolled(draft, await client.call('profiles_enrol', input));
        props.onDraft(ready);
      }
      props.onDone(await client.call('profiles_save', profileOf(ready, view.id, saved)));
    });
  return (
    <div class="form">
      <PublicKey view={view} />
      {local ? (
        <p>{t('options.register.local')}</p>
      ) : (
        <HowToRegister
          view={view}
          organizationId={draft.organizationId.trim()}
          turnkey={draft.service === 'turnkey'}
        />
      )}
      {task.error && <Refusal error={task.error} local={local} />}
      <div class="actions">
        <Button kind="primary" busy={task.busy} onClick={() => void register()}>
          {t(local ? 'options.register.doLocal' : 'options.register.done')}
        </Button>
        <Button kind="quiet" onClick={() => props.onKey(null)}>
          {t('options.register.other')}
        </Button>
      </div>
    </div>
  );
}
