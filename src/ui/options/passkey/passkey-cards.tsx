import { useState } from 'preact/hooks';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { Card } from '../../kit/surfaces.tsx';
import { Facts } from '../../kit/values.tsx';
import { Refusal } from '../refusal.tsx';
import { useTask } from '../store.ts';
import { AddPasskey } from './add-passkey.tsx';
import { CredentialList } from './credential-list.tsx';
import { credentialOf } from './credentials.ts';
import { DomainForm } from './domain-form.tsx';
import { RegisteredCard, useRegistered } from './registered-card.tsx';
import { useUser } from './user.ts';

type Open = { readonly what: 'add'; readonly userId: string } | { readonly what: 'domain' } | null;

/** The passkeys of one profile: those that it uses, those that the service has, and a new one. */
export function PasskeyCards({ profile }: { readonly profile: Profile }) {
  const user = useUser(profile);
  const task = useTask();
  const registered = useRegistered({ profile, user });
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const add = () => void task.run(async () => setOpen({ what: 'add', userId: await user.find() }));
  return (
    <>
      <Card
        title={t('authorization.passkey.title')}
        aside={
          <Button icon="plus" small busy={task.busy} onClick={add}>
            {t('authorization.passkey.add')}
          </Button>
        }
      >
        <p class="muted">{t('authorization.passkey.cardWhat')}</p>
        {task.error && (
          <Refusal
            error={task.error}
            local={profile.service === 'local'}
            look={{ profile, onLooked: add }}
          />
        )}
        <Used profile={profile} onDomain={() => setOpen({ what: 'domain' })} />
      </Card>
      <RegisteredCard {...{ profile, user, registered }} />
      <Dialog
        open={open !== null}
        title={t(
          open?.what === 'domain' ? 'authorization.domain.title' : 'authorization.passkey.add',
        )}
        onClose={close}
      >
        {open?.what === 'domain' && <DomainForm profile={profile} onDone={close} />}
        {open?.what === 'add' && (
          <AddPasskey
            profile={profile}
            userId={open.userId}
            exclude={[
              ...(profile.passkeys?.credentials ?? []),
              ...(registered.records ?? []).map(credentialOf),
            ]}
            onClose={close}
            onAdded={() => {
              close();
              if (registered.records) registered.load();
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function Used(props: { readonly profile: Profile; readonly onDomain: () => void }) {
  const { profile, onDomain } = props;
  if (!profile.passkeys) {
    return (
      <EmptyState
        icon="passkey"
        title={t('authorization.passkey.none')}
        action={<Button onClick={onDomain}>{t('authorization.domain.other')}</Button>}
      >
        {t('authorization.passkey.noneWhat')}
      </EmptyState>
    );
  }
  const { rpId } = profile.passkeys;
  return (
    <>
      <Facts
        rows={[
          [
            t('authorization.domain.made'),
            <span class="cluster">
              {rpId ?? t('authorization.domain.own')}
              <Button small kind="quiet" icon="pencil" onClick={onDomain}>
                {t('authorization.domain.change')}
              </Button>
            </span>,
          ],
        ]}
      />
      <CredentialList profile={profile} />
    </>
  );
}
