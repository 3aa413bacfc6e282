import { useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { sortProfiles } from '../components/profile-facts.tsx';
import { DamagedNotice } from '../components/damaged-notice.tsx';
import { Icon } from '../components/icon.tsx';
import { Select } from '../components/inputs.tsx';
import { Screen, TopBar } from '../components/layout.tsx';
import { SegmentedControl } from '../components/segmented-control.tsx';
import { List, ListRow } from '../components/surfaces.tsx';
import { hashOf } from '../page/routes.ts';
import { useStore } from '../page/store.ts';
import { Tabs } from '../page/tabs.tsx';
import { TimingBanners } from '../review/timing-banners.tsx';
import { useActivityFilter } from './activity-filter.tsx';
import { mergeItems } from './activity-items.ts';
import { listedBy, type ActivityQuery } from './activity-query.ts';
import { Feed } from './feed.tsx';
import { useEntryPages, useOrganizationPages } from './pages.ts';
import { NeedsApproval, type Waiting } from './votes/needs-approval.tsx';

type Asked = { readonly query: ActivityQuery };

/** The organization's activities and what was signed here, each activity in one row. */
function AllActivities({ profileId, query }: Asked & { readonly profileId: string }) {
  const entries = useEntryPages(profileId);
  const listed = useOrganizationPages(profileId, listedBy(query));
  const items = mergeItems(entries, listed);
  return <Feed sources={[listed, entries]} {...{ items, query }} />;
}

/** What was signed here, also for other profiles. */
function OwnActivities({ profileId, query }: Asked & { readonly profileId: string | null }) {
  const entries = useEntryPages(profileId);
  const items = mergeItems(entries);
  return <Feed sources={[entries]} {...{ items, query }} showsProfile={profileId === null} />;
}

/** The profile whose activities are shown; null for all of them. */
function useProfileChoice() {
  const { profile, state } = useStore();
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  const profileId = chosen === undefined ? (profile.value?.id ?? null) : chosen;
  const profiles = sortProfiles(state.value?.profiles ?? []);
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

/** What was signed here, and the way to the sealed log of it. */
function SignedHere({ query }: Asked) {
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
      <OwnActivities key={profileId ?? ''} profileId={profileId} query={query} />
    </>
  );
}

const SCOPES = ['all', 'approvals', 'device'] as const;
type Scope = (typeof SCOPES)[number];

/** A scope's name; of what needs approval also how many, as the list below has it, or else the first screen. */
function scopeLabel(scope: Scope, { count, hasMore }: Waiting): string {
  const label = t(`popup.activities.scope.${scope}`);
  if (scope !== 'approvals' || count === 0) return label;
  return t(hasMore ? 'feed.countMore' : 'feed.count', { label, count });
}

/** What happened in the organization, what needs approval, or what was signed in this browser. */
export function ActivitiesScreen(props: { readonly scope?: Scope }) {
  const { profile, effects, snapshot } = useStore();
  const [scope, setScope] = useState<Scope>(props.scope ?? 'all');
  const [listed, setListed] = useState<Waiting | undefined>(undefined);
  const { query, fields } = useActivityFilter({
    progress: scope !== 'approvals',
    person: scope !== 'device',
  });
  const profileId = profile.value?.id ?? '';
  const known = { count: snapshot.value?.home?.waiting ?? 0, hasMore: false };
  const waiting = (scope === 'approvals' && listed) || known;
  return (
    <Screen top={<TopBar title={t('app.place.activities')} focusTitle />} tabs={<Tabs />}>
      <TimingBanners profileId={profileId} />
      <SegmentedControl
        label={t('popup.activities.scope')}
        options={SCOPES.map((value) => ({ value, label: scopeLabel(value, waiting) }))}
        value={scope}
        onChange={setScope}
      />
      {fields}
      {scope !== 'approvals' && <DamagedNotice client={effects.client} kinds={['activity']} />}
      {scope === 'approvals' && (
        <NeedsApproval key={profileId} {...{ profileId, query }} onCount={setListed} />
      )}
      {scope === 'device' && <SignedHere query={query} />}
      {scope === 'all' && (
        // Another choice of these is another list of the service.
        <AllActivities
          key={`${profileId} ${query.progress} ${query.operation}`}
          {...{ profileId, query }}
        />
      )}
    </Screen>
  );
}
