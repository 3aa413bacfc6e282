import { parse } from '../../../protocol/parse.ts';
import { activity as activitySchema, millisecondsOf } from '../../../protocol/service-records.ts';
import { t } from '../../i18n.ts';
import { RelativeTime } from '../../components/values.tsx';
import type { Item } from '../../forms/pickable-records.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { ActivityStatus, subjectOfActivity } from '../activities/organization-row.tsx';
import { ActivityTitle } from '../inbox/inbox-row.tsx';
import { UnknownIntent, VoteSection } from '../inbox/vote-section.tsx';
import type { ObjectPlace } from '../route.ts';
import { ObjectFrame } from './object-frame.tsx';

function ActivityBody({ item }: { readonly item: Item }) {
  const parsed = parse(activitySchema, item.record);
  if (!parsed.ok) return null;
  const activity = parsed.value;
  const subject = subjectOfActivity(activity);
  const at = millisecondsOf(activity.createdAt);
  return (
    <>
      <p class="summary">
        <ActivityTitle activity={activity} />
      </p>
      <div class="state-line">
        <ActivityStatus status={activity.status} row={subject?.row} />
        {at !== undefined && <RelativeTime at={at} />}
      </div>
      {activity.failure?.message && <VisibleText text={activity.failure.message} layout="lines" />}
      {!subject && <UnknownIntent activity={activity} />}
      <VoteSection key={activity.id} activity={activity} />
    </>
  );
}

/** An activity of the organization as the service has it. */
export function ActivityRecordScreen({ place }: { readonly place: ObjectPlace }) {
  return (
    <ObjectFrame place={place} title={t('object.activity')}>
      {(item) => <ActivityBody item={item} />}
    </ObjectFrame>
  );
}
