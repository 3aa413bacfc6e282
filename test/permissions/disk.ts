import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDatabase, type Database } from '../../src/storage/database.ts';

/** An empty disk, as after an installation. */
export async function emptyDisk(): Promise<Database> {
  globalThis.indexedDB = new IDBFactory();
  return openDatabase();
}

/** Everything that lies on it, as text. */
export async function onDisk(db: Database): Promise<string> {
  const stores = [...db.objectStoreNames].map(async (name) => [
    name,
    await db.getAllKeys(name),
    await db.getAll(name),
  ]);
  return JSON.stringify(await Promise.all(stores));
}

/** A clock that the test sets. */
export const clockAt = (ms: number) => {
  const clock = { ms, now: () => clock.ms };
  return clock;
};
