import * as v from 'valibot';
import { KeystampError } from '../protocol/errors.ts';
import { item, type Area, type Item } from '../storage/area.ts';
import { read, write, type Connect } from '../storage/database.ts';
import { Backoff, fail, NO_BACKOFF, waitMs } from './backoff.ts';

/** Key of the record in the store `meta` and in the second area. */
export const BACKOFF_KEY = 'backoff';

/** Where the count is kept. */
type Counter = Pick<Item<Backoff>, 'get' | 'set'>;

type AttemptEffects = {
  readonly connect: Connect;
  readonly second: Area;
  readonly clock: () => number;
};

/**
 * Counts tries with a password, on disk, so that a restart does not make them free again. In both
 * places of the vault's copies: a store that is damaged must not keep the vault shut, and one that
 * was emptied must not make guessing free.
 */
export function createAttempts({ connect, second, clock }: AttemptEffects) {
  const stores: readonly Counter[] = [inDatabase(connect), item(second, BACKOFF_KEY, Backoff)];

  async function load(): Promise<Backoff> {
    const found = await Promise.all(stores.map((one) => one.get().catch(() => undefined)));
    return found.reduce<Backoff>(
      (worst, one) => (one && one.failures > worst.failures ? one : worst),
      NO_BACKOFF,
    );
  }

  async function store(backoff: Backoff): Promise<void> {
    const results = await Promise.allSettled(stores.map((one) => one.set(backoff)));
    const [first] = results;
    // A try that is not counted anywhere is not made.
    if (results.every(({ status }) => status === 'rejected') && first?.status === 'rejected') {
      throw first.reason;
    }
  }

  /** Milliseconds until the next try; 0 when it may be now. */
  async function wait(): Promise<number> {
    return waitMs(await load(), clock());
  }

  /**
   * Runs a try that answers undefined for a wrong password. Counts it as wrong before it runs, so
   * that killing the worker in between gains nothing, and forgets the count once it was right.
   * Errors: `backoff` when it is too early (nothing was tried), `wrong_password`; both say the wait.
   */
  async function attempt<T>(act: () => Promise<T | undefined>): Promise<T> {
    const before = await load();
    const early = waitMs(before, clock());
    if (early > 0) throw new KeystampError('backoff', undefined, { waitMs: early });
    const failed = fail(before, clock());
    await store(failed);
    let result: T | undefined;
    try {
      result = await act();
    } catch (error) {
      // Damage or a full disk says nothing about the password.
      await store(before);
      throw error;
    }
    if (result === undefined) {
      throw new KeystampError('wrong_password', undefined, { waitMs: waitMs(failed, clock()) });
    }
    await store(NO_BACKOFF);
    return result;
  }

  return { wait, attempt, forget: () => store(NO_BACKOFF) };
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
