import { MOST_PENDING, MOST_PENDING_OF_ALL } from '../../protocol/page.ts';
import { choiceOf } from '../../protocol/profile.ts';
import { AFTERWARDS_MS, type Approval } from './approvals.ts';
import type { Caller } from './caller.ts';
import type { Desk } from './desk.ts';
import { entryIdOf, type Named } from './names.ts';
import { makeWished } from './performing.ts';
import type { Permission } from './permitting.ts';
import { PageRefusal } from './refusal.ts';
import { endAll, isWished, sweep, undecided } from './waiting.ts';

type Asking = {
  readonly named: Named;
  readonly caller: Caller;
  /** Of the document that asks. */
  readonly seat: string;
  readonly permission: Permission;
};

async function draftOf(desk: Desk, { named, caller, seat, permission }: Asking): Promise<Approval> {
  const { origin, privateWindow, name } = named;
  const { tabId, documentId } = caller;
  return {
    id: await entryIdOf(named),
    origin,
    privateWindow,
    name,
    asked: permission.asked,
    at: desk.now(),
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
  const one = await draftOf(desk, asking);
  if (!isWished(one)) return undefined;
  const { profileId, operation } = one.wish;
  // The body first: what cannot be made must not use the grant up.
  // Nobody is there to hold a passkey: what needs one is asked for.
  const profile = await desk.profiles.get(profileId);
  if (choiceOf(profile, operation).methods[0] !== 'key') return undefined;
  const made = await makeWished(desk, one);
  const parameters = made.draft?.parameters ?? one.wish.parameters;
  const grant = await desk.grants.consume({ origin: one.origin, profileId, operation, parameters });
  if (!grant) return undefined;
  // Nobody waits for this note, which is made once a minute.
  const note = () => void desk.sites.used(one.origin, one.privateWindow).catch(() => undefined);
  desk.later(AFTERWARDS_MS, note);
  return { ...one, made, by: { method: 'key' }, state: 'performing' };
}

/**
 * Puts a request before the user. The window opens only for sites that the user has connected, or
 * while the vault is open: a stranger cannot find out whether there is a vault, nor make it ask for
 * its password (platform.md 6, 14).
 * @throws PageRefusal `too_many_pending`
 */
export async function askUser(desk: Desk, asking: Asking): Promise<void> {
  const { origin } = asking.named;
  await sweep(desk);
  await replaceOwnConnect(desk, asking);
  const waiting = undecided(desk);
  const own = waiting.filter((one) => one.origin === origin);
  if (own.length >= MOST_PENDING || waiting.length >= MOST_PENDING_OF_ALL) {
    throw new PageRefusal('too_many_pending');
  }
  await desk.approvals.put(await draftOf(desk, asking));
  await present(desk, asking.named);
}

/**
 * Counts a request that waits, and opens the window where it may be opened. The page is answered when
 * the window is there: a worker that ends before leaves its bridge to ask again.
 */
export async function present(
  desk: Desk,
  { origin, privateWindow }: Pick<Caller, 'origin' | 'privateWindow'>,
): Promise<void> {
  desk.onChange();
  const connected = (await desk.sites.get(origin, privateWindow))?.profileId;
  if (connected || (await desk.isUnlocked())) await desk.window.show(origin);
}

/** A site has one wish to be connected: its newest. */
async function replaceOwnConnect(desk: Desk, { named, permission }: Asking): Promise<void> {
  if (permission.wish.kind !== 'connect') return;
  const older = undecided(desk, named.origin).filter(
    ({ wish, privateWindow }) => wish.kind === 'connect' && privateWindow === named.privateWindow,
  );
  await endAll(desk, older, 'withdrawn');
}
