import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { TargetedKeyboardEvent } from 'preact';
import type { RecordKind } from '../../protocol/fields.ts';
import { findText, t } from '../i18n.ts';
import { IconButton } from '../components/button.tsx';
import type { FieldIds } from '../components/field.tsx';
import { joinClassNames, shorten } from '../components/format.ts';
import { ReadProblem } from './read-problem.tsx';
import { isId, search, type Item, type Items, type Matches } from './pickable-records.ts';
import type { Records } from './records.ts';
import { visibleText } from './visible.ts';
import { VisibleText } from './visible-text.tsx';
import { nameText } from './words.ts';

type PickerProps = {
  readonly ids: FieldIds;
  readonly of: RecordKind;
  readonly many: boolean;
  readonly values: readonly string[];
  readonly records: Records;
  readonly onChange: (values: readonly string[]) => void;
  readonly onLeave: () => void;
};

const NO_ITEMS: Items = new Map();

function optionsOf(matches: Matches): readonly Item[] {
  const pasted = matches.pasted;
  return pasted === undefined
    ? matches.shown
    : [{ id: pasted, name: t('popup.pick.pasted'), record: {} }, ...matches.shown];
}

/** What the input of a closed picker shows: the name of the one record that is chosen. */
function closedText(many: boolean, values: readonly string[], items: Items): string {
  const id = many ? undefined : values[0];
  if (id === undefined) return '';
  return visibleText(nameText(items.get(id)?.name ?? '')) || id;
}

/** Where a key leads among the options: down, up, or nowhere. */
function stepOf(key: string): -1 | 0 | 1 {
  if (key === 'ArrowDown') return 1;
  return key === 'ArrowUp' ? -1 : 0;
}

/** What a picker is doing: what was typed while it is open, and the option under the cursor. */
function usePicker({ of, many, values, records, onChange, onLeave }: PickerProps) {
  const items = records.known.value[of];
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const [active, setActive] = useState(-1);
  const open = typed !== undefined;
  const matches = useMemo(() => search(items ?? NO_ITEMS, typed ?? ''), [items, typed]);
  const options = optionsOf(matches);
  useEffect(() => void records.load(of), [of]);

  function choose(id: string): void {
    if (!many) onChange([id]);
    else onChange(values.includes(id) ? values.filter((value) => value !== id) : [...values, id]);
    setTyped(many ? '' : undefined);
    setActive(-1);
  }

  function type(text: string): void {
    setTyped(text);
    setActive(text.trim() === '' ? -1 : 0);
    if (text === '' && !many && values.length > 0) onChange([]);
  }

  function close(): void {
    if (typed !== undefined && isId(typed) && !values.includes(typed.trim())) choose(typed.trim());
    setTyped(undefined);
    setActive(-1);
    onLeave();
  }

  function key(event: TargetedKeyboardEvent<HTMLInputElement>): void {
    const step = stepOf(event.key);
    const option = options[active];
    if (step !== 0) {
      event.preventDefault();
      if (!open) setTyped('');
      else setActive(Math.max(0, Math.min(options.length - 1, active + step)));
    } else if (event.key === 'Enter' && open && option) {
      event.preventDefault();
      choose(option.id);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      event.preventDefault();
      setTyped(undefined);
    }
  }

  return { items, typed, active, open, matches, options, setTyped, choose, type, close, key };
}

/**
 * Picks records of the organization: type to search by name or id, arrows and Enter to choose, or
 * paste an id, also one that the list does not have.
 */
export function Picker(props: PickerProps) {
  const { ids, of, many, values, records } = props;
  const { items, typed, active, open, matches, options, ...acts } = usePicker(props);
  const error = records.loadErrors.value[of];
  const listId = useId();
  const { choose } = acts;
  return (
    <div class="picker">
      <input
        {...ids}
        class="input"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && options[active] ? `${listId}-${active}` : undefined}
        placeholder={t(many ? 'popup.pick.placeholderMany' : 'popup.pick.placeholder')}
        value={typed ?? closedText(many, values, items ?? NO_ITEMS)}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => !open && acts.setTyped('')}
        onInput={(event) => acts.type(event.currentTarget.value)}
        onKeyDown={acts.key}
        onBlur={acts.close}
      />
      {open && (
        <Options
          {...{ listId, options, values, active, many, matches, choose, of }}
          loading={items === undefined && error === undefined}
        />
      )}
      <ChosenRecords {...{ many, values, items }} remove={choose} />
      {error && <ReadProblem error={error} onRetry={() => void records.load(of)} />}
    </div>
  );
}

type OptionsProps = {
  readonly listId: string;
  readonly of: RecordKind;
  readonly options: readonly Item[];
  readonly values: readonly string[];
  readonly active: number;
  readonly many: boolean;
  readonly matches: Matches;
  readonly loading: boolean;
  readonly choose: (id: string) => void;
};

function Options(props: OptionsProps) {
  const { listId, options, values, active, many, matches, loading, choose, of } = props;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div class="picker-list">
      <ul
        id={listId}
        ref={list}
        role="listbox"
        aria-label={findText(`popup.source.${of}`) ?? ''}
        aria-multiselectable={many}
      >
        {options.map((item, index) => (
          <li
            key={item.id}
            id={`${listId}-${index}`}
            role="option"
            class={joinClassNames('picker-option', index === active && 'active')}
            aria-selected={values.includes(item.id)}
            // Keeps the focus, and with it the list, in the input.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(item.id)}
          >
            <span class="picker-name">
              {item.name === '' ? (
                t('popup.pick.unnamed')
              ) : (
                <VisibleText text={nameText(item.name)} />
              )}
            </span>
            <span class="muted mono">{visibleText(shorten(item.id))}</span>
          </li>
        ))}
      </ul>
      <div class="help" role="status">
        {loading && t('kit.loading')}
        {!loading && options.length === 0 && t('popup.pick.nothing')}
        {matches.more > 0 && t('kit.more', { count: matches.more })}
      </div>
    </div>
  );
}

type ChosenRecordsProps = {
  readonly many: boolean;
  readonly values: readonly string[];
  readonly items: Items | undefined;
  readonly remove: (id: string) => void;
};

/** The ids behind the names, so that two records of one name cannot be mixed up. */
function ChosenRecords({ many, values, items, remove }: ChosenRecordsProps) {
  if (values.length === 0) return null;
  return (
    <ul class="chosen" aria-label={t('popup.pick.chosen')}>
      {values.map((id) => {
        const item = items?.get(id);
        const name = item && nameText(item.name);
        return (
          <li key={id}>
            {many && name && <VisibleText text={name} />}
            <span class="muted mono" title={visibleText(id)}>
              {visibleText(item && many ? shorten(id) : id)}
            </span>
            {items && !item && <span class="note">{t('popup.pick.unlisted')}</span>}
            {many && (
              <IconButton
                name="close"
                label={t('popup.pick.remove', { name: visibleText(name ?? id) })}
                onClick={() => remove(id)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
