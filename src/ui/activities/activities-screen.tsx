import { useState } from 'preact/hooks';
import { t, richText } from '../i18n.ts';
import { DamagedNotice } from '../components/damaged-notice.tsx';
import { Icon } from '../components/icon.tsx';
import { Select } from '../components/inputs.tsx';
import { Screen, TopBar } from '../components/layout.tsx';
import { SegmentedControl } from '../components/segmented-control.tsx';
import { List, ListRow } from '../components/surfaces.tsx';
import { hashOf } from '../page/routes.ts';
import { useStore } from '../page/store.ts';
import { Tabs } from '../page/tabs.tsx';
import { useRecords } from '../records/object-state.ts';
import { TimingBanners } from '../review/timing-banners.tsx';
import { statusesOf, useActivityFilter, type Progress } from './activity-filter.tsx';
import { isItemShown, isNews, mergeItems, type ActivityItem } from './activity-items.ts';
import { useEntryPages, useOrganizationPages, type Pages } from './pages.ts';
import { NeedsApproval } from './votes/needs-approval.tsx';
import type { ComponentChildren } from 'preact';
import { Button } from '../components/button.tsx';
import { RecordBoundary } from '../components/error-boundary.tsx';
import { EmptyState, Skeleton } from '../components/states.tsx';
import { ReadProblem } from '../forms/read-problem.tsx';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import { submitRowOf } from '../../protocol/operations.ts';
import type { Activity } from '../../protocol/service-records.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { ActivitySentence } from './activity-sentence.tsx';
import { EntryRow } from './entry-row.tsx';
import { ActivityStatus, OrganizationRow } from './organization-row.tsx';

type Filtered = { readonly progress: Progress; readonly typed: string };

/** The organization's activities and what was signed here, each activity in one row. */
function AllActivities({ profileId, ...filter }: Filtered & { readonly profileId: string }) {
  const entries = useEntryPages(profileId);
  const listed = useOrganizationPages(profileId, statusesOf(filter.progress));
  const known = useRecords().known.value;
  return (
    <ActivityPages
      sources={[listed, entries]}
      items={mergeItems(entries, listed)}
      isShown={(item) => isItemShown(item, filter, known)}
      draw={(item) => <ActivityRow item={item} />}
    />
  );
}

/** What was signed here, also for other profiles, and the way to the sealed log of it. */
function OwnActivities({ profileId, ...filter }: Filtered & { readonly profileId: string | null }) {
  const entries = useEntryPages(profileId);
  const known = useRecords().known.value;
  return (
    <ActivityPages
      sources={[entries]}
      items={mergeItems(entries)}
      isShown={(item) => isItemShown(item, filter, known)}
      draw={(item) => <ActivityRow item={item} showsProfile={profileId === null} />}
    />
  );
}

/** The profile whose activities are shown; null for all of them. */
function useProfileChoice() {
  const { profile, state } = useStore();
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  const profileId = chosen === undefined ? (profile.value?.id ?? null) : chosen;
  const profiles = (state.value?.profiles ?? []).toSorted((a, b) => a.order - b.order);
  const field = profiles.length > 1 && (
    <Select
      aria-label={t('popup.review.profile')}
      value={profileId ?? ''}
      blank={t('popup.activities.allProfiles')}
      options={profiles.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(value) => setChosen(value || null)}
    />
  );
  return { profileId, field };
}

function SignedHere(filter: Filtered) {
  const { profileId, field } = useProfileChoice();
  return (
    <>
      {field}
      <List label={t('app.place.history')}>
        <ListRow
          lead={<Icon name="history" />}
          href={hashOf({ screen: 'history' })}
          title={t('app.place.history')}
          detail={t('popup.activities.log')}
        />
      </List>
      <OwnActivities key={profileId ?? ''} profileId={profileId} {...filter} />
    </>
  );
}

const SCOPES = ['all', 'approvals', 'device'] as const;
type Scope = (typeof SCOPES)[number];

/** What happened in the organization, what needs approval, or what was signed in this browser. */
export function ActivitiesScreen(props: { readonly first?: Scope | undefined }) {
  const { profile, effects } = useStore();
  const [scope, setScope] = useState<Scope>(props.first ?? 'all');
  const { progress, typed, fields } = useActivityFilter(scope !== 'approvals');
  const profileId = profile.value?.id ?? '';
  return (
    <Screen top={<TopBar title={t('app.place.activities')} focusTitle />} tabs={<Tabs />}>
      <TimingBanners profileId={profileId} />
      <SegmentedControl
        label={t('popup.activities.scope')}
        options={SCOPES.map((value) => ({ value, label: t(`popup.activities.scope.${value}`) }))}
        value={scope}
        onChange={setScope}
      />
      {fields}
      {scope !== 'approvals' && <DamagedNotice client={effects.client} kinds={['activity']} />}
      {scope === 'approvals' && <NeedsApproval key={profileId} {...{ profileId, typed }} />}
      {scope === 'device' && <SignedHere {...{ progress, typed }} />}
      {scope === 'all' && (
        // Another choice is another list of the service.
        <AllActivities key={`${profileId} ${progress}`} {...{ profileId, progress, typed }} />
      )}
    </Screen>
  );
}

type Source = Pick<Pages<{ readonly id: string }>, 'items' | 'error' | 'hasMore' | 'load'>;

/** A list of activities with a button for older ones; one source that fails hides nothing of another. */
function ActivityPages(props: {
  readonly sources: readonly Source[];
  readonly items: readonly ActivityItem[] | undefined;
  /** Whether one is among those that are asked for. */
  readonly isShown: (item: ActivityItem) => boolean;
  readonly draw: (item: ActivityItem) => ComponentChildren;
}) {
  const { sources, items, isShown, draw } = props;
  const shown = items?.filter(isShown) ?? [];
  const isReading = sources.some((one) => !one.items && !one.error);
  const hasFailed = sources.some((one) => one.error !== undefined);
  const older = sources.filter((one) => one.hasMore && one.items && one.items.length > 0);
  return (
    <>
      {sources.map(
        ({ error, load }, at) =>
          error && <ReadProblem key={at} error={error} onRetry={() => void load()} />,
      )}
      {shown.length > 0 && (
        <List label={t('app.place.activities')}>
          {shown.map((item) => (
            <RecordBoundary key={item.id} name={item.id}>
              {draw(item)}
            </RecordBoundary>
          ))}
        </List>
      )}
      {isReading && <Skeleton rows={6} />}
      {items?.length === 0 && !isReading && !hasFailed && (
        <EmptyState icon="history" title={t('popup.activities.none')}>
          {t('popup.activities.noneText')}
        </EmptyState>
      )}
      {items && items.length > 0 && shown.length === 0 && !isReading && (
        <p class="muted" role="status">
          {t(older.length > 0 ? 'popup.activities.noneSoFar' : 'popup.activities.noneOfThese')}
        </p>
      )}
      {older.length > 0 && (
        <Button onClick={() => older.forEach(({ load }) => void load())}>
          {t('popup.activities.older')}
        </Button>
      )}
    </>
  );
}

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

/** An activity of the list: what was signed here leads to its entry, others to the service's record. */
function ActivityRow(props: { readonly item: ActivityItem; readonly showsProfile?: boolean }) {
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
