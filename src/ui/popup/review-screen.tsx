import { useEffect, useState } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import type { StamperKind } from '../../protocol/passkey.ts';
import { stampChoiceOf } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { toKeystampError } from '../components/errors.ts';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { Sentence } from '../forms/parts.tsx';
import { useStampMethod } from '../forms/stamp-method.tsx';
import { Affected, Changes, Signer, UnreadableNotice } from '../forms/review-parts.tsx';
import { summaryOf, variantOf, type Subject } from '../forms/review.ts';
import type { FormSession, ReadyForm } from '../forms/form-session.ts';
import { rowText, summaryText } from '../forms/words.ts';
import { useCurrentProfile, useStore, usePolicy } from './context.ts';
import { findActiveForm, markSent, secretInputOf, type ActiveForm } from './form-sessions.ts';
import { Frame } from './frame.tsx';
import { TimingBanners } from './timing-banners.tsx';
import { submitActivity } from './submit-activity.ts';
import { showRefusal } from './refusals.ts';

/** What is about to be stamped. Without a finished form it leads back to the form. */
export function ReviewScreen({ operation }: { readonly operation: string }) {
  const store = useStore();
  const active = findActiveForm(store, operation);
  const ready = active?.form.ready.value;
  const missing = !active || !ready || active.profile.id !== store.profile.value?.id;
  useEffect(() => {
    if (missing) store.go({ screen: 'form', operation });
  }, [missing]);
  return missing ? <Skeleton rows={5} /> : <Review active={active} ready={ready} />;
}

function subjectOf(form: FormSession, ready: ReadyForm): Subject {
  const { parameters, secrets } = ready;
  return { fields: form.shape.fields, parameters, secrets, known: form.known.value };
}

function useSubmit(active: ActiveForm, ready: ReadyForm, method: StamperKind | undefined) {
  const store = useStore();
  const { form, profile } = active;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  // The id was made with the form: however often this runs, it is one activity.
  const approve = async (): Promise<void> => {
    if (busy || !method) return;
    setBusy(true);
    setError(undefined);
    const { id, secrets } = ready;
    const input = {
      id,
      profileId: profile.id,
      operation: form.row.name,
      parameters: { ...ready.parameters },
    };
    try {
      await submitActivity(store, input, secretInputOf(secrets), method);
      markSent(store, active, id);
      store.go({ screen: method === 'key' ? 'activity' : 'passkey', id });
    } catch (cause) {
      const failure = toKeystampError(cause);
      if (showRefusal(form, failure)) store.go({ screen: 'form', operation: form.row.name });
      setError(failure);
      setBusy(false);
    }
  };
  return { busy, error, approve };
}

/** What keeps the request from leaving, and what went wrong with it. */
function Problems(props: {
  readonly profileId: string;
  readonly error: KeystampError | undefined;
  readonly onRetry: () => void;
}) {
  const { profileId, error, onRetry } = props;
  return (
    <>
      <TimingBanners profileId={profileId} />
      {error && <ErrorState error={error} onRetry={onRetry} />}
    </>
  );
}

function Review({ active, ready }: { readonly active: ActiveForm; readonly ready: ReadyForm }) {
  const { form } = active;
  const profile = useCurrentProfile(active.profile);
  const { row } = form;
  const { client } = useStore().effects;
  const stamping = useStampMethod(stampChoiceOf(profile, row.name, usePolicy()));
  const { method } = stamping;
  const { busy, error, approve } = useSubmit(active, ready, method);
  const [isConfirming, setConfirming] = useState(false);
  const subject = subjectOf(form, ready);
  useEffect(() => void form.loadAll(), []);
  const needsConfirmation = row.risk === 'irreversible';
  const action = rowText(row, 'action');
  const template = summaryText(row, variantOf(row, ready.parameters));
  return (
    <Frame
      title={t('popup.review.title')}
      action={
        <Button
          kind={needsConfirmation ? 'danger' : 'primary'}
          wide
          busy={busy && !isConfirming}
          disabled={!method}
          onClick={() => (needsConfirmation ? setConfirming(true) : void approve())}
        >
          {needsConfirmation ? t('popup.review.more', { action }) : action}
        </Button>
      }
    >
      <p class="summary">
        <Sentence parts={summaryOf(template, subject)} />
      </p>
      {row.risk === 'high' && <p class="note">{t('popup.review.high')}</p>}
      <Problems profileId={profile.id} error={error} onRetry={() => void approve()} />
      <Affected row={row} parameters={ready.parameters} records={form} />
      <Changes row={row} subject={subject} />
      <UnreadableNotice records={form} />
      <Signer client={client} profile={profile} {...stamping} />
      {method === 'passkey' && <p class="note">{t('popup.method.window')}</p>}
      <Dialog
        open={isConfirming}
        title={t('popup.review.sure')}
        onClose={() => setConfirming(false)}
        actions={
          <>
            <Button onClick={() => setConfirming(false)}>{t('kit.cancel')}</Button>
            <Button kind="danger" busy={busy} onClick={() => void approve()}>
              {action}
            </Button>
          </>
        }
      >
        <p>
          <Sentence parts={summaryOf(template, subject)} />
        </p>
        <Affected row={row} parameters={ready.parameters} records={form} />
      </Dialog>
    </Frame>
  );
}
