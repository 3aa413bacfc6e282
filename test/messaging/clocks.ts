// Clocks that somebody sets, for the tests of what follows from that.
import { type Fetch, type Time } from './rig.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const FAR = Date.UTC(2099, 0) - Date.now();

/** Moves this computer's clock alone; the service's stays where it is. */
export function setMachine(time: Time, ms: number): void {
  time.shift += ms;
  time.skew -= ms;
}

/** The service's answers with the date of its own clock, as servers send it. */
export function dated(through: Fetch, time: Time): Fetch {
  return async (url, init) => {
    const response = await through(url, init);
    const headers = new Headers(response.headers);
    headers.set('date', new Date(time.now() + time.skew).toUTCString());
    return new Response(await response.text(), { status: response.status, headers });
  };
}
