import type { HomeView, NamedItem } from '../protocol/app-state.ts';
import type { RecordCache } from './record-cache.ts';

/** Wallets and keys of the home screen: every first screen reads and every change writes them. */
const MAX_NAMED = 50;
const MAX_OPENED = 20;
/** Names among the kept records: the home screen, and the ids of what was opened last, newest first. */
const HOME = 'home';
const OPENED = 'opened';

/** As many records as the home screen has, those opened last before all others. */
export function firstOf(
  records: readonly NamedItem[],
  opened: readonly unknown[],
): readonly NamedItem[] {
  const recent = opened.flatMap((id) => records.filter((record) => record.id === id));
  const others = records.filter(({ id }) => !opened.includes(id));
  return [...recent, ...others].slice(0, MAX_NAMED);
}

/** What an earlier start knew of home screens, and what was opened from them. */
export function createHomeMemory(recordCache: Pick<RecordCache, 'get' | 'set'>) {
  const read = (profileId: string, name: string) =>
    recordCache.get(profileId, name).catch(() => null);

  async function opened(profileId: string): Promise<readonly unknown[]> {
    const ids = await read(profileId, OPENED);
    return Array.isArray(ids) ? ids.map((id: unknown) => id) : [];
  }

  /** The home screen as last read, for a start without the service. Null if it isn't known. */
  async function recall(profileId: string): Promise<HomeView | null> {
    // Nobody but this code can have sealed it.
    const home = (await read(profileId, HOME)) as HomeView | null;
    if (!home) return null;
    const ids = await opened(profileId);
    const { wallets, privateKeys } = home;
    return { ...home, wallets: firstOf(wallets, ids), privateKeys: firstOf(privateKeys, ids) };
  }

  return {
    recall,
    opened,
    /** It only makes the next start faster: without it, that one waits for the service. */
    keep: (home: HomeView) =>
      recordCache.set(home.profileId, HOME, { ...home, entries: [] }).catch(() => undefined),
    /** Notes that a record was opened. Returns the home screen with it first, if there is one. */
    noteOpened: async (profileId: string, id: string): Promise<HomeView | null> => {
      const others = (await opened(profileId)).filter((other) => other !== id);
      await recordCache.set(profileId, OPENED, [id, ...others].slice(0, MAX_OPENED));
      return recall(profileId);
    },
  };
}
