import { useEffect, useState } from 'preact/hooks';
import { PASSKEYS } from '../../../protocol/operations.ts';
import type { Profile } from '../../../protocol/profile.ts';
import type { AuthenticatorRecord } from '../../../protocol/service-records.ts';
import { richText, t } from '../../i18n.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { StateBadge } from '../../components/entry-state.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { showToast } from '../../components/toasts.tsx';
import { ServiceRefusal } from '../../settings/service-refusal.tsx';
import { useTabStore } from '../../page/tab-store.ts';
import { beginningAt, createProcedure, isAtWork, type ProcedureRun } from '../procedure.ts';
import { WaitingNotice } from '../waiting-notice.tsx';
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
  const store = useTabStore();
  const { effects, submitter } = store;
  const [{ run, start, leave }] = useState(() =>
    createProcedure<ProcedureRun>({ ...effects, submit: submitter.submit }),
  );
  useEffect(() => leave, []);
  const { authenticatorId, authenticatorName: name, credentialId } = record;
  const remove = () =>
    void start(beginningAt('removal'), async ({ perform }) => {
      await perform({
        id: effects.randomId(),
        profile,
        operation: PASSKEYS.remove.name,
        parameters: { userId: await user.findId(), authenticatorIds: [authenticatorId] },
        purpose: t('authorization.passkey.whyRemove', { name }),
      });
      await updateProfile(store, profile.id, (current) => withoutCredential(current, credentialId));
      const others = (store.state.value?.profiles ?? []).filter(({ id }) => id !== profile.id);
      if (isOwn(profile, credentialId) && !others.some((other) => isOwn(other, credentialId)))
        void effects.authenticator.forget(credentialId);
      showToast(t('authorization.passkey.removed', { name }), 'good');
      onRemoved();
    });
  return { run: run.value, remove };
}

/** Removes a passkey at the service after a confirmation. The service keeps the last credential. */
export function RemovePasskeyDialog(props: Props) {
  const { profile, record, isLast, onClose } = props;
  const { client, now } = useTabStore().effects;
  const { run, remove } = useRemoval(props);
  const name = record.authenticatorName;
  const isUsed =
    profile.passkeys?.credentials.some(({ id }) => id === record.credentialId) ?? false;
  return (
    <ConfirmDialog
      title={t('options.removeTitle', { name })}
      action={t('authorization.passkey.removeDo')}
      busy={isAtWork(run)}
      leave={t(run?.entry ? 'app.close' : 'app.cancel')}
      onClose={onClose}
      onConfirm={remove}
    >
      <p>{t('authorization.passkey.removeWhat')}</p>
      {isUsed && <p>{t('authorization.passkey.removeUsed')}</p>}
      {(isLast || (isUsed && isLastStampMethod(profile, record.credentialId))) && (
        <Banner tone="warn" title={t('authorization.passkey.removeLast')}>
          {t('authorization.passkey.removeLastWhat')}
        </Banner>
      )}
      {run?.entry && (
        <p class="cluster">
          {richText('authorization.passkey.state', {
            status: <StateBadge state={run.entry.state} />,
          })}
        </p>
      )}
      {run && (
        <WaitingNotice {...{ client, now, profile }} entry={run.entry}>
          {t('authorization.passkey.removeWaits')}
        </WaitingNotice>
      )}
      {run?.error && run.error.code !== 'reauthentication_needed' && (
        <ServiceRefusal
          error={run.error}
          isLocal={profile.service === 'local'}
          readSession={{ profile, onOpened: remove }}
        />
      )}
    </ConfirmDialog>
  );
}
