import { openDB, type IDBPDatabase, type OpenDBCallbacks } from 'idb';
import { KeystampError } from '../protocol/errors.ts';

type DatabaseSetup<T> = Pick<OpenDBCallbacks<T>, 'blocking' | 'terminated'> & {
  /** Creates the stores of a new database. */
  readonly create: (db: IDBPDatabase<T>) => void;
};

/**
 * Opens a database of exactly this version, or creates it. One of a lower version was made before
 * 0.1.0 by a version that was never released: it is recognised by its number, nothing in it is read
 * or changed, and `vault_unreleased` says so. Rejects with what the browser reports otherwise.
 */
export async function openOrCreate<T>(
  name: string,
  version: number,
  { create, ...events }: DatabaseSetup<T>,
): Promise<IDBPDatabase<T>> {
  let isUnreleased = false;
  try {
    return await openDB<T>(name, version, {
      ...events,
      upgrade: (db, oldVersion, _newVersion, transaction) => {
        isUnreleased = oldVersion > 0;
        if (!isUnreleased) {
          create(db);
          return;
        }
        // The number stays what it was, too. Nobody else waits for this transaction's end.
        transaction.done.catch(() => undefined);
        transaction.abort();
      },
    });
  } catch (cause) {
    if (isUnreleased) throw new KeystampError('vault_unreleased', undefined, undefined, cause);
    throw cause;
  }
}
