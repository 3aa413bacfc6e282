import { submitRowOfType } from '../../protocol/operations.ts';
import type { SubmitRow } from '../../protocol/operation-row.ts';
import { millisecondsOf, type Activity } from '../../protocol/service-records.ts';
import { t } from '../i18n.ts';
import { Badge, type Tone } from '../components/surfaces.tsx';
import { RelativeTime } from '../components/values.tsx';
import { isMembers } from '../../protocol/parse.ts';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { choiceWord } from '../forms/words.ts';
import { ObjectRow } from '../records/part.tsx';
import { ActivityTitle } from './activity-title.tsx';
import type { ActivitySubject } from './activity-sentence.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  ACTIVITY_STATUS_COMPLETED: 'good',
  ACTIVITY_STATUS_FAILED: 'danger',
  ACTIVITY_STATUS_REJECTED: 'danger',
};

/** What the service lists an activity as, to search in; undefined for a type that Keystamp doesn't know. */
export function subjectOfActivity({
  type,
  intent,
  status,
}: Activity): (ActivitySubject & { readonly isDone: boolean }) | undefined {
  const row = submitRowOfType(type);
  const [parameters] = Object.values(intent ?? {});
  return row && isMembers(parameters)
    ? { row, type, parameters, isDone: status === 'ACTIVITY_STATUS_COMPLETED' }
    : undefined;
}

/**
 * An activity's status at the service. Beside the sentence of one whose `row` goes on after it,
 * "Completed" would be read as the end of that.
 */
export function ActivityStatus(
  props: Pick<Activity, 'status'> & { readonly row: SubmitRow | undefined },
) {
  const { status, row } = props;
  if (row?.followUp && status === 'ACTIVITY_STATUS_COMPLETED')
    return <Badge tone="info">{t('app.state.started')}</Badge>;
  return <Badge tone={TONES[status] ?? 'warn'}>{visibleText(choiceWord(status))}</Badge>;
}

/** An activity of the organization in a list; leads to its record. */
export function OrganizationRow({ activity }: { readonly activity: Activity }) {
  const { id, type, status, votes, createdAt } = activity;
  const proposer = votes?.[0]?.user?.userName;
  const at = millisecondsOf(createdAt);
  return (
    <ObjectRow
      place={{ kind: 'activity', id }}
      title={<ActivityTitle activity={activity} />}
      detail={
        <span class="entry-line">
          <ActivityStatus status={status} row={submitRowOfType(type)} />
          {at !== undefined && <RelativeTime at={at} />}
          {proposer && <VisibleText text={proposer} />}
        </span>
      }
    />
  );
}
