import * as v from 'valibot';
import { grant, MAX_STARTED, type Grant } from '../protocol/site.ts';
import type { WriteTransaction } from '../storage/database.ts';
import type { Values } from '../protocol/parse.ts';

/*
 * When a grant is valid, and the row that it's read from.
 */

export const HOUR_MS = 3_600_000;
/**
 * How far the clock may be set back before grants stop working. No time server corrects by this
 * much.
 */
const CLOCK_SLACK_MS = 60_000;

/**
 * Whether a grant allows these parameters now: before its stored deadline, with uses left in total
 * and in the last 60 minutes, and with every limit exactly equal to the request's parameter of that
 * name.
 */
export function isGrantValid(one: Grant, parameters: Values, now: number): boolean {
  return (
    !isExhausted(one, now) &&
    // A clock set back past the last use would grant the same time twice. The user decides
    // meanwhile.
    now >= (one.lastUsedAt ?? one.createdAt) - CLOCK_SLACK_MS &&
    (one.perHour === null || recentUses(one, now).length < one.perHour) &&
    Object.entries(one.limits).every(
      ([name, value]) => Object.hasOwn(parameters, name) && parameters[name] === value,
    )
  );
}

/** Whether it can never match again: expired or used up. */
export function isExhausted(one: Grant, now: number): boolean {
  return now >= one.expiresAt || one.used >= one.most;
}

/** The grant after another use. `id` is the activity's id in the outbox, if it gets that far. */
export function countUse(one: Grant, now: number, id: string | null): Grant {
  const recent = one.perHour === null ? [] : [...recentUses(one, now), now];
  // The latest time it was ever used: see {@link isGrantValid}.
  const lastUsedAt = Math.max(now, one.lastUsedAt ?? now);
  const started = id === null ? startedUses(one) : [...startedUses(one), { id, at: now }];
  return { ...one, used: one.used + 1, recent, lastUsedAt, ...withStarted(started) };
}

const startedUses = ({ started }: Grant): NonNullable<Grant['started']> => started ?? [];

function withStarted(started: NonNullable<Grant['started']>): Pick<Grant, 'started'> {
  return { started: started.slice(-MAX_STARTED) };
}

/** Whether this activity's use is counted, but the activity hasn't been seen in the outbox yet. */
export function hasStarted(one: Grant, id: string): boolean {
  return startedUses(one).some((use) => use.id === id);
}

/** The grant without the notes of uses whose activities have reached the outbox. */
export function withoutFinishedUses(one: Grant, reached: (id: string) => boolean): Grant {
  const left = startedUses(one).filter(({ id }) => !reached(id));
  return left.length === startedUses(one).length ? one : { ...one, ...withStarted(left) };
}

/** The grant after refunding the uses whose activities were never stored. */
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
 * Whether a grant's row is no longer needed: it has expired, or it's used up by activities that are
 * all known to be stored.
 */
export function isRemovable(one: Grant, now: number): boolean {
  return now >= one.expiresAt || (isExhausted(one, now) && startedUses(one).length === 0);
}

/** If the clock was set back, uses in its future count, too. */
function recentUses({ recent }: Grant, now: number): readonly number[] {
  return recent.filter((at) => now - at < HOUR_MS);
}

/** The grant in a stored row. Undefined for another form. */
export function readGrant(row: unknown): Grant | undefined {
  const parsed = v.safeParse(grant, row);
  return parsed.success ? parsed.output : undefined;
}

/** Deletes an origin's grants that `drop` selects, or all of them without it. */
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
