import { deleteDB, type IDBPDatabase, type IDBPObjectStore } from 'idb';
import type { Area } from './area.ts';
import { toOpenError } from './database.ts';
import { openOrCreate } from './open-or-create.ts';

/** Name of the database next to the main one. */
export const SECOND_DATABASE_NAME = 'keystamp-second';
/** 1 was of unreleased versions. */
const DATABASE_VERSION = 2;
const STORE_NAME = 'items';

type WritableStore = Pick<
  IDBPObjectStore<unknown, ['items'], 'items', 'readwrite'>,
  'put' | 'delete'
>;

/**
 * An area in a separate database, for browsers where content scripts can read `storage.local`
 * (Firefox has no access levels for it). Each database is its own file there, so damage to one
 * doesn't affect the other. Writes are on disk when they resolve. Rejects with `vault_unreleased`
 * if an unreleased version made it.
 */
export function createSecondDatabaseArea(): Area & { readonly clear: () => Promise<void> } {
  let opening: Promise<IDBPDatabase> | undefined;

  // A browser that keeps no databases can throw at once.
  const openNew = async (): Promise<IDBPDatabase> =>
    openOrCreate<unknown>(SECOND_DATABASE_NAME, DATABASE_VERSION, {
      create: (db) => void db.createObjectStore(STORE_NAME),
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        opening = undefined;
      },
      terminated: () => {
        opening = undefined;
      },
    });

  const open = (): Promise<IDBPDatabase> => {
    opening ??= openNew();
    return opening.catch((error: unknown) => {
      opening = undefined;
      throw toOpenError(error);
    });
  };

  async function write(act: (store: WritableStore) => Promise<unknown>): Promise<void> {
    const db = await open();
    const transaction = db.transaction(STORE_NAME, 'readwrite', { durability: 'strict' });
    await Promise.all([act(transaction.objectStore(STORE_NAME)), transaction.done]);
  }

  return {
    get: async (key) => (await open()).get(STORE_NAME, key) as Promise<unknown>,
    set: (key, value) => write((store) => store.put(value, key)),
    remove: (key) => write((store) => store.delete(key)),
    clear: async () => {
      // One that doesn't open is deleted all the same.
      (await opening?.catch(() => undefined))?.close();
      opening = undefined;
      await deleteDB(SECOND_DATABASE_NAME);
    },
  };
}
