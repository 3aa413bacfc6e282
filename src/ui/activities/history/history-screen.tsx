import { useEffect, useMemo, useState } from 'preact/hooks';
import type { HistoryFilter, HistorySummary } from '../../../protocol/history.ts';
import { formatNumber, locale, t } from '../../i18n.ts';
import { IconButton } from '../../components/button.tsx';
import { Screen, TopBar } from '../../components/layout.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { useStore } from '../../page/store.ts';
import { hashOf } from '../../page/routes.ts';
import { HistoryActions } from './history-actions.tsx';
import { HistoryChart } from './history-chart.tsx';
import { HistoryFilterBar } from './history-filter.tsx';
import { HistoryList } from './history-list.tsx';
import { useHistoryPages } from './history-pages.ts';
import { EMPTY_QUERY, filterOf, historyStateOf, type HistoryQuery } from './history-state.ts';
import { operationText } from './record-words.ts';
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
          {t('history.count', { count: total })}
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

/** Everything that was signed and decided in this browser: searched, verified, and saved as a file. */
export function HistoryScreen() {
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
