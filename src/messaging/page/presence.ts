import type { Desk } from './desk.ts';
import { markAway, sweep, undecided } from './waiting.ts';

/*
 * Whether the pages of waiting requests are still there. Their own word for leaving is not waited
 * for: a page can keep it from being sent.
 */

/** Between two looks, however often something asks for one. */
const LOOK_MS = 1000;
/** Between the looks of a worker that is awake, … */
const EACH_MS = 2500;
/** … which is not kept awake for them any longer after the last request: */
const MOST_LOOKS = 10;
/** from then on it is woken for them. */
const WAKE_MS = 60_000;

export type Presence = ReturnType<typeof createPresence>;

/** Asks each document with an undecided request; those that are not there any more are away. */
async function ask(desk: Desk): Promise<void> {
  const there = undecided(desk).filter(({ awayAt }) => awayAt === null);
  const seats = new Map(there.flatMap(({ seat }) => (seat ? [[seat.seat, seat] as const] : [])));
  await Promise.all(
    Array.from(seats.values(), async (seat) => {
      if ((await desk.seats.look(seat)) !== 'gone') return;
      for (const one of undecided(desk)) {
        if (one.seat === seat && one.awayAt === null) await markAway(desk, one);
      }
    }),
  );
  await sweep(desk);
}

/** The looks of one life of the worker. */
export function createPresence() {
  let last = -Infinity;
  let looking: Promise<void> | undefined;
  let left = 0;
  let ticking = false;
  let wakes = false;

  function look(desk: Desk): Promise<void> {
    if (looking) return looking;
    if (Math.abs(desk.now() - last) < LOOK_MS || undecided(desk).length === 0) {
      return Promise.resolve();
    }
    last = desk.now();
    looking = ask(desk)
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  function tick(desk: Desk): void {
    ticking = true;
    desk.later(EACH_MS, () => {
      ticking = false;
      left -= 1;
      if (left <= 0 || undecided(desk).length === 0) return;
      tick(desk);
      void look(desk);
    });
  }

  async function wakeLater(desk: Desk): Promise<void> {
    if (wakes) return;
    wakes = true;
    await desk.pagesAlarm(desk.now() + WAKE_MS).catch(() => undefined);
  }

  return {
    look,
    /** Something has just begun to wait: looks after it every few seconds, and later by the alarm. */
    watch: (desk: Desk): void => {
      left = MOST_LOOKS;
      if (!ticking) tick(desk);
      void wakeLater(desk);
    },
    /** The alarm has rung. */
    woken: async (desk: Desk): Promise<void> => {
      wakes = false;
      await desk.approvals.load();
      await look(desk);
      await sweep(desk);
      if (undecided(desk).length > 0) await wakeLater(desk);
    },
  };
}
