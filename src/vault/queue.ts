/** Runs each task after all earlier ones have ended, however they ended. */
export type Queue = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * One line for everything that changes the vault: two changes at once would read the same vault and
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
