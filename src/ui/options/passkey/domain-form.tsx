import { useState } from 'preact/hooks';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { Banner } from '../../kit/surfaces.tsx';
import { toast } from '../../kit/toasts.tsx';
import { useStore, useTask } from '../store.ts';
import { withDomain } from './credentials.ts';
import { DomainFields, rpIdOf, type DomainDraft } from './domain-fields.tsx';
import { allowDomain } from './domain.ts';
import { changeProfile } from './saving.ts';

/** Changes whose passkeys a profile uses. */
export function DomainForm(props: { readonly profile: Profile; readonly onDone: () => void }) {
  const { profile, onDone } = props;
  const store = useStore();
  const task = useTask();
  const before = profile.passkeys?.rpId ?? null;
  const [draft, setDraft] = useState<DomainDraft>({ own: false, text: before ?? '' });
  const [tried, setTried] = useState(false);
  const rpId = rpIdOf(draft);
  const kept = profile.passkeys?.credentials ?? [];
  const submit = async () => {
    setTried(true);
    if (task.busy || rpId === undefined) return;
    await task.run(async () => {
      await allowDomain(store.effects, rpId);
      await changeProfile(store, profile.id, (now) => withDomain(now, rpId));
      toast(t('options.profile.saved'), 'good');
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
      {kept.length > 0 && rpId !== undefined && rpId !== before && (
        <Banner tone="warn" title={t('authorization.domain.drops', { count: kept.length })}>
          {t('authorization.domain.dropsWhat')}
        </Banner>
      )}
      {task.error && <ErrorState error={task.error} />}
      <div class="actions">
        <Button kind="primary" submit busy={task.busy}>
          {t('authorization.domain.save')}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {t('kit.cancel')}
        </Button>
      </div>
    </form>
  );
}
