import { readWildcardGroup, wildcardOf } from '../protocol/site.ts';
import type { Caller } from './caller.ts';
import type { RequestDeps } from './request-deps.ts';
import { DISCONNECT_EVENT, grantsChangedEvent } from './page-events.ts';
import { endRequests, isAllowed, listUndecided, listUndecidedOfGroup } from './lifecycle.ts';

/*
 * The ends of a connection: by its page, by the user, with its profile, with everything.
 */

type SiteRef = Pick<Caller, 'origin' | 'privateWindow'>;

/** Keystamp's own pages show sites and their grants as well: the state gets a new revision. */
async function notifyOwnPages(deps: RequestDeps): Promise<void> {
  await deps.requests.bumpRevision();
  deps.onChange();
}

/** The page has had enough, or the user. What waits of the site is withdrawn. */
export async function disconnect(
  deps: RequestDeps,
  { origin }: Pick<SiteRef, 'origin'>,
): Promise<void> {
  await deps.requests.load();
  await deps.sites.forget(origin);
  await endRequests(deps, listUndecided(deps, origin), 'withdrawn');
  await notifyOwnPages(deps);
  for (const privateWindow of [false, true]) {
    void deps.documents.sendToSite({ origin, privateWindow }, DISCONNECT_EVENT);
  }
}

type BlockOptions = { readonly blocked: boolean; readonly privateWindow: boolean };

/**
 * Blocks the whole site group of an origin, since whoever has one subdomain has them all, or lets it
 * go. A group that is not known for sure is not written down: then it is the origin alone.
 */
export async function blockGroup(
  deps: RequestDeps,
  origin: string,
  { blocked, privateWindow }: BlockOptions,
): Promise<void> {
  const { groups, sites } = deps;
  const isMark = readWildcardGroup(origin) !== undefined;
  const isExact = isMark || (await groups.areExact());
  const target = isMark || !isExact ? origin : wildcardOf(await groups.of(origin));
  await sites.block(target, blocked, privateWindow);
  // A site that is connected says so in its own row too; that goes with the block of its group.
  const blocksOrigin = !blocked || Boolean((await sites.get(origin, privateWindow))?.profileId);
  if (blocksOrigin && target !== origin) await sites.block(origin, blocked, privateWindow);
}

/** Nothing of a blocked site is shown any more, and what waits of it is refused. */
export async function blockSite(
  deps: RequestDeps,
  origin: string,
  blocked: boolean,
): Promise<void> {
  await deps.requests.load();
  await blockGroup(deps, origin, { blocked, privateWindow: false });
  if (blocked) await endRequests(deps, await listUndecidedOfGroup(deps, origin), 'refused');
  await notifyOwnPages(deps);
}

/** Takes one grant back. */
export async function revokeGrant(deps: RequestDeps, id: string): Promise<void> {
  await deps.requests.load();
  const grant = await deps.grants.revoke(id);
  if (!grant) return;
  await notifyOwnPages(deps);
  const { origin } = grant;
  const left = await deps.grants.listBySite(origin);
  void deps.documents.sendToSite({ origin, privateWindow: false }, grantsChangedEvent(left));
}

/** A profile is gone: so is what was connected to it. */
export async function disconnectProfile(deps: RequestDeps, profileId: string): Promise<void> {
  await deps.requests.load();
  await deps.grants.revokeProfile(profileId);
  for (const origin of await deps.sites.forgetProfile(profileId))
    await disconnect(deps, { origin });
  const left = listUndecided(deps).filter(
    ({ requested }) => requested.kind === 'operation' && requested.profileId === profileId,
  );
  await endRequests(deps, left, 'withdrawn');
}

/** The organization may have set something else: what may not be asked for any more is refused. */
export async function applyManagedPolicy(deps: RequestDeps): Promise<void> {
  await deps.requests.load();
  for (const request of listUndecided(deps)) {
    if (!(await isAllowed(deps, request))) await endRequests(deps, [request], 'refused');
  }
  await notifyOwnPages(deps);
}

/** Everything is wiped: every page is told before the stores are gone. */
export async function disconnectAll(deps: RequestDeps): Promise<void> {
  await deps.requests.load();
  await endRequests(deps, listUndecided(deps), 'withdrawn');
  await deps.documents.sendToAll(DISCONNECT_EVENT);
  await Promise.all([deps.requests.clear(), deps.cooldowns.clear()]);
}
