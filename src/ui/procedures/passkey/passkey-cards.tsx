import { useState } from 'preact/hooks';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/states.tsx';
import { Banner, Card } from '../../components/surfaces.tsx';
import { showToast } from '../../components/toasts.tsx';
import { DescriptionList } from '../../components/values.tsx';
import { ServiceRefusal } from '../../settings/service-refusal.tsx';
import { useTask } from '../../components/task.ts';
import { AddPasskey } from './add-passkey.tsx';
import { CredentialList } from './credential-list.tsx';
import { credentialOf, withDomain } from './credentials.ts';
import { DomainForm } from './domain-form.tsx';
import { RegisteredCard, useRegisteredPasskeys } from './registered-card.tsx';
import { useStampingUser } from './stamping-user.ts';
import { updateProfile } from './update-profile.ts';
import { useTabStore } from '../../page/tab-store.ts';
import { RulesCard } from './rules-card.tsx';

type OpenDialog =
  { readonly kind: 'add'; readonly userId: string } | { readonly kind: 'domain' } | null;

/** The passkeys of a profile: those it uses, those the service has, and a form to add one. */
function PasskeyCards({ profile }: { readonly profile: Profile }) {
  const user = useStampingUser(profile);
  const task = useTask();
  const registered = useRegisteredPasskeys({ profile, user });
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const add = () =>
    void task.run(async () => setDialog({ kind: 'add', userId: await user.findId() }));
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
          <ServiceRefusal
            error={task.error}
            isLocal={profile.service === 'local'}
            readSession={{ profile, onOpened: add }}
          />
        )}
        <UsedPasskeys profile={profile} onDomain={() => setDialog({ kind: 'domain' })} />
      </Card>
      <RegisteredCard {...{ profile, user, registered }} />
      <Dialog
        open={dialog !== null}
        title={t(
          dialog?.kind === 'domain' ? 'authorization.domain.title' : 'authorization.passkey.add',
        )}
        onClose={close}
      >
        {dialog?.kind === 'domain' && <DomainChange profile={profile} onDone={close} />}
        {dialog?.kind === 'add' && (
          <AddPasskey
            profile={profile}
            userId={dialog.userId}
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

/** Changes which passkeys a profile uses: those of Keystamp or of a domain. */
function DomainChange(props: { readonly profile: Profile; readonly onDone: () => void }) {
  const { profile, onDone } = props;
  const store = useTabStore();
  const previous = profile.passkeys?.rpId ?? null;
  const count = profile.passkeys?.credentials.length ?? 0;
  return (
    <DomainForm
      previous={previous}
      notice={(rpId) =>
        count > 0 &&
        rpId !== previous && (
          <Banner tone="warn" title={t('authorization.domain.drops', { count })}>
            {t('authorization.domain.dropsWhat')}
          </Banner>
        )
      }
      actions={(busy) => (
        <>
          <Button kind="primary" submit busy={busy}>
            {t('authorization.domain.save')}
          </Button>
          <Button kind="quiet" onClick={onDone}>
            {t('app.cancel')}
          </Button>
        </>
      )}
      onDomain={async (rpId) => {
        await updateProfile(store, profile.id, (current) => withDomain(current, rpId));
        showToast(t('options.profile.saved'), 'good');
        onDone();
      }}
    />
  );
}

function UsedPasskeys(props: { readonly profile: Profile; readonly onDomain: () => void }) {
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
      <DescriptionList
        rows={[
          [
            t('authorization.domain.made'),
            <span class="cluster">
              {rpId ?? t('authorization.domain.own')}
              <Button small kind="quiet" icon="pencil" onClick={onDomain}>
                {t('popup.form.change')}
              </Button>
            </span>,
          ],
        ]}
      />
      <CredentialList profile={profile} />
    </>
  );
}

/** A profile's passkeys, and which of its operations require one. */
export function AuthorizationCards({ profile }: { readonly profile: Profile }) {
  return (
    <>
      <PasskeyCards profile={profile} />
      <RulesCard profile={profile} />
    </>
  );
}
