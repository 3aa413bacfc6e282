import type { RecordKind } from '../../protocol/fields.ts';
import { isId, type Item, type Items, type KnownRecords } from './pickable-records.ts';
import { kindRow, RECORD_KINDS } from '../kinds.ts';
import { searchedOf, searchTextOf, textOf } from './record-members.ts';
import type { ObjectPlace } from '../page/routes.ts';
import {
  filterTyped,
  foldCase,
  foldedWords,
  foldTexts,
  matcherOf,
} from '../components/typed-text.ts';

/*
 * One index over everything that has a name, an address or an id, so that a few keystrokes find any
 * object of the organization.
 */

/** A record that can be found. */
export type Found = {
  readonly place: ObjectPlace;
  readonly name: string;
  /** What else is shown of it: an address, an e-mail address. */
  readonly detail: string;
  /** Lower case: the name alone, and everything that is searched. */
  readonly start: string;
  readonly text: string;
};

/** The kinds that are searched, in the order of the results. */
export const SEARCHED_KINDS = RECORD_KINDS.filter((kind) => !kindRow(kind).isNotSearched);

/** The records that those of a kind are parts of, where one says which. */
function wholesOf(kind: RecordKind, known: KnownRecords): Items | undefined {
  const { partOf, wholeId } = kindRow(kind);
  return partOf && wholeId ? known[partOf] : undefined;
}

function foundOf(kind: RecordKind, item: Item, known: KnownRecords): Found {
  const { wholeId, nameMember } = kindRow(kind);
  const within = wholeId === undefined ? undefined : textOf(item, wholeId);
  const wholeName = within === undefined ? '' : (wholesOf(kind, known)?.get(within)?.name ?? '');
  const named = nameMember === undefined ? item.name : textOf(item, nameMember);
  const name = named || wholeName || item.name;
  const searched = searchedOf(kind, item);
  return {
    place: within === undefined ? { kind, id: item.id } : { kind, id: item.id, within },
    name,
    detail: searched[0] ?? '',
    start: foldCase(name),
    text: foldTexts([name, wholeName, item.id, ...searched]),
  };
}

/** Indexed lists by identity: a list that did not change is not indexed again. */
const indexed = new WeakMap<Items, { readonly wholes: Items | undefined; readonly all: Found[] }>();

/** Records indexed in one go. A key typed meanwhile waits for one go at most. */
const SLICE = 1000;

function* indexSteps(kind: RecordKind, items: Items, known: KnownRecords) {
  const before = indexed.get(items);
  const wholes = wholesOf(kind, known);
  if (before && before.wholes === wholes) return before.all;
  const all: Found[] = [];
  for (const item of items.values()) {
    all.push(foundOf(kind, item, known));
    if (all.length % SLICE === 0) yield;
  }
  indexed.set(items, { wholes, all });
  return all;
}

/** Indexes everything that can be found, by kind, in steps that each take a moment. */
export function* searchIndexSteps(known: KnownRecords): Generator<void, readonly Found[]> {
  const index: (readonly Found[])[] = [];
  for (const kind of SEARCHED_KINDS) {
    const items = known[kind];
    if (items) index.push(yield* indexSteps(kind, items, known));
  }
  return index.flat();
}

/** The first matches, those whose folded name starts with what was typed before others. */
function firstMatches<T>(
  matches: readonly T[],
  query: string,
  limit: number,
  startOf: (match: T) => string,
): readonly T[] {
  const first: T[] = [];
  const others: T[] = [];
  for (const match of matches) {
    const group = startOf(match).startsWith(query) ? first : others;
    if (group.length < limit) group.push(match);
    if (first.length === limit) break;
  }
  return [...first, ...others].slice(0, limit);
}

/** How many matches a picker draws at once; more are counted, not drawn. */
export const MAX_SHOWN = 50;

export type Matches = {
  readonly shown: readonly Item[];
  /** Matches that are not shown. */
  readonly more: number;
  /** The typed text as an id that the list does not have: may be used all the same. */
  readonly pasted: string | undefined;
};

/** Records of a kind whose text has every word that was typed. */
export function search(kind: RecordKind, items: Items, typed: string): Matches {
  const query = foldedWords(typed).join(' ');
  const found = filterTyped([...items.values()], typed, (item) => searchTextOf(kind, item));
  const pasted = isId(typed) && !items.has(typed.trim()) ? typed.trim() : undefined;
  return {
    shown: firstMatches(found, query, MAX_SHOWN, ({ name }) => foldCase(name)),
    more: Math.max(0, found.length - MAX_SHOWN),
    pasted,
  };
}

/** What was found for a text. */
export type Search = {
  readonly index: readonly Found[];
  readonly query: string;
  readonly matches: readonly Found[];
  /** The first ones: names that start with the text come before others. */
  readonly shown: readonly Found[];
};

/**
 * The records whose text has every word that was typed.
 * @param before an earlier search: where more was typed since, only its matches can match
 */
export function searchRecords(
  index: readonly Found[],
  typed: string,
  limit: number,
  before?: Search,
): Search {
  const query = foldedWords(typed).join(' ');
  if (query === '') return { index, query, matches: [], shown: [] };
  const isFound = matcherOf(query);
  const isNarrower = before?.index === index && before.query && query.startsWith(before.query);
  const matches = (isNarrower ? before.matches : index).filter(({ text }) => isFound(text));
  const shown = firstMatches(matches, query, limit, ({ start }) => start);
  return { index, query, matches, shown };
}
