import { useEffect, useState } from 'preact/hooks';
import { ROWS } from '../../protocol/operations.ts';
import { t } from '../i18n.ts';
import { DayFields, FilterChoice, FilterDetails } from '../components/filter-details.tsx';
import { Select, TextInput } from '../components/inputs.tsx';
import { visibleText } from '../forms/visible.ts';
import { rowText } from '../forms/words.ts';
import { useRecords } from '../records/object-state.ts';
import { ANY_ACTIVITY, countFilters, PROGRESS, type ActivityQuery } from './activity-query.ts';

type ChangeQuery = (changes: Partial<ActivityQuery>) => void;
type FilterOption = { readonly value: string; readonly label: string };

const byLabel = (a: FilterOption, b: FilterOption) => a.label.localeCompare(b.label);

function TypeChoice({ value, change }: { readonly value: string; readonly change: ChangeQuery }) {
  const options = ROWS.filter(({ kind }) => kind === 'submit').map((row) => ({
    value: row.name,
    label: rowText(row, 'title'),
  }));
  return (
    <FilterChoice
      label={t('feed.type')}
      value={value}
      options={options.toSorted(byLabel)}
      onChange={(operation) => change({ operation })}
    />
  );
}

function PersonChoice({ value, change }: { readonly value: string; readonly change: ChangeQuery }) {
  const records = useRecords();
  useEffect(() => void records.load('user'), [records]);
  const users = [...(records.known.value.user ?? [])];
  const options = users.map(([id, { name }]) => ({ value: id, label: visibleText(name) }));
  return (
    <FilterChoice
      label={t('feed.person')}
      value={value}
      options={options.toSorted(byLabel)}
      onChange={(person) => change({ person })}
    />
  );
}

/** What is asked for, and the fields to ask with: the progress and who asked only where activities differ in it. */
export function useActivityFilter(has: { readonly progress: boolean; readonly person: boolean }) {
  const [query, setQuery] = useState(ANY_ACTIVITY);
  const change: ChangeQuery = (changes) => setQuery((current) => ({ ...current, ...changes }));
  const { typed, progress, operation, person, from, until } = query;
  const fields = (
    <div class="stack-near">
      <div class="filter-fields">
        <TextInput
          type="search"
          value={typed}
          onInput={(text) => change({ typed: text })}
          placeholder={t('popup.activities.search')}
          aria-label={t('popup.activities.search')}
        />
        {has.progress && (
          <Select
            value={progress}
            aria-label={t('popup.activities.progress')}
            options={PROGRESS.map((value) => ({
              value,
              label: t(`popup.activities.progress.${value}`),
            }))}
            onChange={(value) =>
              change({ progress: PROGRESS.find((one) => one === value) ?? 'all' })
            }
          />
        )}
      </div>
      <FilterDetails
        count={countFilters(query)}
        onClear={() => setQuery({ ...ANY_ACTIVITY, typed, progress })}
      >
        <TypeChoice value={operation} change={change} />
        {has.person && <PersonChoice value={person} change={change} />}
        <DayFields from={from} until={until} onChange={change} />
      </FilterDetails>
    </div>
  );
  // A field that isn't there asks for nothing.
  const applied = { ...query, ...(!has.progress && { progress: 'all' as const }) };
  return { query: has.person ? applied : { ...applied, person: '' }, fields };
}
