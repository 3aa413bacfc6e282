import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Field, RecordListControl as Records } from '../../protocol/fields.ts';
import { t } from '../i18n.ts';
import { Button, IconButton } from '../components/button.tsx';
import type { FieldIds } from '../components/field.tsx';
import { itemDrafts, minItems, type Draft, type DraftValue } from './draft.ts';
import type { FormSession } from './form-session.ts';
import { addItemText, itemText, removeItemText } from './words.ts';

type RecordListControlProps = {
  readonly session: FormSession;
  readonly path: string;
  readonly field: Field;
  readonly control: Records;
  readonly value: DraftValue | undefined;
  readonly ids: FieldIds;
  /** Draws the fields of a record; `prefix` goes before each name in its path. */
  readonly drawItem: (prefix: string, item: Draft) => ComponentChildren;
  /** In place of the button that adds a blank record. */
  readonly add?: ComponentChildren;
  /** In place of what the records are called and their number. */
  readonly titleOf?: (item: Draft) => string;
};

/** A list of records, one group of fields each, with buttons that add and remove. */
export function RecordListControl(props: RecordListControlProps) {
  const { session, path, field, control, value, ids, drawItem, titleOf } = props;
  const { row } = session;
  const items = itemDrafts(value);
  const count = items.length;
  const list = useRef<HTMLDivElement>(null);
  const moveFocus = useFocusAfterChange(list);
  const keys = useItemKeys(count);
  const add = () => {
    moveFocus(count);
    session.addItem(path);
  };
  const remove = (at: number) => {
    keys.splice(at, 1);
    moveFocus(at);
    session.removeItem(path, at);
  };
  return (
    <div
      ref={list}
      class="record-list stack-near"
      id={ids.id}
      role="group"
      aria-labelledby={ids['aria-labelledby']}
      aria-describedby={ids['aria-describedby']}
    >
      {items.map((item, at) => (
        <RecordGroup
          key={keys[at]}
          title={titleOf?.(item) ?? itemText(row, path, at + 1)}
          removeLabel={removeItemText(row, path, at + 1)}
          onRemove={count > minItems(field, control) ? () => remove(at) : undefined}
        >
          {drawItem(`${path}.${at}.`, item)}
        </RecordGroup>
      ))}
      {count < control.max ? (
        <div class="record-list-add" onMouseDown={keepFocus}>
          {props.add ?? (
            <Button small icon="plus" onClick={add}>
              {addItemText(row, path)}
            </Button>
          )}
        </div>
      ) : (
        <p class="help">{t('app.item.max', { count: control.max })}</p>
      )}
    </div>
  );
}

function RecordGroup(props: {
  readonly title: string;
  readonly removeLabel: string;
  readonly onRemove: (() => void) | undefined;
  readonly children: ComponentChildren;
}) {
  const { title, removeLabel, onRemove, children } = props;
  const id = useId();
  return (
    <div class="record-item" role="group" aria-labelledby={id}>
      <div class="record-item-head">
        <h2 id={id}>{title}</h2>
        {onRemove && (
          <span onMouseDown={keepFocus}>
            <IconButton name="trash" label={removeLabel} danger onClick={onRemove} />
          </span>
        )}
      </div>
      {children}
    </div>
  );
}

/**
 * A field checks its value when it loses the focus, and its error moves what is below: also the button
 * that is being pressed, which would then not be clicked.
 */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/**
 * A key for each record that it keeps when others go, so that what a control holds besides its value
 * (a filter, text typed in a search) stays with its record.
 */
function useItemKeys(count: number): number[] {
  const made = useRef(0);
  const keys = useRef<number[]>([]);
  keys.current.length = Math.min(keys.current.length, count);
  while (keys.current.length < count) keys.current.push((made.current += 1));
  return keys.current;
}

/**
 * Moves the focus after the next change: to the first field of the record at a place, or to what opens
 * its fields, the last one if there is none there, or the button that adds if there is none at all.
 */
function useFocusAfterChange(list: RefObject<HTMLDivElement | null>): (at: number) => void {
  const place = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (place.current === undefined) return;
    const items = list.current?.querySelectorAll<HTMLElement>(':scope > .record-item') ?? [];
    const item = items[Math.min(place.current, items.length - 1)];
    place.current = undefined;
    item?.scrollIntoView({ block: 'nearest' });
    const field = item?.querySelector<HTMLElement>(
      'summary, [data-field] :is(input, select, textarea)',
    );
    (
      field ?? list.current?.querySelector<HTMLElement>(':scope > .record-list-add button')
    )?.focus();
  });
  return (at) => {
    place.current = at;
  };
}
