import type { RecordKind } from '../../protocol/fields.ts';
import type { QueryRow } from '../../protocol/operation-row.ts';
import { listQueryOf, MAX_PAGE_SIZE, showQueryOf } from '../../protocol/operations.ts';
import { isMembers, type Values } from '../../protocol/parse.ts';
import { itemsOf, type Items } from './pickable-records.ts';
import { kindRow, readKind } from '../kinds.ts';

/** Asks a query row; rejects with KeystampError only. */
export type Query = (operation: string, parameters: Values) => Promise<Values>;

/** What is read at once: all records of a kind, those that belong to one other record, or one. */
export type ListKey = RecordKind | `${RecordKind}/${string}` | `${RecordKind}=${string}`;

/** The list of the parts of a record, such as the accounts of a wallet. */
export const partsKey = (kind: RecordKind, wholeId: string): ListKey => `${kind}/${wholeId}`;
/** One record, read on its own. */
export const recordKey = (kind: RecordKind, id: string): ListKey => `${kind}=${id}`;

const LIST_KEY = /^(\w+)(?:([/=])(.+))?$/;

/** How a list is read. */
export type Source = {
  readonly kind: RecordKind;
  /** The query that lists it, where an earlier list is worth keeping. */
  readonly listing: QueryRow | undefined;
  /** Page after page, from the start or after a record. */
  readonly pages: (query: Query, after: string | null) => AsyncGenerator<Items>;
};

/** Undefined where the service has no query for it. */
export function sourceOf(key: ListKey): Source | undefined {
  const [, name, sign, id = ''] = LIST_KEY.exec(key) ?? [];
  const kind = readKind(name);
  if (!kind) return undefined;
  if (sign === '=') return recordSource(kind, id);
  const listing = listQueryOf(kind);
  const { within } = listing?.lists ?? {};
  if (!listing || (sign !== undefined && !within)) return undefined;
  const narrow = sign === undefined || !within ? {} : { [within.field]: id };
  const pages: Source['pages'] = (query, after) => pagesOf(query, listing, narrow, after);
  return { kind, listing: kindRow(kind).isNeverStored ? undefined : listing, pages };
}

function recordSource(kind: RecordKind, id: string): Source | undefined {
  const showing = showQueryOf(kind);
  const facts = showing?.shows;
  if (!showing || !facts) return undefined;
  async function* pages(query: Query): AsyncGenerator<Items> {
    const record = (await query(showing?.name ?? '', { [facts?.id ?? '']: id }))[
      facts?.member ?? ''
    ];
    const name = isMembers(record) ? record[listQueryOf(kind)?.lists?.name ?? ''] : undefined;
    if (!isMembers(record)) return;
    yield new Map([[id, { id, name: typeof name === 'string' ? name : '', record }]]);
  }
  return { kind, listing: undefined, pages };
}

/** The pages of a list, or the one that it is. */
async function* pagesOf(
  query: Query,
  listing: QueryRow,
  narrow: Values,
  start: string | null,
): AsyncGenerator<Items> {
  if (!listing.lists?.paged) {
    yield itemsOf(listing, await query(listing.name, narrow));
    return;
  }
  for (let after = start; ;) {
    const paginationOptions = { limit: String(MAX_PAGE_SIZE), ...(after !== null && { after }) };
    const page = itemsOf(listing, await query(listing.name, { ...narrow, paginationOptions }));
    yield page;
    if (page.size < MAX_PAGE_SIZE) return;
    after = [...page.keys()].at(-1) ?? null;
  }
}

/** The kind of the records in a list. */
export const kindOf = (key: string): RecordKind | undefined => readKind(LIST_KEY.exec(key)?.[1]);
