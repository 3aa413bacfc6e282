import { useEffect, useState } from 'preact/hooks';
import type { KeyRotationView } from '../../../protocol/key-rotation.ts';
import { findText, t, formatList } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx';
import { Banner, Card } from '../../components/surfaces.tsx';
import { hashOf } from '../../page/routes.ts';
import { TabPage } from '../../page/tab-page.tsx';
import { useTask } from '../../components/task.ts';
import { useAppState, useTabStore } from '../../page/tab-store.ts';
import { RotationProgress } from './rotation-progress.tsx';
import type { Profile } from '../../../protocol/profile.ts';
import { Field } from '../../components/field.tsx';
import { suggestKeyName } from '../../components/key-name.ts';
import { LifetimeControl } from '../../components/lifetime.tsx';
import { findNameError, NameField, nameOf } from '../../forms/name-field.tsx';
import { ServiceRefusal } from '../../settings/service-refusal.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { useLatest } from '../../components/use-reading.ts';

type Shown = { readonly rotation: KeyRotationView; readonly startsAtOnce: boolean } | 'none';

/** The profile's rotation, if it has one. */
function useRotation(profileId: string) {
  const { effects } = useTabStore();
  const task = useTask();
  const [shown, setShown] = useState<Shown | null>(null);
  const load = () =>
    void task.run(async () => {
      const all = await effects.client.call('rotations_list', {});
      const rotation = all.find((one) => one.profileId === profileId);
      setShown(rotation ? { rotation, startsAtOnce: false } : 'none');
    });
  const discard = () =>
    void task.run(async () => {
      await effects.client.call('rotations_discard', { profileId });
      setShown('none');
    });
  useEffect(load, []);
  const begin = (rotation: KeyRotationView) => setShown({ rotation, startsAtOnce: true });
  return { shown, error: task.error, load, discard, begin };
}

/** Replaces a profile's API key: what happens, its steps, and the way back. */
export function RotationSection({ id }: { readonly id: string }) {
  return (
    <TabPage
      title={t('app.rotation.rotate')}
      action={<a href={hashOf({ screen: 'keys' })}>{t('app.section.keys')}</a>}
    >
      <RotationContent id={id} />
    </TabPage>
  );
}

function RotationContent({ id }: { readonly id: string }) {
  const { profiles } = useAppState();
  const profile = profiles.find((candidate) => candidate.id === id);
  const { shown, error, load, discard, begin } = useRotation(id);
  if (error) return <ErrorState error={error} onRetry={load} />;
  if (!shown) return <Skeleton rows={3} />;
  if (shown !== 'none' && shown.rotation.isStale) {
    return (
      <Banner
        tone="warn"
        title={findText('error.rotation_stale') ?? ''}
        action={<Button onClick={discard}>{t('rotation.discard')}</Button>}
      />
    );
  }
  if (!profile) return <EmptyState title={t('options.profile.gone')} />;
  return shown === 'none' ? (
    <RotationForm profile={profile} onBegun={begin} />
  ) : (
    <RotationProgress profile={profile} {...shown} />
  );
}

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
  // Without the list the worker refuses a taken name.
  const keys = useLatest(() => effects.client.call('keys_list', {}), []) ?? [];
  const [typed, setTyped] = useState<string | null>(null);
  const [lifetime, setLifetime] = useState('');
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
function RotationForm(props: Props) {
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
