import { useState } from 'preact/hooks';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import { submitRowOf } from '../../protocol/operations.ts';
import type { Activity } from '../../protocol/service-records.ts';
import { t } from '../i18n.ts';
import { DamagedNotice } from '../components/damaged-notice.tsx';
import { Screen, TopBar } from '../components/layout.tsx';
import { SegmentedControl } from '../components/segmented-control.tsx';
import { choiceWord } from '../forms/words.ts';
import { useStore } from '../page/store.ts';
import { EntryRow } from './entry-row.tsx';
import { NeedsApproval } from './votes/needs-approval.tsx';
import { useRecords } from '../records/object-state.ts';
import { Tabs } from '../page/tabs.tsx';
import { TimingBanners } from '../review/timing-banners.tsx';
import { ActivityPages } from './activity-pages.tsx';
import { ActivitySentence } from './activity-sentence.tsx';
import {
  isEntryOf,
  isFound,
  statusesOf,
  useActivityFilter,
  type Progress,
} from './activity-filter.tsx';
import { OrganizationRow, subjectOfActivity } from './organization-row.tsx';
import { useEntryPages, useOrganizationPages } from './pages.ts';

function OwnRow({ entry }: { readonly entry: EntryView }) {
  const row = submitRowOf(entry.operation);
  const { type, parameters, replaced, state } = entry;
  const isDone = state === 'completed';
  return (
    <EntryRow
      entry={entry}
      title={
        row && parameters && <ActivitySentence {...{ row, type, parameters, replaced, isDone }} />
      }
    />
  );
}

type Filtered = { readonly profileId: string; readonly progress: Progress; readonly typed: string };

function OwnActivities({ profileId, progress, typed }: Filtered) {
  const pages = useEntryPages(profileId);
  const known = useRecords().known.value;
  const isShown = ({ id, operation, origin, parameters, state }: EntryView) => {
    const row = submitRowOf(operation);
    const subject = row && { row, parameters: parameters ?? {} };
    return isEntryOf(progress, state) && isFound(typed, subject, [id, origin], known);
  };
  return (
    <ActivityPages
      pages={pages}
      none={t('popup.activities.noneText')}
      isShown={isShown}
      draw={(entry) => <OwnRow entry={entry} />}
    />
  );
}

function OrganizationActivities({ profileId, progress, typed }: Filtered) {
  const pages = useOrganizationPages(profileId, statusesOf(progress));
  const known = useRecords().known.value;
  const isShown = (activity: Activity) => {
    const { id, type, votes } = activity;
    const proposer = votes?.[0]?.user?.userName;
    return isFound(typed, subjectOfActivity(activity), [id, choiceWord(type), proposer], known);
  };
  return (
    <ActivityPages
      pages={pages}
      none={t('object.list.empty')}
      isShown={isShown}
      draw={(activity) => <OrganizationRow activity={activity} />}
    />
  );
}

const SCOPES = ['own', 'organization', 'approvals'] as const;
type Scope = (typeof SCOPES)[number];

/** All activities: those signed with this profile, everybody's of the organization, or what needs approval. */
export function ActivitiesScreen(props: { readonly first?: 'approvals' | undefined }) {
  const store = useStore();
  const [scope, setScope] = useState<Scope>(props.first ?? 'own');
  const { progress, typed, fields } = useActivityFilter(scope !== 'approvals');
  const profileId = store.profile.value?.id ?? '';
  return (
    <Screen top={<TopBar title={t('popup.activities.title')} focusTitle />} tabs={<Tabs />}>
      <TimingBanners profileId={profileId} />
      <SegmentedControl
        label={t('popup.activities.scope')}
        options={SCOPES.map((value) => ({ value, label: t(`popup.activities.scope.${value}`) }))}
        value={scope}
        onChange={setScope}
      />
      {fields}
      {scope === 'own' && <DamagedNotice client={store.effects.client} kinds={['activity']} />}
      {scope === 'own' && <OwnActivities key={profileId} {...{ profileId, progress, typed }} />}
      {scope === 'approvals' && <NeedsApproval key={profileId} {...{ profileId, typed }} />}
      {scope === 'organization' && (
        // Another choice is another list of the service.
        <OrganizationActivities
          key={`${profileId} ${progress}`}
          {...{ profileId, progress, typed }}
        />
      )}
    </Screen>
  );
}
