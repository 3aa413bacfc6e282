import * as v from 'valibot';
import type { QueryRow } from '../../protocol/operation-row.ts';
import { itemsOf, type Item, type Items } from './pickable-records.ts';
import { time } from '../../protocol/time.ts';

/*
 * Lists of records from an earlier opening of the page. The worker seals them on disk, in parts: a long
 * list costs no message of megabytes, and its reading goes on where an earlier one was left.
 */

/** What the worker keeps by name, for one profile. Neither fails: what can't be had isn't there. */
export type RecordStore = {
  readonly get: (name: string) => Promise<unknown>;
  readonly set: (name: string, value: unknown) => Promise<void>;
};

const PART_SIZE = 1000;

/** `at` is when it was read; `after` is the record before its first one. */
const partSchema = v.object({
  at: time,
  after: v.nullable(v.string()),
  records: v.array(v.unknown()),
});

const partName = (list: string, part: number): string => `${list}#${part}`;

/** Part of a list as it was read once. */
export type KeptPart = {
  readonly at: number;
  readonly after: string | null;
  /** The id of its last record. */
  readonly end: string | null;
  readonly items: Items;
};

/** What was kept of a list. */
export type Recalled = {
  readonly parts: readonly KeptPart[];
  readonly items: Items;
  /** When the oldest part was read. */
  readonly at: number;
  /** The list has its end. */
  readonly isWhole: boolean;
};

function recalledOf(parts: readonly KeptPart[], isWhole: boolean): Recalled {
  const items = new Map(parts.flatMap((part) => [...part.items]));
  return { parts, items, at: Math.min(...parts.map(({ at }) => at)), isWhole };
}

/** The first part of a list, then all that there is. Nothing if there is none. */
export async function* recall(
  store: RecordStore,
  list: string,
  listing: QueryRow,
): AsyncGenerator<Recalled> {
  const parts: KeptPart[] = [];
  let next = store.get(partName(list, 0));
  for (;;) {
    const parsed = v.safeParse(partSchema, await next);
    if (!parsed.success) break;
    const { at, after, records } = parsed.output;
    const items = itemsOf(listing, { [listing.lists?.member ?? '']: records });
    parts.push({ at, after, end: [...items.keys()].at(-1) ?? null, items });
    const isWhole = records.length < PART_SIZE;
    // The worker opens the next one while this one is drawn.
    if (!isWhole) next = store.get(partName(list, parts.length));
    if (isWhole || parts.length === 1) yield recalledOf(parts, isWhole);
    if (isWhole) return;
  }
  if (parts.length > 1) yield recalledOf(parts, false);
}

/** The first parts, as long as they follow each other without a gap and each is young enough. */
export function firstFresh(
  parts: readonly KeptPart[],
  isFresh: (part: KeptPart) => boolean,
): readonly KeptPart[] {
  const other = parts.findIndex(
    (part, at) => !isFresh(part) || part.after !== (parts[at - 1]?.end ?? null),
  );
  return other < 0 ? parts : parts.slice(0, other);
}

/** Keeps a list while it is read, behind parts that are kept already. */
export function createKeeper(store: RecordStore, list: string, before: readonly KeptPart[]) {
  let part = before.length;
  let after = before.at(-1)?.end ?? null;
  let end = after;
  let records: unknown[] = [];
  let at: number | undefined;
  let writing = Promise.resolve();

  function write(readAt: number): void {
    const [name, value] = [partName(list, part), { at: at ?? readAt, after, records }];
    writing = writing.then(() => store.set(name, value));
    [part, after, at, records] = [part + 1, end, undefined, []];
  }

  return {
    /** Takes what was read at a time. */
    add: (items: readonly Item[], readAt: number): void => {
      for (const { id, record } of items) {
        at ??= readAt;
        end = id;
        records.push(record);
        if (records.length === PART_SIZE) write(readAt);
      }
    },
    /** The list is complete. A part that isn't full says so, even an empty one. */
    close: (readAt: number): Promise<void> => {
      write(readAt);
      return writing;
    },
  };
}
