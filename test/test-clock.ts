// Time that only a test moves, and only when nothing real is outstanding: then it leaps to the next
// timer. Races between real work (the database, Web Crypto, modules that load) stay real races.
import { vi } from 'vitest';

type Later = (ms: number, act: () => void) => () => void;

/** Work that ends by itself, however long that takes. */
const outstanding = new Set<Promise<unknown>>();

/** Work that time waits for, on each clock: whatever ends outside this thread's own turns. */
export function during<T>(work: () => Promise<T>): Promise<T> {
  const working = work();
  outstanding.add(working);
  const end = () => outstanding.delete(working);
  working.then(end, end);
  return working;
}

/** Counts what Web Crypto does: its threads are on no list that Node gives. */
function countWebCrypto(): void {
  const prototype = Object.getPrototypeOf(crypto.subtle) as object;
  for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    const method: unknown = member.value;
    if (typeof method !== 'function' || name === 'constructor') continue;
    const value = function (this: unknown, ...args: unknown[]): unknown {
      const result: unknown = Reflect.apply(method, this, args);
      return result instanceof Promise ? during(() => result) : result;
    };
    Object.defineProperty(prototype, name, { ...member, value });
  }
}
countWebCrypto();

/** What Node calls the steps of fake-indexeddb and of PGlite, and files and sockets it works at. */
const ENDS_BY_ITSELF = /^(Immediate|FSReq.*|.*ReqWrap|.*CloseReq)$/;

const isBusy = () => process.getActiveResourcesInfo().some((name) => ENDS_BY_ITSELF.test(name));

/** One wait at a time: each would take the other's turn for work. */
function shared(wait: () => Promise<void>): () => Promise<void> {
  let waiting: Promise<void> | undefined;
  return () => (waiting ??= wait().finally(() => (waiting = undefined)));
}

/** Waits until all that is outstanding is what loads. */
const quiet = shared(async () => {
  do {
    await Promise.allSettled(outstanding);
    // After a turn every promise that could go on has gone on.
    await new Promise<void>((resolve) => setImmediate(resolve));
  } while (outstanding.size > 0 || isBusy());
});

/** Waits until nothing real is outstanding, modules that load included. */
export const settled = shared(async () => {
  let isStill = false;
  while (!isStill) {
    await quiet();
    await vi.dynamicImportSettled();
    isStill = outstanding.size === 0 && !isBusy();
  }
});

const HOUR = 3_600_000;

export type TestClock = ReturnType<typeof createTestClock>;

/** @param loads whether code under it loads modules: to look for them takes a millisecond each time */
export function createTestClock(startAt = 0, loads: 'modules' | 'nothing' = 'modules') {
  const rest = loads === 'modules' ? settled : quiet;
  let now = startAt;
  let timers: { readonly at: number; readonly act: () => void }[] = [];
  /** Leaps are one at a time, too: nothing may start between the look at a timer and its leap. */
  let lastLeap: Promise<unknown> = Promise.resolve();

  const later: Later = (ms, act) => {
    const timer = { at: now + ms, act };
    timers.push(timer);
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  };

  /** Leaps to the next timer up to a time, unless that is no longer wanted; false without a timer. */
  function leap(end: number, isWanted: () => boolean = () => true): Promise<boolean> {
    const leaping = lastLeap.then(async () => {
      await quiet();
      if (isWanted()) await rest();
      if (!isWanted()) return true;
      const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) return false;
      now = Math.max(now, next.at);
      timers = timers.filter((other) => other !== next);
      next.act();
      return true;
    });
    lastLeap = leaping.catch(() => undefined);
    return leaping;
  }

  /** Lets so much time pass. */
  async function pass(ms: number): Promise<void> {
    const end = now + ms;
    while (await leap(end));
    now = Math.max(now, end);
  }

  /** Lets time pass until this is over, as whoever waits for it does. */
  function run<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const over = () => void (isOver = true);
    work.then(over, over);
    const leapOn = async () => {
      // Without a timer only the test can end it.
      while (!isOver && (await leap(Infinity, () => !isOver)));
    };
    return Promise.race([work, leapOn().then(() => work)]);
  }

  /**
   * Lets time pass until the probe gives something else than `undefined` or `false`, at most an hour
   * of it unless told; throws as soon as nothing is left that could happen.
   */
  async function until<T>(
    probe: () => T | Promise<T>,
    { withinMs = HOUR }: { readonly withinMs?: number } = {},
  ): Promise<Exclude<T, undefined | false>> {
    const end = now + withinMs;
    for (;;) {
      await quiet();
      const found = await probe();
      if (found !== undefined && found !== false) return found as Exclude<T, undefined | false>;
      if (!(await leap(end)))
        throw new Error(`it did not happen within ${withinMs} ms: ${String(probe)}`);
    }
  }

  /** Lets time pass until this no longer throws, like {@link until}. */
  async function passes(
    assertion: () => void | Promise<void>,
    limit?: { readonly withinMs?: number },
  ): Promise<void> {
    let failure: unknown;
    const probe = async () => {
      try {
        await assertion();
        return true;
      } catch (error) {
        failure = error;
        return false;
      }
    };
    await until(probe, limit).catch((error: unknown) => {
      throw failure ?? error;
    });
  }

  return {
    now: () => now,
    later,
    sleep: (ms: number) => new Promise<void>((resolve) => void later(ms, resolve)),
    /** Sets the clock, as a user might. */
    set: (at: number) => {
      now = at;
    },
    /** How many timers are set. */
    timerCount: () => timers.length,
    pass,
    run,
    until,
    passes,
  };
}
