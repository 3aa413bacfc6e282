import type { Item } from './pickable-records.ts';
import type { Column, Related } from './columns.ts';
import { filterTyped, foldTexts } from '../components/typed-text.ts';

/** By which column, and whether the largest comes first. */
export type Sort = { readonly column: string; readonly isDescending: boolean };

/** What a person did to a table: it stays while they look at one of its records. */
export type TableState = {
  readonly sort: Sort | undefined;
  readonly typed: string;
  readonly selected: ReadonlySet<string>;
  /** The row that was chosen last: a range begins there. */
  readonly anchor: string | undefined;
  readonly scrollTop: number;
};

/** What of each record is searched: names, contacts, addresses, bytes; nobody searches a count or a day. */
export function searchTextsOf(
  items: readonly Item[],
  columns: readonly Column[],
  related: Related,
): ReadonlyMap<Item, string> {
  const searched = columns.filter(({ look }) => look !== 'time' && look !== 'number');
  const textOf = (item: Item) => {
    const texts = searched.map((column) => column.cellOf(item, related)?.text ?? '');
    return foldTexts(texts);
  };
  return new Map(items.map((item) => [item, textOf(item)]));
}

/** The records whose text has every word that was typed, in their order. */
export const matchingRows = (
  items: readonly Item[],
  texts: ReadonlyMap<Item, string>,
  typed: string,
): readonly Item[] => filterTyped(items, typed, (item) => texts.get(item) ?? '');

type Order = string | number | undefined;

/** Numbers as numbers, text as the language sorts it. */
function compareOrders(a: string | number, b: string | number, collator: Intl.Collator): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}

/** Sorted by a column; equal ones stay in the service's order, and what has no value comes last. */
export function sortedRows(
  items: readonly Item[],
  column: Column | undefined,
  related: Related,
  { isDescending, locale }: { readonly isDescending: boolean; readonly locale: string },
): readonly Item[] {
  if (!column) return items;
  const collator = new Intl.Collator(locale, { numeric: true });
  const sign = isDescending ? -1 : 1;
  const compare = (a: Order, b: Order): number => {
    if (a === undefined || b === undefined)
      return Number(a === undefined) - Number(b === undefined);
    return sign * compareOrders(a, b, collator);
  };
  return items
    .map((item) => ({ item, order: column.cellOf(item, related)?.order }))
    .toSorted((a, b) => compare(a.order, b.order))
    .map(({ item }) => item);
}

/** The ids from one row to another, in the order that is shown; the one alone where there is no other. */
export function idsBetween(
  shown: readonly Item[],
  from: string | undefined,
  to: string,
): readonly string[] {
  const [a, b] = [from, to].map((id) => shown.findIndex((item) => item.id === id));
  if (a === undefined || b === undefined || a < 0 || b < 0) return [to];
  return shown.slice(Math.min(a, b), Math.max(a, b) + 1).map(({ id }) => id);
}

/**
 * What a file of these records has: a heading, then a row for each. A column of which nothing is known
 * yet is left out.
 */
export function fileRowsOf(
  items: readonly Item[],
  columns: readonly Column[],
  related: Related,
): readonly (readonly string[])[] {
  const known = columns.filter((column) => items.some((item) => column.cellOf(item, related)));
  const rows = items.map((item) =>
    known.map((column) => column.cellOf(item, related)?.inFile ?? ''),
  );
  return [known.map(({ label }) => label()), ...rows];
}
