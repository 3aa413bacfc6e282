import { MAX_DAMAGED, MAX_DAMAGED_NAME } from '../protocol/damaged-record.ts';
import {
  read,
  write,
  type Connect,
  type DatabaseSchema,
  type WriteTransaction,
} from './database.ts';

/** The damaged records of one kind. Both may throw `storage_failed`, and `remove` `storage_full`. */
export type DamagedRecords = {
  /** Their names, {@link MAX_DAMAGED} at most. */
  readonly list: () => Promise<readonly string[]>;
  /** Removes the damaged ones of this name, and never one that can be read. */
  readonly remove: (name: string) => Promise<void>;
};

/** As text, whatever it is: a key may be a number, a time, bytes, or a list of them. Two can be called the same. */
export const damagedName = (key: unknown): string => String(key).slice(0, MAX_DAMAGED_NAME);

/** The stores whose owners pass over what they can't read. */
type Store = 'sites' | 'grants' | 'outbox';
type Row<S extends Store> = DatabaseSchema[S]['value'];

/**
 * Rows of a store that its owner can't read. Whether a row is one is asked again in the transaction that
 * removes it.
 */
export function createDamagedRows<T extends Store, S extends T>(
  connect: Connect,
  rows: {
    /** The store of the rows, and the stores that a removal changes. */
    readonly store: S;
    readonly stores: readonly T[];
    readonly keyOf: (row: Row<S>) => unknown;
    readonly isDamaged: (row: Row<S>) => boolean;
    readonly remove: (transaction: WriteTransaction<T>, row: Row<S>) => Promise<unknown>;
  },
): DamagedRecords {
  const nameOf = (row: Row<S>) => damagedName(rows.keyOf(row));
  return {
    list: async () => {
      const all: Row<S>[] = await read(await connect(), (db) => db.getAll(rows.store));
      return all.filter(rows.isDamaged).slice(0, MAX_DAMAGED).map(nameOf);
    },
    remove: async (name) =>
      write(await connect(), rows.stores, async (transaction) => {
        const all: Row<S>[] = await transaction.objectStore(rows.store).getAll();
        for (const row of all)
          if (rows.isDamaged(row) && nameOf(row) === name) await rows.remove(transaction, row);
      }),
  };
}
