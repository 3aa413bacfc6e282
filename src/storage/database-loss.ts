import * as v from 'valibot';
import { createItem, type Area } from './area.ts';
import { read, write, type Connect } from './database.ts';

/*
 * A browser can take the whole database away: for want of space, or because its files were damaged
 * and it was created anew (docs/platform.md, Storage on disk). What is empty then must not look as if
 * there had never been anything.
 */

/** Key of the database's name for itself, in its store `meta` and in the area apart from it. */
export const DATABASE_ID_KEY = 'database';

const databaseId = v.pipe(v.string(), v.maxLength(100));

export type DatabaseLoss = ReturnType<typeof createDatabaseLoss>;

/** Knows the database again by a name that it has in two places. */
export function createDatabaseLoss(deps: {
  readonly connect: Connect;
  /** On disk, apart from the database. */
  readonly second: Area;
  /** A fresh UUID. */
  readonly newId: () => string;
}) {
  const { connect, second, newId } = deps;
  const known = createItem(second, DATABASE_ID_KEY, databaseId);

  async function readInside(): Promise<unknown> {
    return read(await connect(), (db) => db.get('meta', DATABASE_ID_KEY));
  }

  async function writeInside(id: string): Promise<void> {
    await write(await connect(), ['meta'], (transaction) =>
      transaction.objectStore('meta').put(id, DATABASE_ID_KEY),
    );
  }

  return {
    /**
     * Whether another database was here before this one, and nobody has taken note of it. Names one
     * that has no name yet. `storage_failed`, `storage_full`
     */
    isLost: async (): Promise<boolean> => {
      // Garbage there names nothing, and the next name takes its place.
      const [outside, inside] = await Promise.all([
        known.get().catch(() => undefined),
        readInside(),
      ]);
      if (outside !== undefined) return outside !== inside;
      const named = v.safeParse(databaseId, inside);
      const id = named.success ? named.output : newId();
      if (!named.success) await writeInside(id);
      await known.set(id);
      return false;
    },
    /** The user knows: from now on this database is the one. */
    accept: async (): Promise<void> => {
      const id = newId();
      await writeInside(id);
      await known.set(id);
    },
  };
}
