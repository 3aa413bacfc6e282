import { useState, useEffect } from 'preact/hooks';
import type { Profile } from '../../../protocol/profile.ts';
import type { AuthenticatorRecord } from '../../../protocol/service-records.ts';
import { t } from '../../i18n.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { EmptyState, ErrorState } from '../../components/states.tsx';
import { Badge, Card, List, ListRow, Banner } from '../../components/surfaces.tsx';
import { showToast } from '../../components/toasts.tsx';
import { CopyText } from '../../components/values.tsx';
import { ServiceRefusal } from '../../settings/service-refusal.tsx';
import { useTask } from '../../components/task.ts';
import { useTabStore } from '../../page/tab-store.ts';
import { transportText } from './credential-list.tsx';
import {
  credentialOf,
  listRegistered,
  withCredential,
  isLastStampMethod,
  withoutCredential,
} from './credentials.ts';
import { updateProfile } from './update-profile.ts';
import type { StampingUser } from './stamping-user.ts';
import { PASSKEYS } from '../../../protocol/operations.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { beginningAt, createProcedure, isAtWork, type ProcedureRun } from '../procedure.ts';
import { ProcedureProgress } from '../procedure-progress.tsx';

type Props = { readonly profile: Profile; readonly user: StampingUser };

/** The passkeys the service has registered for a user, loaded on demand. */
export function useRegisteredPasskeys({ profile, user }: Props) {
  const { effects } = useTabStore();
  const task = useTask();
  const [records, setRecords] = useState<readonly AuthenticatorRecord[] | null>(null);
  const load = () =>
    void task.run(async () =>
      setRecords(await listRegistered(effects.client, profile.id, await user.findId())),
    );
  return { records, load, busy: task.busy, error: task.error };
}

type RegisteredCardProps = Props & {
  readonly registered: ReturnType<typeof useRegisteredPasskeys>;
};

/** The service's list of passkeys, marking those in use, with buttons to use or remove each. */
export function RegisteredCard(props: RegisteredCardProps) {
  const { profile, registered } = props;
  const { records, error, load } = registered;
  const [recordToRemove, setRecordToRemove] = useState<AuthenticatorRecord | null>(null);
  return (
    <Card
      title={t('authorization.registered.title')}
      aside={
        <Button small icon={records ? 'refresh' : 'eye'} busy={registered.busy} onClick={load}>
          {t(records ? 'popup.refresh' : 'authorization.registered.show')}
        </Button>
      }
    >
      <p class="muted">{t('authorization.registered.what')}</p>
      {error && (
        <ServiceRefusal
          error={error}
          isLocal={profile.service === 'local'}
          readSession={{ profile, onOpened: load }}
        />
      )}
      {records?.length === 0 && <EmptyState title={t('authorization.registered.none')} />}
      {records && records.length > 0 && (
        <List label={t('authorization.registered.title')}>
          {records.map((record) => (
            <RecordRow
              key={record.authenticatorId}
              profile={profile}
              record={record}
              onRemove={() => setRecordToRemove(record)}
            />
          ))}
        </List>
      )}
      {recordToRemove && (
        <RemovePasskeyDialog
          {...props}
          record={recordToRemove}
          isLast={records?.length === 1}
          onClose={() => setRecordToRemove(null)}
          onRemoved={() => {
            setRecordToRemove(null);
            load();
          }}
        />
      )}
    </Card>
  );
}

function RecordRow(props: {
  readonly profile: Profile;
  readonly record: AuthenticatorRecord;
  readonly onRemove: () => void;
}) {
  const { profile, record, onRemove } = props;
  const store = useTabStore();
  const task = useTask();
  const credential = credentialOf(record);
  const isUsed = profile.passkeys?.credentials.some(({ id }) => id === credential.id) ?? false;
  const name = record.authenticatorName;
  const startUsing = () =>
    void task.run(async () => {
      await updateProfile(store, profile.id, (current) => withCredential(current, credential));
      showToast(t('authorization.passkey.taken', { name }), 'good');
    });
  return (
    <>
      <ListRow
        title={
          <>
            <VisibleText text={name} />{' '}
            {isUsed && <Badge tone="good">{t('authorization.registered.used')}</Badge>}
          </>
        }
        detail={
          <span class="key-facts">
            <CopyText text={credential.id} mono what={t('authorization.passkey.id')} />
            {credential.transports.length > 0 && (
              <span>{transportText(credential.transports)}</span>
            )}
          </span>
        }
        trail={
          <>
            {!isUsed && (
              <Button small busy={task.busy} onClick={startUsing}>
                {t('authorization.registered.use')}
              </Button>
            )}
            <IconButton
              name="trash"
              danger
              label={t('authorization.registered.remove', { name })}
              onClick={onRemove}
            />
          </>
        }
      />
      {task.error && (
        <li>
          <ErrorState error={task.error} />
        </li>
      )}
    </>
  );
}

type RemovalProps = {
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

/** The stages of a removal, in order. */
const REMOVAL_STAGES = ['removal', 'update'] as const;
type RemovalStage = (typeof REMOVAL_STAGES)[number];

function useRemoval({ profile, user, record, onRemoved }: RemovalProps) {
  const store = useTabStore();
  const { effects, submitter } = store;
  const [{ run, start, leave }] = useState(() =>
    createProcedure<ProcedureRun<RemovalStage>>(effects),
  );
  useEffect(() => leave, []);
  const { authenticatorId, authenticatorName: name, credentialId } = record;
  const remove = () =>
    void start(beginningAt('removal'), async ({ follow, report }) => {
      const request = {
        id: effects.randomId(),
        profile,
        operation: PASSKEYS.remove.name,
        parameters: { userId: await user.findId(), authenticatorIds: [authenticatorId] },
        purpose: t('authorization.passkey.whyRemove', { name }),
      };
      await follow(submitter.submit(request));
      report({ stage: 'update' });
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
function RemovePasskeyDialog(props: RemovalProps) {
  const { profile, record, isLast, onClose } = props;
  const { run, remove } = useRemoval(props);
  const name = record.authenticatorName;
  const isUsed =
    profile.passkeys?.credentials.some(({ id }) => id === record.credentialId) ?? false;
  const isCancelled = run?.error?.code === 'reauthentication_needed';
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
      {run && !isCancelled && (
        <ProcedureProgress
          stages={REMOVAL_STAGES}
          {...{ run, profile }}
          isFramed
          textOf={(stage) => t(`authorization.passkey.stage.${stage}`)}
          says={{
            waits: t('authorization.passkey.removeWaits'),
            unsure: t('authorization.passkey.unsure'),
          }}
          drawError={(error) => (
            <ServiceRefusal
              error={error}
              isLocal={profile.service === 'local'}
              readSession={{ profile, onOpened: remove }}
            />
          )}
        />
      )}
    </ConfirmDialog>
  );
}
