import { isSettled } from '../../activities/machine.ts';
import type { PageErrorCode, Settlement } from '../../protocol/page.ts';
import type { Approval, PageWish } from './approvals.ts';
import type { Desk } from './desk.ts';
import { settlementOf } from './outcome.ts';
import { carryOut } from './performing.ts';
import { pageError } from './refusal.ts';

/*
 * What happens to requests that wait, apart from the user's decision: their page leaves, their
 * activity moves on, the worker starts anew.
 */

/** A page that was left may come back: a reload takes no longer. */
export const AWAY_MS = 5000;
/** Nobody decides about a request of yesterday. */
const OLDEST_MS = 3_600_000;

/** An approval of an operation. */
export type Wished = Approval & { readonly wish: PageWish };

/** Narrows to an approval of an operation. */
export function isWished(one: Approval): one is Wished {
  return one.wish.kind === 'operation';
}

/** Ends an approval and tells its page. */
export async function end(desk: Desk, one: Approval, settlement: Settlement): Promise<void> {
  await desk.approvals.end(one, settlement);
  desk.onChange();
  tellPage(desk, one, settlement);
}

/** Ends approvals with an error each. */
export async function endAll(
  desk: Desk,
  all: readonly Approval[],
  code: PageErrorCode,
): Promise<void> {
  for (const one of all) {
    await end(desk, one, { id: one.name, ok: false, error: pageError(code) });
  }
}

/** Tells the page of a request how far it is; a page that is gone asks when it is back. */
export function tellPage(desk: Desk, { seat }: Approval, data: Settlement): void {
  if (seat) void desk.seats.say(seat, { event: 'activity', data });
}

/** Approvals that the user has not decided. */
export function undecided(desk: Desk, origin?: string): readonly Approval[] {
  const asking = desk.approvals.all().filter(({ state }) => state === 'asking');
  return origin === undefined ? asking : asking.filter((one) => one.origin === origin);
}

/** Withdraws what nobody waits for any more. */
export async function sweep(desk: Desk): Promise<void> {
  const now = desk.now();
  const over = undecided(desk).filter(
    ({ awayAt, at }) => (awayAt !== null && now - awayAt >= AWAY_MS) || now - at >= OLDEST_MS,
  );
  await endAll(desk, over, 'withdrawn');
  // The user did not put these off: the next request of such a site is shown at once.
  for (const { origin } of over) {
    if (undecided(desk, origin).length === 0) desk.window.decided(origin);
  }
}

/** A document was left: what it asked for waits a moment for it, and cannot be approved meanwhile. */
export async function leave(desk: Desk, seat: string): Promise<void> {
  await desk.seats.leave(seat);
  const mine = undecided(desk).filter((one) => one.seat?.seat === seat && one.awayAt === null);
  for (const one of mine) await markAway(desk, one);
}

async function markAway(desk: Desk, one: Approval): Promise<void> {
  await desk.approvals.put({ ...one, awayAt: desk.now() });
  desk.onChange();
  desk.later(AWAY_MS, () => void sweep(desk).catch(() => undefined));
}

/** Whether the page of an approval is there; marks it away when it is not. */
export async function isPresent(desk: Desk, one: Approval): Promise<boolean> {
  if (one.awayAt !== null || !one.seat) return false;
  if (await desk.seats.isThere(one.seat)) return true;
  const now = desk.approvals.get(one.id);
  if (now?.state === 'asking' && now.awayAt === null && now.seat === one.seat) {
    await markAway(desk, now);
  }
  return false;
}

/** An outbox entry has changed: its page is told when there is something to tell. */
export async function moved(desk: Desk, id: string): Promise<void> {
  await desk.approvals.load();
  const one = desk.approvals.get(id);
  if (one?.state !== 'handed') return;
  const entry = await desk.outbox.get(id);
  if (!entry) return;
  const { state } = entry.record;
  if (state === 'stamped' || state === 'sending') return;
  if (isSettled(state)) await desk.approvals.drop(id);
  tellPage(desk, one, settlementOf(one.name, entry));
}

/**
 * A grant allowed it: does it at once, and keeps nothing before the outbox does. A worker that dies
 * on the way leaves its bridge to ask again, by the same name. Answers how a question ended; null
 * when the activity is in the outbox.
 */
export async function finishGranted(desk: Desk, one: Wished): Promise<Settlement | null> {
  const { made, by } = one;
  if (!made || !by) return null;
  const settlement = await carryOut(desk, one, made, by);
  // Told already when it is kept: who repeats the question to another life is answered anew.
  if (settlement) desk.approvals.note(one, settlement);
  return settlement;
}

/** The body was approved: does it, whatever life of the worker this is. */
export async function finish(desk: Desk, one: Wished): Promise<void> {
  const { made, by } = one;
  if (!made || !by) return reopen(desk, one);
  try {
    const settlement = await carryOut(desk, one, made, by);
    if (settlement) return await end(desk, one, settlement);
  } catch (error) {
    await reopen(desk, one);
    throw error;
  }
  await desk.approvals.put({ ...one, state: 'handed' });
  desk.onChange();
  // It may have ended before it was noted as handed over.
  await moved(desk, one.id);
}

async function reopen(desk: Desk, one: Approval): Promise<void> {
  await desk.approvals.put({ ...one, state: 'asking', made: null, by: null });
  desk.onChange();
}

/** Takes up what an earlier life of the worker left between the approval and the outbox. */
export async function resume(desk: Desk): Promise<void> {
  await desk.approvals.load();
  for (const one of desk.approvals.all()) {
    if (!isWished(one)) continue;
    const stored = one.state === 'asking' && (await desk.outbox.get(one.id)) !== undefined;
    if (stored) await desk.approvals.put({ ...one, state: 'handed' });
    // A body that does not get through is shown again.
    if (one.state === 'performing') await finish(desk, one).catch(() => undefined);
    if (one.state === 'handed') await moved(desk, one.id);
  }
  await sweep(desk);
}
