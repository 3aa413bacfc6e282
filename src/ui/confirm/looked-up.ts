import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Fields, Source } from '../../protocol/fields.ts';
import { versionOfType, type Row } from '../../protocol/operation.ts';
import { asReadError } from '../kit/errors.ts';
import { sourcesOf } from '../forms/picking.ts';
import { createRecords, type Records } from '../forms/records.ts';
import type { QueueEffects } from './effects.ts';

/*
 * What is looked up so that a person can read a request: names, present values, whom it affects.
 */

/** The fields of a request. `type` is its activity type; null for a question. */
export function fieldsOf(row: Row, type: string | null): Fields {
  if (row.kind === 'query') return row.fields;
  return (versionOfType(row, type ?? '') ?? row.versions[0]).fields;
}

/** How long names are waited for before a request counts as read without them. */
const NAMES_MS = 2000;

/** What became of looking up the names of a request. */
export type LookedUp = {
  readonly records: Records;
  /** Whether all names are looked up, or have been waited for long enough. */
  readonly settled: boolean;
};

/** Looks up the records that a request names, asked of the service with its own profile. */
export function useLookedUp(
  effects: QueueEffects,
  profileId: string,
  row: Row,
  fields: Fields,
): LookedUp {
  const affected = row.kind === 'submit' ? row.affects?.of : undefined;
  const sources = sourcesOf(fields, affected);
  const records = useRecords(effects, profileId, sources);
  return { records, settled: useSettled(effects, records, sources) };
}

function useRecords(
  { client }: QueueEffects,
  profileId: string,
  sources: readonly Source[],
): Records {
  const records = useMemo(
    () =>
      createRecords(async (operation, parameters) => {
        const input = { profileId, operation, parameters: { ...parameters } };
        return client.call('query', input).catch((error: unknown) => {
          throw asReadError(error);
        });
      }),
    [profileId],
  );
  useEffect(() => {
    for (const source of sources) void records.load(source);
  }, [records]);
  return records;
}

function useSettled({ later }: QueueEffects, records: Records, sources: readonly Source[]) {
  const [late, setLate] = useState(false);
  useEffect(() => later(NAMES_MS, () => setLate(true)), []);
  const { known, unknown } = records;
  return late || sources.every((one) => known.value[one] ?? unknown.value[one]);
}
