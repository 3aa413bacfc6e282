import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { TargetedKeyboardEvent } from 'preact';
import type { RecordKind } from '../../protocol/fields.ts';
import { findText, isolate, t } from '../i18n.ts';
import { IconButton } from '../components/button.tsx';
import type { FieldIds } from '../components/field.tsx';
import { joinClassNames, shorten } from '../components/format.ts';
import { findNameWarning, NameWarningBadge } from '../forms/name-warning.tsx';
import { ReadProblem } from '../forms/read-problem.tsx';
import { isId, type Item, type Items } from './pickable-records.ts';
import { search, type Matches } from './search-index.ts';
import type { Records } from './records.ts';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { nameText } from '../forms/words.ts';
import { keyOf } from '../components/typed-text.ts';

type PickerProps = {
  readonly ids: FieldIds;
  readonly of: RecordKind;
  readonly many: boolean;
  readonly values: readonly string[];
  readonly records: Records;
  /** Shows its list at once, and has the focus. */
  readonly startsOpen?: boolean;
  /** What isn't offered. */
  readonly without?: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly onLeave: () => void;
};

const NO_ITEMS: Items = new Map();

function optionsOf({ pasted, shown }: Matches): readonly Item[] {
  if (pasted === undefined) return shown;
  return [{ id: pasted, name: t('popup.pick.pasted'), record: {} }, ...shown];
}

const NOTHING: readonly string[] = [];

/** The records that can be picked. */
function useOffered(known: Items | undefined, without: readonly string[]): Items | undefined {
  return useMemo(() => {
    if (without.length === 0 || !known) return known;
    return new Map([...known].filter(([id]) => !without.includes(id)));
  }, [known, without.join()]);
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
function usePicker(props: PickerProps) {
  const { of, many, values, records, onChange, onLeave, startsOpen = false } = props;
  const items = useOffered(records.known.value[of], props.without ?? NOTHING);
  const [typed, setTyped] = useState<string | undefined>(startsOpen ? '' : undefined);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const open = typed !== undefined;
  const matches = useMemo(() => search(of, items ?? NO_ITEMS, typed ?? ''), [items, typed]);
  const options = optionsOf(matches);
  useEffect(() => void records.load(of), [of]);
  useEffect(() => {
    if (startsOpen) input.current?.focus();
  }, []);

  const remove = (id: string): void => onChange(values.filter((value) => value !== id));

  /** One of several leaves the list as it is: the next one is chosen from the same place. */
  function choose(id: string): void {
    if (!many) onChange([id]);
    else if (values.includes(id)) remove(id);
    else onChange([...values, id]);
    if (!many) setTyped(undefined);
    // A pasted id isn't to be chosen once more when the list closes.
    else if (isId(typed ?? '')) setTyped('');
    setActive(many ? options.findIndex((option) => option.id === id) : -1);
    input.current?.select();
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
    const pressed = keyOf(event);
    const step = stepOf(pressed);
    const option = options[active];
    if (step !== 0) {
      event.preventDefault();
      if (!open) setTyped('');
      else setActive(Math.max(0, Math.min(options.length - 1, active + step)));
    } else if (pressed === 'Enter' && open && option) {
      event.preventDefault();
      choose(option.id);
    } else if (pressed === 'Escape' && open) {
      event.stopPropagation();
      event.preventDefault();
      setTyped(undefined);
    }
  }

  const acts = { setTyped, choose, remove, type, close, key };
  return { items, input, typed, active, open, matches, options, acts };
}

/**
 * Picks records of the organization: type to search by name or id, arrows and Enter to choose, or
 * paste an id, also one that the list does not have.
 */
export function Picker(props: PickerProps) {
  const { ids, of, many, values, records } = props;
  const { items, input, typed, active, open, matches, options, acts } = usePicker(props);
  const error = records.loadErrors.value[of];
  const listId = useId();
  const { choose } = acts;
  return (
    <div class="picker">
      <input
        {...ids}
        ref={input}
        class="input"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        dir="auto"
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
          {...{ listId, items, options, values, active, many, matches, choose, of }}
          loading={items === undefined && error === undefined}
        />
      )}
      {many ? (
        <Chips
          {...{ values, items }}
          onRemove={(id) => {
            acts.remove(id);
            input.current?.focus();
          }}
        />
      ) : (
        <ChosenRecord id={values[0]} items={items} />
      )}
      {error && <ReadProblem error={error} onRetry={() => void records.load(of)} />}
    </div>
  );
}

type OptionsProps = {
  readonly listId: string;
  readonly of: RecordKind;
  readonly items: Items | undefined;
  readonly options: readonly Item[];
  readonly values: readonly string[];
  readonly active: number;
  readonly many: boolean;
  readonly matches: Matches;
  readonly loading: boolean;
  readonly choose: (id: string) => void;
};

function Options(props: OptionsProps) {
  const { listId, items, options, values, active, many, matches, loading, choose, of } = props;
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
        aria-label={findText(`app.place.${of}`) ?? ''}
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
            <NameWarningBadge warning={findNameWarning(item.name, items)} />
            <span class="picker-id">{visibleText(shorten(item.id))}</span>
          </li>
        ))}
      </ul>
      <div class="help" role="status">
        {loading && t('app.loading')}
        {!loading && options.length === 0 && t('popup.pick.nothing')}
        {matches.more > 0 && t('app.more', { count: matches.more })}
      </div>
    </div>
  );
}

/** The id behind the name, so that two records of one name cannot be mixed up. */
function ChosenRecord(props: {
  readonly id: string | undefined;
  readonly items: Items | undefined;
}) {
  const { id, items } = props;
  if (id === undefined) return null;
  const warning = findNameWarning(items?.get(id)?.name ?? '', items);
  return (
    <p class="chosen" aria-label={t('popup.pick.chosen')}>
      <NameWarningBadge warning={warning} />
      <span class="muted mono">{visibleText(id)}</span>
      {items && !items.has(id) && <span class="note">{t('popup.pick.unlisted')}</span>}
    </p>
  );
}

/** Names that several records have: they alone don't say which one is meant. */
function sharedNames(items: Items): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = [...items.values()].filter(({ name }) => seen.size === seen.add(name).size);
  return new Set(shared.map(({ name }) => name));
}

type ChipsProps = {
  readonly values: readonly string[];
  readonly items: Items | undefined;
  readonly onRemove: (id: string) => void;
};

/** Several chosen records. Each tells its whole name and id on hover; the id also where another one has its name. */
function Chips({ values, items, onRemove }: ChipsProps) {
  const shared = useMemo(() => sharedNames(items ?? NO_ITEMS), [items]);
  if (values.length === 0) return null;
  const isUnlisted = items !== undefined && values.some((id) => !items.has(id));
  return (
    <>
      <ul
        class="chips"
        aria-label={t('popup.pick.chosen')}
        // Keeps the focus in the input: the list above would close, and the chips move away.
        onMouseDown={(event) => event.preventDefault()}
      >
        {values.map((id) => {
          const item = items?.get(id);
          const name = item && nameText(item.name);
          const shown = visibleText(name || id);
          return (
            <li
              key={id}
              class="chip"
              title={name ? `${isolate(shown)} · ${visibleText(id)}` : shown}
            >
              {name && (
                <span class="chip-name">
                  <VisibleText text={name} />
                </span>
              )}
              <NameWarningBadge warning={name ? findNameWarning(item.name, items) : undefined} />
              {(!name || shared.has(item.name)) && (
                <span class="chip-id muted mono">{visibleText(shorten(id))}</span>
              )}
              <IconButton
                name="close"
                label={t('popup.pick.remove', { name: shown })}
                onClick={() => onRemove(id)}
              />
            </li>
          );
        })}
      </ul>
      {isUnlisted && <p class="note">{t('popup.pick.unlisted')}</p>}
    </>
  );
}
