import * as v from 'valibot';
import { grant, type Grant } from '../protocol/site.ts';
import type { WriteTransaction } from '../storage/database.ts';

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
export function isGrantValid(one: Grant, parameters: Values, now: number): boolean {
  return (
    !isExhausted(one, now) &&
    // Set back behind its last use, the clock would give its time twice: the user decides meanwhile.
    now >= (one.lastUsedAt ?? one.createdAt) - CLOCK_SLACK_MS &&
    (one.perHour === null || recentUses(one, now).length < one.perHour) &&
    Object.entries(one.limits).every(
      ([name, value]) => Object.hasOwn(parameters, name) && parameters[name] === value,
    )
  );
}

/** Whether it will never match again: expired, or used up. */
export function isExhausted(one: Grant, now: number): boolean {
  return now >= one.expiresAt || one.used >= one.most;
}

/** Uses noted at once: more than are ever under way. */
const MAX_STARTED = 100;

/** The grant after one more use; `id` names the activity of it in the outbox, where it gets that far. */
export function countUse(one: Grant, now: number, id: string | null): Grant {
  const recent = one.perHour === null ? [] : [...recentUses(one, now), now];
  // The latest moment it was ever used at: see matches.
  const lastUsedAt = Math.max(now, one.lastUsedAt ?? now);
  const started = id === null ? startedUses(one) : [...startedUses(one), { id, at: now }];
  return { ...one, used: one.used + 1, recent, lastUsedAt, ...withStarted(started) };
}

const startedUses = ({ started }: Grant): NonNullable<Grant['started']> => started ?? [];

function withStarted(started: NonNullable<Grant['started']>): Pick<Grant, 'started'> {
  return { started: started.slice(-MAX_STARTED) };
}

/** Whether the use of this activity is counted, and the activity not seen in the outbox yet. */
export function hasStarted(one: Grant, id: string): boolean {
  return startedUses(one).some((use) => use.id === id);
}

/** The grant without the notes of uses whose activities have reached the outbox. */
export function withoutFinishedUses(one: Grant, reached: (id: string) => boolean): Grant {
  const left = startedUses(one).filter(({ id }) => !reached(id));
  return left.length === startedUses(one).length ? one : { ...one, ...withStarted(left) };
}

/** The grant with the uses given back whose activities never came to be. */
export function refundUses(one: Grant, lost: (id: string) => boolean): Grant {
  const lostUses = startedUses(one).filter(({ id }) => lost(id));
  if (lostUses.length === 0) return one;
  const recent = [...one.recent];
  for (const { at } of lostUses) {
    const found = recent.indexOf(at);
    if (found !== -1) recent.splice(found, 1);
  }
  const left = startedUses(one).filter((use) => !lostUses.includes(use));
  return { ...one, used: Math.max(0, one.used - lostUses.length), recent, ...withStarted(left) };
}

/**
 * Whether the row of a grant is of no more use: its time is over, or it is used up by activities that
 * are all known to be done.
 */
export function isRemovable(one: Grant, now: number): boolean {
  return now >= one.expiresAt || (isExhausted(one, now) && startedUses(one).length === 0);
}

/** Uses that a clock set back makes future ones count as well. */
function recentUses({ recent }: Grant, now: number): readonly number[] {
  return recent.filter((at) => now - at < HOUR_MS);
}

/** The grant in a stored row; undefined for another form. */
export function readGrant(row: unknown): Grant | undefined {
  const parsed = v.safeParse(grant, row);
  return parsed.success ? parsed.output : undefined;
}

/** Removes the grants of an origin that `drop` tells; all of them without it. */
export async function deleteGrants(
  transaction: WriteTransaction<'sites' | 'grants'>,
  origin: string,
  shouldDelete: (one: Grant) => boolean = () => true,
): Promise<void> {
  const store = transaction.objectStore('grants');
  for (const row of await store.index('origin').getAll(origin)) {
    const one = readGrant(row);
    if (!one || shouldDelete(one)) await store.delete(row.id);
  }
}
