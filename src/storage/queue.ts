/** Runs each task after all earlier ones have ended, however they ended. */
export type Queue = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * One queue for everything that changes one thing: two changes at once would read the same state, and
 * the later one would undo the earlier.
 */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    last = run.catch(() => undefined);
    return run;
  };
}
