import { useEffect, useRef, useState } from 'preact/hooks';
import type { EntryView } from '../../../protocol/outbox-entry.ts';
import { PASSKEYS } from '../../../protocol/operations.ts';
import type { Profile } from '../../../protocol/profile.ts';
import type { AuthenticatorRecord } from '../../../protocol/service-records.ts';
import { richText, t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { StateBadge } from '../../components/entry-state.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { showToast } from '../../components/toasts.tsx';
import { ServiceRefusal } from '../../options/service-refusal.tsx';
import { useStore, useTask } from '../../options/store.ts';
import { isLastStampMethod, withoutCredential } from './credentials.ts';
import { updateProfile } from './update-profile.ts';
import type { StampingUser } from './stamping-user.ts';

type Props = {
  readonly profile: Profile;
  readonly user: StampingUser;
  readonly record: AuthenticatorRecord;
  /** True for the only passkey the service lists. */
  readonly isLast: boolean;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
};

/** Made for Keystamp, and used by this profile. A domain's passkey may be of use to its own pages still. */
const isOwn = ({ passkeys }: Profile, credentialId: string): boolean =>
  passkeys?.rpId === null && passkeys.credentials.some(({ id }) => id === credentialId);

function useRemoval({ profile, user, record, onRemoved }: Props) {
  const store = useStore();
  const task = useTask();
  const [entry, setEntry] = useState<EntryView | null>(null);
  const hasLeft = useRef(false);
  useEffect(() => () => void (hasLeft.current = true), []);
  const { authenticatorId, authenticatorName: name, credentialId } = record;
  const remove = () =>
    void task.run(async () => {
      setEntry(null);
      const request = {
        id: store.effects.randomId(),
        profile,
        operation: PASSKEYS.remove.name,
        parameters: { userId: await user.findId(), authenticatorIds: [authenticatorId] },
        purpose: t('authorization.passkey.whyRemove', { name }),
      };
      const lastEntry = await store.submitter.submitAndFollow(
        request,
        setEntry,
        () => hasLeft.current,
      );
      if (lastEntry.state !== 'completed') return;
      await updateProfile(store, profile.id, (current) => withoutCredential(current, credentialId));
      const others = (store.state.value?.profiles ?? []).filter(({ id }) => id !== profile.id);
      if (isOwn(profile, credentialId) && !others.some((other) => isOwn(other, credentialId)))
        void store.effects.authenticator.forget(credentialId);
      showToast(t('authorization.passkey.removed', { name }), 'good');
      onRemoved();
    });
  return { ...task, entry, remove };
}

/** Removes a passkey at the service after a confirmation. The service keeps the last credential. */
export function RemovePasskeyDialog(props: Props) {
  const { profile, record, isLast, onClose } = props;
  const { entry, busy, error, remove } = useRemoval(props);
  const name = record.authenticatorName;
  const isUsed =
    profile.passkeys?.credentials.some(({ id }) => id === record.credentialId) ?? false;
  return (
    <Dialog
      open
      title={t('authorization.passkey.removeTitle', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(entry ? 'kit.close' : 'kit.cancel')}</Button>
          <Button kind="danger" busy={busy} onClick={remove}>
            {t('authorization.passkey.removeDo')}
          </Button>
        </>
      }
    >
      <p>{t('authorization.passkey.removeWhat')}</p>
      {isUsed && <p>{t('authorization.passkey.removeUsed')}</p>}
      {(isLast || (isUsed && isLastStampMethod(profile, record.credentialId))) && (
        <Banner tone="warn" title={t('authorization.passkey.removeLast')}>
          {t('authorization.passkey.removeLastWhat')}
        </Banner>
      )}
      {entry && (
        <p class="cluster">
          {richText('authorization.passkey.state', { status: <StateBadge state={entry.state} /> })}
        </p>
      )}
      {error && (
        <ServiceRefusal
          error={error}
          isLocal={profile.service === 'local'}
          readSession={{ profile, onOpened: remove }}
        />
      )}
    </Dialog>
  );
}
