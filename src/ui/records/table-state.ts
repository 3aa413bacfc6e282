import { signal, type Signal } from '@preact/signals';
import type { Records } from './records.ts';
import type { TableKind } from '../kinds.ts';
import type { Sort } from './table-rows.ts';

/** What a person did to a table: it stays while they look at one of its records. */
export type TableState = {
  readonly sort: Sort | undefined;
  readonly typed: string;
  readonly selected: ReadonlySet<string>;
  /** The row that was chosen last: a range begins there. */
  readonly anchor: string | undefined;
  readonly scrollTop: number;
};

const INITIAL: TableState = {
  sort: undefined,
  typed: '',
  selected: new Set(),
  anchor: undefined,
  scrollTop: 0,
};

/** With the records, which a lock forgets, goes what was done to their tables. */
const byRecords = new WeakMap<Records, Map<TableKind, Signal<TableState>>>();

/** The state of a kind's table. */
export function tableStateOf(records: Records, kind: TableKind): Signal<TableState> {
  const tables = byRecords.get(records) ?? new Map<TableKind, Signal<TableState>>();
  byRecords.set(records, tables);
  const state = tables.get(kind) ?? signal(INITIAL);
  tables.set(kind, state);
  return state;
}
