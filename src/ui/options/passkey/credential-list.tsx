import { useState } from 'preact/hooks';
import type { Transport } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { listed, said, t } from '../../i18n.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { Button } from '../../kit/button.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { Banner, List, ListRow } from '../../kit/surfaces.tsx';
import { CopyText } from '../../kit/values.tsx';
import { useStore, useTask } from '../store.ts';
import { isLastWay, withoutCredential, withoutPasskeys, type Credential } from './credentials.ts';
import { changeProfile } from './saving.ts';

/** How an authenticator is reached, in words; nothing when it did not tell. */
export function transportText(transports: readonly Transport[]): string {
  const names = transports.map(
    (one) => said(`choice.AUTHENTICATOR_TRANSPORT_${one.toUpperCase()}`) ?? one,
  );
  return listed(names);
}

/** The passkeys that a profile uses, each with the way out. */
export function CredentialList({ profile }: { readonly profile: Profile }) {
  const store = useStore();
  const task = useTask();
  const [guarded, setGuarded] = useState(false);
  const { rpId, credentials } = profile.passkeys ?? { rpId: null, credentials: [] };
  const stop = (credential: Credential | null) => {
    const isLast = credential ? isLastWay(profile, credential.id) : profile.keyId === null;
    setGuarded(isLast);
    if (isLast || task.busy) return;
    const without = (now: Profile) =>
      credential ? withoutCredential(now, credential.id) : withoutPasskeys(now);
    void task.run(() => changeProfile(store, profile.id, without));
  };
  return (
    <>
      {guarded && (
        <Banner tone="warn" title={t('authorization.passkey.lastWay')}>
          {t('authorization.passkey.lastWayWhat')}
        </Banner>
      )}
      {task.error && <ErrorState error={task.error} />}
      <List label={t('authorization.passkey.title')}>
        {credentials.map((one) => (
          <CredentialRow key={one.id} credential={one} onStop={() => stop(one)} />
        ))}
        {credentials.length === 0 && (
          <ListRow
            title={
              rpId === null
                ? t('authorization.passkey.anyOwn')
                : t('authorization.passkey.anyOf', { domain: rpId })
            }
            detail={t('authorization.passkey.anyWhat')}
            trail={
              <Button small onClick={() => stop(null)}>
                {t('authorization.passkey.stop')}
              </Button>
            }
          />
        )}
      </List>
    </>
  );
}

function CredentialRow(props: { readonly credential: Credential; readonly onStop: () => void }) {
  const { id, name, transports } = props.credential;
  return (
    <ListRow
      title={<VisibleText text={name} />}
      detail={
        <span class="key-facts">
          <CopyText text={id} mono what={t('authorization.passkey.id')} />
          {transports.length > 0 && <span>{transportText(transports)}</span>}
        </span>
      }
      trail={
        <Button small onClick={props.onStop}>
          {t('authorization.passkey.stop')}
        </Button>
      }
    />
  );
}
