import { useEffect, useRef, useState } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import { BUILT_IN_QUERIES } from '../../protocol/operations.ts';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import { parseOrThrow } from '../../protocol/parse.ts';
import type { Activity } from '../../protocol/service-records.ts';
import { toReadError } from '../components/errors.ts';
import { createQuery } from '../records/records.ts';
import { useStore } from '../page/store.ts';
import type { ListedBy } from './activity-query.ts';

const PAGE_SIZE = 50;

/** A list that is read a page at a time, newest first. */
export type Pages<T> = {
  readonly items: readonly T[] | undefined;
  readonly error: KeystampError | undefined;
  readonly hasMore: boolean;
  /** Reads the next page; also after an error. */
  readonly load: () => Promise<void>;
  /** Reads the first page again, in place of all that is known. */
  readonly refresh: () => Promise<void>;
};

type ReadPage<T> = (last: T | undefined) => Promise<readonly T[]>;

/** @param readPage the page after the given item; the first one without */
function usePages<T extends { readonly id: string }>(readPage: ReadPage<T>) {
  const [items, setItems] = useState<readonly T[] | undefined>(undefined);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const [hasMore, setHasMore] = useState(true);
  const read = async (known: readonly T[]) => {
    setError(undefined);
    try {
      const page = await readPage(known.at(-1));
      const newItems = page.filter((item) => !known.some(({ id }) => id === item.id));
      setItems([...known, ...newItems]);
      setHasMore(page.length === PAGE_SIZE && newItems.length > 0);
    } catch (cause) {
      setError(toReadError(cause));
    }
  };
  const load = () => read(items ?? []);
  useEffect(() => void load(), []);
  const pages: Pages<T> = { items, error, hasMore, load, refresh: () => read([]) };
  return { pages, setItems };
}

/** The newest entries as they are now, before the older ones that were known. */
function withNewest(known: readonly EntryView[], page: readonly EntryView[]): readonly EntryView[] {
  const oldest = page.length === PAGE_SIZE ? page.at(-1) : undefined;
  return [...page, ...known.filter(({ createdAt }) => oldest && createdAt < oldest.createdAt)];
}

/** Calls `act` after each snapshot that the worker publishes; once for those that come meanwhile. */
function useSnapshots(act: () => Promise<void>): void {
  const { watchSnapshot } = useStore().effects;
  useEffect(() => {
    let isBusy = false;
    let isStale = false;
    const follow = async () => {
      isStale = true;
      if (isBusy) return;
      isBusy = true;
      while (isStale) {
        isStale = false;
        await act();
      }
      isBusy = false;
    };
    const stop = watchSnapshot(() => void follow());
    return () => {
      stop();
      isStale = false;
    };
  }, []);
}

/** What was signed here, with a profile or with any. New ones appear, and the others change as they proceed. */
export function useEntryPages(profileId: string | null): Pages<EntryView> {
  const { client } = useStore().effects;
  const readPage = (last: EntryView | undefined) => {
    const before = last?.createdAt ?? null;
    return client.call('activities_list', { profileId, before, limit: PAGE_SIZE });
  };
  const { pages, setItems } = usePages(readPage);
  useSnapshots(async () => {
    // What can't be read now stays as it is shown; the next snapshot comes with the next change.
    const page = await readPage(undefined).catch(() => undefined);
    if (page) setItems((known) => known && withNewest(known, page));
  });
  return pages;
}

/** The activities of a profile's organization, as the service lists them: of some statuses and types, or all. */
export function useOrganizationPages(
  profileId: string,
  { statuses, types }: ListedBy,
): Pages<Activity> {
  const { effects, refreshes } = useStore();
  const { client } = effects;
  const listing = BUILT_IN_QUERIES.activities;
  const { pages } = usePages<Activity>(async (last) => {
    const paginationOptions = { limit: String(PAGE_SIZE), ...(last && { after: last.id }) };
    const answer = await createQuery(client, profileId)(listing.name, {
      paginationOptions,
      ...(statuses.length > 0 && { filterByStatus: statuses }),
      ...(types.length > 0 && { filterByType: types }),
    });
    return parseOrThrow(listing.result, answer, '', 'service_malformed').activities;
  });
  const seen = useRef(refreshes.value);
  useEffect(() => {
    if (seen.current === refreshes.value) return;
    seen.current = refreshes.value;
    void pages.refresh();
  }, [refreshes.value]);
  return pages;
}
