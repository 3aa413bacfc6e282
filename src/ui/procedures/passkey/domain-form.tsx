import { useState } from 'preact/hooks';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { ErrorState } from '../../components/states.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { showToast } from '../../components/toasts.tsx';
import { useTabStore, useTask } from '../../page/tab-store.ts';
import { withDomain } from './credentials.ts';
import { DomainFields, readRpId, type DomainDraft } from './domain-fields.tsx';
import { requestDomainPermission } from './domain.ts';
import { updateProfile } from './update-profile.ts';

/** Changes which passkeys a profile uses: those of Keystamp or of a domain. */
export function DomainForm(props: { readonly profile: Profile; readonly onDone: () => void }) {
  const { profile, onDone } = props;
  const store = useTabStore();
  const task = useTask();
  const previous = profile.passkeys?.rpId ?? null;
  const [draft, setDraft] = useState<DomainDraft>({ isOwn: false, text: previous ?? '' });
  const [tried, setTried] = useState(false);
  const rpId = readRpId(draft);
  const credentials = profile.passkeys?.credentials ?? [];
  const submit = async () => {
    setTried(true);
    if (task.busy || rpId === undefined) return;
    await task.run(async () => {
      await requestDomainPermission(store.effects, rpId);
      await updateProfile(store, profile.id, (current) => withDomain(current, rpId));
      showToast(t('options.profile.saved'), 'good');
      onDone();
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
      <DomainFields draft={draft} onChange={setDraft} tried={tried} />
      {credentials.length > 0 && rpId !== undefined && rpId !== previous && (
        <Banner tone="warn" title={t('authorization.domain.drops', { count: credentials.length })}>
          {t('authorization.domain.dropsWhat')}
        </Banner>
      )}
      {task.error && <ErrorState error={task.error} />}
      <div class="actions">
        <Button kind="primary" submit busy={task.busy}>
          {t('authorization.domain.save')}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {t('app.cancel')}
        </Button>
      </div>
    </form>
  );
}
