import { useEffect, useState } from 'preact/hooks';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Screen, TopBar } from '../components/layout.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { List } from '../components/surfaces.tsx';
import { useStore } from './context.ts';
import { EntryRow } from './entry-row.tsx';
import { Tabs } from './tabs.tsx';
import { TimingBanners } from './timing-banners.tsx';
import { toKeystampError } from '../components/errors.ts';

const BATCH_SIZE = 50;

/** Everything stamped with this profile, newest first, a page at a time. */
function useEntries(profileId: string | undefined) {
  const { client } = useStore().effects;
  const [entries, setEntries] = useState<readonly EntryView[] | undefined>(undefined);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const [more, setMore] = useState(true);
  const load = async (loaded: readonly EntryView[]) => {
    if (profileId === undefined) return;
    setError(undefined);
    try {
      const before = loaded.at(-1)?.createdAt ?? null;
      const batch = await client.call('activities_list', { profileId, before, limit: BATCH_SIZE });
      const newEntries = batch.filter(
        (entry) => !loaded.some((knownEntry) => knownEntry.id === entry.id),
      );
      setEntries([...loaded, ...newEntries]);
      setMore(batch.length === BATCH_SIZE && newEntries.length > 0);
    } catch (cause) {
      setError(toKeystampError(cause));
    }
  };
  useEffect(() => {
    setEntries(undefined);
    void load([]);
  }, [profileId]);
  return { entries, error, more, load: () => load(entries ?? []) };
}

/** All activities of the profile. */
export function ActivitiesScreen() {
  const store = useStore();
  const { entries, error, more, load } = useEntries(store.profile.value?.id);
  return (
    <Screen top={<TopBar title={t('popup.activities.title')} focusTitle />} tabs={<Tabs />}>
      <TimingBanners profileId={store.profile.value?.id} />
      {error && <ErrorState error={error} onRetry={() => void load()} />}
      {!entries && !error && <Skeleton rows={6} />}
      {entries?.length === 0 && (
        <EmptyState icon="history" title={t('popup.activities.none')}>
          {t('popup.activities.noneText')}
        </EmptyState>
      )}
      {entries && entries.length > 0 && (
        <List label={t('popup.activities.title')}>
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </List>
      )}
      {entries && entries.length > 0 && more && (
        <Button onClick={() => void load()}>{t('popup.activities.older')}</Button>
      )}
    </Screen>
  );
}
