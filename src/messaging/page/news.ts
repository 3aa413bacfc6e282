import type { Settlement } from '../../protocol/page.ts';
import type { Desk } from './desk.ts';
import type { Seat } from './seats.ts';

/*
 * What a page is told without having asked. It is told until it has heard, or is gone; what an earlier
 * life of the worker owes is told by the next one, so that a page may hear a thing twice.
 */

/** Between two tries at a page that is busy, and how many there are in one life. */
const AGAIN_MS = 2000;
const MOST_TRIES = 5;

/** Tells a document how a request is; `done` when it knows, or will never. */
export async function tell(
  desk: Desk,
  seat: Seat,
  data: Settlement,
  done: () => Promise<void> | void,
  tries = MOST_TRIES,
): Promise<void> {
  const heard = await desk.seats.say(seat, { event: 'activity', data });
  if (heard !== 'busy') return done();
  if (tries <= 1) return;
  desk.later(AGAIN_MS, () => {
    void tell(desk, seat, data, done, tries - 1).catch(() => undefined);
  });
}
