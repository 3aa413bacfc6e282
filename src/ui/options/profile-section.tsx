import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Check } from '../../messaging/calls.ts';
import { mayReach } from '../../protocol/managed.ts';
import type { Profile } from '../../protocol/profile.ts';
import type { KeyView } from '../../protocol/state.ts';
import { t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Field } from '../kit/field.tsx';
import { Select } from '../kit/inputs.tsx';
import { lazyScreen } from '../kit/lazy.tsx';
import { EmptyState, ErrorState } from '../kit/states.tsx';
import { Banner, Card } from '../kit/surfaces.tsx';
import { toast } from '../kit/toasts.tsx';
import { CopyText, Facts, RelativeTime } from '../kit/values.tsx';
import { allowHost } from './host.ts';
import { managedDraft } from './managed.ts';
import { ManagedProfile } from './managed-notice.tsx';
import { draftOf, faults, profileOf, signerChanged } from './profile-draft.ts';
import { Refusal } from './refusal.tsx';
import { Section } from './section.tsx';
import { AdvancedFields, ColourField, ServiceFields } from './service-fields.tsx';
import { change, useAppState, usePolicy, useStore, useTask } from './store.ts';

/** Passkeys and rules: further down the page, and not read before somebody is there. */
const Authorization = lazyScreen(
  async () => (await import('./passkey/authorization-cards.tsx')).AuthorizationCards,
);

/** One profile: edit, test, make active, remove. */
export function ProfileSection({ id }: { readonly id: string }) {
  const { profiles, managed } = useAppState();
  const profile = profiles.find((one) => one.id === id);
  if (!profile) {
    return (
      <Section title={t('options.profile.goneTitle')}>
        <EmptyState
          title={t('options.profile.gone')}
          action={<a href="#/keys">{t('options.profile.all')}</a>}
        />
      </Section>
    );
  }
  // Of another place nothing can be saved but another place, which would be another profile.
  const editable = mayReach(managed.policy, profile);
  return (
    <Section title={profile.name} action={<a href="#/keys">{t('options.profile.all')}</a>}>
      <ManagedProfile profile={profile} />
      <TestCard profile={profile} />
      {editable && <EditCard key={profile.id} profile={profile} />}
      {editable && <Authorization profile={profile} />}
      <RemoveCard profile={profile} />
    </Section>
  );
}

function TestCard({ profile }: { readonly profile: Profile }) {
  const store = useStore();
  const { activeProfileId } = useAppState();
  const test = useTask();
  const select = useTask();
  const [check, setCheck] = useState<Check | null>(null);
  const known = profile.known;
  const run = () =>
    void test.run(async () => {
      setCheck(null);
      setCheck(await store.effects.client.call('profiles_check', { id: profile.id }));
    });
  const rows: [string, ComponentChildren][] = [
    [
      t('options.service.organization'),
      <CopyText text={profile.organizationId} what={t('options.service.organization')} />,
    ],
  ];
  if (known) {
    rows.unshift([t('options.proof.organization'), known.organizationName]);
    rows.push([t('options.proof.user'), known.userName]);
    rows.push([t('options.profile.checked'), <RelativeTime at={known.at} />]);
  }
  return (
    <Card title={t('options.profile.works')}>
      <Facts rows={rows} />
      {check && <Banner tone="good" title={t('options.proof.good')} />}
      {test.error && (
        <Refusal
          error={test.error}
          local={profile.service === 'local'}
          look={{ profile, onLooked: run }}
        />
      )}
      {select.error && <ErrorState error={select.error} />}
      <div class="cluster">
        <Button icon="refresh" busy={test.busy} onClick={run}>
          {t('options.profile.test')}
        </Button>
        {activeProfileId !== profile.id && (
          <Button
            busy={select.busy}
            onClick={() =>
              void select.run(() =>
                change(store, store.effects.client.call('profiles_select', { id: profile.id })),
              )
            }
          >
            {t('options.profile.activate')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function useKeys(): readonly KeyView[] {
  const { effects } = useStore();
  const [keys, setKeys] = useState<readonly KeyView[]>([]);
  useEffect(() => {
    // Without the list the key cannot be changed; saving says what is wrong with the worker.
    effects.client.call('keys_list', {}).then(setKeys, () => undefined);
  }, []);
  return keys;
}

/** What is typed, under what the organization set: it vouches for its own signer itself. */
function useDraft(profile: Profile) {
  const policy = usePolicy();
  const [typed, setDraft] = useState(() => draftOf(profile));
  const draft = managedDraft(typed, policy);
  const warns = policy.importSigner === null && signerChanged(draft, profile);
  return { draft, setDraft, warns };
}

function EditCard({ profile }: { readonly profile: Profile }) {
  const store = useStore();
  const keys = useKeys();
  const task = useTask();
  const { draft, setDraft, warns } = useDraft(profile);
  const [keyId, setKeyId] = useState(profile.keyId);
  const [tried, setTried] = useState(false);
  const found = faults(draft, true);
  const submit = async () => {
    setTried(true);
    if (task.busy || Object.keys(found).length > 0) return;
    await task.run(async () => {
      await allowHost(store.effects, draft.baseUrl);
      await store.effects.client.call('profiles_save', profileOf(draft, keyId, profile));
      await store.refresh();
      toast(t('options.profile.saved'), 'good');
    });
  };
  const fields = { draft, onChange: setDraft, errors: tried ? found : {} };
  const options = keys.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Card title={t('options.profile.edit')}>
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <ServiceFields {...fields} enrols={false} />
        <Field label={t('options.profile.key')} help={t('options.profile.keyHelp')}>
          {(ids) => (
            <Select
              {...ids}
              value={keyId ?? ''}
              options={options}
              blank={profile.passkeys !== null && t('options.profile.noKey')}
              onChange={(id) => setKeyId(id === '' ? null : id)}
            />
          )}
        </Field>
        <ColourField {...fields} />
        <AdvancedFields {...fields} />
        {warns && (
          <Banner tone="warn" title={t('options.profile.signerChanged')}>
            {t('options.profile.signerChangedWhat')}
          </Banner>
        )}
        {task.error && <ErrorState error={task.error} />}
        <div class="actions">
          <Button kind="primary" submit busy={task.busy}>
            {t('options.profile.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function RemoveCard({ profile }: { readonly profile: Profile }) {
  const store = useStore();
  const task = useTask();
  const [asking, setAsking] = useState(false);
  const remove = () =>
    void task.run(async () => {
      await change(store, store.effects.client.call('profiles_remove', { id: profile.id }));
      toast(t('options.profile.removed', { name: profile.name }), 'good');
      store.go({ at: 'keys' });
    });
  return (
    <Card title={t('options.profile.remove')}>
      <p class="muted">{t('options.profile.removeWhat')}</p>
      <div>
        <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
          {t('options.profile.removeAsk')}
        </Button>
      </div>
      <Dialog
        open={asking}
        title={t('options.profile.removeTitle', { name: profile.name })}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t('kit.cancel')}</Button>
            <Button kind="danger" busy={task.busy} onClick={remove}>
              {t('options.profile.remove')}
            </Button>
          </>
        }
      >
        <p>{t('options.profile.removeWhat')}</p>
        {task.error && <ErrorState error={task.error} />}
      </Dialog>
    </Card>
  );
}
