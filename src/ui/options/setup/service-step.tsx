import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { ErrorState } from '../../components/states.tsx';
import { requestHostPermission } from '../host-permission.ts';
import { validateDraft, type ServiceDraft } from '../profile-draft.ts';
import { AdvancedFields, ColourField, ServiceChoice, ServiceFields } from '../service-fields.tsx';
import { useStore, useTask } from '../store.ts';

/** Second step: the service and the organization of the profile. */
export function ServiceStep(props: {
  readonly draft: ServiceDraft;
  readonly onChange: (draft: ServiceDraft) => void;
  readonly onDone: () => void;
}) {
  const { draft, onChange } = props;
  const { effects } = useStore();
  const task = useTask();
  const [tried, setTried] = useState(false);
  const isEnrolling = draft.service === 'local';
  const faults = validateDraft(draft, !isEnrolling);
  const submit = async () => {
    setTried(true);
    if (task.busy || Object.keys(faults).length > 0) return;
    if (await task.run(() => requestHostPermission(effects, draft.baseUrl))) props.onDone();
  };
  const fields = { draft, onChange, errors: tried ? faults : {} };
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p>{t('options.setup.serviceWhat')}</p>
      <ServiceChoice {...fields} />
      <ServiceFields {...fields} isEnrolling={isEnrolling} />
      <ColourField {...fields} />
      <AdvancedFields {...fields} />
      {task.error && <ErrorState error={task.error} />}
      <div class="actions">
        <Button kind="primary" submit busy={task.busy}>
          {t('options.setup.continue')}
        </Button>
      </div>
    </form>
  );
}
