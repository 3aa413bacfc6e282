/*
 * Times as policies write them (docs/policies.md, Time). All of it is arithmetic but for one thing,
 * the clocks of a zone, which the browser knows.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The longest span. */
const MAX_DURATION_MS = 7 * DAY_MS;

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|[+-]00:00)$/;

/** Milliseconds since 1970 of a time in UTC; undefined if it isn't one, or has another offset. */
export function parseTimestamp(text: string): number | undefined {
  const [, date = '', hour, minute, second, fraction = ''] = TIMESTAMP.exec(text) ?? [];
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // An impossible day, such as 30 February, would become another one.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date))
    return undefined;
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  if (h > 23 || m > 59 || s > 59) return undefined;
  const seconds = (h * 60 + m) * 60 + s;
  return midnight + seconds * 1000 + Number(`0.${fraction || '0'}`) * 1000;
}

const UNIT_MS: Readonly<Record<string, number>> = { d: DAY_MS, h: HOUR_MS, m: MINUTE_MS };

/** Milliseconds of a span such as `8h`; undefined if it isn't one, is zero or is longer than seven days. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([dhm])$/.exec(text) ?? [];
  const ms = Number(count) * (UNIT_MS[unit] ?? NaN);
  return ms > 0 && ms <= MAX_DURATION_MS ? ms : undefined;
}

/** The values that a field names; undefined for `*`, which restricts nothing. */
type CronField = ReadonlySet<number> | undefined;

/** When a cron text fires, in the clock's own minutes. */
export type Cron = {
  readonly minute: CronField;
  readonly hour: CronField;
  readonly dayOfMonth: CronField;
  readonly month: CronField;
  readonly weekday: CronField;
};

/** The values of one field; null if it isn't one. */
function cronField(text: string, low: number, high: number): CronField | null {
  if (text === '*') return undefined;
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const [, first, last = first] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (!(from >= low && to <= high && from <= to)) return null;
    for (let value = from; value <= to; value += 1) values.add(value);
  }
  return values;
}

/** Reads five numeric fields of lists, ranges and `*`; undefined for anything else. */
export function parseCron(text: string): Cron | undefined {
  const fields = text.trim().split(/\s+/);
  const [minute, hour, dayOfMonth, month, weekday] = [
    cronField(fields[0] ?? '', 0, 59),
    cronField(fields[1] ?? '', 0, 23),
    cronField(fields[2] ?? '', 1, 31),
    cronField(fields[3] ?? '', 1, 12),
    cronField(fields[4] ?? '', 0, 6),
  ];
  if (fields.length !== 5) return undefined;
  if (minute === null || hour === null || dayOfMonth === null) return undefined;
  if (month === null || weekday === null) return undefined;
  return { minute, hour, dayOfMonth, month, weekday };
}

/** Of a zone, what its clocks show; making one costs more than a hundred uses. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(zone, clock);
  return clock;
}

/** Whether it is the name of a zone, such as `Europe/Berlin`. An offset isn't. */
export function isZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    clockOf(text);
    return true;
  } catch {
    return false;
  }
}

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

/** The remainder that is never negative, as times before 1970 need it. */
const modulo = (value: number, by: number): number => ((value % by) + by) % by;

function fires(cron: Cron, wall: number): boolean {
  const has = (field: CronField, value: number): boolean => !field || field.has(value);
  const minutes = Math.floor(wall / MINUTE_MS);
  if (!has(cron.minute, modulo(minutes, 60))) return false;
  if (!has(cron.hour, modulo(Math.floor(minutes / 60), 24))) return false;
  const date = new Date(wall);
  if (!has(cron.month, date.getUTCMonth() + 1)) return false;
  const { dayOfMonth, weekday } = cron;
  const onDay = has(dayOfMonth, date.getUTCDate());
  const onWeekday = has(weekday, date.getUTCDay());
  // Where both are restricted, one of them is enough.
  return dayOfMonth && weekday ? onDay || onWeekday : onDay && onWeekday;
}

/**
 * What is added to UTC at the minutes of a day of UTC. Equal ends of the day, or of an hour, mean
 * one offset: no zone changes its clocks there and back within a day.
 */
function offsetsOf(zone: string, day: number): (time: number) => number {
  const atStart = offsetAt(zone, day);
  if (atStart === offsetAt(zone, day + DAY_MS)) return () => atStart;
  const hours = Array.from({ length: 25 }, (_, hour) => offsetAt(zone, day + hour * HOUR_MS));
  return (time) => {
    const hour = Math.floor((time - day) / HOUR_MS);
    const [before, after] = [hours[hour], hours[hour + 1]];
    return before !== undefined && before === after ? before : offsetAt(zone, time);
  };
}

/** Whether a minute of one day of UTC fires, among those in (after, until]. */
function firesWithin(cron: Cron, zone: string, day: number, after: number, until: number): boolean {
  const offset = offsetsOf(zone, day);
  const first = Math.max(day, (Math.floor(after / MINUTE_MS) + 1) * MINUTE_MS);
  const end = Math.min(day + DAY_MS - 1, until);
  for (let time = first; time <= end; time += MINUTE_MS) {
    if (fires(cron, time + offset(time))) return true;
  }
  return false;
}

/**
 * Whether a time lies in a span of a cron text: at or after a minute that it names on the zone's
 * clocks, and less than `durationMs` of elapsed time later. A minute that the clocks skip doesn't
 * fire, and one that they show twice fires twice.
 */
export function isInCronSpan(cron: Cron, durationMs: number, zone: string, now: number): boolean {
  const after = now - durationMs;
  const firstDay = Math.floor(after / DAY_MS) * DAY_MS;
  for (let day = Math.floor(now / DAY_MS) * DAY_MS; day >= firstDay; day -= DAY_MS) {
    if (firesWithin(cron, zone, day, after, now)) return true;
  }
  return false;
}
