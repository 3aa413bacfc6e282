import { useState } from 'preact/hooks';
import { t } from '../i18n.ts';
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
import { isItemShown, mergeItems } from './activity-items.ts';
import { ActivityPages } from './activity-pages.tsx';
import { ActivityRow } from './activity-row.tsx';
import { useEntryPages, useOrganizationPages } from './pages.ts';
import { NeedsApproval } from './votes/needs-approval.tsx';

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
      aria-label={t('popup.activities.profile')}
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
