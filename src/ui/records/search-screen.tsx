import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { findText, t } from '../i18n.ts';
import { shorten } from '../components/format.ts';
import { EmptyState } from '../components/states.tsx';
import { List, ListRow } from '../components/surfaces.tsx';
import { isId, type KnownRecords } from './pickable-records.ts';
import { ReadProblem } from '../forms/read-problem.tsx';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { nameText, rowText } from '../forms/words.ts';
import { AsOf } from '../components/as-of.tsx';
import { useStore } from '../page/store.ts';
import { Frame } from '../page/frame.tsx';
import { SearchField } from '../page/search-field.tsx';
import { matchingRows } from '../forms/operations-screen.tsx';
import { ObjectRow, RecordLead } from './object-row.tsx';
import { GrowingList } from './growing-list.tsx';
import { oldestOf, useRecords } from './object-state.ts';
import { hashOf, type Route } from '../page/routes.ts';
import {
  searchIndexSteps,
  searchRecords,
  SEARCHED_KINDS,
  type Found,
  type Search,
} from './search-index.ts';

const MAX_RECORDS = 50;
/** A little more than a popup shows: each key draws them again. */
const ROWS_AT_ONCE = 15;
const MAX_ACTIONS = 8;
/** Text without a gap this long can only be an address or a key. */
const ADDRESS = /^[0-9A-Za-z]{25,}$/;

/** The index of what is known, made in steps between which the page goes on. */
function useSteps(known: KnownRecords) {
  const { effects } = useStore();
  const [made, setMade] = useState<{ of?: KnownRecords; index: readonly Found[] }>({ index: [] });
  useEffect(() => {
    const steps = searchIndexSteps(known);
    let cancel: () => void = () => undefined;
    const step = () => {
      const next = steps.next();
      if (next.done) setMade({ of: known, index: next.value });
      else cancel = effects.later(0, step);
    };
    step();
    return () => cancel();
  }, [known]);
  return { index: made.index, isIndexing: made.of !== known };
}

/** Reads every list that is searched. */
function useSearchIndex() {
  const records = useRecords();
  const load = () => {
    for (const kind of SEARCHED_KINDS) void records.load(kind);
  };
  useEffect(load, [records]);
  const known = records.known.value;
  const { index, isIndexing } = useSteps(known);
  const errors = records.loadErrors.value;
  const failed = SEARCHED_KINDS.find((kind) => errors[kind] && !known[kind]);
  const asOf = oldestOf(records, (key) => SEARCHED_KINDS.some((kind) => kind === key));
  const isReading = SEARCHED_KINDS.some(
    (kind) => (!known[kind] || records.asOf.value[kind] !== undefined) && !errors[kind],
  );
  return {
    index,
    isLoading: isIndexing || isReading,
    asOf,
    error: failed && errors[failed],
    retry: load,
  };
}

function FoundRow({ found }: { readonly found: Found }) {
  const { place, name, detail } = found;
  const kind = findText(`object.${place.kind}`) ?? '';
  return (
    <ObjectRow
      lead={<RecordLead kind={place.kind} name={name} />}
      place={place}
      title={<VisibleText text={nameText(name)} />}
      detail={
        <span class="entry-line">
          <span>{kind}</span>
          {detail && <VisibleText text={ADDRESS.test(detail) ? shorten(detail, 10, 8) : detail} />}
        </span>
      }
    />
  );
}

function FoundRecords({ shown, matches }: Search) {
  if (shown.length === 0) return null;
  return (
    <GrowingList
      label={t('object.search.records')}
      items={shown}
      draw={(found) => <FoundRow key={`${found.place.kind} ${found.place.id}`} found={found} />}
      step={ROWS_AT_ONCE}
      total={matches.length}
    />
  );
}

/** Why nothing was found: a whole address or id that nobody here has is said to be that. */
function nothingText(typed: string): string {
  const text = typed.trim();
  if (isId(text)) return t('object.search.unknownId');
  return ADDRESS.test(text) ? t('object.search.unknownAddress') : t('object.search.tryOther');
}

/** Objects by name, address, contact or id, then what can be done; Enter takes the first. */
export function SearchScreen() {
  const store = useStore();
  const [typed, setTyped] = useState('');
  const { index, isLoading, asOf, error, retry } = useSearchIndex();
  const before = useRef<Search | undefined>(undefined);
  const search = useMemo(() => {
    before.current = searchRecords(index, typed, MAX_RECORDS, before.current);
    return before.current;
  }, [index, typed]);
  const { shown } = search;
  const rows = typed.trim() === '' ? [] : matchingRows(typed).slice(0, MAX_ACTIONS);
  const [firstFound] = shown;
  const [firstRow] = rows;
  const first: Route | undefined = firstFound
    ? { screen: 'object', ...firstFound.place }
    : firstRow && { screen: 'form', operation: firstRow.name };
  const isEmpty = typed.trim() !== '' && shown.length === 0 && rows.length === 0;
  return (
    <Frame title={t('app.filter')}>
      <SearchField
        label={t('app.filter')}
        placeholder={t('object.search.placeholder')}
        value={typed}
        onInput={setTyped}
        onEnter={() => first && store.go(first)}
      />
      {error && <ReadProblem error={error} onRetry={retry} />}
      <FoundRecords {...search} />
      {rows.length > 0 && (
        <List label={t('object.actions')}>
          {rows.map((row) => (
            <ListRow
              key={row.name}
              href={hashOf({ screen: 'form', operation: row.name })}
              title={rowText(row, 'title')}
            />
          ))}
        </List>
      )}
      {isEmpty && !isLoading && (
        <EmptyState icon="search" title={t('app.noMatch', { text: visibleText(typed) })}>
          {nothingText(typed)}
        </EmptyState>
      )}
      {isLoading && (
        <p class="help" role="status">
          {t('app.loading')}
        </p>
      )}
      {!isLoading && <AsOf at={asOf} />}
    </Frame>
  );
}
