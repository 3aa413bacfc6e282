/*
 * Times as policies write them (docs/policies.md, Time): what a clause may say, and when a cron text
 * fires is in cron-windows.ts.
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

const DURATION = /^(?:(0|[1-9]\d*)d)?(?:(0|[1-9]\d*)h)?(?:(0|[1-9]\d*)m)?$/;

/**
 * Milliseconds of a span such as `8h` or `1d12h`; undefined if it isn't one, is zero or is longer than
 * seven days. Other orders, spaces and leading zeros are in no example of the publisher's.
 */
export function parseDuration(text: string): number | undefined {
  const found = DURATION.exec(text);
  if (!found) return undefined;
  const [, days = '0', hours = '0', minutes = '0'] = found;
  const ms = Number(days) * DAY_MS + Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
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

/** What shows a zone's clocks. @throws RangeError if there is no such zone */
export function clockOf(zone: string): Intl.DateTimeFormat {
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
