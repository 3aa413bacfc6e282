/** Time that only moves when nothing else can: timers run in order, and work is awaited first. */
export function createIdleClock(startAt = 0) {
  let now = startAt;
  let timers: { at: number; act: () => void }[] = [];
  let busy = 0;

  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const settled = async () => {
    do await turn();
    while (busy > 0);
    await turn();
  };
  const later = (ms: number, act: () => void) => {
    const timer = { at: now + ms, act };
    timers.push(timer);
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  };
  return {
    now: () => now,
    later,
    sleep: (ms: number) => new Promise<void>((resolve) => void later(ms, resolve)),
    /** Sets the clock, as a user might. */
    set: (at: number) => {
      now = at;
    },
    /** Work that time waits for. */
    during: async <T>(work: () => Promise<T>): Promise<T> => {
      busy += 1;
      try {
        return await work();
      } finally {
        busy -= 1;
      }
    },
    pass: async (ms: number) => {
      const end = now + ms;
      await settled();
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        now = Math.max(now, next.at);
        timers = timers.filter((other) => other !== next);
        next.act();
        await settled();
      }
      now = end;
    },
  };
}
