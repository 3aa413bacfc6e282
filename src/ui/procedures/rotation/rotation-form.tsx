import { useEffect, useState } from 'preact/hooks';
import type { KeyView } from '../../../protocol/app-state.ts';
import type { KeyRotationView } from '../../../protocol/key-rotation.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { findText, formatList, t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { suggestKeyName } from '../../components/key-name.ts';
import { LifetimeControl } from '../../components/lifetime.tsx';
import { EmptyState } from '../../components/states.tsx';
import { Card } from '../../components/surfaces.tsx';
import { findNameError, NameField, nameOf } from '../../forms/name-field.tsx';
import { ServiceRefusal } from '../../settings/service-refusal.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { useAppState, useTabStore } from '../../page/tab-store.ts';

type Props = {
  readonly profile: Profile;
  readonly onBegun: (rotation: KeyRotationView) => void;
};

const LIFETIME = /^[1-9]\d{0,8}$/;

/** Another place whose profiles use the same key: there it stays. */
function useOtherPlaces(profile: Profile): readonly string[] {
  const { profiles } = useAppState();
  return profiles
    .filter(
      ({ keyId, baseUrl, organizationId }) =>
        keyId === profile.keyId &&
        (baseUrl !== profile.baseUrl || organizationId !== profile.organizationId),
    )
    .map(({ name }) => name);
}

function useRotationForm({ profile, onBegun }: Props) {
  const { effects } = useTabStore();
  const [keys, setKeys] = useState<readonly KeyView[]>([]);
  const [typed, setTyped] = useState<string | null>(null);
  const [lifetime, setLifetime] = useState('');
  useEffect(() => {
    // Without the list the worker refuses a taken name.
    effects.client.call('keys_list', {}).then(setKeys, () => undefined);
  }, []);
  const name = typed ?? suggestKeyName(keys);
  const isTaken = keys.some((key) => key.name === nameOf(name));
  const isLifetimeWrong = lifetime !== '' && !LIFETIME.test(lifetime);
  const isValid = !isTaken && findNameError(name) === null && !isLifetimeWrong;
  const form = useForm(isValid, async () => {
    const input = {
      profileId: profile.id,
      name: nameOf(name),
      lifetime: lifetime === '' ? null : lifetime,
    };
    onBegun(await effects.client.call('rotations_begin', input));
  });
  const nameError = isTaken
    ? (findText('reason.key_name_taken') ?? '')
    : form.tried
      ? findNameError(name)
      : null;
  const lifetimeError =
    form.tried && isLifetimeWrong ? (findText('rule.key_lifetime') ?? '') : null;
  const current = keys.find(({ id }) => id === profile.keyId);
  return { ...form, name, setTyped, nameError, lifetime, setLifetime, lifetimeError, current };
}

/** What is going to happen, the new key's name and how long it lives. */
export function RotationForm(props: Props) {
  const { profile } = props;
  const form = useRotationForm(props);
  const others = useOtherPlaces(profile);
  if (profile.keyId === null) return <EmptyState icon="key" title={t('rotation.noKey')} />;
  return (
    <Card>
      <Form
        form={form}
        error={
          form.error && <ServiceRefusal error={form.error} isLocal={profile.service === 'local'} />
        }
        actions={
          <Button kind="primary" submit busy={form.busy} icon="refresh">
            {t('app.rotation.rotate')}
          </Button>
        }
      >
        <p>{t('rotation.what', { profile: profile.name, key: form.current?.name ?? '' })}</p>
        <ol class="steps-list">
          <li>{t('rotation.does.register')}</li>
          <li>{t('rotation.does.prove')}</li>
          <li>{t('rotation.does.remove')}</li>
        </ol>
        <p class="muted">{t('rotation.safe')}</p>
        {others.length > 0 && (
          <p class="note">{t('rotation.others', { names: formatList(others) })}</p>
        )}
        <NameField
          label={t('options.key.name')}
          help={t('options.key.nameHelp')}
          error={form.nameError}
          value={form.name}
          onInput={form.setTyped}
        />
        <Field
          label={t('rotation.lifetime')}
          help={form.lifetime !== '' && t('rotation.lifetimeHelp')}
          error={form.lifetimeError}
        >
          {(ids) => <LifetimeControl ids={ids} value={form.lifetime} onInput={form.setLifetime} />}
        </Field>
      </Form>
    </Card>
  );
}
