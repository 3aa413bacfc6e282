import * as v from 'valibot';
import { KeystampError } from '../protocol/errors.ts';
import { createItem, type Area, type Item } from '../storage/area.ts';
import { read, write, type Connect } from '../storage/database.ts';
import { Backoff, addFailure, NO_BACKOFF, msUntilNextTry } from './backoff.ts';

/** Key of the record in the store `meta` and in the second area. */
export const BACKOFF_KEY = 'backoff';

/** Where the count is stored. */
type Counter = Pick<Item<Backoff>, 'get' | 'set'>;

/**
 * Counts password attempts on disk, so that a restart doesn't reset them. The count lies in both
 * places that hold a copy of the vault: a damaged store must not keep the vault locked, and an
 * emptied one must not make guessing free.
 */
export function createAttempts(deps: {
  readonly connect: Connect;
  readonly second: Area;
  readonly clock: () => number;
}) {
  const { connect, second, clock } = deps;
  const stores: readonly Counter[] = [
    inDatabase(connect),
    createItem(second, BACKOFF_KEY, Backoff),
  ];

  async function load(): Promise<Backoff> {
    const counts = await Promise.all(stores.map((counter) => counter.get().catch(() => undefined)));
    return counts.reduce<Backoff>(
      (highest, one) => (one && one.failures > highest.failures ? one : highest),
      NO_BACKOFF,
    );
  }

  async function saveToAll(backoff: Backoff): Promise<void> {
    const results = await Promise.allSettled(stores.map((counter) => counter.set(backoff)));
    const [first] = results;
    // An attempt that can't be counted anywhere isn't made.
    if (results.every(({ status }) => status === 'rejected') && first?.status === 'rejected') {
      throw first.reason;
    }
  }

  /** Milliseconds until the next attempt. 0 if it may be made now. */
  async function wait(): Promise<number> {
    return msUntilNextTry(await load(), clock());
  }

  /**
   * Runs an attempt that returns undefined for a wrong password. Counts it as wrong before it runs,
   * so that killing the worker in between gains nothing, and resets the count if it was right.
   * Errors: `backoff` if it's too early (nothing was tried), `wrong_password`. Both contain the
   * wait.
   */
  async function attempt<T>(act: () => Promise<T | undefined>): Promise<T> {
    const earlier = await load();
    const waitLeftMs = msUntilNextTry(earlier, clock());
    if (waitLeftMs > 0) throw new KeystampError('backoff', undefined, { waitMs: waitLeftMs });
    const counted = addFailure(earlier, clock());
    await saveToAll(counted);
    let result: T | undefined;
    try {
      result = await act();
    } catch (error) {
      // Damage or a full disk says nothing about the password.
      await saveToAll(earlier);
      throw error;
    }
    if (result === undefined) {
      throw new KeystampError('wrong_password', undefined, {
        waitMs: msUntilNextTry(counted, clock()),
      });
    }
    await saveToAll(NO_BACKOFF);
    return result;
  }

  return { wait, attempt, forget: () => saveToAll(NO_BACKOFF) };
}

/** The record in the store `meta`. */
function inDatabase(connect: Connect): Counter {
  const put = async (backoff: Backoff): Promise<void> => {
    const db = await connect();
    await write(db, ['meta'], (tx) => tx.objectStore('meta').put(backoff, BACKOFF_KEY));
  };
  return {
    get: async () => {
      const db = await connect();
      const parsed = v.safeParse(Backoff, await read(db, (open) => open.get('meta', BACKOFF_KEY)));
      return parsed.success ? parsed.output : undefined;
    },
    set: put,
  };
}
