import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { submitRowOf, submitRowOfType } from '../../protocol/operations.ts';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import type { Activity } from '../../protocol/service-records.ts';
import { formatDateTime, isoTime, locale, richText, t } from '../i18n.ts';
import { tickingNow } from '../components/clock.ts';
import { dayNumberOf } from '../components/days.ts';
import { Icon, type IconName } from '../components/icon.tsx';
import { List } from '../components/surfaces.tsx';
import { RelativeTime } from '../components/values.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import { useStore } from '../page/store.ts';
import { useRecords } from '../records/object-state.ts';
import { asText } from '../records/record-members.ts';
import { activityIcon } from './activity-icon.ts';
import { isNews, parametersOf, rowOfItem, type ActivityItem } from './activity-items.ts';
import { ActivitySentence } from './activity-sentence.tsx';
import { ActivityStatus } from './activity-status.tsx';
import { EntryRow } from './entry-row.tsx';
import type { Job } from './feed-jobs.ts';
import { OwnVote, votedOnText } from './own-vote.tsx';
import { ActivityRow } from './votes/inbox-row.tsx';

/** How far the service says that an activity is, where that isn't what Keystamp has checked. */
function ListedStatus(props: { readonly entry: EntryView; readonly activity: Activity }) {
  const { entry, activity } = props;
  if (!isNews(entry.state, activity.status)) return null;
  const status = <ActivityStatus status={activity.status} row={undefined} />;
  return <span>{richText('popup.activities.listed', { status })}</span>;
}

/** The entry's profile, by its name if it still has one. */
function ProfileName({ id }: { readonly id: string }) {
  const profile = useStore().state.value?.profiles.find((one) => one.id === id);
  return profile ? <VisibleText text={profile.name} /> : <>{t('popup.activities.profileGone')}</>;
}

/** When, below the heading of its day: how long ago today, the time of day before. */
function FeedTime({ at }: { readonly at: number }) {
  if (dayNumberOf(at) === dayNumberOf(tickingNow())) return <RelativeTime at={at} />;
  const format = new Intl.DateTimeFormat(locale.value, { timeStyle: 'short' });
  return (
    <time dateTime={isoTime(at)} title={formatDateTime(at)}>
      {format.format(at)}
    </time>
  );
}

/** Whose key was replaced. */
function Rotated({ job }: { readonly job: Job }) {
  const records = useRecords();
  useEffect(() => void records.load('user'), [records]);
  const id = asText(parametersOf(job)['userId']);
  const name = records.known.value.user?.get(id)?.name ?? id;
  return (
    <>
      {richText('feed.rotated', {
        name: (
          <strong>
            <VisibleText text={name} />
          </strong>
        ),
      })}
    </>
  );
}

/** What was signed here, in a sentence; the operation's title where its details can't be read. */
function EntryTitle({ entry }: { readonly entry: EntryView }) {
  const { operation, type, parameters, replaced, state } = entry;
  const row = submitRowOf(operation);
  if (!row || !parameters) return null;
  if (row.vote) return <OwnVote {...{ entry, row }} vote={row.vote} what={votedOnText(entry)} />;
  return (
    <ActivitySentence {...{ row, type, parameters, replaced }} isDone={state === 'completed'} />
  );
}

type ItemProps = {
  readonly item: ActivityItem;
  readonly showsProfile: boolean;
  /** In place of its own sentence and icon. */
  readonly title?: ComponentChildren;
  readonly icon?: IconName;
};

/** An activity: what was signed here leads to its entry, others to the service's record. */
function ItemRow({ item, showsProfile, title, icon }: ItemProps) {
  const { entry, activity } = item;
  const profile = useStore().profile.value;
  const lead = <Icon name={icon ?? activityIcon(rowOfItem(item))} />;
  if (!entry) {
    if (!activity) return null;
    const { status, type, votes } = activity;
    const proposer = votes?.[0]?.user?.userName;
    return (
      <ActivityRow
        {...{ activity, lead }}
        time={item.at > 0 && <FeedTime at={item.at} />}
        before={<ActivityStatus status={status} row={submitRowOfType(type)} />}
        after={proposer && <VisibleText text={proposer} />}
      />
    );
  }
  // Records of another organization have no names here.
  const isOwn = entry.profileId === profile?.id;
  const isReadable = submitRowOf(entry.operation) !== undefined && entry.parameters !== null;
  return (
    <EntryRow
      {...{ entry, lead }}
      title={
        isOwn && isReadable && <span class="sentence">{title ?? <EntryTitle entry={entry} />}</span>
      }
      time={<FeedTime at={entry.createdAt} />}
      more={
        <>
          {activity && <ListedStatus entry={entry} activity={activity} />}
          {showsProfile && <ProfileName id={entry.profileId} />}
        </>
      }
    />
  );
}

/** A job in one row, and below it its steps, which open on a click. */
export function JobRow(props: { readonly job: Job; readonly showsProfile: boolean }) {
  const { job, showsProfile } = props;
  const { isRotation } = job;
  // A rotation is said in words of its own: its last step is one of the rows below.
  const steps = isRotation ? [...job.steps, job] : job.steps;
  const label = t('feed.steps', { count: steps.length });
  return (
    <>
      <ItemRow
        item={job}
        showsProfile={showsProfile}
        {...(isRotation && { title: <Rotated job={job} />, icon: 'key' as const })}
      />
      {steps.length > 0 && (
        <li class="feed-steps">
          <details>
            <summary>{label}</summary>
            <List label={label}>
              {steps.map((item) => (
                <ItemRow key={item.id} {...{ item, showsProfile }} />
              ))}
            </List>
          </details>
        </li>
      )}
    </>
  );
}
