import type { TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { joinClassNames } from '../components/format.ts';
import { Icon } from '../components/icon.tsx';
import { keyOf } from '../components/typed-text.ts';
import type { Item } from './pickable-records.ts';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { nameText } from '../forms/words.ts';
import { t } from '../i18n.ts';
import type { TableKind } from '../kinds.ts';
import { hashOf } from '../page/routes.ts';
import type { Column, Related } from './columns.ts';
import { idsBetween, type Sort, type TableState } from './table-rows.ts';
import { useWindow } from './visible-rows.ts';

type TableProps = {
  readonly kind: TableKind;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly related: Related;
  /** The records that are shown, in their order. */
  readonly items: readonly Item[];
  readonly state: TableState;
  readonly change: (changes: Partial<TableState>) => void;
};

/** In rem; columns of text share what is left, and have at least so much each. */
const BOX_WIDTH = 2.75;
const TEXT_WIDTH = 9;
const WIDTHS = { name: 14, bytes: 10, number: 6.5, time: 8.5 } as const;

const minWidthOf = (columns: readonly Column[]): number =>
  columns.reduce((sum, { look }) => sum + (look ? WIDTHS[look] : TEXT_WIDTH), BOX_WIDTH);

/** The next way to sort by a column: up, down, and as the service has it. */
function nextSort(sort: Sort | undefined, column: string): Sort | undefined {
  if (sort?.column !== column) return { column, isDescending: false };
  return sort.isDescending ? undefined : { column, isDescending: true };
}

function HeadCell({
  column,
  state,
  change,
}: Pick<TableProps, 'state' | 'change'> & { readonly column: Column }) {
  const { name, label, look } = column;
  const isSorted = state.sort?.column === name;
  const direction = state.sort?.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" class={look && `cell-${look}`} aria-sort={isSorted ? direction : undefined}>
      <button
        type="button"
        class="sort"
        onClick={() => change({ sort: nextSort(state.sort, name), scrollTop: 0 })}
      >
        <span>{label()}</span>
        {isSorted && <Icon name={direction === 'descending' ? 'down' : 'up'} size={12} />}
      </button>
    </th>
  );
}

/** Selects all rows that are shown, or none of them. */
function SelectAll({ items, state, change }: Pick<TableProps, 'items' | 'state' | 'change'>) {
  const box = useRef<HTMLInputElement>(null);
  const chosen = items.filter(({ id }) => state.selected.has(id)).length;
  const isAll = chosen === items.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && !isAll;
  }, [chosen, isAll]);
  const toggle = () => {
    const selected = new Set(state.selected);
    for (const { id } of items) {
      if (isAll) selected.delete(id);
      else selected.add(id);
    }
    change({ selected, anchor: undefined });
  };
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={t('table.selectAll')}
      checked={isAll}
      onChange={toggle}
    />
  );
}

/** The rows that a click on a row's box selects or not; with Shift, all from the last one on. */
function toggleRow(props: TableProps, id: string, event: TargetedMouseEvent<HTMLInputElement>) {
  const { items, state, change } = props;
  const isOn = event.currentTarget.checked;
  const ids = event.shiftKey ? idsBetween(items, state.anchor, id) : [id];
  const selected = new Set(state.selected);
  for (const one of ids) {
    if (isOn) selected.add(one);
    else selected.delete(one);
  }
  change({ selected, anchor: id });
}

function RowCell({
  column,
  item,
  ...props
}: TableProps & { readonly column: Column; readonly item: Item }) {
  const { kind, related } = props;
  const { look } = column;
  const cell = column.cellOf(item, related);
  const shown = cell ? visibleText(cell.text) : undefined;
  const className = joinClassNames(look && `cell-${look}`, look === 'bytes' && 'mono');
  if (look === 'name') {
    const name = nameText(item.name) || t('popup.pick.unnamed');
    return (
      <th scope="row" class={className} title={shown}>
        <a href={hashOf({ screen: 'object', kind, id: item.id })}>
          <VisibleText text={name} />
        </a>
      </th>
    );
  }
  return (
    <td class={className} title={shown}>
      {cell ? <VisibleText text={cell.text} /> : <span class="muted">…</span>}
    </td>
  );
}

function TableRow(props: TableProps & { readonly item: Item; readonly index: number }) {
  const { item, index, columns, state } = props;
  const isSelected = state.selected.has(item.id);
  const name = visibleText(nameText(item.name)) || t('popup.pick.unnamed');
  return (
    // The heading is the first row.
    <tr class={joinClassNames('table-row', isSelected && 'selected')} aria-rowindex={index + 2}>
      <td class="cell-box">
        <input
          type="checkbox"
          aria-label={t('table.select', { name })}
          checked={isSelected}
          onClick={(event) => toggleRow(props, item.id, event)}
        />
      </td>
      {columns.map((column) => (
        <RowCell {...props} key={column.name} column={column} item={item} />
      ))}
    </tr>
  );
}

/** The arrow keys lead from a box or name to the one above or below it. */
function moveInColumn(event: TargetedKeyboardEvent<HTMLTableSectionElement>): void {
  const { target } = event;
  const key = keyOf(event);
  if ((key !== 'ArrowDown' && key !== 'ArrowUp') || !(target instanceof HTMLElement)) return;
  const row = target.closest('tr');
  const next = key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  const control = next?.querySelector<HTMLElement>(target.localName);
  event.preventDefault();
  control?.focus();
}

/** Keeps the height of the rows that are not drawn. */
function Spacer({
  rows,
  height,
  span,
}: {
  readonly rows: number;
  readonly height: number;
  readonly span: number;
}) {
  if (rows <= 0) return null;
  return (
    <tr class="table-spacer" aria-hidden="true">
      <td colSpan={span} style={{ height: `${rows * height}px` }} />
    </tr>
  );
}

/** A table of any length: only the rows in view are drawn, and a few more. */
export function RecordTable(props: TableProps) {
  const { title, columns, items, state, change } = props;
  const { scroller, rowHeight, first, last, onScroll } = useWindow(items.length, state, change);
  const span = columns.length + 1;
  return (
    <div class="table-scroll" ref={scroller} onScroll={onScroll}>
      <table
        class="records-table"
        style={{ minWidth: `${minWidthOf(columns)}rem` }}
        aria-label={title}
        aria-rowcount={items.length + 1}
      >
        <colgroup>
          <col style={{ width: `${BOX_WIDTH}rem` }} />
          {columns.map(({ name, look }) => (
            <col key={name} style={look ? { width: `${WIDTHS[look]}rem` } : {}} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <td class="cell-box">
              <SelectAll {...props} />
            </td>
            {columns.map((column) => (
              <HeadCell key={column.name} column={column} state={state} change={change} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveInColumn}>
          <Spacer rows={first} height={rowHeight} span={span} />
          {items.slice(first, last).map((item, offset) => (
            <TableRow {...props} key={item.id} item={item} index={first + offset} />
          ))}
          <Spacer rows={items.length - last} height={rowHeight} span={span} />
        </tbody>
      </table>
    </div>
  );
}
