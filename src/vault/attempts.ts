import * as v from 'valibot';
import { KeystampError } from '../protocol/errors.ts';
import { read, write, type Connect } from '../storage/database.ts';
import { Backoff, fail, NO_BACKOFF, waitMs } from './backoff.ts';

/** Key of the record in the store `meta`. */
export const BACKOFF_KEY = 'backoff';

/** Counts tries with a password, on disk, so that a restart does not make them free again. */
export function createAttempts(connect: Connect, clock: () => number) {
  async function load(): Promise<Backoff> {
    const db = await connect();
    const stored = await read(db, (open) => open.get('meta', BACKOFF_KEY));
    const parsed = v.safeParse(Backoff, stored);
    return parsed.success ? parsed.output : NO_BACKOFF;
  }

  async function store(backoff: Backoff): Promise<void> {
    const db = await connect();
    await write(db, ['meta'], (tx) => tx.objectStore('meta').put(backoff, BACKOFF_KEY));
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
