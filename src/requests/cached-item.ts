import type { Item } from '../storage/area.ts';

type Change<T> = {
  readonly act: (value: T) => T;
  /** The change is written only after this has settled. */
  readonly after: Promise<unknown> | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

const applyAll = <T>(changes: readonly Change<T>[], from: T): T =>
  changes.reduce((last, { act }) => act(last), from);

/**
 * A value in memory and its copy in an area. Of two changes in one turn, the second sees what the
 * first did. A change resolves once it is written. One that can't be written is undone, and those
 * that shared its write are retried one by one. Changes that arrive during a write share the next
 * one.
 */
export function createCachedItem<T>(stored: Item<T>, empty: T) {
  /** What the area contains. */
  let written = empty;
  /** The written value with every change that hasn't been written yet. */
  let value = empty;
  let pending: readonly Change<T>[] = [];
  let loading: Promise<void> | undefined;
  let running = false;

  function removeChanges(changes: readonly Change<T>[]): void {
    pending = pending.filter((change) => !changes.includes(change));
    value = applyAll(pending, written);
  }

  async function write(changes: readonly Change<T>[]): Promise<void> {
    const next = applyAll(changes, written);
    try {
      await Promise.allSettled(changes.map(async ({ after }) => after));
      await stored.set(next);
    } catch (error) {
      if (changes.length > 1) {
        for (const change of changes) await write([change]);
        return;
      }
      removeChanges(changes);
      for (const { reject } of changes) reject(error);
      return;
    }
    written = next;
    removeChanges(changes);
    for (const { resolve } of changes) resolve();
  }

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    // One turn later, so that all changes of one turn share a write.
    await Promise.resolve();
    while (pending.length > 0) await write(pending);
    running = false;
  }

  function enqueue(act: Change<T>['act'], after?: Promise<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      pending = [...pending, { act, after, resolve, reject }];
      value = act(value);
    });
  }

  return {
    load: () =>
      (loading ??= stored
        .get()
        .catch(() => undefined)
        .then((found) => {
          written = found ?? empty;
          value = applyAll(pending, written);
        })),
    get: () => value,
    /** Takes effect immediately; written after `after`, if given. */
    change: (act: Change<T>['act'], after?: Promise<unknown>): Promise<void> => {
      const done = enqueue(act, after);
      void run();
      return done;
    },
    /** Takes effect immediately; written with the next change or by `flush`. */
    changeInMemory: (act: Change<T>['act']): void => void enqueue(act).catch(() => undefined),
    flush: (): void => void run(),
  };
}
