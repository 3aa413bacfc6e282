import type { RecordKind } from '../../protocol/fields.ts';
import type { Item, Items, KnownRecords } from './pickable-records.ts';
import { kindRow, RECORD_KINDS } from '../kinds.ts';
import { searchedOf, textOf } from './record-members.ts';
import type { ObjectPlace } from '../popup/route.ts';
import { foldCase, foldedWords, foldTexts, matcherOf } from '../components/typed-text.ts';

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

function foundOf(kind: RecordKind, item: Item, known: KnownRecords): Found {
  const { wholeId, nameMember } = kindRow(kind);
  const within = wholeId === undefined ? undefined : textOf(item, wholeId);
  const wholeName = within === undefined ? '' : (known.wallet?.get(within)?.name ?? '');
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
const indexed = new WeakMap<
  Items,
  { readonly wallets: Items | undefined; readonly all: Found[] }
>();

/** Records indexed in one go. A key typed meanwhile waits for one go at most. */
const SLICE = 1000;

function* indexSteps(kind: RecordKind, items: Items, known: KnownRecords) {
  const before = indexed.get(items);
  if (before && before.wallets === known.wallet) return before.all;
  const all: Found[] = [];
  for (const item of items.values()) {
    all.push(foundOf(kind, item, known));
    if (all.length % SLICE === 0) yield;
  }
  indexed.set(items, { wallets: known.wallet, all });
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
  const first: Found[] = [];
  const others: Found[] = [];
  for (const found of matches) {
    const group = found.start.startsWith(query) ? first : others;
    if (group.length < limit) group.push(found);
    if (first.length === limit) break;
  }
  return { index, query, matches, shown: [...first, ...others].slice(0, limit) };
}
