import type { Item } from '../storage/area.ts';

type Change<T> = {
  readonly act: (value: T) => T;
  /** Written after that has settled, and not before. */
  readonly after: Promise<unknown> | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

const applyAll = <T>(changes: readonly Change<T>[], from: T): T =>
  changes.reduce((last, { act }) => act(last), from);

/**
 * A value in memory and its copy in an area. Of two changes in one turn the second sees what the
 * first did. A change answers when it is written; one that cannot be written is taken back, and
 * those that shared its write are tried by themselves. Changes that come during a write share the
 * next one.
 */
export function createCachedItem<T>(stored: Item<T>, empty: T) {
  /** What the area has. */
  let written = empty;
  /** That, with every change that has not been written yet. */
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
    // A turn later: what one turn changes shares a write.
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
    /** Holds at once; written after `after`, where that is given. */
    change: (act: Change<T>['act'], after?: Promise<unknown>): Promise<void> => {
      const done = enqueue(act, after);
      void run();
      return done;
    },
    /** Holds at once, and is written with the next change or by `keep`. */
    changeInMemory: (act: Change<T>['act']): void => void enqueue(act).catch(() => undefined),
    flush: (): void => void run(),
  };
}
