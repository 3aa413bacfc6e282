import { useEffect, useState } from 'preact/hooks';
import type { KeystampError } from '../../../protocol/errors.ts';
import { BUILT_IN_QUERIES } from '../../../protocol/operations.ts';
import type { EntryView } from '../../../protocol/outbox-entry.ts';
import { parseOrThrow } from '../../../protocol/parse.ts';
import type { Activity } from '../../../protocol/service-records.ts';
import { toReadError } from '../../components/errors.ts';
import { createQuery } from '../../forms/records.ts';
import { useStore } from '../context.ts';

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

/** @param readPage the page after the given item; the first one without */
function usePages<T extends { readonly id: string }>(
  readPage: (last: T | undefined) => Promise<readonly T[]>,
): Pages<T> {
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
  return { items, error, hasMore, load, refresh: () => read([]) };
}

/** What was signed with a profile here. */
export function useEntryPages(profileId: string): Pages<EntryView> {
  const { client } = useStore().effects;
  return usePages(async (last) => {
    const before = last?.createdAt ?? null;
    return client.call('activities_list', { profileId, before, limit: PAGE_SIZE });
  });
}

/** The activities of a profile's organization, as the service lists them: of some statuses, or all. */
export function useOrganizationPages(
  profileId: string,
  filterByStatus: readonly string[],
): Pages<Activity> {
  const { client } = useStore().effects;
  const listing = BUILT_IN_QUERIES.activities;
  return usePages(async (last) => {
    const paginationOptions = { limit: String(PAGE_SIZE), ...(last && { after: last.id }) };
    const answer = await createQuery(client, profileId)(listing.name, {
      paginationOptions,
      ...(filterByStatus.length > 0 && { filterByStatus }),
    });
    return parseOrThrow(listing.result, answer, '', 'service_malformed').activities;
  });
}
