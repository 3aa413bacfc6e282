import { parse } from '../../../protocol/parse.ts';
import { activity as activitySchema, millisecondsOf } from '../../../protocol/service-records.ts';
import { t } from '../../i18n.ts';
import { DescriptionList, RelativeTime } from '../../components/values.tsx';
import type { Item } from '../../forms/pickable-records.ts';
import { visibleText } from '../../forms/visible.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { choiceWord } from '../../forms/words.ts';
import { ActivitySentence } from '../activities/activity-sentence.tsx';
import { ActivityStatus, subjectOfActivity } from '../activities/organization-row.tsx';
import type { ObjectPlace } from '../route.ts';
import { ObjectFrame } from './object-frame.tsx';

function ActivityBody({ item }: { readonly item: Item }) {
  const parsed = parse(activitySchema, item.record);
  if (!parsed.ok) return null;
  const activity = parsed.value;
  const subject = subjectOfActivity(activity);
  const at = millisecondsOf(activity.createdAt);
  const votes = (activity.votes ?? []).map(
    ({ id, userId, user, selection }) =>
      [
        visibleText(choiceWord(selection)),
        <VisibleText key={id} text={user?.userName || userId} />,
      ] as const,
  );
  return (
    <>
      <p class="summary">
        {subject ? <ActivitySentence {...subject} /> : visibleText(choiceWord(activity.type))}
      </p>
      <div class="state-line">
        <ActivityStatus status={activity.status} row={subject?.row} />
        {at !== undefined && <RelativeTime at={at} />}
      </div>
      {activity.failure?.message && <VisibleText text={activity.failure.message} layout="lines" />}
      <DescriptionList rows={votes} />
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
