// Times in policies: `Timestamp('…')` and `CronSpan('cron', 'duration', 'zone')` (docs/policies.md,
// Time).
import { PolicyTextError } from './policy-text-error.ts';

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})[tT](\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(?:[zZ]|[+-]00:00)$/;

/** Milliseconds since the epoch of an RFC 3339 time with a zero offset. */
export function parseTimestamp(text: string): number {
  const [, date, time] = TIMESTAMP.exec(text) ?? [];
  const at = date === undefined ? Number.NaN : Date.parse(`${date}T${time}Z`);
  // `Date.parse` takes 31 February for 3 March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date) {
    throw new PolicyTextError(`'${text}' is not a time in UTC`);
  }
  return at;
}

const MINUTE_MS = 60_000;
/** Zones change their offset at a quarter of an hour of UTC at the finest. */
const QUARTER = 15;
const MAX_SPAN_MINUTES = 7 * 24 * 60;
const MINUTES_OF = { d: 24 * 60, h: 60, m: 1 } as const;
type Unit = keyof typeof MINUTES_OF;

/** Whole minutes of a duration such as `8h` or `1d12h`, days first: over 0, at most 7 days. */
function parseDuration(text: string): number {
  const parts = text.match(/\d+[dhm]/g) ?? [];
  const units = parts.map((part) => part.slice(-1) as Unit);
  const isInOrder =
    units.join('') === ['d', 'h', 'm'].filter((one) => units.includes(one as Unit)).join('');
  const isPlain = parts.every((part) => part.length === 2 || !part.startsWith('0'));
  const minutes = parts.reduce(
    (total, part, at) => total + Number.parseInt(part, 10) * MINUTES_OF[units[at] ?? 'm'],
    0,
  );
  const isWhole = parts.join('') === text && isInOrder && isPlain;
  if (isWhole && minutes > 0 && minutes <= MAX_SPAN_MINUTES) return minutes;
  throw new PolicyTextError(
    `'${text}' is not a duration of at most seven days, such as 8h or 1d12h`,
  );
}

type CronField = { readonly values: ReadonlySet<number>; readonly isAny: boolean };

function parseField(text: string, min: number, max: number): CronField {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const [, from, to = from] =
      /^(?:(\d{1,2})(?:-(\d{1,2}))?)$/.exec(part === '*' ? `${min}-${max}` : part) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (!(first >= min && last <= max && first <= last)) {
      throw new PolicyTextError(`'${text}' is not a field of a schedule from ${min} to ${max}`);
    }
    for (let value = first; value <= last; value += 1) values.add(value);
  }
  return { values, isAny: text === '*' };
}

type Cron = {
  readonly minute: CronField;
  readonly hour: CronField;
  readonly day: CronField;
  readonly month: CronField;
  readonly weekday: CronField;
};

/** Five numeric fields: no steps, names, macros or seconds. Sunday is 0. */
function parseCron(text: string): Cron {
  const [minute, hour, day, month, weekday, ...more] = text.trim().split(/\s+/);
  if (weekday === undefined || more.length > 0) {
    throw new PolicyTextError(`'${text}' is not a schedule of five fields`);
  }
  return {
    minute: parseField(minute ?? '', 0, 59),
    hour: parseField(hour ?? '', 0, 23),
    day: parseField(day ?? '', 1, 31),
    month: parseField(month ?? '', 1, 12),
    weekday: parseField(weekday, 0, 6),
  };
}

/** Day and weekday are alternatives when both are restricted, as in cron(8). */
function matchesDay({ day, month, weekday }: Cron, local: Date): boolean {
  if (!month.values.has(local.getUTCMonth() + 1)) return false;
  const isDay = day.values.has(local.getUTCDate());
  const isWeekday = weekday.values.has(local.getUTCDay());
  return day.isAny || weekday.isAny ? isDay && isWeekday : isDay || isWeekday;
}

const MINUTES_A_DAY = 24 * 60;

/** Whether a local minute matches, of minutes that are asked one after the other: a day is looked at once. */
function createMatches(cron: Cron): (minute: number) => boolean {
  let [day, isDay] = [Number.NaN, false];
  return (minute) => {
    const dayOfMinute = Math.floor(minute / MINUTES_A_DAY);
    if (dayOfMinute !== day) {
      [day, isDay] = [
        dayOfMinute,
        matchesDay(cron, new Date(dayOfMinute * MINUTES_A_DAY * MINUTE_MS)),
      ];
    }
    if (!isDay) return false;
    const ofDay = minute - dayOfMinute * MINUTES_A_DAY;
    return cron.minute.values.has(ofDay % 60) && cron.hour.values.has(Math.floor(ofDay / 60));
  };
}

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
function createOffsetOf(zone: string): (at: number) => number {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  } catch {
    throw new PolicyTextError(`'${zone}' is not a time zone`);
  }
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
    const local = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
    );
    return local - Math.floor(at / MINUTE_MS) * MINUTE_MS;
  };
}

/** Offsets that are kept for each span: those of the days that it reaches back. */
const MAX_OFFSETS = 200;

/**
 * The same for a minute. It is asked for once a day where the day has one offset, as no zone changes it
 * there and back, and otherwise once a quarter; what was asked is kept.
 */
function createOffsetAt(offsetOf: (at: number) => number): (minute: number) => number {
  const offsets = new Map<number, number>();
  const offsetAt = (minute: number) => {
    const found = offsets.get(minute);
    if (found !== undefined) return found;
    if (offsets.size >= MAX_OFFSETS) offsets.clear();
    const offset = offsetOf(minute * MINUTE_MS);
    offsets.set(minute, offset);
    return offset;
  };
  return (minute) => {
    const day = Math.floor(minute / MINUTES_A_DAY) * MINUTES_A_DAY;
    const first = offsetAt(day);
    if (first === offsetAt(day + MINUTES_A_DAY)) return first;
    return offsetAt(Math.floor(minute / QUARTER) * QUARTER);
  };
}

/** A zone of the IANA database; offsets such as `+01:00` are none. */
function demandZone(zone: string): string {
  if (/^[A-Za-z][\w+/-]*$/.test(zone)) return zone;
  throw new PolicyTextError(`'${zone}' is not a time zone`);
}

/**
 * Whether a moment lies within a span: from each minute that the schedule names in the zone's clock
 * time, for the duration of elapsed time, end excluded. Throws a PolicyTextError for bad texts.
 */
export function parseCronSpan(
  cronText: string,
  duration: string,
  zone: string,
): (at: number) => boolean {
  const cron = parseCron(cronText);
  const minutes = parseDuration(duration);
  const offsetAt = createOffsetAt(createOffsetOf(demandZone(zone)));
  return (at) => {
    const last = Math.floor(at / MINUTE_MS);
    const matches = createMatches(cron);
    let offset = 0;
    for (let minute = last; minute > last - minutes; minute -= 1) {
      // Counting down, so the offset is read at the end of each quarter and holds to its beginning.
      if (minute === last || (minute + 1) % QUARTER === 0) {
        offset = offsetAt(minute);
      }
      if (matches(minute + offset / MINUTE_MS)) return true;
    }
    return false;
  };
}
