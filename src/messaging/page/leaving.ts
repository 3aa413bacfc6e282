import { markedGroup, markOf } from '../../protocol/site.ts';
import type { Caller } from './caller.ts';
import type { Desk } from './desk.ts';
import { DISCONNECTED, grantsTell } from './events.ts';
import { endAll, isAllowed, undecided, undecidedOf } from './waiting.ts';

/*
 * The ends of a connection: by its page, by the user, with its profile, with everything.
 */

type Place = Pick<Caller, 'origin' | 'privateWindow'>;

/** Keystamp's own pages show sites and their grants as well: the state gets a new revision. */
async function tellOwnPages(desk: Desk): Promise<void> {
  await desk.approvals.stir();
  desk.onChange();
}

/** The page has had enough, or the user. What waits of the site is withdrawn. */
export async function disconnect(desk: Desk, { origin }: Pick<Place, 'origin'>): Promise<void> {
  await desk.approvals.load();
  await desk.sites.forget(origin);
  await endAll(desk, undecided(desk, origin), 'withdrawn');
  await tellOwnPages(desk);
  for (const privateWindow of [false, true]) {
    void desk.seats.sayAll({ origin, privateWindow }, DISCONNECTED);
  }
}

type Blocking = { readonly blocked: boolean; readonly privateWindow: boolean };

/**
 * Blocks the whole site group of an origin, since whoever has one subdomain has them all, or lets it
 * go. A group that is not known for sure is not written down: then it is the origin alone.
 */
export async function blockGroup(
  desk: Desk,
  origin: string,
  { blocked, privateWindow }: Blocking,
): Promise<void> {
  const { groups, sites } = desk;
  const isMark = markedGroup(origin) !== undefined;
  const exact = isMark || (await groups.areExact());
  const whole = isMark || !exact ? origin : markOf(await groups.of(origin));
  await sites.block(whole, blocked, privateWindow);
  // A site that is connected says so in its own row too; that goes with the block of its group.
  const own = !blocked || Boolean((await sites.get(origin, privateWindow))?.profileId);
  if (own && whole !== origin) await sites.block(origin, blocked, privateWindow);
}

/** Nothing of a blocked site is shown any more, and what waits of it is refused. */
export async function block(desk: Desk, origin: string, blocked: boolean): Promise<void> {
  await desk.approvals.load();
  await blockGroup(desk, origin, { blocked, privateWindow: false });
  if (blocked) await endAll(desk, await undecidedOf(desk, origin), 'refused');
  await tellOwnPages(desk);
}

/** Takes one grant back. */
export async function revoke(desk: Desk, id: string): Promise<void> {
  await desk.approvals.load();
  const grant = await desk.grants.revoke(id);
  if (!grant) return;
  await tellOwnPages(desk);
  const { origin } = grant;
  const left = await desk.grants.listOf(origin);
  void desk.seats.sayAll({ origin, privateWindow: false }, grantsTell(left));
}

/** A profile is gone: so is what was connected to it. */
export async function forgetProfile(desk: Desk, profileId: string): Promise<void> {
  await desk.approvals.load();
  await desk.grants.revokeProfile(profileId);
  for (const origin of await desk.sites.forgetProfile(profileId))
    await disconnect(desk, { origin });
  const left = undecided(desk).filter(
    ({ wish }) => wish.kind === 'operation' && wish.profileId === profileId,
  );
  await endAll(desk, left, 'withdrawn');
}

/** The organization may have set something else: what may not be asked for any more is refused. */
export async function obey(desk: Desk): Promise<void> {
  await desk.approvals.load();
  for (const one of undecided(desk)) {
    if (!(await isAllowed(desk, one))) await endAll(desk, [one], 'refused');
  }
  await tellOwnPages(desk);
}

/** Everything is wiped: every page is told before the stores are gone. */
export async function leaveAll(desk: Desk): Promise<void> {
  await desk.approvals.load();
  await endAll(desk, undecided(desk), 'withdrawn');
  await desk.seats.sayEverybody(DISCONNECTED);
  await Promise.all([desk.approvals.clear(), desk.quiet.clear()]);
}
