import { useState } from 'preact/hooks';
import type { EntryView } from '../../../protocol/outbox-entry.ts';
import { submitRowOf } from '../../../protocol/operations.ts';
import { t } from '../../i18n.ts';
import { Screen, TopBar } from '../../components/layout.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { useStore } from '../context.ts';
import { EntryRow } from '../entry-row.tsx';
import { Tabs } from '../tabs.tsx';
import { TimingBanners } from '../timing-banners.tsx';
import { ActivityPages } from './activity-pages.tsx';
import { ActivitySentence } from './activity-sentence.tsx';
import { OrganizationRow } from './organization-row.tsx';
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

function OwnActivities({ profileId }: { readonly profileId: string }) {
  const pages = useEntryPages(profileId);
  return (
    <ActivityPages
      pages={pages}
      none={t('popup.activities.noneText')}
      draw={(entry) => <OwnRow key={entry.id} entry={entry} />}
    />
  );
}

function OrganizationActivities({ profileId }: { readonly profileId: string }) {
  const pages = useOrganizationPages(profileId);
  return (
    <ActivityPages
      pages={pages}
      none={t('object.list.empty')}
      draw={(activity) => <OrganizationRow key={activity.id} activity={activity} />}
    />
  );
}

const SCOPES = ['own', 'organization'] as const;
type Scope = (typeof SCOPES)[number];

/** All activities: those signed with this profile, or everybody's of the organization. */
export function ActivitiesScreen() {
  const store = useStore();
  const [scope, setScope] = useState<Scope>('own');
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
      {scope === 'own' ? (
        <OwnActivities key={profileId} profileId={profileId} />
      ) : (
        <OrganizationActivities key={profileId} profileId={profileId} />
      )}
    </Screen>
  );
}
