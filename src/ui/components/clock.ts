import { signal } from '@preact/signals';

const TICK_MS = 15_000;
let readClock: () => number = () => 0;

/** The time as last looked at, in milliseconds since the epoch; ticks every 15 s. */
export const lastTick = signal(0);

/** Gives the pages their clock and starts the tick. The answer stops it. */
export function startClock(clock: () => number): () => void {
  readClock = clock;
  lastTick.value = readClock();
  const timer = setInterval(() => {
    lastTick.value = readClock();
  }, TICK_MS);
  return () => clearInterval(timer);
}

/** The time now; whoever reads it while rendering is drawn again at every tick. */
export function tickingNow(): number {
  return Math.max(lastTick.value, readClock());
}

/** The time now, for countdowns that are finer than {@link lastTick}. 0 before the clock is started. */
export function clockNow(): number {
  return readClock();
}
