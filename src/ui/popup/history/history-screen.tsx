import { useEffect, useMemo, useState } from 'preact/hooks';
import type { HistorySummary } from '../../../protocol/history.ts';
import { locale, t } from '../../i18n.ts';
import { IconButton } from '../../components/button.tsx';
import { Screen, TopBar } from '../../components/layout.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx';
import { useStore } from '../context.ts';
import { hashOf } from '../route.ts';
import { HistoryActions } from './history-actions.tsx';
import { HistoryChart } from './history-chart.tsx';
import { HistoryFilterBar } from './history-filter.tsx';
import { HistoryList } from './history-list.tsx';
import { useHistoryPages } from './history-pages.ts';
import { EMPTY_QUERY, filterOf, historyStateOf } from './history-state.ts';
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

/** Everything that was signed and decided in this browser: searched, verified, and saved as a file. */
export function HistoryScreen() {
  const store = useStore();
  const { query, scrollTop } = useMemo(() => historyStateOf(store), [store]);
  const summary = useSummary();
  const profiles = store.snapshot.value?.state.profiles ?? [];
  const filter = useMemo(() => {
    const operations = (summary?.operations ?? []).map(
      (name) => [name, operationText(name)] as const,
    );
    const names = profiles.map(({ id, name }) => [id, name] as const);
    return filterOf(query.value, { operations, profiles: names });
  }, [query.value, summary, profiles, locale.value]);
  const last = summary?.last ?? 0;
  const pages = useHistoryPages(filter, last);
  const { total, records, error } = pages;
  useEffect(() => {
    // Another list begins at its beginning, but one that was left and come back to doesn't.
    if (total !== undefined && scrollTop.peek() > total * 200) scrollTop.value = 0;
  }, [total]);
  const isEmpty = total === 0 && last === 0 && summary !== undefined;
  const isFiltered = query.value !== EMPTY_QUERY;
  return (
    <Screen
      top={
        <TopBar title={t('history.title')} back={hashOf({ screen: 'more' })} focusTitle>
          <IconButton
            name="gear"
            label={t('history.settings')}
            onClick={() => void store.effects.openOptions('history')}
          />
        </TopBar>
      }
    >
      <div class="history">
        {isEmpty && !isFiltered ? (
          <EmptyState icon="history" title={t('history.none')}>
            {t('history.noneText')}
          </EmptyState>
        ) : (
          <>
            <HistoryChart changes={last} />
            <HistoryFilterBar query={query} summary={summary} />
            <HistoryActions filter={filter} />
            {error && <ErrorState error={error} onRetry={pages.retry} />}
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
              <HistoryList
                total={total}
                records={records}
                scrollTop={scrollTop}
                onShow={pages.show}
              />
            )}
          </>
        )}
      </div>
    </Screen>
  );
}
