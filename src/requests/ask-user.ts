import type { Grants } from '../permissions/grants.ts';
import type { Sites } from '../permissions/sites.ts';
import { stampChoiceOf } from '../protocol/profile.ts';
import type { SiteRequest } from './request-record.ts';
import { DEFERRED_WRITE_MS } from './request-store.ts';
import type { SiteGroup } from '../permissions/site-group.ts';
import type { Caller } from './caller.ts';
import type { ConfirmWindow, RequestSource, RequestSources } from './confirm-window.ts';
import type { RequestKey } from './request-key.ts';
import type { BodyDeps } from './prepared-body.ts';
import { prepareRequestBody } from './submit-approved.ts';
import type { PermissionCheck } from './check-permission.ts';
import { PageRefusal } from './page-refusal.ts';
import { findEvictions, isTooLarge } from './queue-limits.ts';
import {
  endRequests,
  isOperationRequest,
  markAway,
  withdrawExpired,
  listUndecided,
  type PendingDeps,
  type UnlockedDeps,
} from './lifecycle.ts';

/** The pending requests, and the window in which the user decides them. */
export type AskDeps = PendingDeps &
  UnlockedDeps & {
    readonly sites: Sites;
    readonly confirmWindow: ConfirmWindow;
    /** The outbox id of a page's request. */
    readonly entryId: (key: RequestKey) => Promise<string>;
  };

type NewRequest = {
  readonly key: RequestKey;
  readonly caller: Caller;
  /** The requesting document's. */
  readonly bridgeId: string;
  readonly permission: PermissionCheck;
  /** Whether the user had just interacted with the page. */
  readonly clicked: boolean;
  readonly hasOtherCopy?: true;
};

async function createPendingRequest(
  deps: Pick<AskDeps, 'entryId' | 'now'>,
  newRequest: NewRequest,
  group: SiteGroup,
): Promise<SiteRequest> {
  const { key, caller, bridgeId, permission, clicked, hasOtherCopy } = newRequest;
  const { origin, privateWindow, name } = key;
  const { tabId, documentId } = caller;
  return {
    asker: 'site',
    id: await deps.entryId(key),
    origin,
    privateWindow,
    name,
    requestDigest: permission.requestDigest,
    at: deps.now(),
    group,
    clicked,
    ...(hasOtherCopy && { hasOtherCopy }),
    documentHandle: { bridgeId, tabId, documentId },
    awayAt: null,
    requested: permission.requested,
    state: 'pending',
    preparedBody: null,
    stampMethod: null,
  };
}

/**
 * Uses a grant in place of the user's approval; its use is counted on disk first. Undefined if the
 * user has to decide: no grant allows the request, or the vault is locked.
 */
export async function consumeGrant(
  deps: AskDeps & BodyDeps & { readonly grants: Grants },
  newRequest: NewRequest,
): Promise<SiteRequest | undefined> {
  const { permission } = newRequest;
  if (permission.decision !== 'may-consume-grant' || !(await deps.isUnlocked())) return undefined;
  // The user isn't involved, so the site group doesn't matter.
  const request = await createPendingRequest(deps, newRequest, newRequest.key.origin);
  if (!isOperationRequest(request)) return undefined;
  const { profileId, operation } = request.requested;
  // Build the body first: a request that can't be built must not use up the grant. Nobody is there
  // to use a passkey, so requests that need one go to the user.
  const profile = await deps.profiles.get(profileId);
  const { methods } = stampChoiceOf(profile, operation, await deps.managed());
  if (methods[0] !== 'key') return undefined;
  const preparedBody = await prepareRequestBody(deps, request);
  const parameters = preparedBody.draft?.parameters ?? request.requested.parameters;
  const id = preparedBody.draft ? request.id : null;
  const use = { origin: request.origin, profileId, operation, parameters, id };
  const grant = await deps.grants.consume(use);
  if (!grant) return undefined;
  // Nobody waits for this record, which is written at most once a minute.
  const recordUse = () =>
    void deps.sites.markUsed(request.origin, request.privateWindow).catch(() => undefined);
  deps.later(DEFERRED_WRITE_MS, recordUse);
  return { ...request, preparedBody, stampMethod: { method: 'key' }, state: 'submitting' };
}

/**
 * Puts a request before the user.
 * @throws PageRefusal `too_large`, `too_many_pending`
 */
export async function askUser(deps: AskDeps, newRequest: NewRequest): Promise<void> {
  const group = await deps.groups.of(newRequest.key.origin);
  await withdrawExpired(deps);
  await markOthersOfTabAway(deps, newRequest);
  await withdrawOlderConnect(deps, newRequest);
  const request = await createPendingRequest(deps, newRequest, group);
  if (isTooLarge(request)) throw new PageRefusal('too_large');
  // Some of the requests in the way may have lost their page.
  if (!findEvictions(request, listPending(deps))) await deps.presence.check(deps);
  const evicted = findEvictions(request, listPending(deps));
  if (!evicted) throw new PageRefusal('too_many_pending');
  // Takes the slot in the same turn in which it was found free.
  await deps.requests.put(request);
  const victims = listUndecided(deps).filter(({ id }) => evicted.includes(id));
  await endRequests(deps, victims, 'too_many_pending');
  const site = await deps.sites.get(request.origin, request.privateWindow);
  // Blocked after this request was checked, and before it was among those that a block refuses.
  if (site?.blocked) return endRequests(deps, [request], 'refused');
  deps.presence.watch(deps);
  void deps.presence.check(deps);
  await presentRequest(deps, request, newRequest.clicked);
}

const listPending = (deps: AskDeps): readonly SiteRequest[] =>
  deps.requests.ofSites().filter(({ state }) => state !== 'submitted');

/** A tab shows one document at a time: this one is active, so the user has left the others. */
async function markOthersOfTabAway(
  deps: PendingDeps,
  { caller, bridgeId }: NewRequest,
): Promise<void> {
  const others = listUndecided(deps).filter(
    (request) =>
      request.documentHandle?.tabId === caller.tabId &&
      request.documentHandle.bridgeId !== bridgeId &&
      request.awayAt === null,
  );
  for (const request of others) await markAway(deps, request);
}

/**
 * Counts a pending request and opens the window if that's allowed: after a click in the page, and
 * only for connected sites or while the vault is unlocked. Otherwise any stranger could find out
 * whether there is a vault, or make it prompt for its password (docs/threats.md, 14). The page gets
 * its answer once the window is there: if the worker ends earlier, the bridge sends the request
 * again.
 */
export async function presentRequest(
  deps: AskDeps,
  request: SiteRequest,
  clicked: boolean,
): Promise<void> {
  deps.onChange();
  if (!clicked) return;
  const connected = (await deps.sites.get(request.origin, request.privateWindow))?.profileId;
  if (connected || (await deps.isUnlocked())) {
    // What waits for a page that has left is about to end.
    const waiting = listUndecided(deps).filter(({ awayAt }) => awayAt === null);
    await deps.confirmWindow.show(sourceOf(request), sourcesOf(waiting));
  }
}

function sourceOf({ id, group, documentHandle }: SiteRequest): RequestSource {
  const { tabId = null, bridgeId = null } = documentHandle ?? {};
  return { id, group, tabId, bridgeId };
}

/** Some requests with their site groups and tabs, as the window remembers them. */
export function sourcesOf(all: readonly SiteRequest[]): RequestSources {
  return all.map(sourceOf);
}

/** The user hasn't seen a request that arrived while the window was closing. */
const UNSEEN_MS = 1000;

/**
 * A window was closed. If it was ours, every request that was pending in it is put off until it has
 * ended or the user opens the window again; a request that arrived while it closed gets the window it would have had.
 */
export async function onWindowClosed(deps: AskDeps, windowId: number): Promise<void> {
  if (!(await deps.confirmWindow.isOwn(windowId))) return;
  await deps.requests.load();
  const now = deps.now();
  const waiting = listUndecided(deps);
  const seen = waiting.filter(({ at }) => now - at >= UNSEEN_MS);
  if (seen.length > 0) await deps.confirmWindow.putOff(sourcesOf(seen), sourcesOf(waiting));
  const unseen = waiting.find((request) => request.clicked && !seen.includes(request));
  if (unseen) await presentRequest(deps, unseen, true);
}

/** A site has one pending connection request: its newest. */
async function withdrawOlderConnect(
  deps: PendingDeps,
  { key, permission }: NewRequest,
): Promise<void> {
  if (permission.requested.kind !== 'connect') return;
  const older = listUndecided(deps, key.origin).filter(
    ({ requested, privateWindow }) =>
      requested.kind === 'connect' && privateWindow === key.privateWindow,
  );
  await endRequests(deps, older, 'withdrawn');
}
