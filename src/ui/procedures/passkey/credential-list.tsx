import { useState } from 'preact/hooks';
import type { Transport } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { formatList, findText, t } from '../../i18n.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { Button } from '../../components/button.tsx';
import { ErrorState } from '../../components/states.tsx';
import { Banner, List, ListRow } from '../../components/surfaces.tsx';
import { CopyText } from '../../components/values.tsx';
import { useTask } from '../../components/task.ts';
import { useTabStore } from '../../page/tab-store.ts';
import {
  isLastStampMethod,
  withoutCredential,
  withoutPasskeys,
  type Credential,
} from './credentials.ts';
import { updateProfile } from './update-profile.ts';

/** How an authenticator is reached, in words; empty if it didn't say. */
export function transportText(transports: readonly Transport[]): string {
  const names = transports.map(
    (transport) =>
      findText(`choice.AUTHENTICATOR_TRANSPORT_${transport.toUpperCase()}`) ?? transport,
  );
  return formatList(names, 'disjunction');
}

/** The passkeys a profile uses, each with a button to stop using it. */
export function CredentialList({ profile }: { readonly profile: Profile }) {
  const store = useTabStore();
  const task = useTask();
  const [isGuarded, setIsGuarded] = useState(false);
  const { rpId, credentials } = profile.passkeys ?? { rpId: null, credentials: [] };
  const stopUsing = (credential: Credential | null) => {
    const isLast = credential ? isLastStampMethod(profile, credential.id) : profile.keyId === null;
    setIsGuarded(isLast);
    if (isLast || task.busy) return;
    const removeFrom = (current: Profile) =>
      credential ? withoutCredential(current, credential.id) : withoutPasskeys(current);
    void task.run(() => updateProfile(store, profile.id, removeFrom));
  };
  return (
    <>
      {isGuarded && (
        <Banner tone="warn" title={t('authorization.passkey.lastWay')}>
          {t('authorization.passkey.lastWayWhat')}
        </Banner>
      )}
      {task.error && <ErrorState error={task.error} />}
      <List label={t('authorization.passkey.title')}>
        {credentials.map((credential) => (
          <CredentialRow
            key={credential.id}
            credential={credential}
            onStopUsing={() => stopUsing(credential)}
          />
        ))}
        {credentials.length === 0 && (
          <ListRow
            title={
              rpId === null
                ? t('authorization.passkey.anyOwn')
                : t('popup.method.anyOf', { domain: rpId })
            }
            detail={t('authorization.passkey.anyWhat')}
            trail={
              <Button small onClick={() => stopUsing(null)}>
                {t('authorization.passkey.stop')}
              </Button>
            }
          />
        )}
      </List>
    </>
  );
}

function CredentialRow(props: {
  readonly credential: Credential;
  readonly onStopUsing: () => void;
}) {
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
        <Button small onClick={props.onStopUsing}>
          {t('authorization.passkey.stop')}
        </Button>
      }
    />
  );
}
