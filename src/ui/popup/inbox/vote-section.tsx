import { useState } from 'preact/hooks';
import type { Activity } from '../../../protocol/service-records.ts';
import type { ActivityVerdict } from '../../../protocol/vote-verdict.ts';
import { t } from '../../i18n.ts';
import { Banner } from '../../components/surfaces.tsx';
import { CopyText } from '../../components/values.tsx';
import { VisibleText } from '../../forms/visible-text.tsx';
import { useStore } from '../context.ts';
import { Part } from '../objects/object-frame.tsx';
import { MissingFactors } from '../factors/missing-factors.tsx';
import { ActivityTitle } from './inbox-row.tsx';
import { approversOf } from './quorum.ts';
import { QuorumLines } from './quorum-lines.tsx';
import { useVerdict } from './use-verdict.ts';
import { VoteButtons } from './vote-buttons.tsx';
import { verdictText, VoteList } from './vote-list.tsx';
import { awaitsVote, isWaiting } from './waiting.ts';

/** A value as the service has it, whole. */
function WholeJson({ value }: { readonly value: unknown }) {
  return <VisibleText text={JSON.stringify(value, null, 2) ?? ''} layout="lines" />;
}

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

/** What Keystamp found when it checked the activity itself. */
function VerdictBanner({ verdict }: { readonly verdict: ActivityVerdict | undefined }) {
  if (!verdict) return <p class="muted">{t('votes.checking')}</p>;
  const { activity, signed } = verdict;
  if (activity.kind === 'verified') return null;
  const isForged = activity.kind === 'forged';
  return (
    <Banner
      tone={isForged ? 'danger' : 'warn'}
      title={t(isForged ? 'votes.forged' : 'votes.unchecked')}
    >
      {verdictText(activity)}
      {signed !== undefined && <SignedRequest signed={signed} />}
    </Banner>
  );
}

function Fingerprint(props: {
  readonly activity: Activity;
  readonly verdict: ActivityVerdict | undefined;
}) {
  const { activity, verdict } = props;
  const reason = verdict?.activity.kind === 'verified' ? undefined : verdict?.activity.reason;
  const isProved = reason !== 'other_fingerprint' && reason !== 'votes_missing';
  return (
    <Part title={t('popup.activity.fingerprint')}>
      <CopyText text={activity.fingerprint} mono what={t('popup.activity.fingerprint')} />
      {verdict && (
        <p class="muted">{t(isProved ? 'votes.fingerprint' : 'votes.fingerprint.none')}</p>
      )}
    </Part>
  );
}

/** The votes on an activity, each checked; what it waits for; and the user's own vote. */
export function VoteSection({ activity }: { readonly activity: Activity }) {
  const verdict = useVerdict(activity);
  const isForged = verdict?.activity.kind === 'forged';
  const { effects, profile } = useStore();
  const ownId = profile.value?.known?.userId;
  // Whoever has approved adds what is missing above, unless that approval has lapsed.
  const hasBegun = ownId !== undefined && approversOf(activity, effects.now()).includes(ownId);
  return (
    <>
      <VerdictBanner verdict={verdict} />
      <MissingFactors
        activity={activity}
        summary={<ActivityTitle activity={activity} />}
        isForged={!verdict || isForged}
      />
      {verdict && isWaiting(activity) && (
        <VoteButtons
          activity={activity}
          canApprove={awaitsVote(activity) && !isForged && !hasBegun}
          canReject={activity.canReject}
        />
      )}
      {isWaiting(activity) && !isForged && (
        <Part title={t('quorum.title')}>
          <QuorumLines activity={activity} />
        </Part>
      )}
      <Part title={t('votes.title')}>
        <VoteList activity={activity} verdict={verdict} />
      </Part>
      <Fingerprint activity={activity} verdict={verdict} />
    </>
  );
}

/** The whole intent of a type that Keystamp has no sentence for. */
export function UnknownIntent({ activity }: { readonly activity: Activity }) {
  return (
    <Part title={t('votes.unknownType')}>
      <WholeJson value={activity.intent ?? {}} />
    </Part>
  );
}
