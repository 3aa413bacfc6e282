import { useEffect } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import { listQueryOf, showQueryOf } from '../../protocol/operations.ts';
import type { Item, Items } from './pickable-records.ts';
import { partsKey, recordKey, type ListKey } from './list-sources.ts';
import type { Records } from './records.ts';
import { useStore } from '../page/store.ts';
import { recordsOf } from './shared-records.ts';
import type { ObjectPlace } from '../page/routes.ts';

/** The records of the profile at work. Screens of objects are only there when there is one. */
export function useRecords(): Records {
  const store = useStore();
  return recordsOf(store, store.profile.value?.id ?? '');
}

/** A list of records, as far as it is known. */
export type ListState = {
  readonly items: Items | undefined;
  readonly error: KeystampError | undefined;
  readonly retry: () => void;
};

/** Reads a list, and follows it. */
export function useList(key: ListKey): ListState {
  const records = useRecords();
  const load = () => void records.load(key);
  useEffect(load, [records, key]);
  return { items: records.known.value[key], error: records.loadErrors.value[key], retry: load };
}

/** The oldest reading of some lists that this popup has not read itself. */
export function oldestOf({ asOf }: Records, isShown: (key: string) => boolean): number | undefined {
  const times = Object.entries(asOf.value).flatMap(([key, at]) =>
    at !== undefined && isShown(key) ? [at] : [],
  );
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** What to read to show a record: itself, or else the shortest list that it is in. */
function keyOf({ kind, id, within }: ObjectPlace): ListKey {
  if (showQueryOf(kind)) return recordKey(kind, id);
  const hasParts = within !== undefined && listQueryOf(kind)?.lists?.within !== undefined;
  return hasParts ? partsKey(kind, within) : kind;
}

/** A record among what was read. */
function itemOf(records: Records, { kind, id, within }: ObjectPlace): Item | undefined {
  const known = records.known.value;
  const parts = within === undefined ? undefined : known[partsKey(kind, within)];
  return known[recordKey(kind, id)]?.get(id) ?? known[kind]?.get(id) ?? parts?.get(id);
}

/** Reads a record; undefined if it can't be had. */
export async function readObject(records: Records, place: ObjectPlace): Promise<Item | undefined> {
  if (!itemOf(records, place)) await records.load(keyOf(place));
  return itemOf(records, place);
}

/** A record, as far as it is known. */
export type ObjectState = {
  readonly item: Item | undefined;
  readonly error: KeystampError | undefined;
  /** It was read, and the service does not have it. */
  readonly isMissing: boolean;
  /** When what is shown of it was read, if that was before the popup opened. */
  readonly asOf: number | undefined;
  readonly retry: () => void;
};

/** Reads a record, and follows it. Until the answer is there, a list that has it will do. */
export function useObject(place: ObjectPlace): ObjectState {
  const records = useRecords();
  const { items, error, retry } = useList(keyOf(place));
  const item = itemOf(records, place);
  const isOwn = records.known.value[keyOf(place)]?.has(place.id);
  const asOf = oldestOf(
    records,
    (key) => key === keyOf(place) || key.endsWith(`/${place.id}`) || (!isOwn && key === place.kind),
  );
  return { item, error, isMissing: items !== undefined && item === undefined, asOf, retry };
}
