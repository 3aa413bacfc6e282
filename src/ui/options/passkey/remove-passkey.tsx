import { useEffect, useRef, useState } from 'preact/hooks';
import type { EntryView } from '../../../protocol/entry.ts';
import { PASSKEYS } from '../../../protocol/operations.ts';
import type { Profile } from '../../../protocol/profile.ts';
import type { AuthenticatorRecord } from '../../../protocol/records.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { StateBadge } from '../../kit/entry-state.tsx';
import { Banner } from '../../kit/surfaces.tsx';
import { toast } from '../../kit/toasts.tsx';
import { Refusal } from '../refusal.tsx';
import { useStore, useTask } from '../store.ts';
import { isLastWay, withoutCredential } from './credentials.ts';
import { changeProfile } from './saving.ts';
import type { User } from './user.ts';

type Props = {
  readonly profile: Profile;
  readonly user: User;
  readonly record: AuthenticatorRecord;
  /** It is the only one that the service lists. */
  readonly last: boolean;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
};

function useRemoval({ profile, user, record, onRemoved }: Props) {
  const store = useStore();
  const task = useTask();
  const [entry, setEntry] = useState<EntryView | null>(null);
  const left = useRef(false);
  useEffect(() => () => void (left.current = true), []);
  const { authenticatorId, authenticatorName: name, credentialId } = record;
  const remove = () =>
    void task.run(async () => {
      setEntry(null);
      const order = {
        id: store.effects.randomId(),
        profile,
        operation: PASSKEYS.remove.name,
        parameters: { userId: await user.find(), authenticatorIds: [authenticatorId] },
        why: t('authorization.passkey.whyRemove', { name }),
      };
      const end = await store.carrier.carry(order, setEntry, () => left.current);
      if (end.state !== 'completed') return;
      await changeProfile(store, profile.id, (now) => withoutCredential(now, credentialId));
      toast(t('authorization.passkey.removed', { name }), 'good');
      onRemoved();
    });
  return { ...task, entry, remove };
}

/** Takes a passkey away at the service, after a second yes. The service guards the last credential. */
export function RemovePasskey(props: Props) {
  const { profile, record, last, onClose } = props;
  const { entry, busy, error, remove } = useRemoval(props);
  const name = record.authenticatorName;
  const used = profile.passkeys?.credentials.some(({ id }) => id === record.credentialId) ?? false;
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
      {used && <p>{t('authorization.passkey.removeUsed')}</p>}
      {(last || (used && isLastWay(profile, record.credentialId))) && (
        <Banner tone="warn" title={t('authorization.passkey.removeLast')}>
          {t('authorization.passkey.removeLastWhat')}
        </Banner>
      )}
      {entry && (
        <p class="cluster">
          {t('authorization.passkey.state')} <StateBadge state={entry.state} />
        </p>
      )}
      {error && (
        <Refusal
          error={error}
          local={profile.service === 'local'}
          look={{ profile, onLooked: remove }}
        />
      )}
    </Dialog>
  );
}
