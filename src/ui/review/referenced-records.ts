import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Fields, RecordKind } from '../../protocol/fields.ts';
import { versionOfType, type Row } from '../../protocol/operation-row.ts';
import { sourcesOf } from '../records/pickable-records.ts';
import { createQuery, createRecords, type Records } from '../records/records.ts';
import type { QueueEffects } from '../page/effects.ts';

/*
 * The records that a request refers to, so that the user can read it: names, current values, whom it
 * affects.
 */

/** The fields of a request. `type` is its activity type; null for a query. */
export function fieldsOf(row: Row, type: string | null): Fields {
  if (row.kind === 'query') return row.fields;
  return (versionOfType(row, type ?? '') ?? row.versions[0]).fields;
}

/** How long to wait for names before a request can be approved without them. */
const NAMES_TIMEOUT_MS = 2000;

/** The records that a request refers to, as far as they could be loaded. */
export type ReferencedRecords = {
  readonly records: Records;
  /** Whether all have loaded or failed, or took too long. */
  readonly isSettled: boolean;
};

export type LookupEffects = Pick<QueueEffects, 'client' | 'later' | 'now'>;

/** Loads the records that a request refers to, with the request's own profile. */
export function useReferencedRecords(
  effects: LookupEffects,
  profileId: string,
  row: Row,
  fields: Fields,
): ReferencedRecords {
  const affectedSource = row.kind === 'submit' ? row.affects?.recordKind : undefined;
  const sources = sourcesOf(fields, affectedSource);
  const records = useRecords(effects, profileId, sources);
  return { records, isSettled: useIsSettled(effects, records, sources) };
}

function useRecords(
  { client, now }: LookupEffects,
  profileId: string,
  sources: readonly RecordKind[],
): Records {
  const records = useMemo(
    () => createRecords({ query: createQuery(client, profileId), now }),
    [profileId],
  );
  useEffect(() => {
    for (const source of sources) void records.load(source);
  }, [records]);
  return records;
}

function useIsSettled({ later }: LookupEffects, records: Records, sources: readonly RecordKind[]) {
  const [hasTimedOut, setTimedOut] = useState(false);
  useEffect(() => later(NAMES_TIMEOUT_MS, () => setTimedOut(true)), []);
  const { known, loadErrors } = records;
  return hasTimedOut || sources.every((source) => known.value[source] ?? loadErrors.value[source]);
}
