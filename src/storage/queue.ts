/** Runs each task once all earlier ones have ended, successfully or not. */
export type Queue = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * One queue for all changes to one thing: two changes at once would read the same state, and the
 * later one would undo the earlier one.
 */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    last = run.catch(() => undefined);
    return run;
  };
}
