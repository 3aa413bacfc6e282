import { demandProfile } from '../activities/authorization.ts';
import type { Asker } from '../permissions/cooldown.ts';
import type {
  DecisionResult,
  OwnOutcome,
  SiteRequestView,
  Decision,
  PendingRequests,
  PendingRequestState,
  SiteRefusal,
} from '../protocol/pending-request.ts';
import { KeystampError } from '../protocol/errors.ts';
import { stampChoiceOf } from '../protocol/profile.ts';
import type { GrantTerms } from '../protocol/site.ts';
import { demandSameBody, noteReplaced } from './prepared-body.ts';
import { sourcesOf } from './ask-user.ts';
import type { OperationRequest, OwnRequest, SiteRequest } from './request-record.ts';
import type { ConfirmWindow } from './confirm-window.ts';
import type { Delivery } from './documents.ts';
import { connectEvent, grantsChangedEvent } from './page-events.ts';
import { blockGroup, type ConnectionDeps } from './revoke-access.ts';
import { ownReadEvent, recordDecision, recordSite } from './history-events.ts';
import { demandPending, isGrantable } from './open-request.ts';
import { completeOwn, toOwnView, type OwnDeps } from './own-requests.ts';
import {
  checkPage,
  endRequest,
  endRequests,
  completeApproved,
  isAllowed,
  isOperationRequest,
  isExpired,
  withdrawExpired,
  listUndecidedOfGroup,
  type AllowedDeps,
  type CompletionDeps,
  type PendingDeps,
  type UnlockedDeps,
} from './lifecycle.ts';

/*
 * What the user sees of pending requests, and what they decide.
 */

/** What a decision works with. */
export type DecisionDeps = CompletionDeps &
  ConnectionDeps &
  AllowedDeps &
  UnlockedDeps &
  OwnDeps & {
    readonly confirmWindow: ConfirmWindow;
    /** The user's own requests that this worker is carrying out. */
    readonly approving: Map<string, Promise<OwnOutcome>>;
  };

/** Every pending request, oldest first. */
export async function listQueue(deps: PendingDeps): Promise<PendingRequests> {
  await deps.requests.load();
  // What can't be withdrawn now can't be decided either; the list must not fail because of it.
  await withdrawExpired(deps).catch(() => undefined);
  // Requests whose page is gone disappear from the next list.
  void deps.presence.check(deps);
  const now = deps.now();
  const shown = deps.requests
    .all()
    .filter((request) => request.state !== 'submitted' && !isExpired(request, now));
  const busy = await deps.documents.listBusy();
  return {
    items: shown.map((one) => (one.asker === 'own' ? toOwnView(one) : toSiteView(one, busy))),
  };
}

function stateOf(
  { state, awayAt, documentHandle }: SiteRequest,
  busy: readonly string[],
): PendingRequestState {
  if (state === 'submitting') return 'submitting';
  if (awayAt !== null) return 'away';
  return documentHandle && busy.includes(documentHandle.bridgeId) ? 'busy' : 'pending';
}

function toSiteView(request: SiteRequest, busy: readonly string[]): SiteRequestView {
  const { id, origin, group, privateWindow, at, requested, hasOtherCopy } = request;
  const state = stateOf(request, busy);
  const copies = hasOtherCopy && { hasOtherCopy };
  const facts = { asker: 'site', id, origin, group, privateWindow, at, state, ...copies } as const;
  if (requested.kind === 'connect') return { ...facts, requested };
  const { kind, operation, profileId } = requested;
  return { ...facts, requested: { kind, operation, profileId } };
}

/** Carries out the user's decision. Errors: see the calls table. */
export async function decide(
  deps: DecisionDeps,
  id: string,
  decision: Decision,
): Promise<DecisionResult> {
  await deps.requests.load();
  await withdrawExpired(deps).catch(() => undefined);
  const request = demandPending(deps, id);
  if (isExpired(request, deps.now())) throw new KeystampError('approval_gone');
  const decided =
    request.asker === 'own'
      ? { outcome: await decideOwn(deps, request, decision), pageIsBusy: false }
      : { outcome: null, pageIsBusy: await decideOfSite(deps, request, decision) };
  const stamped = deps.requests.get(id)?.state === 'submitted' || (await isInOutbox(deps, id));
  return { queue: await listQueue(deps), entryId: stamped ? id : null, ...decided };
}

/** Returns whether its page was too busy to say that it is there. */
async function decideOfSite(
  deps: DecisionDeps,
  request: SiteRequest,
  decision: Decision,
): Promise<boolean> {
  await deps.confirmWindow.onDecided(sourcesOf([request]));
  if (decision.kind === 'connect') return (await connect(deps, request, decision)) === 'busy';
  if (decision.kind === 'approve') {
    if (isOperationRequest(request)) return (await approve(deps, request, decision)) === 'busy';
    throw new KeystampError('invalid_input', undefined, { field: 'id' });
  }
  await refuse(deps, request);
  return false;
}

/**
 * The request comes from Keystamp itself: there is no page to notify, and none that may have gone.
 */
async function decideOwn(
  deps: DecisionDeps,
  request: OwnRequest,
  decision: Decision,
): Promise<OwnOutcome | null> {
  if (decision.kind === 'connect') {
    throw new KeystampError('invalid_input', undefined, { field: 'decision' });
  }
  const { id } = request;
  if (decision.kind === 'refuse') {
    // A request that is being approved or was stamped can't be withdrawn anymore.
    if (deps.approving.has(id) || (await isInOutbox(deps, id))) {
      throw new KeystampError('approval_gone');
    }
    await deps.requests.remove(id);
    deps.onChange();
    return null;
  }
  const approving = deps.approving.get(id) ?? approveOwn(deps, request, decision);
  deps.approving.set(id, approving);
  const outcome = await approving.finally(() => deps.approving.delete(id));
  // Return the outcome even if the list can't be written.
  await deps.requests.remove(id).catch(() => undefined);
  deps.onChange();
  return outcome;
}

async function approveOwn(
  deps: DecisionDeps,
  request: OwnRequest,
  { digest, by: stampMethod, grant }: ApprovalDecision,
): Promise<OwnOutcome> {
  const generation = deps.readSessions.generation();
  if (!(await deps.isUnlocked())) throw new KeystampError('vault_locked');
  if (grant) throw new KeystampError('invalid_input', undefined, { field: 'grant' });
  await demandSameBody(request.preparedBody, digest, deps.now());
  const outcome = await completeOwn(deps, request, stampMethod, generation);
  // Of an activity the outbox has recorded it.
  if (outcome.kind !== 'activity') {
    await deps.history.append(ownReadEvent(request, stampMethod.method)).catch(() => undefined);
  }
  return outcome;
}

async function isInOutbox(deps: DecisionDeps, id: string): Promise<boolean> {
  return (await deps.outbox.get(id)) !== undefined;
}

/**
 * Ending the request frees space, so it comes first: the refusal can then be counted even if the
 * area was full.
 */
async function refuse(deps: DecisionDeps, request: SiteRequest): Promise<void> {
  // Before its effect: a worker that is stopped in between leaves a request that the user sees again.
  await recordDecision(deps.history, 'declined', [request]).catch(() => undefined);
  await endRequests(deps, [request], 'refused');
  await deps.cooldowns.recordRefusal(toAsker(request)).catch(() => undefined);
}

const toAsker = ({
  origin,
  documentHandle,
}: Pick<SiteRequest, 'origin' | 'documentHandle'>): Asker => ({
  origin,
  tabId: documentHandle?.tabId ?? null,
});

type SiteRef = Pick<SiteRequest, 'origin' | 'privateWindow'>;

/**
 * Rejects every pending request of a site, if there are any. After that it records the cooldown and
 * the block, which then works even if the area was full.
 */
export async function refuseSite(
  deps: DecisionDeps,
  { origin, privateWindow }: SiteRef,
  { cooldownMs, block }: SiteRefusal,
): Promise<PendingRequests> {
  await deps.requests.load();
  await withdrawExpired(deps);
  const all = await listUndecidedOfGroup(deps, origin);
  await deps.confirmWindow.onDecided(sourcesOf(all));
  await recordDecision(deps.history, 'declined', all).catch(() => undefined);
  await endRequests(deps, all, 'refused');
  const asker = toAsker({ origin, documentHandle: all[0]?.documentHandle ?? null });
  try {
    await deps.cooldowns.recordRefusal(asker);
    if (cooldownMs > 0) await deps.cooldowns.extend(asker, cooldownMs);
  } catch {
    // The requests are refused, which matters most.
  }
  if (block) {
    await blockGroup(deps, origin, { blocked: true, privateWindow });
    // A site that is refused sends its next request before the block is stored.
    await endRequests(deps, await listUndecidedOfGroup(deps, origin), 'refused');
  }
  return listQueue(deps);
}

/**
 * Demands that a request is still the same after the checks. A request that was withdrawn or
 * replaced in the meantime counts as changed, even if its page is gone as well.
 * @throws `approval_changed`, `approval_away`
 */
function demandUnchanged(deps: DecisionDeps, request: SiteRequest, page: Delivery): void {
  const current = deps.requests.get(request.id);
  if (current && page === 'gone') throw new KeystampError('approval_away');
  if (current !== request) throw new KeystampError('approval_changed');
}

type Consent = Extract<Decision, { kind: 'connect' }>;

async function connect(
  deps: DecisionDeps,
  request: SiteRequest,
  consent: Consent,
): Promise<Delivery> {
  const { requested, origin, privateWindow } = request;
  if (!(await deps.isUnlocked())) throw new KeystampError('vault_locked');
  const requestedOperations = requested.kind === 'connect' ? requested.operations : [];
  const operations = requestedOperations.filter((name) => consent.operations.includes(name));
  if (operations.length === 0 || operations.length !== consent.operations.length) {
    throw new KeystampError('invalid_input', undefined, { field: 'operations' });
  }
  const profile = await deps.profiles.get(consent.profileId);
  const { id: profileId, organizationId } = profile;
  await demandProfile(deps, profile);
  if (!(await isAllowed(deps, request))) {
    await endRequests(deps, [request], 'refused');
    throw new KeystampError('approval_gone');
  }
  const page = await checkPage(deps, request);
  demandUnchanged(deps, request, page);
  const before = await deps.sites.get(origin, privateWindow);
  const isSameProfile = before?.profileId === profileId;
  const allOperations = isSameProfile
    ? [...new Set([...before.operations, ...operations])]
    : operations;
  await deps.sites.connect({ origin, privateWindow, profileId, operations: allOperations });
  if (!privateWindow) {
    const connected = { fact: 'connected', profileId, operations: allOperations } as const;
    await recordSite(deps.history, origin, connected).catch(() => undefined);
  }
  const facts = { organizationId, operations: allOperations };
  const answer = { kind: 'connected', id: request.name, ...facts } as const;
  await endRequest(deps, request, { id: request.name, ok: true, answer });
  void deps.documents.sendToSite(request, connectEvent(facts));
  return page;
}

type ApprovalDecision = Extract<Decision, { kind: 'approve' }>;

async function approve(
  deps: DecisionDeps,
  request: OperationRequest,
  { digest, by: stampMethod, grant, replaced }: ApprovalDecision,
): Promise<Delivery> {
  if (!(await deps.isUnlocked())) throw new KeystampError('vault_locked');
  const { origin, privateWindow, requested } = request;
  const [site, page] = await Promise.all([
    deps.sites.get(origin, privateWindow),
    checkPage(deps, request),
    demandSameBody(request.preparedBody, digest, deps.now()),
  ]);
  if (!(await isAllowed(deps, request))) {
    await endRequests(deps, [request], 'refused');
    throw new KeystampError('approval_gone');
  }
  const isStillConnected =
    site?.blocked === false &&
    site.profileId === requested.profileId &&
    site.operations.includes(requested.operation);
  if (!isStillConnected) {
    await endRequests(deps, [request], 'withdrawn');
    throw new KeystampError('approval_gone');
  }
  // Nothing else runs between this check and marking the request as approved: any earlier change
  // has replaced the record.
  demandUnchanged(deps, request, page);
  const preparedBody = request.preparedBody && noteReplaced(request.preparedBody, replaced);
  const approved = { ...request, preparedBody, stampMethod, state: 'submitting' } as const;
  // Stored while it is carried out, if there is room. If only the outbox has it, it is found there
  // by its id.
  const storing = deps.requests.put(approved).catch(() => undefined);
  deps.onChange();
  // Begun first, so that it is on disk before what was approved is.
  const recording = recordDecision(deps.history, 'approved', [request], stampMethod.method);
  await Promise.all([storing, recording.catch(() => undefined), completeApproved(deps, approved)]);
  void deps.sites.markUsed(origin, privateWindow).catch(() => undefined);
  if (grant) await addGrant(deps, request, grant);
  return page;
}

async function addGrant(
  deps: DecisionDeps,
  request: OperationRequest,
  terms: GrantTerms,
): Promise<void> {
  const { origin, requested } = request;
  const { operation, profileId } = requested;
  const profile = await deps.profiles.get(profileId);
  const choice = stampChoiceOf(profile, operation, await deps.managed());
  if (!isGrantable(request, choice)) {
    throw new KeystampError('invalid_input', undefined, { field: 'grant' });
  }
  const added = await deps.grants.add({ origin, profileId, operation, terms });
  await recordSite(deps.history, origin, { fact: 'granted', grant: added }).catch(() => undefined);
  void deps.documents.sendToSite(
    { origin, privateWindow: false },
    grantsChangedEvent(await deps.grants.listBySite(origin)),
  );
}
