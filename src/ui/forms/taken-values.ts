import type { Distinct, Fields } from '../../protocol/fields.ts';
import { itemDrafts, itemsControlOf, valuesOf, type Draft } from './draft.ts';
import type { FieldErrors } from './model.ts';
import { partsKey } from '../records/list-sources.ts';
import type { KnownLists } from '../records/records.ts';
import { shownFields } from './shown-fields.ts';
import type { Values } from '../../protocol/parse.ts';

/**
 * The fields whose name another record has already, by path, as far as the records are known. A
 * record that is renamed may keep its name.
 */
function findTakenNames(fields: Fields, draft: Draft, known: KnownLists): FieldErrors {
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

/** The records that those of a list may not be like, as far as they are known. */
export function existingItems(
  distinct: Distinct | undefined,
  draft: Draft,
  known: KnownLists,
): readonly Values[] | undefined {
  if (!distinct?.among) return [];
  const { recordKind, pick } = distinct.among;
  const whole = draft[pick];
  const items = typeof whole === 'string' ? known[partsKey(recordKind, whole)] : undefined;
  return items && [...items.values()].map(({ record }) => record);
}

/** Whether two records are the same; what one of them does not say tells them not apart. */
function isSame(fields: readonly string[], one: Values, other: Values): boolean {
  return fields.every((name) => {
    const [left, right] = [one[name], other[name]];
    return left === undefined || right === undefined || left === right;
  });
}

/** The records of lists that are there twice, or exist already: each at the last of its fields. */
function findRepeatedItems(fields: Fields, draft: Draft, known: KnownLists): FieldErrors {
  const entries = shownFields(fields, draft).flatMap((shown) => {
    const { distinct } = itemsControlOf(shown.field) ?? {};
    const place = distinct?.fields.at(-1);
    if (!distinct || place === undefined) return [];
    const existing = existingItems(distinct, shown.draft, known) ?? [];
    const items = itemDrafts(shown.draft[shown.name]);
    return items.flatMap((item, at) => {
      const others = [...existing, ...items.slice(0, at)];
      const isRepeated =
        item[place] !== '' && others.some((other) => isSame(distinct.fields, item, other));
      return isRepeated ? [[`${shown.path}.${at}.${place}`, distinct.rule] as const] : [];
    });
  });
  return Object.fromEntries(entries);
}

/** What another record has already, by path, as far as the records are known. */
export const findTaken = (fields: Fields, draft: Draft, known: KnownLists): FieldErrors => ({
  ...findTakenNames(fields, draft, known),
  ...findRepeatedItems(fields, draft, known),
});
