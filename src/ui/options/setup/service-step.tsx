import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { allowHost } from '../host.ts';
import { faults, type ServiceDraft } from '../profile-draft.ts';
import { AdvancedFields, ColourField, ServiceChoice, ServiceFields } from '../service-fields.tsx';
import { useStore, useTask } from '../store.ts';

/** Second step: which service and organization the profile is for. */
export function ServiceStep(props: {
  readonly draft: ServiceDraft;
  readonly onChange: (draft: ServiceDraft) => void;
  readonly onDone: () => void;
}) {
  const { draft, onChange } = props;
  const { effects } = useStore();
  const task = useTask();
  const [tried, setTried] = useState(false);
  const enrols = draft.service === 'local';
  const found = faults(draft, !enrols);
  const submit = async () => {
    setTried(true);
    if (task.busy || Object.keys(found).length > 0) return;
    if (await task.run(() => allowHost(effects, draft.baseUrl))) props.onDone();
  };
  const fields = { draft, onChange, errors: tried ? found : {} };
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
      <ServiceFields {...fields} enrols={enrols} />
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
