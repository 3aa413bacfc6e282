import { submitRowOfType } from '../../protocol/operations.ts';
import { parse } from '../../protocol/parse.ts';
import {
  activity as activitySchema,
  millisecondsOf,
  type Activity,
} from '../../protocol/service-records.ts';
import type { VoteMessage } from '../../protocol/vote-verdict.ts';
import { signsWithKey } from '../../protocol/operation-row.ts';
import { richText, t } from '../i18n.ts';
import { Section } from '../components/surfaces.tsx';
import { RelativeTime } from '../components/values.tsx';
import { findNameWarning, NameWarningBadge } from '../forms/name-warning.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import { hashOf } from '../page/routes.ts';
import { useStore } from '../page/store.ts';
import { ActivityTitle } from '../activities/activity-title.tsx';
import { ActivityStatus } from '../activities/activity-status.tsx';
import { useCheck } from '../activities/votes/use-check.ts';
import { VoteSection } from '../activities/votes/vote-section.tsx';
import { WholeJson } from '../activities/votes/whole-json.tsx';
import { SignedReview } from '../review/lazy-signing.ts';
import { useRecords } from './object-state.ts';
import type { ObjectPartProps } from './object-row.tsx';
import { recordsOf } from './shared-records.ts';

function CheckedBody({ id, listed }: { readonly id: string; readonly listed: Activity }) {
  const { effects, profile } = useStore();
  const check = useCheck(effects.client, profile.value?.id, { id }, JSON.stringify(listed));
  const { checked } = check;
  const activity = checked?.activity ?? listed;
  const at = millisecondsOf(activity.createdAt);
  const signed = checked?.verdict.signed;
  return (
    <>
      <p class="summary">
        <ActivityTitle activity={activity} />
      </p>
      <SubmittedBy activity={activity} />
      <div class="state-line">
        <ActivityStatus status={activity.status} row={submitRowOfType(activity.type)} />
        {at !== undefined && <RelativeTime at={at} />}
      </div>
      {activity.failure?.message && <VisibleText text={activity.failure.message} layout="lines" />}
      {signed && !submitRowOfType(signed.type) && (
        <Section title={t('votes.unknownType')}>
          <WholeJson value={signed.parameters} />
        </Section>
      )}
      {signed && <SignedBody signed={signed} isOver={isOver(activity)} />}
      <VoteSection activity={activity} check={check} />
    </>
  );
}

/** Who asked: whoever cast the first vote, which is checked below with all others. */
function SubmittedBy({ activity }: { readonly activity: Activity }) {
  const [first] = activity.votes ?? [];
  const users = useRecords().known.value.user;
  if (!first) return null;
  const name = first.user?.userName || first.userId;
  return (
    <p class="cluster">
      <span>
        {richText('inbox.askedBy', {
          name: (
            <a href={hashOf({ screen: 'object', kind: 'user', id: first.userId })}>
              <VisibleText text={name} />
            </a>
          ),
        })}
      </span>
      <NameWarningBadge warning={findNameWarning(name, users)} />
    </p>
  );
}

/** Whether nothing more is decided of an activity. */
const isOver = ({ status }: Activity): boolean =>
  ['COMPLETED', 'FAILED', 'REJECTED'].some((end) => status === `ACTIVITY_STATUS_${end}`);

/** What a key signs, or signed, by the bytes that were stamped. */
function SignedBody(props: { readonly signed: VoteMessage; readonly isOver: boolean }) {
  const { signed, isOver } = props;
  const { type, parameters } = signed;
  const store = useStore();
  const records = recordsOf(store, store.profile.value?.id ?? '');
  const row = submitRowOfType(type);
  return row && signsWithKey(row) ? <SignedReview {...{ parameters, records, isOver }} /> : null;
}

/** An activity of the organization: what was signed, and what the service says of it, checked. */
export function ActivityParts({ place: { id }, item }: ObjectPartProps) {
  const parsed = parse(activitySchema, item.record);
  return parsed.ok ? <CheckedBody key={id} id={id} listed={parsed.value} /> : null;
}
