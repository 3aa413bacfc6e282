import { isSettled } from '../../activities/machine.ts';
import { allowsSite } from '../../protocol/managed.ts';
import { markedGroup } from '../../protocol/site.ts';
import type { PageErrorCode, Settlement } from '../../protocol/page.ts';
import { handed, type Approval, type PageWish } from './approvals.ts';
import type { Desk } from './desk.ts';
import { tell } from './news.ts';
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
  if (one.seat) quietly(tell(desk, one.seat, settlement, () => desk.approvals.told(one)));
}

/** A page that is not told now is told by the next life of the worker, or asks when it is back. */
function quietly(work: Promise<void>): void {
  work.catch(() => undefined);
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

/** Approvals that the user has not decided. */
export function undecided(desk: Desk, origin?: string): readonly Approval[] {
  const asking = desk.approvals.all().filter(({ state }) => state === 'asking');
  return origin === undefined ? asking : asking.filter((one) => one.origin === origin);
}

/** Those of the whole site group of an origin, or of the mark of a group. */
export async function undecidedOf(desk: Desk, origin: string): Promise<readonly Approval[]> {
  const group = markedGroup(origin) ?? (await desk.groups.of(origin));
  // Its own also where the list of suffixes could not be read when it asked.
  return undecided(desk).filter((one) => one.group === group || one.origin === origin);
}

/** Withdraws what nobody waits for any more. */
export async function sweep(desk: Desk): Promise<void> {
  const now = desk.now();
  const over = undecided(desk).filter(
    ({ awayAt, at }) => (awayAt !== null && now - awayAt >= AWAY_MS) || now - at >= OLDEST_MS,
  );
  await endAll(desk, over, 'withdrawn');
}

/** A document was left: what it asked for waits a moment for it, and cannot be approved meanwhile. */
export async function leave(desk: Desk, seat: string): Promise<void> {
  await desk.seats.leave(seat);
  const mine = undecided(desk).filter((one) => one.seat?.seat === seat && one.awayAt === null);
  for (const one of mine) await markAway(desk, one);
}

export async function markAway(desk: Desk, one: Approval): Promise<void> {
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

/**
 * An outbox entry has changed: its page is told when there is something to tell. One that has ended
 * is let go when its page has heard.
 */
export async function moved(desk: Desk, id: string): Promise<void> {
  await desk.approvals.load();
  const one = desk.approvals.get(id);
  if (one?.state !== 'handed') return;
  const entry = await desk.outbox.get(id);
  if (!entry) return;
  const { state } = entry.record;
  if (state === 'stamped' || state === 'sending') return;
  const over = async () => {
    // Not one that waits for a later document of the page.
    const now = desk.approvals.get(id);
    if (isSettled(state) && now?.seat?.seat === one.seat?.seat) await desk.approvals.drop(id);
  };
  if (!one.seat) return over();
  // Of one change several hear at once: the page is told by the first.
  const news = `${id} ${one.seat.seat} ${entry.record.revision}`;
  if (desk.telling.has(news)) return;
  desk.telling.add(news);
  await tell(desk, one.seat, settlementOf(one.name, entry), over).finally(() =>
    desk.telling.delete(news),
  );
}

/**
 * A grant allowed it: does it at once, and keeps nothing before the outbox does. A worker that dies
 * on the way leaves its bridge to ask again, by the same name. Answers how a question ended; null
 * when the activity is in the outbox.
 */
export async function finishGranted(desk: Desk, one: Wished): Promise<Settlement | null> {
  const { made, by } = one;
  if (!made || !by) return null;
  const settlement = await carryOut(desk, one, made, by).catch(async (error: unknown) => {
    // Nothing of it is in the outbox, as far as is known here: looked up before the use is given back.
    if (made.draft) await desk.grants.missed(one.id).catch(() => undefined);
    throw error;
  });
  if (made.draft) desk.grants.reached(one.id);
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
  // The outbox has it: what cannot be noted here is found there by its id.
  await desk.approvals.put(handed(one)).catch(() => desk.approvals.drop(one.id));
  desk.onChange();
  // It may have ended before it was noted as handed over.
  quietly(moved(desk, one.id));
}

async function reopen(desk: Desk, one: Approval): Promise<void> {
  await desk.approvals.put({ ...one, state: 'asking', made: null, by: null });
  desk.onChange();
}

/** Whether the organization lets a request be shown and approved. */
export async function isAllowed(desk: Desk, { origin, wish }: Approval): Promise<boolean> {
  if (!allowsSite(await desk.managed(), origin)) return false;
  return wish.kind === 'connect' || desk.isProfileAllowed(wish.profileId);
}

/** Takes up what an earlier life of the worker left between the approval and the outbox, and the page. */
export async function resume(desk: Desk): Promise<void> {
  await desk.approvals.load();
  for (const one of desk.approvals.all()) {
    if (desk.approvals.ended(one)) await desk.approvals.drop(one.id);
    else if (isWished(one)) await takeUp(desk, one);
    else if (!(await isAllowed(desk, one))) await endAll(desk, [one], 'refused');
  }
  for (const one of desk.approvals.untold()) {
    if (one.seat) quietly(tell(desk, one.seat, one.settlement, () => desk.approvals.told(one)));
  }
  // Counted uses are lost at worst, until the next life looks.
  await desk.grants.settle().catch(() => undefined);
  await sweep(desk);
  if (undecided(desk).length > 0) desk.presence.watch(desk);
}

async function takeUp(desk: Desk, one: Wished): Promise<void> {
  const stored = one.state !== 'handed' && (await desk.outbox.get(one.id)) !== undefined;
  // What the organization forbids by now ends here, unless it was stamped before.
  if (one.state !== 'handed' && !stored && !(await isAllowed(desk, one))) {
    return endAll(desk, [one], 'refused');
  }
  if (stored && one.state === 'asking') await desk.approvals.put(handed(one));
  // A body that does not get through is shown again.
  if (one.state === 'performing') await finish(desk, one).catch(() => undefined);
  else if (stored || one.state === 'handed') quietly(moved(desk, one.id));
}
