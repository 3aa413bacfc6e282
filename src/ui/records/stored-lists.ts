import * as v from 'valibot';
import type { QueryRow } from '../../protocol/operation-row.ts';
import { itemsOf, type Item, type Items } from './pickable-records.ts';
import { time } from '../../protocol/time.ts';

/*
 * Lists of records from an earlier opening of the page. The worker seals them on disk, in chunks: a long
 * list costs no message of megabytes, and its reading goes on where an earlier one was left.
 */

/** What the worker keeps by name, for one profile. Neither fails: what can't be had isn't there. */
export type RecordStore = {
  readonly get: (name: string) => Promise<unknown>;
  readonly set: (name: string, value: unknown) => Promise<void>;
};

const CHUNK_SIZE = 1000;

/** `at` is when it was read; `after` is the record before its first one. */
const storedChunk = v.object({
  at: time,
  after: v.nullable(v.string()),
  records: v.array(v.unknown()),
});

const chunkName = (list: string, chunk: number): string => `${list}#${chunk}`;

/** A piece of a list as it was read once. */
export type ListChunk = {
  readonly at: number;
  readonly after: string | null;
  /** The id of its last record. */
  readonly end: string | null;
  readonly items: Items;
};

/** What is stored of a list. */
export type StoredList = {
  readonly chunks: readonly ListChunk[];
  readonly items: Items;
  /** When the oldest chunk was read. */
  readonly at: number;
  /** The list has its end. */
  readonly isWhole: boolean;
};

function storedListOf(chunks: readonly ListChunk[], isWhole: boolean): StoredList {
  const items = new Map(chunks.flatMap((chunk) => [...chunk.items]));
  return { chunks, items, at: Math.min(...chunks.map(({ at }) => at)), isWhole };
}

/** The first chunk of a list, then all that there is. Nothing if there is none. */
export async function* readStoredList(
  store: RecordStore,
  list: string,
  listing: QueryRow,
): AsyncGenerator<StoredList> {
  const chunks: ListChunk[] = [];
  let next = store.get(chunkName(list, 0));
  for (;;) {
    const parsed = v.safeParse(storedChunk, await next);
    if (!parsed.success) break;
    const { at, after, records } = parsed.output;
    const items = itemsOf(listing, { [listing.lists?.member ?? '']: records });
    chunks.push({ at, after, end: [...items.keys()].at(-1) ?? null, items });
    const isWhole = records.length < CHUNK_SIZE;
    // The worker opens the next one while this one is drawn.
    if (!isWhole) next = store.get(chunkName(list, chunks.length));
    if (isWhole || chunks.length === 1) yield storedListOf(chunks, isWhole);
    if (isWhole) return;
  }
  if (chunks.length > 1) yield storedListOf(chunks, false);
}

/** The first chunks, as long as they follow each other without a gap and each is young enough. */
export function freshChunks(
  chunks: readonly ListChunk[],
  isFresh: (chunk: ListChunk) => boolean,
): readonly ListChunk[] {
  const other = chunks.findIndex(
    (chunk, at) => !isFresh(chunk) || chunk.after !== (chunks[at - 1]?.end ?? null),
  );
  return other < 0 ? chunks : chunks.slice(0, other);
}

/** Stores a list while it is read, behind chunks that are stored already. */
export function createListWriter(store: RecordStore, list: string, before: readonly ListChunk[]) {
  let chunk = before.length;
  let after = before.at(-1)?.end ?? null;
  let end = after;
  let records: unknown[] = [];
  let at: number | undefined;
  let writing = Promise.resolve();

  function write(readAt: number): void {
    const [name, value] = [chunkName(list, chunk), { at: at ?? readAt, after, records }];
    writing = writing.then(() => store.set(name, value));
    [chunk, after, at, records] = [chunk + 1, end, undefined, []];
  }

  return {
    /** Takes what was read at a time. */
    add: (items: readonly Item[], readAt: number): void => {
      for (const { id, record } of items) {
        at ??= readAt;
        end = id;
        records.push(record);
        if (records.length === CHUNK_SIZE) write(readAt);
      }
    },
    /** The list is complete. A chunk that isn't full says so, even an empty one. */
    close: (readAt: number): Promise<void> => {
      write(readAt);
      return writing;
    },
  };
}
