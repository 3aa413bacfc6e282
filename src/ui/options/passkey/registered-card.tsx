import { useState } from 'preact/hooks';
import type { Profile } from '../../../protocol/profile.ts';
import type { AuthenticatorRecord } from '../../../protocol/records.ts';
import { t } from '../../i18n.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { Button, IconButton } from '../../kit/button.tsx';
import { EmptyState, ErrorState } from '../../kit/states.tsx';
import { Badge, Card, List, ListRow } from '../../kit/surfaces.tsx';
import { toast } from '../../kit/toasts.tsx';
import { CopyText } from '../../kit/values.tsx';
import { Refusal } from '../refusal.tsx';
import { useStore, useTask } from '../store.ts';
import { transportText } from './credential-list.tsx';
import { credentialOf, listRegistered, withCredential } from './credentials.ts';
import { RemovePasskey } from './remove-passkey.tsx';
import { changeProfile } from './saving.ts';
import type { User } from './user.ts';

type Props = { readonly profile: Profile; readonly user: User };

/** What the service has registered for a user, asked for on demand. */
export function useRegistered({ profile, user }: Props) {
  const { effects } = useStore();
  const task = useTask();
  const [records, setRecords] = useState<readonly AuthenticatorRecord[] | null>(null);
  const load = () =>
    void task.run(async () =>
      setRecords(await listRegistered(effects.client, profile.id, await user.find())),
    );
  return { records, load, busy: task.busy, error: task.error };
}

type Listed = Props & { readonly registered: ReturnType<typeof useRegistered> };

/** The service's list: which of them this profile uses, and the way in and out. */
export function RegisteredCard(props: Listed) {
  const { profile, registered } = props;
  const { records, error, load } = registered;
  const [removing, setRemoving] = useState<AuthenticatorRecord | null>(null);
  return (
    <Card
      title={t('authorization.registered.title')}
      aside={
        <Button small icon={records ? 'refresh' : 'eye'} busy={registered.busy} onClick={load}>
          {t(records ? 'authorization.registered.refresh' : 'authorization.registered.show')}
        </Button>
      }
    >
      <p class="muted">{t('authorization.registered.what')}</p>
      {error && (
        <Refusal
          error={error}
          local={profile.service === 'local'}
          look={{ profile, onLooked: load }}
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
              onRemove={() => setRemoving(record)}
            />
          ))}
        </List>
      )}
      {removing && (
        <RemovePasskey
          {...props}
          record={removing}
          last={records?.length === 1}
          onClose={() => setRemoving(null)}
          onRemoved={() => {
            setRemoving(null);
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
  const store = useStore();
  const task = useTask();
  const credential = credentialOf(record);
  const used = profile.passkeys?.credentials.some(({ id }) => id === credential.id) ?? false;
  const name = record.authenticatorName;
  const use = () =>
    void task.run(async () => {
      await changeProfile(store, profile.id, (now) => withCredential(now, credential));
      toast(t('authorization.passkey.taken', { name }), 'good');
    });
  return (
    <>
      <ListRow
        title={
          <>
            <VisibleText text={name} />{' '}
            {used && <Badge tone="good">{t('authorization.registered.used')}</Badge>}
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
            {!used && (
              <Button small busy={task.busy} onClick={use}>
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
