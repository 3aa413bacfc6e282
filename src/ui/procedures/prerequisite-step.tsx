import { useEffect, useRef, useState } from 'preact/hooks';
import type { OwnRequestView } from '../../protocol/pending-request.ts';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { Prerequisite } from '../../protocol/operation-row.ts';
import type { StamperKind } from '../../protocol/passkey.ts';
import { stampChoiceOf, type Profile } from '../../protocol/profile.ts';
import { findText, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { StateBadge } from '../components/entry-state.tsx';
import { ErrorState, Progress } from '../components/states.tsx';
import { useEntry } from '../components/follow-entry.ts';
import { FormFields } from '../forms/form-fields.tsx';
import { useStampMethod } from '../forms/stamp-method.tsx';
import type { FormSession } from '../forms/form-session.ts';
import { rowText } from '../forms/words.ts';
import { useOwnRequests } from '../review/own-requests.ts';
import { useCurrentProfile, usePolicy, useStore } from '../page/store.ts';
import { secretInputOf, type ActiveForm } from '../forms/form-sessions.ts';
import { Frame } from '../page/frame.tsx';
import { showRefusal } from '../forms/refusals.ts';
import { hashOf } from '../page/routes.ts';
import { submitActivity } from '../review/submit-activity.ts';
import { StampMethodChoice } from '../review/stamp-choice.tsx';
import { PendingOwnRequest } from '../review/pending-own-request.tsx';
import { WaitingForOthers } from './waiting-for-others.tsx';
import { toKeystampError } from '../components/errors.ts';

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

/** Sends the step's own form. Its id was made with it, so a second click is the same activity. */
function useSubmitPrerequisite(
  active: ActiveForm,
  prerequisiteForm: FormSession,
  stampMethod: StamperKind | undefined,
) {
  const store = useStore();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  async function begin(): Promise<void> {
    const ready = busy || !stampMethod ? undefined : prerequisiteForm.submit();
    if (!ready || !stampMethod) return;
    setBusy(true);
    setError(undefined);
    try {
      const { id, secrets } = ready;
      const parameters = { ...ready.parameters };
      const input = {
        id,
        profileId: active.profile.id,
        operation: prerequisiteForm.row.name,
        parameters,
      };
      await submitActivity(store, input, secretInputOf(secrets), stampMethod);
      active.form.setPrerequisite(id);
    } catch (cause) {
      const failure = toKeystampError(cause);
      if (!showRefusal(prerequisiteForm, failure)) setError(failure);
    } finally {
      setBusy(false);
    }
  }
  return { busy, error, begin };
}

/**
 * The operation that has to run first, inline: its own form and button, then its state until it is
 * completed. Its activity outlives the popup, so the person may go and read the message with the
 * code.
 */
export function PrerequisiteStep({
  active,
  prerequisiteForm,
}: {
  readonly active: ActiveForm;
  readonly prerequisiteForm: FormSession;
}) {
  const { form } = active;
  const { entry, error: watchError, again: reload } = usePrerequisite(form);
  const pendingRequest = usePendingRequest(form.prerequisiteId.value, reload);
  const profile = useCurrentProfile(active.profile);
  const stamping = useStampMethod(stampChoiceOf(profile, prerequisiteForm.row.name, usePolicy()));
  const { busy, error, begin } = useSubmitPrerequisite(active, prerequisiteForm, stamping.method);
  const isRunning = form.prerequisiteId.value !== null;
  return (
    <Frame
      title={rowText(form.row, 'title')}
      action={
        isRunning ? (
          <Button wide onClick={form.startOver}>
            {t('popup.form.startOver')}
          </Button>
        ) : (
          <Button kind="primary" wide submit busy={busy} form={FORM_ID}>
            {rowText(prerequisiteForm.row, 'action')}
          </Button>
        )
      }
    >
      <p class="muted">{rowText(form.row, 'about')}</p>
      <p>{findText(`op.${form.row.name}.prerequisite`)}</p>
      {error && <ErrorState error={error} onRetry={() => void begin()} />}
      {watchError && !pendingRequest && <ErrorState error={watchError} onRetry={() => reload()} />}
      {pendingRequest && (
        <PendingOwnRequest request={pendingRequest} onDiscarded={form.startOver} />
      )}
      {isRunning && !pendingRequest && !watchError && (
        <PrerequisiteState {...{ entry, prerequisiteForm, profile }} />
      )}
      {!isRunning && (
        <form
          id={FORM_ID}
          class="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void begin();
          }}
        >
          <FormFields session={prerequisiteForm} />
          <StampMethodChoice profile={profile} stamping={stamping} />
        </form>
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
    <section class="section" aria-label={rowText(prerequisiteForm.row, 'title')}>
      <p class="cluster">
        <StateBadge state={entry.state} />
        <a href={hashOf({ screen: 'activity', id: entry.id })}>
          {rowText(prerequisiteForm.row, 'title')}
        </a>
      </p>
      <WaitingForOthers {...{ entry, profile }} />
      {entry.error && <ErrorState error={entry.error} />}
      {entry.state === 'completed' && <ErrorState error={new KeystampError('generation_mixed')} />}
    </section>
  );
}
