import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { WhoamiFacts } from '../../protocol/profile.ts';
import { allowsService } from '../../protocol/managed-policy.ts';
import type { Profile } from '../../protocol/profile.ts';
import type { KeyView } from '../../protocol/app-state.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Field } from '../components/field.tsx';
import { Form, useForm } from '../components/form.tsx';
import { Select } from '../components/inputs.tsx';
import { createLazyScreen } from '../components/lazy-screen.tsx';
import { EmptyState, ErrorState } from '../components/states.tsx';
import { Banner, Card } from '../components/surfaces.tsx';
import { showToast } from '../components/toasts.tsx';
import { CopyText, DescriptionList, RelativeTime } from '../components/values.tsx';
import { requestHostPermission } from './host-permission.ts';
import { applyManagedPolicy } from './managed-draft.ts';
import { ManagedProfileNotice } from './managed-notice.tsx';
import { draftOf, validateDraft, profileOf, hasSignerChanged } from './profile-draft.ts';
import { ServiceRefusal } from './service-refusal.tsx';
import { TabPage } from '../page/tab-page.tsx';
import { AdvancedFields, ColourField, ServiceFields } from './service-fields.tsx';
import { useTask } from '../components/task.ts';
import { useLatest } from '../components/use-reading.ts';
import { acceptAnswer, useAppState, useOtherNames, useTabStore } from '../page/tab-store.ts';
import { usePolicy } from '../page/store.ts';

/** Passkeys and rules are further down the page, so their code is loaded when needed. */
const LazyAuthorizationCards = createLazyScreen(
  async () => (await import('../procedures/passkey/passkey-cards.tsx')).AuthorizationCards,
);

/** One profile: edit, test, make active, remove. */
export function ProfileSection({ id }: { readonly id: string }) {
  const { profiles, managed } = useAppState();
  const profile = profiles.find((candidate) => candidate.id === id);
  if (!profile) {
    return (
      <TabPage title={t('options.profile.goneTitle')}>
        <EmptyState
          title={t('options.profile.gone')}
          action={<a href="#/keys">{t('popup.activities.allProfiles')}</a>}
        />
      </TabPage>
    );
  }
  // A profile of a service or organization that isn't allowed can't be saved, only removed.
  const editable = allowsService(managed.policy, profile);
  return (
    <TabPage
      title={profile.name}
      screen={t('popup.profiles.title')}
      action={<a href="#/keys">{t('popup.activities.allProfiles')}</a>}
    >
      <ManagedProfileNotice profile={profile} />
      <BarredHosts profile={profile} />
      <TestCard profile={profile} />
      {editable && <EditCard key={profile.id} profile={profile} />}
      {editable && <LazyAuthorizationCards profile={profile} />}
      <RemoveCard profile={profile} />
    </TabPage>
  );
}

/** Hosts of the profile that Keystamp may not reach, and the click that changes it. */
function BarredHosts({ profile }: { readonly profile: Profile }) {
  const store = useTabStore();
  const { barredHosts } = useAppState();
  const task = useTask();
  const { protocol, hostname } = new URL(profile.baseUrl);
  const domain = profile.passkeys?.rpId ?? null;
  const origins = [`${protocol}//${hostname}`, ...(domain === null ? [] : [`https://${domain}`])];
  const barred = origins.filter((origin) => barredHosts.includes(new URL(origin).hostname));
  return (
    <>
      {barred.map((origin) => (
        <Banner
          key={origin}
          tone="warn"
          title={t('app.barred.title', { host: new URL(origin).hostname })}
          action={
            <Button
              small
              busy={task.busy}
              onClick={() =>
                void task.run(async () => {
                  await store.effects.requestOriginPermission(origin);
                  await store.refresh();
                })
              }
            >
              {t('options.host.allow')}
            </Button>
          }
        >
          {t('options.host.barred')}
        </Banner>
      ))}
      {task.error && <ErrorState error={task.error} />}
    </>
  );
}

function TestCard({ profile }: { readonly profile: Profile }) {
  const store = useTabStore();
  const { activeProfileId } = useAppState();
  const test = useTask();
  const select = useTask();
  const [check, setCheck] = useState<WhoamiFacts | null>(null);
  const lastCheck = profile.known;
  const runTest = () =>
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
  if (lastCheck) {
    rows.unshift([t('popup.review.organization'), lastCheck.organizationName]);
    rows.push([t('popup.review.user'), lastCheck.userName]);
    rows.push([t('options.profile.checked'), <RelativeTime at={lastCheck.at} />]);
  }
  return (
    <Card title={t('options.profile.works')}>
      <DescriptionList rows={rows} />
      {check && <Banner tone="good" title={t('options.proof.good')} />}
      {test.error && (
        <ServiceRefusal
          error={test.error}
          isLocal={profile.service === 'local'}
          readSession={{ profile, onOpened: runTest }}
        />
      )}
      {select.error && <ErrorState error={select.error} />}
      <div class="cluster">
        <Button icon="refresh" busy={test.busy} onClick={runTest}>
          {t('options.profile.test')}
        </Button>
        {activeProfileId !== profile.id && (
          <Button
            busy={select.busy}
            onClick={() =>
              void select.run(() =>
                acceptAnswer(
                  store,
                  store.effects.client.call('profiles_select', { id: profile.id }),
                ),
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
  const { effects } = useTabStore();
  // Without the list the user can't change the key; saving shows what's wrong with the worker.
  return useLatest(() => effects.client.call('keys_list', {}), []) ?? [];
}

/** The typed draft with the organization's settings on top. A managed signer needs no warning. */
function useDraft(profile: Profile) {
  const policy = usePolicy();
  const [input, setInput] = useState(() => draftOf(profile));
  const draft = applyManagedPolicy(input, policy);
  const warns = policy.importSigner === null && hasSignerChanged(draft, profile);
  return { draft, setDraft: setInput, warns };
}

function EditCard({ profile }: { readonly profile: Profile }) {
  const store = useTabStore();
  const keys = useKeys();
  const { draft, setDraft, warns } = useDraft(profile);
  const [keyId, setKeyId] = useState(profile.keyId);
  const faults = validateDraft(draft, true, useOtherNames(profile.id));
  const form = useForm(Object.keys(faults).length === 0, async () => {
    await requestHostPermission(store.effects, draft.baseUrl);
    await store.effects.client.call('profiles_save', profileOf(draft, keyId, profile));
    await store.refresh();
    showToast(t('options.profile.saved'), 'good');
  });
  const fields = { draft, onChange: setDraft, errors: form.tried ? faults : {} };
  const options = keys.map(({ id, name }) => ({ value: id, label: name }));
  const isKeyHere = keyId !== null && keys.some(({ id }) => id === keyId);
  return (
    <Card title={t('options.profile.edit')}>
      <Form
        form={form}
        actions={
          <Button kind="primary" submit busy={form.busy}>
            {t('options.profile.save')}
          </Button>
        }
      >
        <ServiceFields {...fields} isEnrolling={false} />
        <Field label={t('options.profile.key')} help={t('options.profile.keyHelp')}>
          {(ids) => (
            <Select
              {...ids}
              value={isKeyHere ? keyId : ''}
              options={options}
              // A profile of a backup may name a key that isn't here.
              blank={profile.passkeys === null ? !isKeyHere : t('options.profile.noKey')}
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
      </Form>
    </Card>
  );
}

function RemoveCard({ profile }: { readonly profile: Profile }) {
  const store = useTabStore();
  const task = useTask();
  const [isConfirming, setIsConfirming] = useState(false);
  const remove = () =>
    void task.run(async () => {
      await acceptAnswer(store, store.effects.client.call('profiles_remove', { id: profile.id }));
      showToast(t('options.profile.removed', { name: profile.name }), 'good');
      store.go({ screen: 'keys' });
    });
  return (
    <Card title={t('options.profile.remove')}>
      <p class="muted">{t('options.profile.removeWhat')}</p>
      <div>
        <Button kind="danger" icon="trash" onClick={() => setIsConfirming(true)}>
          {t('options.profile.removeAsk')}
        </Button>
      </div>
      <ConfirmDialog
        {...task}
        open={isConfirming}
        title={t('options.removeTitle', { name: profile.name })}
        action={t('options.profile.remove')}
        onClose={() => setIsConfirming(false)}
        onConfirm={remove}
      >
        <p>{t('options.profile.removeWhat')}</p>
      </ConfirmDialog>
    </Card>
  );
}
