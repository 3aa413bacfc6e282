import { choiceOf } from '../../protocol/profile.ts';
import { AFTERWARDS_MS, type Approval } from './approvals.ts';
import type { SiteGroup } from '../../permissions/site-group.ts';
import type { Caller } from './caller.ts';
import type { Desk } from './desk.ts';
import type { Places } from './confirm-window.ts';
import type { Named } from './names.ts';
import { makeWished } from './performing.ts';
import type { Permission } from './permitting.ts';
import { PageRefusal } from './refusal.ts';
import { roomFor } from './slots.ts';
import { endAll, isWished, markAway, sweep, undecided } from './waiting.ts';

type Asking = {
  readonly named: Named;
  readonly caller: Caller;
  /** Of the document that asks. */
  readonly seat: string;
  readonly permission: Permission;
  /** Whether the user had just done something in the page. */
  readonly clicked: boolean;
};

async function draftOf(desk: Desk, asking: Asking, group: SiteGroup): Promise<Approval> {
  const { named, caller, seat, permission, clicked } = asking;
  const { origin, privateWindow, name } = named;
  const { tabId, documentId } = caller;
  return {
    id: await desk.entryId(named),
    origin,
    privateWindow,
    name,
    asked: permission.asked,
    at: desk.now(),
    group,
    clicked,
    seat: { seat, tabId, documentId },
    awayAt: null,
    wish: permission.wish,
    state: 'asking',
    made: null,
    by: null,
  };
}

/**
 * Lets a grant answer for the user: its use is counted on disk first. Undefined when the user has to
 * be asked: no grant allows it, or the vault is locked.
 */
export async function consumeGrant(desk: Desk, asking: Asking): Promise<Approval | undefined> {
  const { permission } = asking;
  if (permission.verdict !== 'may-consume-grant' || !(await desk.isUnlocked())) return undefined;
  // Nobody is asked: the site's group does not matter.
  const one = await draftOf(desk, asking, asking.named.origin);
  if (!isWished(one)) return undefined;
  const { profileId, operation } = one.wish;
  // The body first: what cannot be made must not use the grant up.
  // Nobody is there to hold a passkey: what needs one is asked for.
  const profile = await desk.profiles.get(profileId);
  const { methods } = choiceOf(profile, operation, await desk.managed());
  if (methods[0] !== 'key') return undefined;
  const made = await makeWished(desk, one);
  const parameters = made.draft?.parameters ?? one.wish.parameters;
  const id = made.draft ? one.id : null;
  const use = { origin: one.origin, profileId, operation, parameters, id };
  const grant = await desk.grants.consume(use);
  if (!grant) return undefined;
  // Nobody waits for this note, which is made once a minute.
  const note = () => void desk.sites.used(one.origin, one.privateWindow).catch(() => undefined);
  desk.later(AFTERWARDS_MS, note);
  return { ...one, made, by: { method: 'key' }, state: 'performing' };
}

/**
 * Puts a request before the user.
 * @throws PageRefusal `too_many_pending`
 */
export async function askUser(desk: Desk, asking: Asking): Promise<void> {
  const group = await desk.groups.of(asking.named.origin);
  await sweep(desk);
  await leaveOthersOfTab(desk, asking);
  await replaceOwnConnect(desk, asking);
  const one = await draftOf(desk, asking, group);
  // Of those that seem to be in the way some may not be there any more.
  if (!roomFor(one, waitingNow(desk))) await desk.presence.look(desk);
  const gone = roomFor(one, waitingNow(desk));
  if (!gone) throw new PageRefusal('too_many_pending');
  // Its place is taken in the turn in which it was free.
  await desk.approvals.put(one);
  const victims = undecided(desk).filter(({ id }) => gone.includes(id));
  await endAll(desk, victims, 'too_many_pending');
  desk.presence.watch(desk);
  void desk.presence.look(desk);
  await present(desk, one, asking.clicked);
}

const waitingNow = (desk: Desk): readonly Approval[] =>
  desk.approvals.all().filter(({ state }) => state !== 'handed');

/** Of the documents of a tab one is shown: this one asks, so the others have been left. */
async function leaveOthersOfTab(desk: Desk, { caller, seat }: Asking): Promise<void> {
  const others = undecided(desk).filter(
    (one) => one.seat?.tabId === caller.tabId && one.seat.seat !== seat && one.awayAt === null,
  );
  for (const one of others) await markAway(desk, one);
}

/**
 * Counts a request that waits, and opens the window where it may be opened: after a click in the page,
 * and only for sites that the user has connected, or while the vault is open: a stranger cannot find
 * out whether there is a vault, nor make it ask for its password (SECURITY.md, Threat by threat: 14).
 * The page is answered when the window is there: a worker that ends before leaves its bridge to ask
 * again.
 */
export async function present(desk: Desk, one: Approval, clicked: boolean): Promise<void> {
  desk.onChange();
  if (!clicked) return;
  const connected = (await desk.sites.get(one.origin, one.privateWindow))?.profileId;
  if (connected || (await desk.isUnlocked())) {
    await desk.window.show(placesOf([one]), one.id);
  }
}

/** The site groups and tabs of some requests, as the window remembers them. */
export function placesOf(all: readonly Approval[]): Places {
  return all.map(({ group, seat }) => ({ group, tabId: seat?.tabId ?? null }));
}

/** What comes while the window is closing has not been seen in it. */
const UNSEEN_MS = 1000;

/**
 * A window was closed. When it was ours, everything that waited in it is put off until the user opens
 * it again; a request that came while it closed gets the window that it would have had.
 */
export async function windowClosed(desk: Desk, windowId: number): Promise<void> {
  if (!(await desk.window.isOwn(windowId))) return;
  await desk.approvals.load();
  const now = desk.now();
  const waiting = undecided(desk);
  const seen = waiting.filter(({ at }) => now - at >= UNSEEN_MS);
  if (seen.length > 0) await desk.window.putOff(placesOf(seen));
  const unseen = waiting.find((one) => one.clicked && !seen.includes(one));
  if (unseen) await present(desk, unseen, true);
}

/** A site has one wish to be connected: its newest. */
async function replaceOwnConnect(desk: Desk, { named, permission }: Asking): Promise<void> {
  if (permission.wish.kind !== 'connect') return;
  const older = undecided(desk, named.origin).filter(
    ({ wish, privateWindow }) => wish.kind === 'connect' && privateWindow === named.privateWindow,
  );
  await endAll(desk, older, 'withdrawn');
}
