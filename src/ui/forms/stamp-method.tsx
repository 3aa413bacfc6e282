import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../client/client.ts';
import {
  STAMPER_KINDS,
  type StampChoice,
  type StamperKind,
  type ProfilePasskeys,
} from '../../protocol/passkey.ts';
import type { Profile } from '../../protocol/profile.ts';
import type { KeyView } from '../../protocol/app-state.ts';
import { formatList, t } from '../i18n.ts';
import { Radios } from '../components/choices.tsx';
import { Field } from '../components/field.tsx';
import { shorten } from '../components/format.ts';
import { Banner } from '../components/surfaces.tsx';
import { CopyText, DescriptionList } from '../components/values.tsx';
import { visibleText } from './visible.ts';
import { VisibleText } from './visible-text.tsx';

/*
 * What stamps a request: an API key of the vault or a passkey.
 */

/** What may stamp a request, which of it will, and where both may the way to change it. */
export type StampMethodState = {
  readonly choice: StampChoice;
  /** Undefined where nothing may. */
  readonly method: StamperKind | undefined;
  /** Left out where it was decided before. */
  readonly onMethod?: (method: StamperKind) => void;
};

/** The `preferred` method of a choice, or else its usual one, until another one is chosen. */
export function useStampMethod(choice: StampChoice, preferred?: StamperKind): StampMethodState {
  const [chosen, setChosen] = useState(preferred);
  const method = choice.methods.find((candidate) => candidate === chosen) ?? choice.methods[0];
  return { choice, method, onMethod: setChosen };
}

function useKey(client: Client, keyId: string | null): KeyView | undefined {
  const [key, setKey] = useState<KeyView | undefined>(undefined);
  useEffect(() => {
    if (keyId === null) return setKey(undefined);
    const selectKey = (keys: readonly KeyView[]) =>
      setKey(keys.find((candidate) => candidate.id === keyId));
    void client.call('keys_list', {}).then(selectKey, () => undefined);
  }, [keyId]);
  return key;
}

/** For whom passkeys were created: the browser asks for those of one domain only. */
function domainText({ rpId }: ProfilePasskeys): string {
  return rpId === null ? t('popup.method.own') : t('popup.method.of', { domain: rpId });
}

/** The passkeys of a profile that names none. */
function anyPasskeyText({ rpId }: ProfilePasskeys): string {
  return rpId === null ? t('popup.method.anyOwn') : t('popup.method.anyOf', { domain: rpId });
}

/** Which passkeys the browser will ask for, in one line. Any one of them signs. */
function passkeyText(passkeys: ProfilePasskeys): string {
  const { rpId, credentials } = passkeys;
  if (credentials.length === 0) return anyPasskeyText(passkeys);
  const names = formatList(
    credentials.map(({ name }) => visibleText(name)),
    'disjunction',
  );
  return rpId === null
    ? t('popup.method.namesOwn', { names })
    : t('popup.method.namesOf', { names, domain: rpId });
}

/** Why nothing but the passkey may stamp it, where that needs saying. */
function passkeyReason({
  methods,
  requiresPasskey: ruled,
  managed,
}: StampChoice): string | undefined {
  if (methods.includes('key')) return undefined;
  if (managed) return t('popup.method.managed');
  return t(ruled ? 'popup.method.ruled' : 'popup.method.noKey');
}

type Props = StampMethodState & { readonly client: Client; readonly profile: Profile };

/** What stamps: as a choice where both may, else as a fact. */
export function StampMethodSection({ client, profile, choice, method, onMethod }: Props) {
  const key = useKey(client, profile.keyId);
  const { passkeys } = profile;
  if (method === undefined) {
    const reason = choice.managed ? 'popup.method.managedNone' : 'popup.method.none';
    return <Banner tone="danger" title={t(reason)} />;
  }
  if (choice.methods.length > 1 && onMethod) {
    const details = {
      key: key && visibleText(key.name),
      passkey: passkeys && passkeyText(passkeys),
    };
    return (
      <Field group label={t('popup.method.choose')} help={t('popup.method.passkeyIs')}>
        {(ids) => (
          <Radios
            {...ids}
            options={choice.methods.map((value) => {
              const detail = details[value];
              return { value, label: t(`popup.method.${value}`), ...(detail && { detail }) };
            })}
            value={method}
            onChange={(value) =>
              onMethod(STAMPER_KINDS.find((candidate) => candidate === value) ?? method)
            }
          />
        )}
      </Field>
    );
  }
  if (method === 'key')
    return (
      <DescriptionList
        rows={[[t('popup.review.key'), <KeyFact keyView={key} id={profile.keyId} />]]}
      />
    );
  const reason = passkeyReason(choice);
  return (
    <>
      <DescriptionList
        rows={[
          [
            t('popup.method.passkey'),
            passkeys ? <PasskeyList key="passkey" passkeys={passkeys} /> : '—',
          ],
        ]}
      />
      {reason && <p class="note">{reason}</p>}
      <p class="help">{t('popup.method.passkeyIs')}</p>
    </>
  );
}

function KeyFact({
  keyView,
  id,
}: {
  readonly keyView: KeyView | undefined;
  readonly id: string | null;
}) {
  if (!keyView) return <span class="muted mono">{shorten(id ?? '')}</span>;
  return (
    <>
      <VisibleText text={keyView.name} />{' '}
      <CopyText text={keyView.publicKey} mono what={t('popup.method.publicKey')} />
    </>
  );
}

/** Every passkey that the browser may ask for, by name and id. */
function PasskeyList({ passkeys }: { readonly passkeys: ProfilePasskeys }) {
  if (passkeys.credentials.length === 0) return <span>{anyPasskeyText(passkeys)}</span>;
  return (
    <span class="stack-tight">
      {passkeys.credentials.map(({ id, name }) => (
        <span key={id}>
          <VisibleText text={name} />{' '}
          <CopyText text={id} mono what={t('popup.method.credentialId')} />
        </span>
      ))}
      <span class="muted">{domainText(passkeys)}</span>
    </span>
  );
}
