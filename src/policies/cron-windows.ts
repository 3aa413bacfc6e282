import { clockOf, type Cron } from './moments.ts';

/*
 * Whether a moment lies in a span of a cron text (docs/policies.md, Time). All of it is arithmetic but
 * for one thing, the clocks of a zone, which the browser knows.
 */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What a zone's clocks show at a time, as if it were UTC: milliseconds. */
function wallClock(zone: string, time: number): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of clockOf(zone).formatToParts(time)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** What is added to UTC at a time: milliseconds. */
const offsetAt = (zone: string, time: number): number => {
  const seconds = Math.floor(time / 1000) * 1000;
  return wallClock(zone, seconds) - seconds;
};

/** A time with one offset from UTC: `from` is in it, `to` isn't. */
type Period = { readonly from: number; readonly to: number; readonly offset: number };

/** The minute at which the offset becomes another one, where it does so once between two times. */
function changeBetween(zone: string, from: number, to: number, before: number): number {
  let [low, high] = [from, to];
  while (high - low > MINUTE_MS) {
    const middle = Math.floor((low + high) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetAt(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** The periods from one day's begin to another's. No zone changes its clocks there and back within a day. */
function periodsOf(zone: string, start: number, end: number): readonly Period[] {
  const periods: Period[] = [];
  let [from, offset] = [start, offsetAt(zone, start)];
  for (let day = start; day < end; day += DAY_MS) {
    const after = offsetAt(zone, day + DAY_MS);
    if (after === offset) continue;
    const change = changeBetween(zone, day, day + DAY_MS, offset);
    periods.push({ from, to: change, offset });
    [from, offset] = [change, after];
  }
  return [...periods, { from, to: end, offset }];
}

/** The remainder that is never negative, as times before 1970 need it. */
const modulo = (value: number, by: number): number => ((value % by) + by) % by;

const has = (field: Cron['minute'], value: number): boolean => !field || field.has(value);

function firesOn({ dayOfMonth, month, weekday }: Cron, wall: number): boolean {
  const date = new Date(wall);
  if (!has(month, date.getUTCMonth() + 1)) return false;
  const onDay = has(dayOfMonth, date.getUTCDate());
  const onWeekday = has(weekday, date.getUTCDay());
  // Where both are restricted, one of them is enough.
  return dayOfMonth && weekday ? onDay || onWeekday : onDay && onWeekday;
}

/** The minutes of a clock that a cron text names, of those in [from, to). */
function* namedMinutes(cron: Cron, from: number, to: number): Generator<number> {
  let wall = Math.ceil(from / MINUTE_MS) * MINUTE_MS;
  while (wall < to) {
    const end = Math.min((Math.floor(wall / DAY_MS) + 1) * DAY_MS, to);
    const isDay = firesOn(cron, wall);
    for (; isDay && wall < end; wall += MINUTE_MS) {
      const minutes = Math.floor(wall / MINUTE_MS);
      const isNamed =
        has(cron.minute, modulo(minutes, 60)) &&
        has(cron.hour, modulo(Math.floor(minutes / 60), 24));
      if (isNamed) yield wall;
    }
    wall = end;
  }
}

/** `maybe`: it depends on what isn't published. */
export type Within = 'yes' | 'no' | 'maybe';

/**
 * Whether a time lies in a span of a cron text: at or after a minute that it names on the zone's
 * clocks, and less than `durationMs` of elapsed time later. Whether and when a minute fires that the
 * clocks skip, and at which of its times one that they show twice, isn't published.
 */
export function withinCronSpan(cron: Cron, durationMs: number, zone: string, now: number): Within {
  const after = now - durationMs;
  // A day more on both sides: a skipped minute may count from either side of the change.
  const start = Math.floor(after / DAY_MS - 1) * DAY_MS;
  const periods = periodsOf(zone, start, Math.ceil(now / DAY_MS + 1) * DAY_MS);
  const isCovered = (time: number) => time > after && time <= now;
  let isPossible = false;
  for (const { from, to, offset } of periods) {
    const [first, last] = [Math.max(from, after), Math.min(to, now + 1)];
    for (const wall of namedMinutes(cron, first + offset, last + offset)) {
      if (!isCovered(wall - offset)) continue;
      // The other time at which the clocks show it, if there is one.
      const others = periods.filter((one) => one.from !== from && isShownIn(one, wall));
      if (others.every((one) => isCovered(wall - one.offset))) return 'yes';
      isPossible = true;
    }
  }
  return isPossible || maySkippedCover(cron, periods, after, now) ? 'maybe' : 'no';
}

const isShownIn = ({ from, to, offset }: Period, wall: number): boolean =>
  wall - offset >= from && wall - offset < to;

/** Whether a minute that the clocks skip may fire within (after, now]: at any time that it may stand for. */
function maySkippedCover(
  cron: Cron,
  periods: readonly Period[],
  after: number,
  now: number,
): boolean {
  return periods.some(({ to, offset }, at) => {
    const next = periods[at + 1];
    if (!next || next.offset <= offset) return false;
    for (const wall of namedMinutes(cron, to + offset, to + next.offset)) {
      if (wall - next.offset <= now && wall - offset > after) return true;
    }
    return false;
  });
}

/** A year to look for changes of clocks in: rules for them change seldom. */
const SAMPLE_YEAR = 2026;

/** Whether a cron text names a minute that the zone's clocks skip or show twice within a year. */
export function firesAtChange(cron: Cron, zone: string): boolean {
  const [start, end] = [Date.UTC(SAMPLE_YEAR, 0), Date.UTC(SAMPLE_YEAR + 1, 0)];
  const periods = periodsOf(zone, start, end);
  return periods.some(({ to, offset }, at) => {
    const next = periods[at + 1];
    if (!next) return false;
    const [low, high] = [offset, next.offset].toSorted((one, other) => one - other);
    return [...namedMinutes(cron, to + (low ?? 0), to + (high ?? 0))].length > 0;
  });
}
