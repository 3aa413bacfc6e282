import { deleteDB, openDB, type IDBPDatabase, type IDBPObjectStore } from 'idb';
import type { Area } from './area.ts';

/** Name of the database beside the one that holds everything else. */
export const SECOND_DATABASE = 'keystamp-second';
const STORE = 'items';

type Writable = Pick<IDBPObjectStore<unknown, ['items'], 'items', 'readwrite'>, 'put' | 'delete'>;

/**
 * An area in a database of its own, for browsers that let content scripts read `storage.local`
 * (Firefox has no access levels for it). There each database is a file of its own, so that damage to
 * one leaves the other. Writes are on disk when they answer.
 */
export function secondDatabase(): Area & { readonly clear: () => Promise<void> } {
  let opening: Promise<IDBPDatabase> | undefined;

  const open = (): Promise<IDBPDatabase> => {
    opening ??= openDB(SECOND_DATABASE, 1, {
      upgrade: (db) => void db.createObjectStore(STORE),
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        opening = undefined;
      },
      terminated: () => {
        opening = undefined;
      },
    });
    return opening.catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
  };

  async function change(act: (store: Writable) => Promise<unknown>): Promise<void> {
    const db = await open();
    const transaction = db.transaction(STORE, 'readwrite', { durability: 'strict' });
    await Promise.all([act(transaction.objectStore(STORE)), transaction.done]);
  }

  return {
    get: async (key) => (await open()).get(STORE, key) as Promise<unknown>,
    set: (key, value) => change((store) => store.put(value, key)),
    remove: (key) => change((store) => store.delete(key)),
    clear: async () => {
      const db = await open();
      db.close();
      opening = undefined;
      await deleteDB(SECOND_DATABASE);
    },
  };
}
