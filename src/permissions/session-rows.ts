import * as v from 'valibot';
import { KeystampError } from '../protocol/errors.ts';
import { createItem, type Area } from '../storage/area.ts';
import { createQueue } from '../storage/queue.ts';

export type SessionRows<T> = {
  readonly all: () => Promise<readonly T[]>;
  /** Writes the rows that `act` returns. Writes nothing if it returns the same array. */
  readonly change: (act: (rows: readonly T[]) => readonly T[]) => Promise<void>;
};

/**
 * Rows in one item of the session area: in memory only, gone with the browser. Rows of another form
 * count as none. A failure of the area doesn't: it is thrown.
 */
export function createSessionRows<T>(
  session: Area,
  key: string,
  row: v.GenericSchema<T, T>,
): SessionRows<T> {
  const stored = createItem(session, key, v.array(row));
  // The area has no transactions: two changes at once would undo one of them.
  const queue = createQueue();

  async function all(): Promise<readonly T[]> {
    try {
      return (await stored.get()) ?? [];
    } catch (error) {
      if (error instanceof KeystampError && error.code === 'malformed') return [];
      throw error;
    }
  }

  return {
    all,
    change: (act) =>
      queue(async () => {
        const before = await all();
        const after = act(before);
        if (after !== before) await stored.set([...after]);
      }),
  };
}
