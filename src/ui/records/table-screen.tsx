import { useEffect, useMemo, useRef } from 'preact/hooks';
import { signal, type Signal } from '@preact/signals';
import { locale, t } from '../i18n.ts';
import { Icon } from '../components/icon.tsx';
import { usePageTitle } from '../components/page-title.ts';
import { TextInput } from '../components/inputs.tsx';
import { Button } from '../components/button.tsx';
import { EmptyState, Progress, Skeleton } from '../components/states.tsx';
import type { Item, Items } from './pickable-records.ts';
import { ReadProblem } from '../forms/read-problem.tsx';
import { visibleText } from '../forms/visible.ts';
import { AsOf } from '../components/as-of.tsx';
import { useStore } from '../page/store.ts';
import { CreateLinks } from './create-links.tsx';
import { kindRow, MAX_WITH_PARTS, type TableKind } from '../kinds.ts';
import { oldestOf, useList, useRecords } from './object-state.ts';
import { hashOf } from '../page/routes.ts';
import { TimingBanners } from '../review/timing-banners.tsx';
import { columnsOf, type Related, type Column } from './columns.ts';
import { RecordTable } from './record-table.tsx';
import type { Records } from './records.ts';
import {
  matchingRows,
  searchTextsOf,
  sortedRows,
  type TableState,
  fileRowsOf,
} from './table-rows.ts';
import { textOf } from './record-members.ts';
import { showToast } from '../components/toasts.tsx';
import { csvOf, fileNameOf } from './csv.ts';

/** Saves the selected records as a file; with none selected, all that are shown. */
function ExportButton(props: {
  readonly kind: TableKind;
  readonly columns: readonly Column[];
  readonly related: Related;
  readonly items: readonly Item[];
  readonly isSelection: boolean;
}) {
  const { kind, columns, related, items, isSelection } = props;
  const store = useStore();
  const save = () => {
    const { effects, profile, snapshot } = store;
    const { home } = snapshot.peek() ?? {};
    const organization = home?.organizationName ?? profile.peek()?.name ?? '';
    const name = fileNameOf(organization, t(`app.place.${kind}`), effects.now());
    const text = csvOf(fileRowsOf(items, columns, related));
    effects.saveFile({ name, type: 'text/csv;charset=utf-8', text });
    showToast(t('table.saved', { count: items.length, file: name }));
  };
  const count = items.length;
  return (
    <Button icon="down" disabled={count === 0} onClick={save}>
      {t(isSelection ? 'table.exportSelected' : 'table.export', { count })}
    </Button>
  );
}

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
function tableStateOf(records: Records, kind: TableKind): Signal<TableState> {
  const tables = byRecords.get(records) ?? new Map<TableKind, Signal<TableState>>();
  byRecords.set(records, tables);
  const state = tables.get(kind) ?? signal(INITIAL);
  tables.set(kind, state);
  return state;
}

function byWallet(accounts: Items): ReadonlyMap<string, readonly Item[]> {
  return Map.groupBy(accounts.values(), (account) => textOf(account, 'walletId'));
}

/**
 * What other lists say of a table's records. Many accounts take many pages of the service's rate: with
 * more than a few wallets they are read when somebody asks for them.
 */
function useRelated(kind: TableKind, count: number): Related {
  const records = useRecords();
  const { related: key } = kindRow(kind);
  const isOfParts = key !== undefined && kindRow(key).partOf === kind;
  const isShort = !isOfParts || count <= MAX_WITH_PARTS;
  useEffect(() => {
    if (key && isShort) void records.load(key);
  }, [records, key, isShort]);
  const { walletAccount, userTag: tags } = records.known.value;
  return useMemo(
    () => ({ tags, accounts: walletAccount && byWallet(walletAccount) }),
    [tags, walletAccount],
  );
}

/** Says that accounts were not read yet, reads them on a click, and counts while they come. */
function AccountsNote({ wallets }: { readonly wallets: number }) {
  const records = useRecords();
  const isKnown = records.known.value.walletAccount !== undefined;
  const error = records.loadErrors.value.walletAccount;
  const count = records.progress.value.walletAccount;
  const load = () => void records.load('walletAccount');
  if (isKnown) return null;
  if (count !== undefined) return <Progress>{t('table.accounts.reading', { count })}</Progress>;
  if (error) return <ReadProblem error={error} onRetry={load} />;
  if (wallets <= MAX_WITH_PARTS) return null;
  return (
    <p class="table-note">
      <span class="muted">{t('table.accounts.missing')}</span>
      <Button small onClick={load}>
        {t('table.accounts.load')}
      </Button>
    </p>
  );
}
import './table.css';

/** The records in the order and choice that the state says. */
function useRows(kind: TableKind, items: readonly Item[], state: TableState) {
  const related = useRelated(kind, items.length);
  const language = locale.value;
  const columns = useMemo(() => columnsOf(kind), [kind]);
  const { sort, typed } = state;
  const sorted = useMemo(() => {
    const column = columns.find(({ name }) => name === sort?.column);
    const isDescending = sort?.isDescending ?? false;
    return sortedRows(items, column, related, { isDescending, locale: language });
  }, [items, columns, related, sort, language]);
  const isSearched = typed.trim() !== '';
  const texts = useMemo(
    () => (isSearched ? searchTextsOf(items, columns, related) : new Map<Item, string>()),
    [items, columns, related, language, isSearched],
  );
  const shown = useMemo(() => matchingRows(sorted, texts, typed), [sorted, texts, typed]);
  return { columns, related, sorted, shown };
}

/** How many records there are, are shown and are selected, told to screen readers as it changes. */
function Counts(props: {
  readonly all: number;
  readonly shown: readonly Item[];
  readonly selected: readonly Item[];
}) {
  const { all, shown, selected } = props;
  const inView = new Set(shown);
  const hidden = selected.filter((item) => !inView.has(item)).length;
  return (
    <p class="table-counts muted" role="status">
      {shown.length === all
        ? t('popup.result.count', { count: all })
        : t('table.shown', { shown: shown.length, count: all })}
      {selected.length > 0 && ` · ${t('app.chosen', { count: selected.length })}`}
      {hidden > 0 && ` · ${t('table.hidden', { count: hidden })}`}
    </p>
  );
}

function Table(props: {
  readonly kind: TableKind;
  readonly items: readonly Item[];
  readonly state: Signal<TableState>;
}) {
  const { kind, items, state } = props;
  const rows = useRows(kind, items, state.value);
  const { columns, related, sorted, shown } = rows;
  const { typed } = state.value;
  const selected = sorted.filter(({ id }) => state.value.selected.has(id));
  const title = t(`app.place.${kind}`);
  const change = (changes: Partial<TableState>) => {
    state.value = { ...state.peek(), ...changes };
  };
  return (
    <>
      <div class="table-bar">
        <TextInput
          type="search"
          value={typed}
          onInput={(text) => change({ typed: text, scrollTop: 0 })}
          placeholder={t('object.list.search', { list: title })}
          aria-label={t('object.list.search', { list: title })}
        />
        <Counts all={items.length} shown={shown} selected={selected} />
        <ExportButton
          kind={kind}
          columns={columns}
          related={related}
          items={selected.length > 0 ? selected : shown}
          isSelection={selected.length > 0}
        />
      </div>
      {kindRow(kind).listsParts && <AccountsNote wallets={items.length} />}
      {shown.length === 0 ? (
        <EmptyState icon="search" title={t('app.noMatch', { text: visibleText(typed) })} />
      ) : (
        <RecordTable
          kind={kind}
          title={title}
          columns={columns.filter(({ isOnlyInFile }) => !isOnlyInFile)}
          related={related}
          items={shown}
          state={state.value}
          change={change}
        />
      )}
    </>
  );
}

/** All records of a kind as a table: sorted, searched, selected, and saved as a file. */
export function TableScreen({ kind }: { readonly kind: TableKind }) {
  const store = useStore();
  const records = useRecords();
  const { items, error, retry } = useList(kind);
  const all = useMemo(() => items && [...items.values()], [items]);
  const state = useMemo(() => tableStateOf(records, kind), [records, kind]);
  const title = t(`app.place.${kind}`);
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main class="pane table-pane">
      <header class="table-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <span class="top-end">
          <CreateLinks kind={kind} />
          <a
            class="icon-button"
            href={hashOf({ screen: 'list', kind })}
            aria-label={t('table.close')}
            title={t('table.close')}
          >
            <Icon name="list" />
          </a>
        </span>
      </header>
      <TimingBanners profileId={store.profile.value?.id} />
      {error && <ReadProblem error={error} onRetry={retry} />}
      {!all && !error && <Skeleton rows={8} />}
      {all?.length === 0 && <EmptyState icon={kindRow(kind).icon} title={t('object.list.empty')} />}
      {all && all.length > 0 && <Table kind={kind} items={all} state={state} />}
      <AsOf at={oldestOf(records, (key) => key === kind || key === kindRow(kind).related)} />
    </main>
  );
}
