import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../messaging/client.ts';
import { METHODS, type Choice, type Method, type ProfilePasskeys } from '../../protocol/passkey.ts';
import type { Profile } from '../../protocol/profile.ts';
import type { KeyView } from '../../protocol/state.ts';
import { listed, t } from '../i18n.ts';
import { Radios } from '../kit/choices.tsx';
import { Field } from '../kit/field.tsx';
import { shorten } from '../kit/format.ts';
import { Banner } from '../kit/surfaces.tsx';
import { CopyText, Facts } from '../kit/values.tsx';
import { visibleText } from './visible.ts';
import { VisibleText } from './visible-text.tsx';

/*
 * What stamps a request: an API key of the vault or a passkey.
 */

/** What may stamp a request, which of it will, and where both may the way to change it. */
export type Stamping = {
  readonly choice: Choice;
  /** Undefined where nothing may. */
  readonly method: Method | undefined;
  /** Left out where it was decided before. */
  readonly onMethod?: (method: Method) => void;
};

/** The usual method of a choice until another one is chosen. */
export function useMethod(choice: Choice): Stamping {
  const [wanted, setWanted] = useState<Method | undefined>(undefined);
  const method = choice.methods.find((one) => one === wanted) ?? choice.methods[0];
  return { choice, method, onMethod: setWanted };
}

function useKey(client: Client, keyId: string | null): KeyView | undefined {
  const [key, setKey] = useState<KeyView | undefined>(undefined);
  useEffect(() => {
    if (keyId === null) return setKey(undefined);
    const find = (keys: readonly KeyView[]) => setKey(keys.find((one) => one.id === keyId));
    void client.call('keys_list', {}).then(find, () => undefined);
  }, [keyId]);
  return key;
}

/** For whom passkeys were made: the browser asks for those of one domain only. */
function domainText({ rpId }: ProfilePasskeys): string {
  return rpId === null ? t('popup.method.own') : t('popup.method.of', { domain: rpId });
}

/** Which passkeys the browser will ask for, in one line. */
function passkeyText(passkeys: ProfilePasskeys): string {
  const names = listed(passkeys.credentials.map(({ name }) => visibleText(name)));
  return `${names || t('popup.method.any')} · ${domainText(passkeys)}`;
}

/** Why nothing but the passkey may stamp it, where that needs saying. */
function whyPasskey({ methods, ruled, managed }: Choice): string | undefined {
  if (methods.includes('key')) return undefined;
  if (managed) return t('popup.method.managed');
  return t(ruled ? 'popup.method.ruled' : 'popup.method.noKey');
}

type Props = Stamping & { readonly client: Client; readonly profile: Profile };

/** What stamps: as a choice where both may, else as a fact. */
export function StampedWith({ client, profile, choice, method, onMethod }: Props) {
  const key = useKey(client, profile.keyId);
  const { passkeys } = profile;
  if (method === undefined) {
    const why = choice.managed ? 'popup.method.managedNone' : 'popup.method.none';
    return <Banner tone="danger" title={t(why)} />;
  }
  if (choice.methods.length > 1 && onMethod) {
    const details = {
      key: key && visibleText(key.name),
      passkey: passkeys && passkeyText(passkeys),
    };
    return (
      <Field group label={t('popup.method.with')} help={t('popup.method.passkeyIs')}>
        {(ids) => (
          <Radios
            {...ids}
            options={choice.methods.map((value) => {
              const detail = details[value];
              return { value, label: t(`popup.method.${value}`), ...(detail && { detail }) };
            })}
            value={method}
            onChange={(value) => onMethod(METHODS.find((one) => one === value) ?? method)}
          />
        )}
      </Field>
    );
  }
  if (method === 'key')
    return <Facts rows={[[t('popup.review.key'), <KeyFact of={key} id={profile.keyId} />]]} />;
  const why = whyPasskey(choice);
  return (
    <>
      <Facts
        rows={[
          [
            t('popup.method.passkey'),
            passkeys ? <PasskeyFact key="passkey" passkeys={passkeys} /> : '—',
          ],
        ]}
      />
      {why && <p class="note">{why}</p>}
      <p class="help">{t('popup.method.passkeyIs')}</p>
    </>
  );
}

function KeyFact({ of, id }: { readonly of: KeyView | undefined; readonly id: string | null }) {
  if (!of) return <span class="muted mono">{shorten(id ?? '')}</span>;
  return (
    <>
      <VisibleText text={of.name} />{' '}
      <CopyText text={of.publicKey} mono what={t('popup.member.publicKey')} />
    </>
  );
}

/** Every passkey that the browser may ask for, by name and id. */
function PasskeyFact({ passkeys }: { readonly passkeys: ProfilePasskeys }) {
  return (
    <span class="stack-tight">
      {passkeys.credentials.map(({ id, name }) => (
        <span key={id}>
          <VisibleText text={name} />{' '}
          <CopyText text={id} mono what={t('popup.method.credentialId')} />
        </span>
      ))}
      {passkeys.credentials.length === 0 && <span>{t('popup.method.any')}</span>}
      <span class="muted">{domainText(passkeys)}</span>
    </span>
  );
}
