import { useEffect, useState } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import type { Method } from '../../protocol/passkey.ts';
import { choiceOf } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { asKeystampError } from '../kit/errors.ts';
import { ErrorState, Skeleton } from '../kit/states.tsx';
import { Sentence } from '../forms/parts.tsx';
import { useMethod } from '../forms/method.tsx';
import { Affected, Changes, Signer, Unread } from '../forms/review-parts.tsx';
import { summaryOf, variantOf, type Subject } from '../forms/review.ts';
import type { FormSession, Ready } from '../forms/session.ts';
import { rowText, summaryText } from '../forms/words.ts';
import { useFresh, useStore, usePolicy } from './context.ts';
import { formAt, noteSent, sealedPart, type Work } from './desk.ts';
import { Frame } from './frame.tsx';
import { TimingBanners } from './timing-banners.tsx';
import { send } from './sending.ts';
import { showRefusal } from './refusals.ts';

/** What is about to be stamped. Without a finished form it leads back to the form. */
export function ReviewScreen({ operation }: { readonly operation: string }) {
  const store = useStore();
  const work = formAt(store, operation);
  const ready = work?.form.ready.value;
  const missing = !work || !ready || work.profile.id !== store.profile.value?.id;
  useEffect(() => {
    if (missing) store.go({ screen: 'form', operation });
  }, [missing]);
  return missing ? <Skeleton rows={5} /> : <Review work={work} ready={ready} />;
}

function subjectOf(form: FormSession, ready: Ready): Subject {
  const { parameters, secrets } = ready;
  return { fields: form.shape.fields, parameters, secrets, known: form.known.value };
}

function useSubmit(work: Work, ready: Ready, method: Method | undefined) {
  const store = useStore();
  const { form, profile } = work;
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
      await send(store, input, sealedPart(secrets), method);
      noteSent(store, work, id);
      store.go({ screen: method === 'key' ? 'activity' : 'passkey', id });
    } catch (cause) {
      const known = asKeystampError(cause);
      if (showRefusal(form, known)) store.go({ screen: 'form', operation: form.row.name });
      setError(known);
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

function Review({ work, ready }: { readonly work: Work; readonly ready: Ready }) {
  const { form } = work;
  const profile = useFresh(work.profile);
  const { row } = form;
  const { client } = useStore().effects;
  const stamping = useMethod(choiceOf(profile, row.name, usePolicy()));
  const { method } = stamping;
  const { busy, error, approve } = useSubmit(work, ready, method);
  const [asked, setAsked] = useState(false);
  const subject = subjectOf(form, ready);
  useEffect(() => void form.loadAll(), []);
  const twice = row.risk === 'irreversible';
  const action = rowText(row, 'action');
  const template = summaryText(row, variantOf(row, ready.parameters));
  return (
    <Frame
      title={t('popup.review.title')}
      action={
        <Button
          kind={twice ? 'danger' : 'primary'}
          wide
          busy={busy && !asked}
          disabled={!method}
          onClick={() => (twice ? setAsked(true) : void approve())}
        >
          {twice ? t('popup.review.more', { action }) : action}
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
      <Unread records={form} />
      <Signer client={client} profile={profile} {...stamping} />
      {method === 'passkey' && <p class="note">{t('popup.method.window')}</p>}
      <Dialog
        open={asked}
        title={t('popup.review.sure')}
        onClose={() => setAsked(false)}
        actions={
          <>
            <Button onClick={() => setAsked(false)}>{t('kit.cancel')}</Button>
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
