import type { EntryState, EntryView } from '../../protocol/outbox-entry.ts';
import { submitRowOf } from '../../protocol/operations.ts';
import type { Activity } from '../../protocol/service-records.ts';
import { richText, t } from '../i18n.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { useStore } from '../page/store.ts';
import type { ActivityItem } from './activity-items.ts';
import { ActivitySentence } from './activity-sentence.tsx';
import { EntryRow } from './entry-row.tsx';
import { ActivityStatus, OrganizationRow } from './organization-row.tsx';

/** What the service calls an activity while Keystamp has the same of its answers. */
const SAME_STATUS: Partial<Record<EntryState, string>> = {
  pending: 'ACTIVITY_STATUS_PENDING',
  completed: 'ACTIVITY_STATUS_COMPLETED',
  failed: 'ACTIVITY_STATUS_FAILED',
  rejected: 'ACTIVITY_STATUS_REJECTED',
};

/** How far the service says that an activity is, where that isn't what Keystamp has checked. */
function ListedStatus(props: { readonly entry: EntryView; readonly activity: Activity }) {
  const { entry, activity } = props;
  if (SAME_STATUS[entry.state] === activity.status) return null;
  const status = <ActivityStatus status={activity.status} row={undefined} />;
  return <span>{richText('popup.activities.listed', { status })}</span>;
}

/** The entry's profile, by its name if it still has one. */
function ProfileName({ id }: { readonly id: string }) {
  const profile = useStore().state.value?.profiles.find((one) => one.id === id);
  return profile ? <VisibleText text={profile.name} /> : <>{t('popup.activities.profileGone')}</>;
}

/** An activity of the list: what was signed here leads to its entry, others to the service's record. */
export function ActivityRow(props: {
  readonly item: ActivityItem;
  readonly showsProfile?: boolean;
}) {
  const { entry, activity } = props.item;
  const profile = useStore().profile.value;
  if (!entry) return activity ? <OrganizationRow activity={activity} /> : null;
  const { operation, type, parameters, replaced, state, profileId } = entry;
  const row = submitRowOf(operation);
  const isDone = state === 'completed';
  return (
    <EntryRow
      entry={entry}
      title={
        // Records of another organization have no names here.
        row &&
        parameters &&
        profileId === profile?.id && (
          <ActivitySentence {...{ row, type, parameters, replaced, isDone }} />
        )
      }
      more={
        <>
          {activity && <ListedStatus entry={entry} activity={activity} />}
          {props.showsProfile && <ProfileName id={profileId} />}
        </>
      }
    />
  );
}
