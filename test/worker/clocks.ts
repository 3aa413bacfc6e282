// Clocks that someone sets, for the tests of the effects.
import { STARTED_AT, type Fetch, type FakeTime } from './fake-browser.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const UNTIL_2099 = Date.UTC(2099, 0) - STARTED_AT;

/** Moves only this computer's clock; the service's clock stays. */
export function shiftComputerClock(time: FakeTime, ms: number): void {
  time.shift += ms;
  time.skew -= ms;
}

/** The service's answers with the date of its own clock, as servers send it. */
export function withServiceDate(serviceFetch: Fetch, time: FakeTime): Fetch {
  return async (url, init) => {
    const response = await serviceFetch(url, init);
    const headers = new Headers(response.headers);
    headers.set('date', new Date(time.now() + time.skew).toUTCString());
    return new Response(await response.text(), { status: response.status, headers });
  };
}
