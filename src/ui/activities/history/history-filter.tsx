import type { Signal } from '@preact/signals';
import { HISTORY_FACTS, type HistorySummary } from '../../../protocol/history.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Select, TextInput } from '../../components/inputs.tsx';
import { countFilters, EMPTY_QUERY, type HistoryQuery } from './history-state.ts';
import { factText, operationText, originText } from './record-words.ts';

type FilterProps = {
  readonly query: Signal<HistoryQuery>;
  readonly summary: HistorySummary | undefined;
};

/** A day; the browser's own field for it. */
function DayInput(props: {
  readonly id: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  return (
    <input
      id={props.id}
      class="input"
      type="date"
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

function FilterFields({ query, summary }: FilterProps) {
  const change = (changes: Partial<HistoryQuery>) => {
    query.value = { ...query.peek(), ...changes };
  };
  const { operation, origin, fact, from, until } = query.value;
  const choice = (
    label: string,
    value: string,
    options: readonly { readonly value: string; readonly label: string }[],
    onChange: (value: string) => void,
  ) => (
    <Field label={label}>
      {(ids) => <Select {...ids} {...{ value, options, onChange }} blank={t('history.any')} />}
    </Field>
  );
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
  const facts = HISTORY_FACTS.map((value) => ({ value, label: factText(value) }));
  return (
    <div class="history-fields">
      {choice(t('history.operation'), operation, operations.toSorted(byLabel), (value) =>
        change({ operation: value }),
      )}
      {choice(t('popup.activity.asker'), origin, origins, (value) => change({ origin: value }))}
      {choice(t('history.fact'), fact, facts, (value) =>
        change({ fact: HISTORY_FACTS.find((one) => one === value) ?? '' }),
      )}
      <Field label={t('history.from')}>
        {({ id }) => <DayInput id={id} value={from} onChange={(day) => change({ from: day })} />}
      </Field>
      <Field label={t('history.until')}>
        {({ id }) => <DayInput id={id} value={until} onChange={(day) => change({ until: day })} />}
      </Field>
    </div>
  );
}

/** Search and filters; the filters open on a click. */
export function HistoryFilterBar({ query, summary }: FilterProps) {
  const { typed } = query.value;
  const count = countFilters(query.value);
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
      <details class="history-more">
        <summary>{count === 0 ? t('history.filters') : t('history.filtersOn', { count })}</summary>
        <FilterFields query={query} summary={summary} />
        {count > 0 && (
          <Button
            small
            kind="quiet"
            onClick={() => {
              query.value = { ...EMPTY_QUERY, typed: query.peek().typed };
            }}
          >
            {t('history.clear')}
          </Button>
        )}
      </details>
    </div>
  );
}
