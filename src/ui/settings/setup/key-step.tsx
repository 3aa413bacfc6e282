import { useEffect, useState } from 'preact/hooks';
import { toWire } from '../../../protocol/errors.ts';
import type { Profile } from '../../../protocol/profile.ts';
import type { KeyView } from '../../../protocol/app-state.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Choices, Radios } from '../../components/choices.tsx';
import { Field } from '../../components/field.tsx';
import { shorten } from '../../components/format.ts';
import { errorText, Skeleton } from '../../components/states.tsx';
import { showToast } from '../../components/toasts.tsx';
import { findNameError, NameField, nameOf } from '../../forms/name-field.tsx';
import { ImportKeyForm, CreateKeyForm } from '../key-forms.tsx';
import { RegistrationHelp, PublicKeyDetails } from '../public-key.tsx';
import {
  isEnrolling,
  withEnrolment,
  profileOf,
  type ServiceDraft,
  passkeyProfileOf,
} from '../profile-draft.ts';
import { ServiceRefusal } from '../service-refusal.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { useTabStore } from '../../page/tab-store.ts';
import { ComparisonGroups } from '../../components/comparison-groups.tsx';
import { Qr } from '../../components/qr.tsx';
import { CopyText, DescriptionList } from '../../components/values.tsx';
import { useLatest } from '../../components/use-reading.ts';
import { DomainForm } from '../../procedures/passkey/domain-form.tsx';

type KeySource = 'create' | 'bring' | 'have' | 'passkey';

type Props = {
  readonly draft: ServiceDraft;
  readonly onDraft: (draft: ServiceDraft) => void;
  readonly view: KeyView | null;
  readonly onKey: (view: KeyView | null) => void;
  /** The profile that an earlier attempt in this setup saved. */
  readonly saved: Profile | null;
  readonly onDone: (profile: Profile) => void;
};

/** Third step: add a key, then register it with the service. */
export function SetupKeyStep(props: Props) {
  return props.view ? <RegisterKey {...props} view={props.view} /> : <ChooseKey {...props} />;
}

/** The keys in the vault; null while they load. */
function useKeys(): readonly KeyView[] | null {
  const { effects } = useTabStore();
  const [keys, setKeys] = useState<readonly KeyView[] | null>(null);
  useEffect(() => {
    effects.client
      .call('keys_list', {})
      .then(setKeys)
      .catch((error: unknown) => {
        setKeys([]);
        showToast(errorText(toWire(error)), 'danger');
      });
  }, []);
  return keys;
}

function ChooseKey(props: Props) {
  const { draft, onKey } = props;
  const [source, setSource] = useState<KeySource>('create');
  const keys = useKeys();
  if (!keys) return <Skeleton rows={4} />;
  const sources = sourcesFor(draft, keys);
  return (
    <div class="form">
      <p>{t('options.setup.keyWhat')}</p>
      <Field label={t('popup.method.choose')} group>
        {(ids) => (
          <Radios
            {...ids}
            value={source}
            onChange={(value) =>
              setSource(sources.find((candidate) => candidate === value) ?? 'create')
            }
            options={sources.map((value) => ({
              value,
              label: t(`options.key.origin.${value}`),
              detail: t(`options.key.origin.${value}What`),
            }))}
          />
        )}
      </Field>
      {source === 'create' && <CreateKeyForm {...{ keys, onKey }} />}
      {source === 'bring' && <ImportKeyForm {...{ keys, onKey }} />}
      {source === 'passkey' && <PasskeyProfileForm {...props} />}
      {source === 'have' && (
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
              onChange={([id]) => onKey(keys.find((candidate) => candidate.id === id) ?? null)}
            />
          )}
        </Field>
      )}
    </div>
  );
}

function sourcesFor(draft: ServiceDraft, keys: readonly KeyView[]): readonly KeySource[] {
  const existing = keys.length > 0 ? (['have'] as const) : [];
  // A device has a key of its own, which no other device has.
  if (draft.isSecondDevice) return ['create', ...existing];
  // The local service knows no user yet, so it needs a key first.
  const passkey = draft.service === 'local' ? [] : (['passkey'] as const);
  return ['create', 'bring', ...existing, ...passkey];
}

/** Registers the key: under the name of a new user, where the service makes one for it. */
function useRegistration({
  draft,
  view,
  saved,
  onDraft,
  onDone,
}: Props & { readonly view: KeyView }) {
  const { client } = useTabStore().effects;
  const [userName, setUserName] = useState('');
  const enrols = isEnrolling(draft);
  const nameError = enrols ? findNameError(userName) : null;
  const form = useForm(nameError === null, async () => {
    let completeDraft = draft;
    if (enrols) {
      const [baseUrl, setUpCode] = [draft.baseUrl.trim(), draft.setUpCode.trim()];
      const input = { baseUrl, setUpCode, keyId: view.id, userName: nameOf(userName) };
      completeDraft = withEnrolment(draft, await client.call('profiles_enrol', input));
      onDraft(completeDraft);
    }
    onDone(await client.call('profiles_save', profileOf(completeDraft, view.id, saved)));
  });
  return { form, enrols, userName, setUserName, nameError: form.tried ? nameError : null };
}

function RegisterKey(props: Props & { readonly view: KeyView }) {
  const { draft, view } = props;
  const { form, enrols, userName, setUserName, nameError } = useRegistration(props);
  return (
    <Form
      form={form}
      error={
        form.error && <ServiceRefusal error={form.error} isLocal={draft.service === 'local'} />
      }
      actions={
        <>
          <Button kind="primary" submit busy={form.busy}>
            {t(enrols ? 'options.register.doLocal' : 'options.register.done')}
          </Button>
          <Button kind="quiet" onClick={() => props.onKey(null)}>
            {t('options.register.other')}
          </Button>
        </>
      }
    >
      {enrols && (
        <NameField
          label={t('options.register.yourName')}
          help={t('options.register.yourNameHelp')}
          value={userName}
          onInput={setUserName}
          error={nameError}
        />
      )}
      <RegistrationFacts draft={draft} view={view} />
    </Form>
  );
}

/** The key, and how it gets to the service. */
function RegistrationFacts({
  draft,
  view,
}: {
  readonly draft: ServiceDraft;
  readonly view: KeyView;
}) {
  const organizationId = draft.organizationId.trim();
  if (draft.isSecondDevice)
    return <DeviceCodeDetails view={view} organizationId={organizationId} />;
  return (
    <>
      <PublicKeyDetails view={view} />
      {isEnrolling(draft) ? (
        <p>{t('options.register.local')}</p>
      ) : (
        <RegistrationHelp
          view={view}
          organizationId={organizationId}
          turnkey={draft.service === 'turnkey'}
        />
      )}
    </>
  );
}

/** What this device shows of its key, or undefined while it loads. */
function useDeviceCode(organizationId: string, publicKey: string): string | undefined {
  const read = async () =>
    (await import('../../../client/device/device-code.ts')).deviceCodeOf({
      organizationId,
      publicKey,
    });
  return useLatest(read, [organizationId, publicKey], 'keeps');
}

/** The code of a second device, as QR and text, the digits to compare, and what to do with it. */
function DeviceCodeDetails(props: { readonly view: KeyView; readonly organizationId: string }) {
  const { view, organizationId } = props;
  const { publicKey } = view;
  const code = useDeviceCode(organizationId, publicKey);
  const what = t('options.device.code');
  if (view.curve !== 'P256') return <p class="note">{t('options.device.otherCurve')}</p>;
  return (
    <>
      <div class="public-key">
        {code && <Qr text={code} what={what} />}
        <div class="stack">
          <p class="muted">{t('options.device.what')}</p>
          <DescriptionList
            rows={[
              [t('options.key.name'), view.name],
              [what, code && <CopyText text={code} shorten={false} mono what={what} />],
            ]}
          />
          <ComparisonGroups organizationId={organizationId} publicKey={publicKey} />
        </div>
      </div>
      <ol class="steps-list">
        <li>{t('options.device.open')}</li>
        <li>{t('options.device.give')}</li>
        <li>{t('options.device.compare')}</li>
        <li>{t('options.register.back')}</li>
      </ol>
    </>
  );
}

/** Selects passkeys that the organization already knows, for a profile without an API key. */
function PasskeyProfileForm(props: {
  readonly draft: ServiceDraft;
  readonly saved: Profile | null;
  readonly onDone: (profile: Profile) => void;
}) {
  const { draft, saved, onDone } = props;
  const { client } = useTabStore().effects;
  return (
    <DomainForm
      previous={saved?.passkeys?.rpId ?? null}
      about={<p class="muted">{t('options.setup.passkeyWhat')}</p>}
      actions={(busy) => (
        <Button kind="primary" submit busy={busy} icon="passkey">
          {t('options.setup.passkeyDo')}
        </Button>
      )}
      onDomain={async (rpId) =>
        onDone(await client.call('profiles_save', passkeyProfileOf(draft, rpId, saved)))
      }
    />
  );
}
