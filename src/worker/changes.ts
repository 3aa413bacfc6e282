/** Lets calls wait for the next change of something with an id. */
export type EntryChanges = {
  /** Resolves at the next change, or after so many milliseconds. */
  readonly waitForChange: (id: string, ms: number) => Promise<void>;
  readonly notifyChanged: (id: string) => void;
};

/** @param later runs a callback later; returns a function that cancels it */
export function createEntryChanges(
  later: (ms: number, act: () => void) => () => void,
): EntryChanges {
  const waiters = new Map<string, Set<() => void>>();
  return {
    waitForChange: (id, ms) =>
      new Promise((resolve) => {
        const waitersOfId = waiters.get(id) ?? new Set();
        waiters.set(id, waitersOfId);
        const finishWaiting = () => {
          cancel();
          waitersOfId.delete(finishWaiting);
          if (waitersOfId.size === 0 && waiters.get(id) === waitersOfId) waiters.delete(id);
          resolve();
        };
        const cancel = later(ms, finishWaiting);
        waitersOfId.add(finishWaiting);
      }),
    notifyChanged: (id) => {
      // Each one removes itself from the set.
      for (const finishWaiting of Array.from(waiters.get(id) ?? [])) finishWaiting();
    },
  };
}
