import type { TimeSpan } from './clause-meaning.ts';
import { parseCron, parseDuration } from './moments.ts';

/*
 * Spans that begin at one time of some weekdays and end within a day: what most mean by hours.
 */

export type CronSpan = Extract<TimeSpan, { readonly kind: 'cron' }>;

/** Times of a clock, `09:00` to `17:00`; if `to` isn't later, it is the next day's. Sunday is 0. */
export type DailyHours = {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
};

const DAY_MINUTES = 24 * 60;
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

const clockText = (minutes: number): string =>
  [Math.floor(minutes / 60) % 24, minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

/** Minutes since midnight of `09:00`; undefined for anything else. */
function minutesOf(clock: string): number | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
}

const only = (values: ReadonlySet<number> | undefined): number | undefined =>
  values?.size === 1 ? [...values][0] : undefined;

/** When a span begins; undefined if it isn't at one time of a day, or by the day of the month. */
export function beginningOf({ cron: text }: CronSpan) {
  const cron = parseCron(text);
  const [hour, minute] = [only(cron?.hour), only(cron?.minute)];
  if (!cron || hour === undefined || minute === undefined) return undefined;
  if (cron.dayOfMonth || cron.month) return undefined;
  const minutes = hour * 60 + minute;
  const days = [...(cron.weekday ?? EVERY_DAY)].toSorted((one, other) => one - other);
  return { days, minutes, at: clockText(minutes) };
}

/** The hours of a span; undefined for a span of another form. */
export function readHours(span: CronSpan): DailyHours | undefined {
  const beginning = beginningOf(span);
  const length = (parseDuration(span.length) ?? 0) / 60_000;
  if (!beginning || length === 0 || length > DAY_MINUTES) return undefined;
  const { days, minutes, at } = beginning;
  return { days, from: at, to: clockText(minutes + length) };
}

/** Weekdays as a cron field: `1-5`, `0,6`, or `*` for all of them. */
function weekdayField(days: readonly number[]): string {
  if (days.length === EVERY_DAY.length) return '*';
  const sorted = days.toSorted((one, other) => one - other);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  const isRun = sorted.length > 2 && last - first === sorted.length - 1;
  return isRun ? `${first}-${last}` : sorted.join(',');
}

/** Cron text and length of these hours; undefined for no days, or a text that is no time. */
export function writeHours({
  days,
  from,
  to,
}: DailyHours): Pick<CronSpan, 'cron' | 'length'> | undefined {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  if (days.length === 0 || start === undefined || end === undefined) return undefined;
  const length = (end - start + DAY_MINUTES - 1) % DAY_MINUTES;
  const [hours, minutes] = [Math.floor((length + 1) / 60), (length + 1) % 60];
  return {
    cron: `${start % 60} ${Math.floor(start / 60)} * * ${weekdayField(days)}`,
    length: `${hours > 0 ? `${hours}h` : ''}${minutes > 0 ? `${minutes}m` : ''}`,
  };
}
