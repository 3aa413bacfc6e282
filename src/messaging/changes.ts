/** Lets calls wait for the next change of something with an id. */
export type Changes = {
  /** Resolves at the next change, or after so many milliseconds. */
  readonly next: (id: string, ms: number) => Promise<void>;
  readonly tell: (id: string) => void;
};

/** @param later runs something later; the answer cancels it */
export function createChanges(later: (ms: number, act: () => void) => () => void): Changes {
  const waiting = new Map<string, Set<() => void>>();
  return {
    next: (id, ms) =>
      new Promise((resolve) => {
        const set = waiting.get(id) ?? new Set();
        waiting.set(id, set);
        const done = () => {
          cancel();
          set.delete(done);
          if (set.size === 0 && waiting.get(id) === set) waiting.delete(id);
          resolve();
        };
        const cancel = later(ms, done);
        set.add(done);
      }),
    tell: (id) => {
      // Each one takes itself out of the set.
      for (const done of Array.from(waiting.get(id) ?? [])) done();
    },
  };
}
