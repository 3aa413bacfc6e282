import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { createHistory, type History } from '../../src/history/history.ts';
import type { HistoryRetention } from '../../src/protocol/history.ts';
import type { Area, Item } from '../../src/storage/area.ts';
import { createConnection, type Connect } from '../../src/storage/database.ts';
import { memoryArea } from '../storage/memory-area.ts';

export const KEY = new Uint8Array(32).fill(9);
export const START = Date.UTC(2027, 0, 31, 12);
export const DAY_MS = 86_400_000;

/** The choice how long to keep records, in memory. */
function retentionItem(): Item<HistoryRetention> {
  let value: HistoryRetention | undefined;
  return {
    get: async () => value,
    set: async (days) => void (value = days),
    remove: async () => void (value = undefined),
  };
}

/** A history beside other things that a test writes, under one key that is always in memory. */
export const historyBeside = (connect: Connect, session: Area = memoryArea()): History =>
  createHistory({
    connect,
    session,
    second: memoryArea(),
    outboxKeys: async () => KEY,
    now: Date.now,
    retention: retentionItem(),
  });

/** A browser's disk and memory, over which workers come and go. */
export function createHistoryBrowser() {
  globalThis.indexedDB = new IDBFactory();
  const browser = {
    connect: createConnection({ pause: () => Promise.resolve() }),
    session: memoryArea(),
    second: memoryArea(),
    retention: retentionItem(),
    keys: KEY as Uint8Array<ArrayBuffer> | undefined,
    now: START,
    /** A new worker. */
    open: (): History =>
      createHistory({
        connect: browser.connect,
        session: browser.session,
        second: browser.second,
        outboxKeys: async () => browser.keys,
        now: () => browser.now,
        retention: browser.retention,
      }),
    /** The browser ends: what was in memory is gone, keys as well. */
    restart: (): void => {
      browser.session.values.clear();
      browser.keys = undefined;
    },
  };
  return browser;
}
export type HistoryBrowser = ReturnType<typeof createHistoryBrowser>;

type Row = { sequence: number; terms: readonly string[]; [member: string]: unknown };

/** Writes to the store behind the extension's back, as whoever has the disk can. */
export async function tamper(
  { connect }: Pick<HistoryBrowser, 'connect'>,
  change: (rows: Row[], head: Record<string, unknown> | undefined) => void,
): Promise<void> {
  const db = await connect();
  const rows: Row[] = (await db.getAll('history')).map((row) => ({ ...row }));
  const head = (await db.get('historyHead', 'head')) as Record<string, unknown> | undefined;
  change(rows, head);
  const transaction = db.transaction(['history', 'historyHead'], 'readwrite');
  const store = transaction.objectStore('history');
  await store.clear();
  for (const row of rows) await store.put(row);
  const heads = transaction.objectStore('historyHead');
  await heads.clear();
  if (head && Object.keys(head).length > 0) await heads.put(head, 'head');
  await transaction.done;
}

/** Everything on the disk, to put it back later. */
export async function copyDisk({ connect, second }: HistoryBrowser) {
  const db = await connect();
  const [rows, head] = [await db.getAll('history'), await db.get('historyHead', 'head')];
  const marks = new Map(second.values);
  return { rows, head, marks };
}
