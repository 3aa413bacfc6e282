import * as v from 'valibot';
import { batch, computed, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { OwnerSearch } from '../../client/address-owner.ts';
import type { Asset } from '../../client/balances.ts';
import type { Client } from '../../client/client.ts';
import type { ListedAccount } from '../../client/import/account-proof.ts';
import { walletAccount } from '../../protocol/service-records.ts';
import type { EvmChain } from '../../protocol/enums.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { RecordKind } from '../../protocol/fields.ts';
import { MAX_PAGE_SIZE } from '../../protocol/operations.ts';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import { toReadError } from '../components/errors.ts';
import { appliedEdits, withEdits, type AppliedEdit } from './applied-edits.ts';
import {
  createListWriter,
  freshChunks,
  readStoredList,
  type ListChunk,
  type StoredList,
  type RecordStore,
} from './stored-lists.ts';
import {
  kindOf,
  partsKey,
  sourceOf,
  type ListKey,
  type Query,
  type Source,
} from './list-sources.ts';
import type { Item, Items } from './pickable-records.ts';

/** Asks the service through the worker, for a profile. */
export function createQuery(client: Client, profileId: string): Query {
  return async (operation, parameters) => {
    const input = { profileId, operation, parameters: { ...parameters } };
    return client.call('query', input).catch((error: unknown) => {
      throw toReadError(error);
    });
  };
}

type Lists<T> = Readonly<Partial<Record<ListKey, T>>>;
/** The lists that were read. */
export type KnownLists = Lists<Items>;

/** What is known of the organization's records. */
export type Records = {
  readonly known: ReadonlySignal<Lists<Items>>;
  /** For lists that were not read since the page opened: when they were read before. */
  readonly asOf: ReadonlySignal<Lists<number>>;
  /** Why a list of records could not be had. */
  readonly loadErrors: ReadonlySignal<Lists<KeystampError>>;
  /** How many records of a list in pages were read so far, while it is being read. */
  readonly progress: ReadonlySignal<Lists<number>>;
  /** Reads a list, unless that happened in the last seconds. What is known stays until then. */
  readonly load: (list: ListKey) => Promise<void>;
  /** Looks for what of the organization has an address, a step at a time. */
  readonly findOwner: (address: string) => AsyncGenerator<OwnerSearch>;
  /** What an account has on a chain now, by the service's word. Throws the errors of reading. */
  readonly readAssets: (address: string, chain: EvmChain) => Promise<readonly Asset[]>;
  /** Reads again what was read before of some kinds. */
  readonly reload: (kinds: readonly RecordKind[]) => Promise<void>;
};

export type RecordsEffects = {
  readonly query: Query;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Where lists are kept for the next opening of the page. */
  readonly store?: RecordStore;
  /** The profile's newest activities: what they changed is shown before it is read. */
  readonly entries?: () => readonly EntryView[];
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

/**
 * What an address has, read each time, and whose it is, remembered once it is found: that it is nobody's
 * may change at any time.
 */
function createAddressReads(query: Query) {
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
  const readAssets: Records['readAssets'] = async (address, chain) =>
    (await import('../../client/balances.ts')).readAssets(query, address, chain);
  return { findOwner, readAssets, forgetOwners: () => own.clear() };
}

/** Lists with what was changed here after they were read. The same ones if nothing was. */
function editedLists(
  lists: Lists<Items>,
  readAt: ReadonlyMap<string, number>,
  edits: readonly AppliedEdit[],
): Lists<Items> {
  const edited = Object.entries(lists).flatMap(([key, items]) => {
    const kind = kindOf(key);
    const changed = kind && items && withEdits(items, kind, readAt.get(key) ?? 0, edits);
    return !changed || changed === items ? [] : [[key, changed] as const];
  });
  return edited.length === 0 ? lists : { ...lists, ...Object.fromEntries(edited) };
}

/** What is shown of lists, and why something isn't. */
function createShownLists(entries: () => readonly EntryView[]) {
  const read = signal<Lists<Items>>({});
  const asOf = signal<Lists<number>>({});
  const loadErrors = signal<Lists<KeystampError>>({});
  const readAt = new Map<ListKey, number>();
  const show = (key: ListKey, items: Items, at: number) => {
    readAt.set(key, at);
    read.value = { ...read.peek(), [key]: items };
  };
  return {
    known: computed(() => editedLists(read.value, readAt, appliedEdits(entries()))),
    asOf,
    loadErrors,
    keys: () => [...readAt.keys()],
    items: (key: ListKey) => read.peek()[key],
    showStored: (key: ListKey, { items, at }: StoredList, isFresh: boolean) =>
      batch(() => {
        show(key, items, at);
        asOf.value = isFresh ? omit(asOf.peek(), key) : { ...asOf.peek(), [key]: at };
      }),
    showRead: (key: ListKey, items: Items, at: number) =>
      batch(() => {
        show(key, items, at);
        asOf.value = omit(asOf.peek(), key);
        loadErrors.value = omit(loadErrors.peek(), key);
      }),
    showError: (key: ListKey, error: unknown) => {
      const failure = error instanceof KeystampError ? error : new KeystampError('internal');
      loadErrors.value = { ...loadErrors.peek(), [key]: failure };
    },
  };
}

/** The longest that a list may have been read before it is read again. */
function maxAgeOf(key: ListKey, items: Items | undefined): number {
  const isPaged = sourceOf(key)?.listing?.lists?.paged === true;
  const pages = isPaged ? Math.ceil((items?.size ?? 0) / MAX_PAGE_SIZE) : 1;
  return Math.max(pages, 1) * MAX_AGE_MS;
}

/** Whether something was changed here after a moment. */
const isChangedSince = (at: number, entries: readonly EntryView[]): boolean =>
  entries.some(({ state, updatedAt }) => state === 'completed' && updatedAt >= at);

type ShownLists = ReturnType<typeof createShownLists>;

/**
 * What earlier openings of the page have left.
 * @param isRead whether a list was read since, or is being read
 */
function createStoredReads(
  { store, now, entries = () => [] }: RecordsEffects,
  shown: ShownLists,
  isRead: (key: ListKey) => boolean,
) {
  const running = new Map<ListKey, Promise<void>>();
  /** What was read so lately that reading goes on behind it. */
  const usable = new Map<ListKey, readonly ListChunk[]>();
  /** When a list was read that is too young to be read again. */
  const freshAt = new Map<ListKey, number>();

  async function readStored(key: ListKey): Promise<void> {
    const listing = sourceOf(key)?.listing;
    if (!store || !listing) return;
    for await (const list of readStoredList(store, key, listing)) {
      if (isRead(key)) return;
      const { chunks, items, at, isWhole } = list;
      const maxAge = maxAgeOf(key, items);
      const isYoung = (chunk: ListChunk) =>
        Math.abs(now() - chunk.at) <= maxAge && !isChangedSince(chunk.at, entries());
      const young = freshChunks(chunks, isYoung);
      const isFresh = young.length === chunks.length;
      shown.showStored(key, list, isFresh);
      if (isFresh && isWhole) freshAt.set(key, at);
      else if (listing.lists?.paged) usable.set(key, young);
    }
  }

  return {
    freshAt: (key: ListKey) => freshAt.get(key),
    once: (key: ListKey): Promise<void> => {
      const stored = running.get(key) ?? readStored(key);
      running.set(key, stored);
      return stored;
    },
    /** The chunks that reading goes on behind, once. */
    takeUsable: (key: ListKey): readonly ListChunk[] => {
      const chunks = usable.get(key) ?? [];
      usable.delete(key);
      return chunks;
    },
  };
}

/** The lists of records of one profile. */
export function createRecords(effects: RecordsEffects): Records {
  const { query, now, store, entries = () => [] } = effects;
  const shown = createShownLists(entries);
  const { known, asOf, loadErrors } = shown;
  const progress = signal<Lists<number>>({});
  const loading = new Map<ListKey, Promise<void>>();
  const loadedAt = new Map<ListKey, number>();
  const stored = createStoredReads(effects, shown, (key) => loadedAt.has(key) || loading.has(key));
  const { forgetOwners, ...reads } = createAddressReads(query);

  /** Reads a list from the service, and keeps it. */
  async function readList(key: ListKey, { listing, pages }: Source): Promise<void> {
    const chunks = stored.takeUsable(key);
    const at = Math.min(now(), ...chunks.map((chunk) => chunk.at));
    const all = new Map(chunks.flatMap(({ items }) => [...items]));
    const writer = store && listing && createListWriter(store, key, chunks);
    let askedAt = now();
    for await (const page of pages(query, chunks.at(-1)?.end ?? null)) {
      const unseen = [...page.values()].filter(({ id }) => !all.has(id));
      for (const item of unseen) all.set(item.id, item);
      if (listing?.lists?.paged) progress.value = { ...progress.peek(), [key]: all.size };
      writer?.add(unseen, askedAt);
      askedAt = now();
      // A service that repeats a page would have no end.
      if (unseen.length === 0) break;
    }
    loadedAt.set(key, at);
    shown.showRead(key, all, at);
    void writer?.close(askedAt);
  }

  async function fetchList(key: ListKey): Promise<void> {
    const source = sourceOf(key);
    if (!source) return;
    try {
      await readList(key, source);
    } catch (error) {
      shown.showError(key, error);
      // A single record isn't kept, but the list that it is in may be.
      await stored.once(source.kind);
    } finally {
      if (key in progress.peek()) progress.value = omit(progress.peek(), key);
    }
  }

  function start(key: ListKey): Promise<void> {
    const running = loading.get(key) ?? fetchList(key).finally(() => loading.delete(key));
    loading.set(key, running);
    return running;
  }

  async function load(key: ListKey): Promise<void> {
    if (store) await stored.once(key);
    const at = loadedAt.get(key) ?? stored.freshAt(key) ?? -Infinity;
    const age = Math.abs(now() - at);
    if (age > maxAgeOf(key, shown.items(key)) || loading.has(key)) await start(key);
  }

  /** A list that is being read may be of the time before: it is read once more. */
  async function reload(kinds: readonly RecordKind[]): Promise<void> {
    forgetOwners();
    const all = [...new Set([...shown.keys(), ...loading.keys()])];
    const keys = all.filter((key) => kinds.some((kind) => kind === kindOf(key)));
    await Promise.all(keys.map(async (key) => loading.get(key)));
    for (const key of keys) stored.takeUsable(key);
    await Promise.all(keys.map(start));
  }

  return { known, asOf, loadErrors, progress, load, reload, ...reads };
}

/** A list, or one record, read now. Throws the errors of reading. */
export async function readItems(records: Records, key: ListKey): Promise<readonly Item[]> {
  await records.load(key);
  const error = records.loadErrors.peek()[key];
  if (error) throw error;
  return [...(records.known.peek()[key]?.values() ?? [])];
}

const Account = v.pick(walletAccount, ['path', 'curve', 'addressFormat', 'address', 'publicKey']);

/** All accounts of a wallet. Throws the errors of reading. */
export async function readAccounts(
  records: Records,
  walletId: string,
): Promise<readonly ListedAccount[]> {
  const items = await readItems(records, partsKey('walletAccount', walletId));
  return items.map(({ record }) => {
    const account = v.safeParse(Account, record);
    if (!account.success) throw new KeystampError('service_malformed');
    return account.output;
  });
}
