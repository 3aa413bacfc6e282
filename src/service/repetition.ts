// Work that is done again and again while the service runs.

export type Repetition = {
  /** Lets what is under way end, and begins no more. */
  readonly stop: () => Promise<void>;
};

/** Does `work` at once, and again `everyMs` after each end. What it throws goes to `onFault`. */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  onFault: (error: unknown) => void,
): Repetition {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const run = async () => {
    await work().catch(onFault);
    if (!isOver) timer = setTimeout(begin, everyMs);
  };
  let current = run();
  const begin = () => {
    current = run();
  };
  return {
    stop: async () => {
      isOver = true;
      clearTimeout(timer);
      await current;
    },
  };
}
