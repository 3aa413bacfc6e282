import type { Signal } from '@preact/signals';
import { HISTORY_FACTS, type HistorySummary } from '../../../protocol/history.ts';
import { t } from '../../i18n.ts';
import { DayFields, FilterChoice, FilterDetails } from '../../components/filter-details.tsx';
import { TextInput } from '../../components/inputs.tsx';
import { countFilters, EMPTY_QUERY, type HistoryQuery } from './history-state.ts';
import { factText, operationText, originText } from './record-words.ts';

type FilterProps = {
  readonly query: Signal<HistoryQuery>;
  readonly summary: HistorySummary | undefined;
};

function FilterFields({ query, summary }: FilterProps) {
  const change = (changes: Partial<HistoryQuery>) => {
    query.value = { ...query.peek(), ...changes };
  };
  const { operation, origin, fact, from, until } = query.value;
  const byLabel = (a: { readonly label: string }, b: { readonly label: string }) =>
    a.label.localeCompare(b.label);
  const operations = (summary?.operations ?? []).map((value) => ({
    value,
    label: operationText(value),
  }));
  const origins = (summary?.origins ?? []).map((value) => ({
    value,
    label: originText(value) ?? value,
  }));
  return (
    <>
      <FilterChoice
        label={t('history.operation')}
        value={operation}
        options={operations.toSorted(byLabel)}
        onChange={(value) => change({ operation: value })}
      />
      <FilterChoice
        label={t('popup.activity.asker')}
        value={origin}
        options={origins}
        onChange={(value) => change({ origin: value })}
      />
      <FilterChoice
        label={t('history.fact')}
        value={fact}
        options={HISTORY_FACTS.map((value) => ({ value, label: factText(value) }))}
        onChange={(value) => change({ fact: HISTORY_FACTS.find((one) => one === value) ?? '' })}
      />
      <DayFields from={from} until={until} onChange={change} />
    </>
  );
}

/** Search and filters; the filters open on a click. */
export function HistoryFilterBar({ query, summary }: FilterProps) {
  const { typed } = query.value;
  return (
    <div class="history-filter">
      <TextInput
        type="search"
        value={typed}
        onInput={(text) => {
          query.value = { ...query.peek(), typed: text };
        }}
        placeholder={t('history.search')}
        aria-label={t('history.search')}
      />
      <FilterDetails
        count={countFilters(query.value)}
        onClear={() => {
          query.value = { ...EMPTY_QUERY, typed: query.peek().typed };
        }}
      >
        <FilterFields query={query} summary={summary} />
      </FilterDetails>
    </div>
  );
}
