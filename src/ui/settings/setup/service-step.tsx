import type { WireError } from '../../../protocol/errors.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { requestHostPermission } from '../host-permission.ts';
import { isEnrolling, validateDraft, type ServiceDraft } from '../profile-draft.ts';
import {
  AdvancedFields,
  ColourField,
  SecondDeviceToggle,
  ServiceChoice,
  ServiceFields,
} from '../service-fields.tsx';
import { ServiceRefusal } from '../service-refusal.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { useOtherNames, useTabStore } from '../../page/tab-store.ts';

/**
 * What's wrong at the base URL. A service that has problems now can be tested later, but the local one
 * has to register the key.
 */
function ProbeError(props: {
  readonly error: WireError;
  readonly isLocal: boolean;
  readonly onContinue: () => void;
}) {
  const { error, isLocal } = props;
  const mayContinue = !isLocal && error.code.startsWith('service_');
  return (
    <ServiceRefusal
      error={error}
      isLocal={isLocal}
      action={
        mayContinue && <Button onClick={props.onContinue}>{t('options.service.anyway')}</Button>
      }
    />
  );
}

/** Second step: the service and the organization of the profile. */
export function ServiceStep(props: {
  readonly draft: ServiceDraft;
  readonly onChange: (draft: ServiceDraft) => void;
  /** The profile that an earlier attempt in this setup saved. */
  readonly saved: Profile | null;
  readonly onDone: () => void;
}) {
  const { draft, saved, onDone } = props;
  const { effects } = useTabStore();
  const takenNames = useOtherNames(saved?.id);
  const enrolling = isEnrolling(draft);
  const faults = validateDraft(draft, !enrolling, takenNames);
  const form = useForm(Object.keys(faults).length === 0, async () => {
    const { service, baseUrl } = draft;
    await requestHostPermission(effects, baseUrl);
    const input = { service, baseUrl: baseUrl.trim() };
    const { trust } = await effects.client.call('profiles_probe', input);
    // A local service says so itself, as when it makes a user.
    if (service === 'local' && !enrolling && trust) props.onChange({ ...draft, ...trust });
    onDone();
  });
  const { busy, error, tried } = form;
  const onChange = (next: ServiceDraft) => {
    form.clear();
    props.onChange(next);
  };
  const fields = { draft, onChange, takenNames, errors: tried ? faults : {} };
  return (
    <Form
      form={form}
      error={
        error && (
          <ProbeError {...{ error }} isLocal={draft.service === 'local'} onContinue={onDone} />
        )
      }
      actions={
        <Button kind="primary" submit busy={busy}>
          {t('app.continue')}
        </Button>
      }
    >
      <p>{t('options.setup.serviceWhat')}</p>
      <ServiceChoice {...fields} />
      <SecondDeviceToggle {...fields} />
      <ServiceFields {...fields} isEnrolling={enrolling} />
      <ColourField {...fields} />
      <AdvancedFields {...fields} />
    </Form>
  );
}
