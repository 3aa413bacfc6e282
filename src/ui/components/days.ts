import { capitalize, formatDate, locale } from '../i18n.ts';
import { LAST_TIME } from '../../protocol/time.ts';

/* Days by the clock on the wall: as date fields have them, and as lists are grouped by. */

/** Midnight at the beginning of a day such as `2027-01-31`, or some days later; null for no day. */
export function midnightOf(day: string, later = 0): number | null {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const at = new Date(year, month - 1, date + later).getTime();
  return Number.isNaN(at) ? null : Math.min(Math.max(at, 0), LAST_TIME);
}

/** The day of milliseconds since the epoch, counted from any fixed one: equal days have equal numbers. */
export function dayNumberOf(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}

/** `Today`, `Yesterday`, or the date. */
export function dayText(at: number, now: number): string {
  const ago = dayNumberOf(now) - dayNumberOf(at);
  if (ago !== 0 && ago !== 1) return formatDate(at);
  const format = new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto' });
  return capitalize(format.format(-ago, 'day'));
}
