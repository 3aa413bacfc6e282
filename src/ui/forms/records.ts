import { batch, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { OwnerSearch } from '../../client/address-owner.ts';
import type { Client } from '../../client/client.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { RecordKind } from '../../protocol/fields.ts';
import type { QueryRow } from '../../protocol/operation-row.ts';
import { listQueryOf, MAX_PAGE_SIZE, showQueryOf } from '../../protocol/operations.ts';
import { toReadError } from '../components/errors.ts';
import { isMembers, type Values } from './draft.ts';
import { itemsOf, SOURCES, type Item, type Items } from './pickable-records.ts';

/** Asks a query row; rejects with KeystampError only. */
export type Query = (operation: string, parameters: Values) => Promise<Values>;

/** Asks the service through the worker, for a profile. */
export function createQuery(client: Client, profileId: string): Query {
  return async (operation, parameters) => {
    const input = { profileId, operation, parameters: { ...parameters } };
    return client.call('query', input).catch((error: unknown) => {
      throw toReadError(error);
    });
  };
}

/** What is read at once: all records of a kind, those that belong to one other record, or one. */
export type ListKey = RecordKind | `${RecordKind}/${string}` | `${RecordKind}=${string}`;

/** The list of the parts of a record, such as the accounts of a wallet. */
export const partsKey = (kind: RecordKind, wholeId: string): ListKey => `${kind}/${wholeId}`;
/** One record, read on its own. */
export const recordKey = (kind: RecordKind, id: string): ListKey => `${kind}=${id}`;

type Lists<T> = Readonly<Partial<Record<ListKey, T>>>;
/** The lists that were read. */
export type KnownLists = Lists<Items>;

/** What is known of the organization's records. */
export type Records = {
  readonly known: ReadonlySignal<Lists<Items>>;
  /** Why a list of records could not be had. */
  readonly loadErrors: ReadonlySignal<Lists<KeystampError>>;
  /** Reads a list, unless that happened in the last seconds. What is known stays until then. */
  readonly load: (list: ListKey) => Promise<void>;
  /** Looks for what of the organization has an address, a step at a time. */
  readonly findOwner: (address: string) => AsyncGenerator<OwnerSearch>;
  /** Reads again what was read before of some kinds. */
  readonly reload: (kinds: readonly RecordKind[]) => Promise<void>;
};

export type RecordsEffects = {
  readonly query: Query;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/**
 * A list that is younger is not read again; as on the first screen. For a list in pages this is the age
 * for each page that it took, so that a long one does not use up the service's rate.
 */
const MAX_AGE_MS = 10_000;

/** A copy that lacks one member. */
export function omit<T>(
  from: Readonly<Record<string, T>>,
  name: string,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(from).filter(([key]) => key !== name));
}

const LIST_KEY = /^(\w+)(?:([/=])(.+))?$/;

/** How to read a list. Undefined where the service has no query for it. */
function readerOf(key: ListKey): ((query: Query) => Promise<Items>) | undefined {
  const [, name, sign, id = ''] = LIST_KEY.exec(key) ?? [];
  const kind = SOURCES.find((source) => source === name);
  if (!kind) return undefined;
  if (sign === '=') return recordReader(kind, id);
  const listing = listQueryOf(kind);
  if (!listing) return undefined;
  const { within } = listing.lists ?? {};
  if (sign === undefined) return (query) => readList(query, listing, {});
  return within && ((query) => readList(query, listing, { [within.field]: id }));
}

function recordReader(kind: RecordKind, id: string) {
  const showing = showQueryOf(kind);
  const facts = showing?.shows;
  if (!showing || !facts) return undefined;
  return async (query: Query): Promise<Items> => {
    const record = (await query(showing.name, { [facts.id]: id }))[facts.member];
    const name = isMembers(record) ? record[listQueryOf(kind)?.lists?.name ?? ''] : undefined;
    if (!isMembers(record)) return new Map();
    return new Map([[id, { id, name: typeof name === 'string' ? name : '', record }]]);
  };
}

/**
 * A whole list, page after page where it comes in pages. A service that repeats a page would have no
 * end: a page without anything new is the last.
 */
async function readList(query: Query, listing: QueryRow, narrow: Values): Promise<Items> {
  if (!listing.lists?.paged) return itemsOf(listing, await query(listing.name, narrow));
  const all = new Map<string, Item>();
  for (let after: string | undefined; ;) {
    const paginationOptions = {
      limit: String(MAX_PAGE_SIZE),
      ...(after !== undefined && { after }),
    };
    const page = itemsOf(listing, await query(listing.name, { ...narrow, paginationOptions }));
    const newItems = [...page].filter(([id]) => !all.has(id));
    for (const [id, item] of newItems) all.set(id, item);
    if (page.size < MAX_PAGE_SIZE || newItems.length === 0) return all;
    after = newItems.at(-1)?.[0];
  }
}

/** Whose an address is, remembered once it is found: that it is nobody's may change at any time. */
function createOwnerFinder(query: Query) {
  const own = new Map<string, OwnerSearch>();
  async function* findOwner(address: string): AsyncGenerator<OwnerSearch> {
    const known = own.get(address);
    if (known) {
      yield known;
      return;
    }
    // It comes with the hashes of all chains.
    const { searchOwner } = await import('../../client/address-owner.ts');
    for await (const search of searchOwner(query, address)) {
      if (search.kind === 'own') own.set(address, search);
      yield search;
    }
  }
  return { findOwner, forgetOwners: () => own.clear() };
}

/** The lists of records of one profile. */
export function createRecords({ query, now }: RecordsEffects): Records {
  const known = signal<Lists<Items>>({});
  const loadErrors = signal<Lists<KeystampError>>({});
  const loading = new Map<ListKey, Promise<void>>();
  const loadedAt = new Map<ListKey, number>();
  const { findOwner, forgetOwners } = createOwnerFinder(query);

  async function fetchList(key: ListKey): Promise<void> {
    const readItems = readerOf(key);
    if (!readItems) return;
    const startedAt = now();
    try {
      const items = await readItems(query);
      loadedAt.set(key, startedAt);
      batch(() => {
        known.value = { ...known.peek(), [key]: items };
        loadErrors.value = omit(loadErrors.peek(), key);
      });
    } catch (error) {
      const failure = error instanceof KeystampError ? error : new KeystampError('internal');
      loadErrors.value = { ...loadErrors.peek(), [key]: failure };
    }
  }

  function start(key: ListKey): Promise<void> {
    const running = loading.get(key) ?? fetchList(key).finally(() => loading.delete(key));
    loading.set(key, running);
    return running;
  }

  async function load(key: ListKey): Promise<void> {
    const age = Math.abs(now() - (loadedAt.get(key) ?? -Infinity));
    const pages = Math.ceil((known.peek()[key]?.size ?? 0) / MAX_PAGE_SIZE) || 1;
    if (age > pages * MAX_AGE_MS || loading.has(key)) await start(key);
  }

  /** A list that is being read may be of the time before: it is read once more. */
  async function reload(kinds: readonly RecordKind[]): Promise<void> {
    forgetOwners();
    const all = [...new Set([...loadedAt.keys(), ...loading.keys()])];
    const keys = all.filter((key) => kinds.some((kind) => kind === LIST_KEY.exec(key)?.[1]));
    await Promise.all(keys.map(async (key) => loading.get(key)));
    await Promise.all(keys.map(start));
  }

  return { known, loadErrors, load, reload, findOwner };
}
