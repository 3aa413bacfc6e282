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
import { useAppState, useTabStore, useTask } from '../../page/tab-store.ts';

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
  const task = useTask();
  const [keys, setKeys] = useState<readonly KeyView[]>([]);
  const [typed, setTyped] = useState<string | null>(null);
  const [lifetime, setLifetime] = useState('');
  const [tried, setTried] = useState(false);
  useEffect(() => {
    // Without the list the worker refuses a taken name.
    effects.client.call('keys_list', {}).then(setKeys, () => undefined);
  }, []);
  const name = typed ?? suggestKeyName(keys);
  const isTaken = keys.some((key) => key.name === nameOf(name));
  const nameError = isTaken
    ? (findText('reason.key_name_taken') ?? '')
    : tried
      ? findNameError(name)
      : null;
  const isLifetimeWrong = lifetime !== '' && !LIFETIME.test(lifetime);
  const submit = async () => {
    setTried(true);
    if (task.busy || isTaken || findNameError(name) || isLifetimeWrong) return;
    const input = {
      profileId: profile.id,
      name: nameOf(name),
      lifetime: lifetime === '' ? null : lifetime,
    };
    await task.run(async () => onBegun(await effects.client.call('rotations_begin', input)));
  };
  const lifetimeError = tried && isLifetimeWrong ? (findText('rule.key_lifetime') ?? '') : null;
  const current = keys.find(({ id }) => id === profile.keyId);
  return { task, name, setTyped, nameError, lifetime, setLifetime, lifetimeError, current, submit };
}

/** What is going to happen, the new key's name and how long it lives. */
export function RotationForm(props: Props) {
  const { profile } = props;
  const form = useRotationForm(props);
  const others = useOtherPlaces(profile);
  if (profile.keyId === null) return <EmptyState icon="key" title={t('rotation.noKey')} />;
  return (
    <Card>
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
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
        {form.task.error && (
          <ServiceRefusal error={form.task.error} isLocal={profile.service === 'local'} />
        )}
        <div class="actions">
          <Button kind="primary" submit busy={form.task.busy} icon="refresh">
            {t('rotation.begin')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
