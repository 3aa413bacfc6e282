import { useState } from 'preact/hooks';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { ErrorState } from '../../components/states.tsx';
import {
  DomainFields,
  readRpId,
  type DomainDraft,
} from '../../procedures/passkey/domain-fields.tsx';
import { requestDomainPermission } from '../../procedures/passkey/domain.ts';
import { passkeyProfileOf, type ServiceDraft } from '../profile-draft.ts';
import { useTabStore, useTask } from '../../page/tab-store.ts';

/** Selects passkeys that the organization already knows, for a profile without an API key. */
export function PasskeyProfileForm(props: {
  readonly draft: ServiceDraft;
  readonly saved: Profile | null;
  readonly onDone: (profile: Profile) => void;
}) {
  const { draft, saved, onDone } = props;
  const { effects } = useTabStore();
  const task = useTask();
  const [domain, setDomain] = useState<DomainDraft>({
    isOwn: false,
    text: saved?.passkeys?.rpId ?? '',
  });
  const [tried, setTried] = useState(false);
  const rpId = readRpId(domain);
  const submit = async () => {
    setTried(true);
    if (task.busy || rpId === undefined) return;
    await task.run(async () => {
      await requestDomainPermission(effects, rpId);
      const input = passkeyProfileOf(draft, rpId, saved);
      onDone(await effects.client.call('profiles_save', input));
    });
  };
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p class="muted">{t('options.setup.passkeyWhat')}</p>
      <DomainFields draft={domain} onChange={setDomain} tried={tried} />
      {task.error && <ErrorState error={task.error} />}
      <div class="actions">
        <Button kind="primary" submit busy={task.busy} icon="passkey">
          {t('options.setup.passkeyDo')}
        </Button>
      </div>
    </form>
  );
}
