import { effect } from '@preact/signals';
import type { Client } from '../../client/client.ts';
import type { HomeView } from '../../protocol/app-state.ts';
import type { RecordStore } from './stored-lists.ts';
import { createQuery, createRecords, type Records } from './records.ts';
import { kindsChangedBy } from './object-actions.ts';
import type { Store } from '../page/store.ts';

/*
 * What is known of an organization's records, shared by all screens that list or show them. The home
 * screen does without: its first paint waits for no table of operations.
 */

/** The operations of a first screen's activities that were completed after a moment. */
function completedSince({ entries }: HomeView, at: number): readonly string[] {
  const completed = entries.filter((entry) => entry.state === 'completed' && entry.updatedAt > at);
  return completed.map(({ operation }) => operation);
}

/** What was completed has changed records: those that were read are read again. */
async function reloadChanged(records: Records, operations: readonly string[]): Promise<void> {
  await records.reload(kindsChangedBy(operations));
}

/** What the worker keeps for a profile. It only saves time: without it, the service is asked. */
function createRecordStore(client: Client, profileId: string): RecordStore {
  return {
    get: (name) => client.call('records_kept', { profileId, name }).catch(() => undefined),
    set: (name, value) =>
      client.call('records_keep', { profileId, name, value }).then(
        () => undefined,
        () => undefined,
      ),
  };
}

/** The records of each profile, kept up with what is completed. */
function createRecordsByProfile({ effects, snapshot, state }: Store) {
  const { client, now } = effects;
  const byProfile = new Map<string, Records>();
  const seenAt = new Map<string, number>();
  effect(() => {
    if (state.value?.vault !== 'unlocked') byProfile.clear();
  });
  effect(() => {
    const home = snapshot.value?.home;
    if (!home) return;
    const { profileId, entries } = home;
    const before = seenAt.get(profileId);
    seenAt.set(profileId, Math.max(0, ...entries.map(({ updatedAt }) => updatedAt)));
    const records = byProfile.get(profileId);
    const completed = before === undefined ? [] : completedSince(home, before);
    if (records && completed.length > 0) void reloadChanged(records, completed);
  });
  return (profileId: string): Records => {
    const entries = () => {
      const home = snapshot.value?.home;
      return home?.profileId === profileId ? home.entries : [];
    };
    const create = () =>
      createRecords({
        query: createQuery(client, profileId),
        store: createRecordStore(client, profileId),
        now,
        entries,
      });
    const records = byProfile.get(profileId) ?? create();
    byProfile.set(profileId, records);
    return records;
  };
}

const sharedRecords = new WeakMap<Store, (profileId: string) => Records>();

/** What is known of the records of a profile's organization; forgotten when the vault locks. */
export function recordsOf(store: Store, profileId: string): Records {
  const byProfile = sharedRecords.get(store) ?? createRecordsByProfile(store);
  sharedRecords.set(store, byProfile);
  return byProfile(profileId);
}
