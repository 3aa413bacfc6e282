import type { Field, Fields } from '../../protocol/fields.ts';
import { inputFields, itemDrafts, itemsControlOf, startDraft, type Draft } from './draft.ts';
import type { Values } from '../../protocol/parse.ts';

/** A field that a form shows: one of the operation, or one of a record in a list. */
export type ShownField = {
  /** Its name, or its place in a list's record: `list.0.name`, as in the service's refusals. */
  readonly path: string;
  readonly name: string;
  readonly field: Field;
  /** The fields and values that it stands among: those of the form, or of its record. */
  readonly fields: Fields;
  readonly draft: Draft;
};

/** Every field that a form shows for a draft, in the order of the form; a list before its records. */
export function shownFields(fields: Fields, draft: Draft, prefix = ''): readonly ShownField[] {
  return inputFields(fields).flatMap(([name, field]) => {
    const path = prefix + name;
    const control = itemsControlOf(field);
    const items = control ? itemDrafts(draft[name]) : [];
    const inItems = items.flatMap((item, at) =>
      shownFields(control?.item ?? {}, item, `${path}.${at}.`),
    );
    return [{ path, name, field, fields, draft }, ...inItems];
  });
}

/** The field at a path, or undefined. */
export function findShownField(fields: Fields, draft: Draft, path: string): ShownField | undefined {
  return shownFields(fields, draft).find((one) => one.path === path);
}

/** The field that shows a refusal: the one refused, or the one whose value has the refused member in it. */
export function fieldOfRefusal(
  shown: readonly ShownField[],
  refused: string,
): ShownField | undefined {
  return shown.findLast(({ path }) => refused === path || refused.startsWith(`${path}.`));
}

/** A list's records and one more, as a form starts with it but for what is given. */
export function withNewItem(
  list: ShownField,
  self: string | undefined,
  given?: Values,
): readonly Draft[] {
  const items = itemDrafts(list.draft[list.name]);
  const control = itemsControlOf(list.field);
  return control ? [...items, startDraft(control.item, self, given)] : items;
}

/** A list's records without one. */
export function withoutItemAt(list: ShownField, index: number): readonly Draft[] {
  return itemDrafts(list.draft[list.name]).filter((_, at) => at !== index);
}

/** What is kept by path, after a record left its list: the later records move up. */
export function withoutItemPaths<T>(
  byPath: Readonly<Record<string, T>>,
  list: string,
  index: number,
): Readonly<Record<string, T>> {
  const entries = Object.entries(byPath).flatMap(([path, value]): [string, T][] => {
    if (!path.startsWith(`${list}.`)) return [[path, value]];
    const [at, ...rest] = path.slice(list.length + 1).split('.');
    const place = Number(at);
    if (place === index) return [];
    const moved = place > index ? place - 1 : place;
    return [[[list, moved, ...rest].join('.'), value]];
  });
  return Object.fromEntries(entries);
}
