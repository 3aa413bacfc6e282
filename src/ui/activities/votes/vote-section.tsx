import { useState } from 'preact/hooks';
import type { Activity } from '../../../protocol/service-records.ts';
import {
  isApprovable,
  type CheckedActivity,
  type VoteMessage,
} from '../../../protocol/vote-verdict.ts';
import { awaitsVote, isWaiting } from '../../../protocol/voting-window.ts';
import { t } from '../../i18n.ts';
import { Section } from '../../components/surfaces.tsx';
import { CopyText } from '../../components/values.tsx';
import { ReadProblem } from '../../forms/read-problem.tsx';
import { useStore } from '../../page/store.ts';
import { RequestTitle } from '../activity-title.tsx';
import { MissingFactors } from '../factors/missing-factors.tsx';
import { approversOf } from './quorum.ts';
import { QuorumLines } from './quorum-lines.tsx';
import type { ActivityCheckState } from './use-check.ts';
import { VerdictBanner } from './verdict-banner.tsx';
import { VoteList } from './vote-list.tsx';
import { WholeJson } from './whole-json.tsx';
import { submitRowOfType, VOTES } from '../../../protocol/operations.ts';
import { Button } from '../../components/button.tsx';
import type { ReadyForm } from '../../forms/form-session.ts';
import { rowText } from '../../forms/words.ts';
import { openForm, type ActiveForm } from '../../forms/form-sessions.ts';
import { changesPolicies } from '../../forms/typed-policy.ts';
import { ReviewSheet } from '../../review/form-review.tsx';
import type { PolicyContent } from '../../review/policy-consent.tsx';
import { versionOfType } from '../../../protocol/operation-row.ts';

/** The request that was signed, for whoever wants to see it. */
function SignedRequest({ signed }: { readonly signed: unknown }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('votes.signed')}</summary>
      {isOpen && <WholeJson value={signed} />}
    </details>
  );
}

/** What Keystamp found when it checked the activity itself, or why it couldn't. */
function Finding({ checked, error, retry }: ActivityCheckState) {
  if (error) return <ReadProblem error={error} title={t('votes.unread')} onRetry={retry} />;
  if (!checked) return <p class="muted">{t('votes.checking')}</p>;
  const { verdict } = checked;
  return (
    <VerdictBanner verdict={verdict}>
      {verdict.signed && <SignedRequest signed={verdict.signed} />}
    </VerdictBanner>
  );
}

function Fingerprint(props: {
  readonly activity: Activity;
  readonly checked: CheckedActivity | undefined;
}) {
  const { activity, checked } = props;
  const isProved = checked?.verdict.signed !== null;
  return (
    <Section title={t('popup.activity.fingerprint')}>
      <CopyText text={activity.fingerprint} mono what={t('popup.activity.fingerprint')} />
      {checked && (
        <p class="muted">{t(isProved ? 'votes.fingerprint' : 'votes.fingerprint.none')}</p>
      )}
    </Section>
  );
}

/** The user's own vote, and what else is asked of them: nothing that the check doesn't allow. */
function OwnVoteSection({ activity, verdict }: CheckedActivity) {
  const { effects, profile } = useStore();
  const ownId = profile.value?.known?.userId;
  // Whoever has approved adds what is missing above, unless that approval has lapsed.
  const hasBegun = ownId !== undefined && approversOf(activity, effects.now()).includes(ownId);
  const canApprove = isApprovable(verdict);
  const { signed } = verdict;
  return (
    <>
      <MissingFactors
        activity={activity}
        summary={signed && <RequestTitle request={signed} isDone={false} />}
        canSign={canApprove}
      />
      {isWaiting(activity) && (
        <VoteButtons
          activity={activity}
          signed={signed}
          canApprove={awaitsVote(activity) && canApprove && !hasBegun}
          canReject={activity.canReject}
        />
      )}
    </>
  );
}

/**
 * The votes on an activity, each checked; what it waits for; and the user's own vote. Once it was checked,
 * all of it is what was checked, whatever the page read before.
 */
export function VoteSection(props: {
  readonly activity: Activity;
  readonly check: ActivityCheckState;
}) {
  const { check } = props;
  const { checked } = check;
  const activity = checked?.activity ?? props.activity;
  const isForged = checked?.verdict.activity.kind === 'forged';
  return (
    <>
      <Finding {...check} />
      {checked && <OwnVoteSection {...checked} />}
      {isWaiting(activity) && !isForged && (
        <Section title={t('quorum.title')}>
          <QuorumLines activity={activity} />
        </Section>
      )}
      <Section title={t('votes.title')}>
        <VoteList activity={activity} verdict={checked?.verdict} />
      </Section>
      <Fingerprint activity={activity} checked={checked} />
    </>
  );
}

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

/** The change of policies that a vote is on, if it is one. */
function policiesIn(signed: VoteMessage | null): PolicyContent | undefined {
  const row = signed && submitRowOfType(signed.type);
  if (!row || !changesPolicies(row)) return undefined;
  const { fields } = versionOfType(row, signed.type) ?? row.versions[0];
  return { fields, parameters: signed.parameters };
}

/** Approve and reject, each with its review. Nothing forged can be approved. */
function VoteButtons(props: {
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
          votedOn={review.selection === 'approve' ? policiesIn(props.signed) : undefined}
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
