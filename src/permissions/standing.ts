import * as v from 'valibot';
import { grant, type Grant } from '../protocol/site.ts';
import type { Write } from '../storage/database.ts';

/*
 * When a grant stands, and the row that it is read from.
 */

export const HOUR_MS = 3_600_000;
/** How far the clock may be set back before grants are left alone: more than time servers correct. */
const CLOCK_SLACK_MS = 60_000;

type Values = Readonly<Record<string, unknown>>;

/**
 * Whether a grant allows these parameters now: before its stored deadline, with uses left in all and
 * in the last 60 minutes, and every limit exactly equal to the request's own parameter of its name.
 */
export function matches(one: Grant, parameters: Values, now: number): boolean {
  return (
    !isOver(one, now) &&
    // Set back behind its last use, the clock would give its time twice: the user decides meanwhile.
    now >= (one.lastUsedAt ?? one.createdAt) - CLOCK_SLACK_MS &&
    (one.perHour === null || recentUses(one, now).length < one.perHour) &&
    Object.entries(one.limits).every(
      ([name, value]) => Object.hasOwn(parameters, name) && parameters[name] === value,
    )
  );
}

/** Whether it will never match again: expired, or used up. */
export function isOver(one: Grant, now: number): boolean {
  return now >= one.expiresAt || one.used >= one.most;
}

/** The grant after one more use. */
export function countUse(one: Grant, now: number): Grant {
  const recent = one.perHour === null ? [] : [...recentUses(one, now), now];
  return { ...one, used: one.used + 1, recent, lastUsedAt: now };
}

/** Uses that a clock set back makes future ones count as well. */
function recentUses({ recent }: Grant, now: number): readonly number[] {
  return recent.filter((at) => now - at < HOUR_MS);
}

/**
 * The grant in a stored row; undefined for another form. A limit that the schema passes over
 * silently, such as `__proto__`, would make the grant wider: it is of another form too.
 */
export function parsedGrant(row: unknown): Grant | undefined {
  const parsed = v.safeParse(grant, row);
  if (!parsed.success) return undefined;
  const { limits } = parsed.output;
  return sameNames(limits, memberOf(row, 'limits')) ? parsed.output : undefined;
}

/** Whether parsed limits are all that was there before they were parsed. */
export function sameNames(parsed: object, given: unknown): boolean {
  return (
    typeof given === 'object' &&
    given !== null &&
    Object.keys(parsed).length === Reflect.ownKeys(given).length
  );
}

function memberOf(row: unknown, name: string): unknown {
  return typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined;
}

/** Removes the grants of an origin that `drop` tells; all of them without it. */
export async function dropGrants(
  transaction: Write<'sites' | 'grants'>,
  origin: string,
  drop: (one: Grant) => boolean = () => true,
): Promise<void> {
  const store = transaction.objectStore('grants');
  for (const row of await store.index('origin').getAll(origin)) {
    const one = parsedGrant(row);
    if (!one || drop(one)) await store.delete(row.id);
  }
}
