import type { TimeSpan } from './clause-meaning.ts';
import { parseTimestamp } from './moments.ts';

/*
 * Limits that are whole days of the reader's own time zone: a first day, and a last one, which counts too. A policy
 * has moments only, so its last day ends where the next one begins.
 */

export type DateSpan = Exclude<TimeSpan, { readonly kind: 'cron' }>;

const LATER: Readonly<Record<DateSpan['kind'], number>> = { from: 0, until: 1 };

/** A limit at this day, `2026-03-01`; undefined for no day, or one outside of the years 0 to 9999 in UTC. */
export function writeDay(kind: DateSpan['kind'], day: string): DateSpan | undefined {
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + LATER[kind]);
  // Where the clocks skip midnight, the day begins at the first time that they show.
  at.setHours(0, 0, 0, 0);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(at.getTime())) return undefined;
  const text = at.toISOString().replace('.000Z', 'Z');
  return parseTimestamp(text) === undefined ? undefined : { kind, text };
}

/** The day of a limit, as {@link writeDay} takes it; undefined where it isn't at the edge of a day here. */
export function readDay({ kind, text }: DateSpan): string | undefined {
  const ms = parseTimestamp(text);
  if (ms === undefined) return undefined;
  const at = new Date(ms);
  at.setDate(at.getDate() - LATER[kind]);
  const parts = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'));
  const day = [String(at.getFullYear()).padStart(4, '0'), ...parts].join('-');
  const written = writeDay(kind, day);
  return written && parseTimestamp(written.text) === ms ? day : undefined;
}
