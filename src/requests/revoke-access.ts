import { readWildcardGroup, wildcardOf } from '../protocol/site.ts';
import type { Caller } from './caller.ts';
import { DISCONNECT_EVENT, grantsChangedEvent } from './page-events.ts';
import { recordSite } from './history-events.ts';
import type { Cooldowns } from '../permissions/cooldown.ts';
import type { Grants } from '../permissions/grants.ts';
import type { Sites } from '../permissions/sites.ts';
import {
  endRequests,
  isAllowed,
  listUndecided,
  listUndecidedOfGroup,
  type AllowedDeps,
  type PendingDeps,
} from './lifecycle.ts';

/*
 * How a connection ends: by its page, by the user, with its profile, or with everything.
 */

/** Connections of sites, and their pending requests. */
export type ConnectionDeps = PendingDeps & {
  readonly sites: Sites;
  readonly grants: Grants;
  readonly cooldowns: Cooldowns;
};

type SiteRef = Pick<Caller, 'origin' | 'privateWindow'>;

/** What was taken away is taken away, even if there is no room to say so. */
const record = (...change: Parameters<typeof recordSite>): Promise<void> =>
  recordSite(...change).catch(() => undefined);

/** Keystamp's own pages show sites and their grants, too, so they have to read the list again. */
async function notifyOwnPages(deps: PendingDeps): Promise<void> {
  await deps.requests.bumpRevision();
  deps.onChange();
}

/** The page or the user disconnects. The site's pending requests are withdrawn. */
export async function disconnect(
  deps: ConnectionDeps,
  { origin }: Pick<SiteRef, 'origin'>,
): Promise<void> {
  await deps.requests.load();
  const wasConnected = Boolean((await deps.sites.get(origin, false))?.profileId);
  await deps.sites.forget(origin);
  if (wasConnected) await record(deps.history, origin, { fact: 'disconnected' });
  await endRequests(deps, listUndecided(deps, origin), 'withdrawn');
  await notifyOwnPages(deps);
  for (const privateWindow of [false, true]) {
    void deps.documents.sendToSite({ origin, privateWindow }, DISCONNECT_EVENT);
  }
}

type BlockOptions = { readonly blocked: boolean; readonly privateWindow: boolean };

/**
 * Blocks or unblocks an origin's whole site group, since whoever owns one subdomain owns them all.
 * Without the suffix list the group isn't certain and must not be stored: then it is the origin
 * alone.
 */
export async function blockGroup(
  deps: ConnectionDeps,
  origin: string,
  { blocked, privateWindow }: BlockOptions,
): Promise<void> {
  const { groups, sites } = deps;
  const isWildcard = readWildcardGroup(origin) !== undefined;
  const isExact = isWildcard || (await groups.areExact());
  const target = isWildcard || !isExact ? origin : wildcardOf(await groups.of(origin));
  await sites.block(target, blocked, privateWindow);
  if (!privateWindow)
    await record(deps.history, target, { fact: blocked ? 'blocked' : 'unblocked' });
  // A connected site has the block in its own row, too; unblocking its group removes it there.
  const blocksOrigin = !blocked || Boolean((await sites.get(origin, privateWindow))?.profileId);
  if (blocksOrigin && target !== origin) await sites.block(origin, blocked, privateWindow);
}

/**
 * Blocks or unblocks a site. Blocking refuses its pending requests; new ones are no longer shown.
 */
export async function blockSite(
  deps: ConnectionDeps,
  origin: string,
  blocked: boolean,
): Promise<void> {
  await deps.requests.load();
  await blockGroup(deps, origin, { blocked, privateWindow: false });
  if (blocked) await endRequests(deps, await listUndecidedOfGroup(deps, origin), 'refused');
  await notifyOwnPages(deps);
}

/** Revokes one grant. */
export async function revokeGrant(deps: ConnectionDeps, id: string): Promise<void> {
  await deps.requests.load();
  const grant = await deps.grants.revoke(id);
  if (!grant) return;
  await record(deps.history, grant.origin, { fact: 'revoked', grant });
  await notifyOwnPages(deps);
  const { origin } = grant;
  const left = await deps.grants.listBySite(origin);
  void deps.documents.sendToSite({ origin, privateWindow: false }, grantsChangedEvent(left));
}

/** A profile was deleted: everything connected to it is disconnected. */
export async function disconnectProfile(deps: ConnectionDeps, profileId: string): Promise<void> {
  await deps.requests.load();
  await deps.grants.revokeProfile(profileId);
  for (const origin of await deps.sites.forgetProfile(profileId))
    await disconnect(deps, { origin });
  const left = listUndecided(deps).filter(
    ({ requested }) => requested.kind === 'operation' && requested.profileId === profileId,
  );
  await endRequests(deps, left, 'withdrawn');
}

/** Refuses pending requests that the organization no longer allows. */
export async function applyManagedPolicy(deps: PendingDeps & AllowedDeps): Promise<void> {
  await deps.requests.load();
  for (const request of listUndecided(deps)) {
    if (!(await isAllowed(deps, request))) await endRequests(deps, [request], 'refused');
  }
  await notifyOwnPages(deps);
}

/** Everything is wiped: notifies every page before the stores are gone. */
export async function disconnectAll(deps: ConnectionDeps): Promise<void> {
  await deps.requests.load();
  await endRequests(deps, listUndecided(deps), 'withdrawn');
  await deps.documents.sendToAll(DISCONNECT_EVENT);
  await Promise.all([deps.requests.clear(), deps.cooldowns.clear()]);
}
