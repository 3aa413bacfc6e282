import { useEffect, useRef } from 'preact/hooks';
import type { OwnRequestView } from '../../protocol/pending-request.ts';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { Prerequisite, Row } from '../../protocol/operation-row.ts';
import type { Profile } from '../../protocol/profile.ts';
import { findText, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Form } from '../components/form.tsx';
import { ErrorState, Progress } from '../components/states.tsx';
import { useEntry } from '../components/follow-entry.ts';
import { FormFields } from '../forms/form-fields.tsx';
import type { FormSession } from '../forms/form-session.ts';
import { rowText } from '../forms/words.ts';
import { useCurrentProfile, useStore } from '../page/store.ts';
import type { ActiveForm } from '../forms/form-sessions.ts';
import { Frame } from '../page/frame.tsx';
import {
  inputOf,
  StampMethodChoice,
  submitActivity,
  useFormStamping,
  useSubmission,
} from '../review/submission.tsx';
import { PendingOwnRequest, useOwnRequests } from '../review/own-requests.tsx';
import { StageActivity } from './stage-activity.tsx';

const FORM_ID = 'first-form';

function prerequisiteOf(form: FormSession): Prerequisite | undefined {
  return form.row.kind === 'submit' ? form.row.prerequisite : undefined;
}

/** How the step that runs first is doing, and what it handed over once it is done. */
function usePrerequisite(form: FormSession) {
  const watched = useEntry(useStore().effects, form.prerequisiteId.value);
  const { entry } = watched;
  const prerequisite = prerequisiteOf(form);
  useEffect(() => {
    if (prerequisite && entry?.state === 'completed' && entry.result)
      form.finishPrerequisite(prerequisite, entry.result);
  }, [entry?.state, entry?.id]);
  return watched;
}

/** The step's request while it is pending for a passkey; afterward its activity is loaded. */
function usePendingRequest(id: string | null, reload: () => void): OwnRequestView | undefined {
  const pendingRequest = useOwnRequests().list?.find((candidate) => candidate.id === id);
  const wasPending = useRef(false);
  useEffect(() => {
    if (wasPending.current && !pendingRequest) reload();
    wasPending.current = pendingRequest !== undefined;
  }, [pendingRequest]);
  return pendingRequest;
}

type StepProps = { readonly active: ActiveForm; readonly prerequisiteForm: FormSession };

/** The operation that has to run first, inline, before the form of the one that follows. */
export function PrerequisiteStep(props: StepProps) {
  const isRunning = props.active.form.prerequisiteId.value !== null;
  return isRunning ? <RunningStep {...props} /> : <FirstForm {...props} />;
}

/** Its own form and button. */
function FirstForm({ active, prerequisiteForm }: StepProps) {
  const { effects } = useStore();
  const { row, setPrerequisite } = active.form;
  const profile = useCurrentProfile(active.profile);
  const stamping = useFormStamping(profile, prerequisiteForm);
  const { busy, error, submit } = useSubmission({
    form: prerequisiteForm,
    onRefused: () => undefined,
  });
  const begin = async (): Promise<void> => {
    const { method } = stamping;
    const ready = busy || !method ? undefined : prerequisiteForm.submit();
    if (!ready || !method) return;
    await submit(async () => {
      const input = inputOf(profile, prerequisiteForm, ready);
      await submitActivity(effects, input, ready.secrets, method);
      setPrerequisite(ready.id);
    });
  };
  return (
    <Frame
      title={rowText(row, 'title')}
      action={
        <Button kind="primary" wide submit busy={busy} form={FORM_ID}>
          {rowText(prerequisiteForm.row, 'action')}
        </Button>
      }
    >
      <About row={row} />
      {error && <ErrorState error={error} onRetry={() => void begin()} />}
      <Form id={FORM_ID} form={{ submit: begin }}>
        <FormFields session={prerequisiteForm} />
        <StampMethodChoice profile={profile} stamping={stamping} />
      </Form>
    </Frame>
  );
}

const About = ({ row }: { readonly row: Row }) => (
  <>
    <p class="muted">{rowText(row, 'about')}</p>
    <p>{findText(`op.${row.name}.prerequisite`)}</p>
  </>
);

/**
 * Its state until it is completed. Its activity outlives the popup, so the person may go and read the
 * message with the code.
 */
function RunningStep({ active, prerequisiteForm }: StepProps) {
  const { form } = active;
  const { entry, error, again: reload } = usePrerequisite(form);
  const pendingRequest = usePendingRequest(form.prerequisiteId.value, reload);
  const profile = useCurrentProfile(active.profile);
  return (
    <Frame
      title={rowText(form.row, 'title')}
      action={
        <Button wide onClick={form.startOver}>
          {t('popup.form.startOver')}
        </Button>
      }
    >
      <About row={form.row} />
      {pendingRequest ? (
        <PendingOwnRequest request={pendingRequest} onDiscarded={form.startOver} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => reload()} />
      ) : (
        <PrerequisiteState {...{ entry, prerequisiteForm, profile }} />
      )}
    </Frame>
  );
}

function PrerequisiteState(props: {
  readonly entry: EntryView | undefined;
  readonly prerequisiteForm: FormSession;
  readonly profile: Profile;
}) {
  const { entry, prerequisiteForm, profile } = props;
  if (!entry) return <Progress>{t('app.loading')}</Progress>;
  return (
    <>
      <StageActivity {...{ entry, profile }} label={rowText(prerequisiteForm.row, 'title')} />
      {entry.state === 'completed' && <ErrorState error={new KeystampError('generation_mixed')} />}
    </>
  );
}
