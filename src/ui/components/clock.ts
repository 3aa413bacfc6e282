import { signal } from '@preact/signals';

const TICK_MS = 15_000;
let readClock: () => number = () => 0;

/** The time at the last tick, in milliseconds since the epoch; ticks every 15 s. */
const lastTick = signal(0);

/** Sets the clock of the page and starts the tick. Returns a function that stops it. */
export function startClock(clock: () => number): () => void {
  readClock = clock;
  lastTick.value = readClock();
  const timer = setInterval(() => {
    lastTick.value = readClock();
  }, TICK_MS);
  return () => clearInterval(timer);
}

/** The current time. A component that reads it while rendering rerenders at every tick. */
export function tickingNow(): number {
  return Math.max(lastTick.value, readClock());
}

/** The current time, for countdowns finer than {@link lastTick}. 0 before the clock starts. */
export function clockNow(): number {
  return readClock();
}
