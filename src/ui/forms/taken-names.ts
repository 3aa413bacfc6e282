import type { Fields } from '../../protocol/fields.ts';
import { valuesOf, type Draft } from './draft.ts';
import type { FieldErrors } from './model.ts';
import type { KnownRecords } from '../records/pickable-records.ts';
import { shownFields } from './shown-fields.ts';

/**
 * The fields whose name another record has already, by path, as far as the records are known. A
 * record that is renamed may keep its name.
 */
export function findTakenNames(fields: Fields, draft: Draft, known: KnownRecords): FieldErrors {
  const entries = shownFields(fields, draft).flatMap((shown) => {
    const { unique, replaces } = shown.field;
    const records = unique && known[unique];
    if (!records) return [];
    const name = valuesOf(shown.fields, shown.draft)[shown.name];
    const renamedId = replaces && shown.draft[replaces.pick];
    const isTaken = [...records.values()].some(
      (record) => record.name === name && record.id !== renamedId,
    );
    return isTaken ? [[shown.path, 'name_taken'] as const] : [];
  });
  return Object.fromEntries(entries);
}
