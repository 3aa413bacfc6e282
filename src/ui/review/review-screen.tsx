import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Skeleton } from '../components/states.tsx';
import type { ReadyForm } from '../forms/form-session.ts';
import { useStore } from '../page/store.ts';
import { findActiveForm, type ActiveForm } from '../forms/form-sessions.ts';
import { Frame } from '../page/frame.tsx';
import {
  approveText,
  ReviewAffected,
  ReviewBody,
  ReviewSentence,
  useReview,
} from './review-body.tsx';

/** What is about to be stamped. Without a finished form it leads back to the form. */
export function ReviewScreen({ operation }: { readonly operation: string }) {
  const store = useStore();
  const active = findActiveForm(store, operation);
  const ready = active?.form.ready.value;
  const missing = !active || !ready || active.profile.id !== store.profile.value?.id;
  useEffect(() => {
    if (missing) store.go({ screen: 'form', operation });
  }, [missing]);
  return missing ? <Skeleton rows={5} /> : <FormReview active={active} ready={ready} />;
}

type FormReviewProps = { readonly active: ActiveForm; readonly ready: ReadyForm };

function FormReview({ active, ready }: FormReviewProps) {
  const store = useStore();
  const { row } = active.form;
  const review = useReview(active, ready, {
    onSent: (id, method) => store.go({ screen: method === 'key' ? 'activity' : 'passkey', id }),
    onRefused: () => store.go({ screen: 'form', operation: row.name }),
  });
  const { stamping, busy, approve } = review;
  const [isConfirming, setConfirming] = useState(false);
  const needsConfirmation = row.risk === 'irreversible';
  const action = approveText(review);
  return (
    <Frame
      title={t('popup.review.title')}
      action={
        <Button
          kind={needsConfirmation ? 'danger' : 'primary'}
          wide
          busy={busy && !isConfirming}
          disabled={!stamping.method}
          onClick={() => (needsConfirmation ? setConfirming(true) : void approve())}
        >
          {needsConfirmation ? t('popup.review.more', { action }) : action}
        </Button>
      }
    >
      <ReviewBody review={review} />
      <Dialog
        open={isConfirming}
        title={t('popup.review.sure')}
        onClose={() => setConfirming(false)}
        actions={
          <>
            <Button onClick={() => setConfirming(false)}>{t('app.cancel')}</Button>
            <Button kind="danger" busy={busy} onClick={() => void approve()}>
              {action}
            </Button>
          </>
        }
      >
        <p>
          <ReviewSentence {...review} />
        </p>
        <ReviewAffected {...review} />
      </Dialog>
    </Frame>
  );
}
