import * as v from 'valibot';

/*
 * A moment as everything in Keystamp has it: whole milliseconds since the epoch. One schema for every
 * border (storage, backups, the service, messages): a number that is no moment, such as 1e300, would
 * make the browser's own date functions throw where it is shown.
 */

/** The last millisecond of the year 9999 in UTC: later ones have no text of the usual length. */
export const LAST_TIME = 253_402_300_799_999;

/** Whole milliseconds since the epoch, up to the year 9999. */
export const time = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LAST_TIME));

/** Whether a number is a moment. */
export const isTime = (at: number): boolean => v.is(time, at);

/** The moment, rounded to a millisecond; undefined for a number that is none. */
export function toTime(at: number): number | undefined {
  const rounded = Math.round(at);
  return isTime(rounded) ? rounded : undefined;
}

/**
 * When something ends that lives for some seconds from a moment on. Undefined if it never does, which
 * after the year 9999 comes to the same.
 */
export function endOfLife(from: number | undefined, seconds: number): number | undefined {
  return from !== undefined && seconds > 0 ? toTime(from + seconds * 1000) : undefined;
}
