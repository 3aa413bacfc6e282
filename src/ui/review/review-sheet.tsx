import type { ComponentChildren } from 'preact';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import type { ReadyForm } from '../forms/form-session.ts';
import { rowText } from '../forms/words.ts';
import type { ActiveForm } from '../forms/form-sessions.ts';
import { approveText, ReviewBody, useReview, type ReviewEnds } from './review-body.tsx';

/** What a form does, and who signs it, in a sheet over what it is about. */
export function ReviewSheet(props: {
  readonly active: ActiveForm;
  readonly ready: ReadyForm;
  readonly submit?: ReviewEnds['submit'];
  readonly onSent: ReviewEnds['onSent'];
  readonly onBack: () => void;
  readonly method?: ReviewEnds['method'];
  /** Instead of the operation's own title and verb. */
  readonly title?: string | undefined;
  readonly action?: string | undefined;
  /** It takes something away. */
  readonly isDanger?: boolean;
  readonly summary?: ComponentChildren;
  readonly laterSecrets?: readonly string[];
  /** After everything else. */
  readonly children?: ComponentChildren;
}) {
  const { active, ready, onBack, summary, laterSecrets } = props;
  const { submit, onSent, method } = props;
  const review = useReview(active, ready, { submit, onSent, method, onRefused: onBack });
  return (
    <Dialog
      open
      title={props.title ?? rowText(active.form.row, 'title')}
      onClose={onBack}
      actions={
        <>
          <Button onClick={onBack}>{t('app.cancel')}</Button>
          <Button
            kind={props.isDanger ? 'danger' : 'primary'}
            busy={review.busy}
            disabled={!review.stamping.method}
            onClick={() => void review.approve()}
          >
            {props.action ?? approveText(review)}
          </Button>
        </>
      }
    >
      <ReviewBody review={review} summary={summary} laterSecrets={laterSecrets} />
      {props.children}
    </Dialog>
  );
}
