import type { ComponentChildren } from 'preact';
import { millisecondsOf, type Activity } from '../../../protocol/service-records.ts';
import { submitRowOfType } from '../../../protocol/operations.ts';
import { richText } from '../../i18n.ts';
import { Icon } from '../../components/icon.tsx';
import { RelativeTime } from '../../components/values.tsx';
import { VisibleText } from '../../forms/visible-text.tsx';
import { ActivityTitle } from '../activity-title.tsx';
import { activityIcon } from '../activity-icon.ts';
import { ActivityStatus } from '../activity-status.tsx';
import { ObjectRow } from '../../records/object-row.tsx';
import { windowEndOf } from './quorum.ts';
import { isWaiting, WAITING_STATUSES } from '../../../protocol/voting-window.ts';

/** What an activity asks for, and below it when, among what the list is about; leads to it. */
export function ActivityRow(props: {
  readonly activity: Activity;
  readonly lead?: ComponentChildren;
  /** In place of how long ago. */
  readonly time?: ComponentChildren;
  readonly before: ComponentChildren;
  readonly after?: ComponentChildren;
}) {
  const { activity, lead, time, before, after } = props;
  const at = millisecondsOf(activity.createdAt);
  return (
    <ObjectRow
      lead={lead}
      place={{ kind: 'activity', id: activity.id }}
      title={
        <span class="sentence">
          <ActivityTitle activity={activity} />
        </span>
      }
      detail={
        <span class="entry-line">
          {before}
          {time ?? (at !== undefined && <RelativeTime at={at} />)}
          {after}
        </span>
      }
    />
  );
}

/** An activity that waits for the user's vote. */
export function InboxRow({ activity }: { readonly activity: Activity }) {
  const { votes, status } = activity;
  const proposer = votes?.[0]?.user?.userName ?? votes?.[0]?.userId;
  const end = windowEndOf(activity);
  return (
    <ActivityRow
      activity={activity}
      lead={<Icon name={activityIcon(submitRowOfType(activity.type))} />}
      before={
        <>
          {status !== WAITING_STATUSES[0] && <ActivityStatus status={status} row={undefined} />}
          {proposer && (
            <span>{richText('inbox.askedBy', { name: <VisibleText text={proposer} /> })}</span>
          )}
        </>
      }
      after={
        isWaiting(activity) &&
        end !== undefined && (
          <span class="muted">{richText('inbox.until', { time: <RelativeTime at={end} /> })}</span>
        )
      }
    />
  );
}
