import { signal, type Signal } from '@preact/signals';
import type { HistoryFact, HistoryFilter } from '../../../protocol/history.ts';
import type { Store } from '../../page/store.ts';
import { midnightOf } from '../../components/days.ts';
import { filterTyped, foldedWords, foldTexts } from '../../components/typed-text.ts';

/** What a person looks for. */
export type HistoryQuery = {
  readonly typed: string;
  readonly operation: string;
  readonly origin: string;
  readonly fact: HistoryFact | '';
  /** Days as a date field has them, such as `2027-01-31`; empty for any. */
  readonly from: string;
  readonly until: string;
};

export const EMPTY_QUERY: HistoryQuery = {
  typed: '',
  operation: '',
  origin: '',
  fact: '',
  from: '',
  until: '',
};

/** How many of the fields of a filter are set; the search isn't one of them. */
export const countFilters = ({ typed: _typed, ...fields }: HistoryQuery): number =>
  Object.values(fields).filter((value) => value !== '').length;

/** What a typed word may stand for, by names that only the page knows. */
export type NamesOfWords = {
  /** The operation's name and what the page calls it. */
  readonly operations: readonly (readonly [name: string, title: string])[];
  readonly profiles: readonly (readonly [id: string, name: string])[];
};

const MAX_WORDS = 8;

/** The filter that the worker is asked with. */
export function filterOf(query: HistoryQuery, names: NamesOfWords): HistoryFilter {
  const { typed, operation, origin, fact, from, until } = query;
  const words = foldedWords(typed).slice(0, MAX_WORDS);
  const named = (all: NamesOfWords['operations'], word: string) =>
    filterTyped(all, word, foldTexts).map(([id]) => id);
  return {
    operation: operation || null,
    origin: origin || null,
    fact: fact || null,
    from: midnightOf(from),
    until: midnightOf(until, 1),
    words: words.map((word) => ({
      prefix: word.slice(0, 100),
      operations: named(names.operations, word),
      profiles: named(names.profiles, word),
    })),
  };
}

/** What stays while a person looks at one record. */
export type HistoryState = {
  readonly query: Signal<HistoryQuery>;
  readonly scrollTop: Signal<number>;
};

const byStore = new WeakMap<Store, HistoryState>();

export function historyStateOf(store: Store): HistoryState {
  const known = byStore.get(store);
  if (known) return known;
  const created = { query: signal(EMPTY_QUERY), scrollTop: signal(0) };
  byStore.set(store, created);
  return created;
}
