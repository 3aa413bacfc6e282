import { signal } from '@preact/signals';

const TICK_MS = 15_000;
let read: () => number = () => 0;

/** The time as last looked at, in milliseconds since the epoch; ticks every 15 s. */
export const tick = signal(0);

/** Gives the pages their clock and starts the tick. The answer stops it. */
export function startClock(clock: () => number): () => void {
  read = clock;
  tick.value = read();
  const timer = setInterval(() => {
    tick.value = read();
  }, TICK_MS);
  return () => clearInterval(timer);
}

/** The time now; whoever reads it while rendering is drawn again at every tick. */
export function tickingNow(): number {
  return Math.max(tick.value, read());
}

/** The time now, for countdowns that are finer than {@link tick}. 0 before the clock is started. */
export function clockNow(): number {
  return read();
}
