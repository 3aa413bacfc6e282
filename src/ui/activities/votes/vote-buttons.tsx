import { useState } from 'preact/hooks';
import { submitRowOfType, VOTES } from '../../../protocol/operations.ts';
import type { Activity } from '../../../protocol/service-records.ts';
import type { VoteMessage } from '../../../protocol/vote-verdict.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import type { ReadyForm } from '../../forms/form-session.ts';
import { rowText } from '../../forms/words.ts';
import { useStore } from '../../page/store.ts';
import { openForm, type ActiveForm } from '../../forms/form-sessions.ts';
import { ReviewSheet } from '../../review/form-review.tsx';
import { RequestTitle } from '../activity-title.tsx';
import { WholeJson } from './whole-json.tsx';

type Selection = keyof typeof VOTES;
type Review = {
  readonly selection: Selection;
  readonly active: ActiveForm;
  readonly ready: ReadyForm;
};

/** What a vote does: what was signed first, then what the vote brings about. */
function VoteSummary(props: {
  readonly signed: VoteMessage | null;
  readonly selection: Selection;
}) {
  const { signed } = props;
  return (
    <>
      <p class="summary">
        {signed ? <RequestTitle request={signed} isDone={false} /> : t('votes.unproved')}
      </p>
      {signed && !submitRowOfType(signed.type) && <WholeJson value={signed.parameters} />}
      <p>{t(`votes.effect.${props.selection}`)}</p>
    </>
  );
}

/** Approve and reject, each with its review. Nothing forged can be approved. */
export function VoteButtons(props: {
  readonly activity: Activity;
  /** What the vote is on, if it is known. */
  readonly signed: VoteMessage | null;
  readonly canApprove: boolean;
  readonly canReject: boolean;
}) {
  const { activity } = props;
  const store = useStore();
  const [review, setReview] = useState<Review | undefined>(undefined);
  const begin = async (selection: Selection) => {
    const profile = store.profile.peek();
    if (!profile) return;
    const { fingerprint } = activity;
    const prefill = { fixed: { fingerprint }, initial: {} };
    const active = await openForm(store, profile, VOTES[selection], undefined, prefill);
    const ready = active.form.submit();
    if (ready) setReview({ selection, active, ready });
  };
  return (
    <>
      <div class="cluster vote-buttons">
        {props.canReject && (
          <Button kind="danger" onClick={() => void begin('reject')}>
            {rowText(VOTES.reject, 'action')}
          </Button>
        )}
        {props.canApprove && (
          <Button kind="primary" onClick={() => void begin('approve')}>
            {rowText(VOTES.approve, 'action')}
          </Button>
        )}
      </div>
      {review && (
        <ReviewSheet
          active={review.active}
          ready={review.ready}
          isDanger={review.selection === 'reject'}
          summary={<VoteSummary signed={props.signed} selection={review.selection} />}
          onSent={(id, method) =>
            store.go({ screen: method === 'key' ? 'activity' : 'passkey', id })
          }
          onBack={() => setReview(undefined)}
        />
      )}
    </>
  );
}
