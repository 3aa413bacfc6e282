import { useState } from 'preact/hooks';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Card } from '../../kit/surfaces.tsx';
import { Refusal } from '../refusal.tsx';
import { useStore, useTask } from '../store.ts';
import { AddPasskey } from './add-passkey.tsx';
import { CredentialList } from './credential-list.tsx';

type Props = { readonly profile: Profile };

/** The service's own id of whoever stamps for a profile: as known, or asked for once. */
function useUser({ profile }: Props) {
  const { effects } = useStore();
  const task = useTask();
  const find = async (then: (userId: string) => void) => {
    if (profile.known) return then(profile.known.userId);
    await task.run(async () => {
      const { userId } = await effects.client.call('profiles_check', { id: profile.id });
      then(userId);
    });
  };
  return { ...task, find: (then: (userId: string) => void) => void find(then) };
}

/** The passkeys of one profile: those that it uses, and a new one. */
export function PasskeysCard({ profile }: Props) {
  const user = useUser({ profile });
  const [adding, setAdding] = useState<string | null>(null);
  const close = () => setAdding(null);
  return (
    <Card
      title={t('options.passkey.title')}
      aside={
        <Button icon="plus" small busy={user.busy} onClick={() => user.find(setAdding)}>
          {t('options.passkey.add')}
        </Button>
      }
    >
      <p class="muted">{t('options.passkey.cardWhat')}</p>
      {user.error && <Refusal error={user.error} local={profile.service === 'local'} />}
      <CredentialList profile={profile} />
      <Dialog open={adding !== null} title={t('options.passkey.add')} onClose={close}>
        {adding !== null && (
          <AddPasskey
            profile={profile}
            userId={adding}
            exclude={profile.passkeys?.credentials ?? []}
            onClose={close}
            onAdded={close}
          />
        )}
      </Dialog>
    </Card>
  );
}
