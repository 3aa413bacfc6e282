import { useEffect, useMemo, useState, useRef } from 'preact/hooks';
import type { HistoryFilter, HistorySummary, HistoryRecord } from '../../../protocol/history.ts';
import { formatNumber, locale, t, formatDate } from '../../i18n.ts';
import { IconButton } from '../../components/button.tsx';
import { Screen, TopBar } from '../../components/layout.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { useStore } from '../../page/store.ts';
import { hashOf } from '../../page/routes.ts';
import { HistoryActions } from './history-actions.tsx';
import { HistoryFilterBar } from './history-filter.tsx';
import { HistoryList } from './history-list.tsx';
import { HistoryRecordScreen } from './history-record-screen.tsx';
import { EMPTY_QUERY, filterOf, historyStateOf, type HistoryQuery } from './history-state.ts';
import { operationText } from './record-words.ts';
import type { KeystampError } from '../../../protocol/errors.ts';
import { toReadError } from '../../components/errors.ts';
import './history.css';

/** What there is; read again when something about Keystamp has changed. */
function useSummary(): HistorySummary | undefined {
  const { effects, snapshot } = useStore();
  const [summary, setSummary] = useState<HistorySummary | undefined>(undefined);
  const current = snapshot.value;
  useEffect(() => {
    // The list says what went wrong.
    effects.client.call('history_summary', {}).then(setSummary, () => undefined);
  }, [current]);
  return summary;
}

/** What is asked for, as the worker understands it. */
function useFilter(query: HistoryQuery, summary: HistorySummary | undefined): HistoryFilter {
  const profiles = useStore().snapshot.value?.state.profiles;
  return useMemo(() => {
    const operations = (summary?.operations ?? []).map(
      (name) => [name, operationText(name)] as const,
    );
    const names = (profiles ?? []).map(({ id, name }) => [id, name] as const);
    return filterOf(query, { operations, profiles: names });
  }, [query, summary, profiles, locale.value]);
}

/** Keystamp knows of records that aren't there: an empty history isn't a fresh one then. */
function MissingRecords({ through }: { readonly through: number }) {
  return (
    <Banner tone="danger" title={t('history.missing')}>
      {t('history.missingText', { number: formatNumber(through) })}
    </Banner>
  );
}

/** Chart, search, list, and what can be done with all of it. */
function HistoryContent() {
  const store = useStore();
  const { query, scrollTop } = useMemo(() => historyStateOf(store), [store]);
  const summary = useSummary();
  const filter = useFilter(query.value, summary);
  const last = summary?.last ?? 0;
  const { total, records, error, retry, show } = useHistoryPages(filter, last, () => {
    scrollTop.value = 0;
  });
  const missing = summary?.missingThrough ?? null;
  if (total === 0 && summary && last === 0 && query.value === EMPTY_QUERY) {
    return (
      <>
        {missing === null ? (
          <EmptyState icon="history" title={t('history.none')}>
            {t('history.noneText')}
          </EmptyState>
        ) : (
          <MissingRecords through={missing} />
        )}
        {/* Somebody may have emptied it. */}
        <HistoryActions filter={filter} />
      </>
    );
  }
  return (
    <>
      {missing !== null && <MissingRecords through={missing} />}
      <HistoryChart changes={last} isReady={total !== undefined} />
      <HistoryFilterBar query={query} summary={summary} />
      <HistoryActions filter={filter} />
      {error && <ErrorState error={error} onRetry={retry} />}
      {total === undefined && !error && <Skeleton rows={6} />}
      {total !== undefined && (
        <p class="muted history-count" role="status">
          {t('popup.result.count', { count: total })}
        </p>
      )}
      {total === 0 && (
        <EmptyState icon="search" title={t('history.noMatch')}>
          {t('history.noMatchText')}
        </EmptyState>
      )}
      {total !== undefined && total > 0 && (
        <HistoryList {...{ total, records, scrollTop }} onShow={show} />
      )}
    </>
  );
}

/** The sealed log, or one record of it. */
export const HistoryPlace = ({ sequence }: { readonly sequence?: number | undefined }) =>
  sequence === undefined ? <HistoryScreen /> : <HistoryRecordScreen sequence={sequence} />;

/** Everything that was signed and decided in this browser: searched, verified, and saved as a file. */
function HistoryScreen() {
  const { go } = useStore();
  return (
    <Screen
      top={
        <TopBar
          title={t('app.place.history')}
          back={hashOf({ screen: 'activities', scope: 'device' })}
          focusTitle
        >
          <IconButton
            name="gear"
            label={t('history.settings')}
            onClick={() => go({ screen: 'security' })}
          />
        </TopBar>
      }
    >
      <div class="history">
        <HistoryContent />
      </div>
    </Screen>
  );
}

/** Records are read in parts of this many, where they come into view. */
const PART = 100;
/** Another list is asked for once nothing was typed for this long. */
const TYPING_MS = 120;

type Loaded = {
  /** Undefined until the first part is there. */
  readonly total: number | undefined;
  readonly records: ReadonlyMap<number, HistoryRecord>;
  readonly error: KeystampError | undefined;
};

const NOTHING: Loaded = { total: undefined, records: new Map(), error: undefined };

/**
 * The records that match a filter, read part by part: `show` names the places in view. `changes`
 * grows when something new was written; what is in view is read again then. Until another list is
 * there, the one before stays; `onNewList` is called when it takes its place.
 */
function useHistoryPages(filter: HistoryFilter, changes: number, onNewList: () => void) {
  const { client, later } = useStore().effects;
  const name = JSON.stringify(filter);
  const [loaded, setLoaded] = useState<Loaded>(NOTHING);
  const [view, setView] = useState({ first: 0, last: 1 });
  const wanted = useRef(name);
  wanted.current = name;
  const shown = useRef<string | undefined>(undefined);
  const requestedPages = useRef(new Set<string>());
  const isOther = shown.current !== undefined && shown.current !== name;
  const first = isOther ? 0 : Math.floor(view.first / PART);
  const last = isOther ? 0 : Math.floor(Math.max(0, view.last - 1) / PART);

  async function load(part: number): Promise<void> {
    const key = `${name} ${changes} ${part}`;
    if (requestedPages.current.has(key)) return;
    requestedPages.current.add(key);
    try {
      const skip = part * PART;
      const page = await client.call('history_page', { filter, skip, limit: PART });
      if (wanted.current !== name) return;
      const isSameList = shown.current === name;
      if (shown.current !== undefined && !isSameList) onNewList();
      shown.current = name;
      setLoaded((before) => {
        const known = isSameList && before.total === page.total ? before.records : [];
        const records = new Map(known);
        page.records.forEach((record, at) => records.set(skip + at, record));
        return { total: page.total, records, error: undefined };
      });
    } catch (error) {
      requestedPages.current.delete(key);
      if (wanted.current === name) setLoaded({ ...NOTHING, error: toReadError(error) });
    }
  }

  useEffect(() => {
    // A list that was left for another one is read again.
    if (isOther) requestedPages.current.clear();
    const loadAll = () => new Set([first, last]).forEach((part) => void load(part));
    if (isOther) return later(TYPING_MS, loadAll);
    loadAll();
    return undefined;
  }, [name, changes, first, last]);

  return {
    ...loaded,
    show: (from: number, to: number): void => {
      if (from !== view.first || to !== view.last) setView({ first: from, last: to });
    },
    retry: () => {
      requestedPages.current.clear();
      void load(0);
    },
  };
}

const DAYS = 30;

/** The midnights around the last days, by the clock on the wall: also across a change of summer time. */
function midnights(now: number): readonly number[] {
  const today = new Date(now);
  return Array.from({ length: DAYS + 1 }, (_, at) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - DAYS + 1 + at).getTime(),
  );
}

/**
 * How many activities were signed on each of the last days, as bars and in words: counted once `isReady`,
 * since counting keeps everything else that reads the records waiting.
 */
function HistoryChart(props: { readonly changes: number; readonly isReady: boolean }) {
  const { changes, isReady } = props;
  const { effects } = useStore();
  const [counts, setCounts] = useState<readonly number[] | undefined>(undefined);
  const moments = midnights(effects.now());
  useEffect(() => {
    if (!isReady) return;
    // Without the chart, the list says the same.
    effects.client.call('history_days', { moments: [...moments] }).then(setCounts, () => undefined);
  }, [changes, isReady, moments[0]]);
  const all = counts ?? [];
  const most = Math.max(0, ...all);
  const count = all.reduce((sum, one) => sum + one, 0);
  const busiest = formatDate(moments[all.indexOf(most)] ?? effects.now());
  const values = { count, days: DAYS, most: formatNumber(most), day: busiest };
  const text =
    count === 0 ? t('history.chartNone', { days: DAYS }) : t('history.chartText', values);
  return (
    <figure class="history-chart">
      <div class="history-bars" role="img" aria-label={counts ? text : t('history.chart')}>
        {Array.from({ length: DAYS }, (_, at) => (
          <span
            key={moments[at]}
            class="history-bar"
            data-count={all[at] ?? 0}
            title={`${formatDate(moments[at] ?? 0)}: ${formatNumber(all[at] ?? 0)}`}
            style={{ blockSize: `${most === 0 ? 0 : Math.ceil(((all[at] ?? 0) / most) * 100)}%` }}
          />
        ))}
      </div>
      <figcaption class="muted">{counts ? text : t('history.chart')}</figcaption>
    </figure>
  );
}
