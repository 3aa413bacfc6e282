import { isSettled } from '../activities/outbox/transitions.ts';
import { allowsSite } from '../protocol/managed-policy.ts';
import { readWildcardGroup } from '../protocol/site.ts';
import type { PageErrorCode, PageReply } from '../protocol/page-api.ts';
import type { PendingRequest, SiteRequest, OperationRequest } from './request-record.ts';
import { toSubmitted } from './request-store.ts';
import type { PolicyDeps } from '../activities/authorization.ts';
import type { Outbox } from '../activities/outbox/outbox.ts';
import type { HistoryWriter } from '../history/history.ts';
import type { Grants } from '../permissions/grants.ts';
import type { SiteGroups } from '../permissions/site-group.ts';
import type { RequestStore } from './request-store.ts';
import type { Delivery, DocumentHandle, Documents } from './documents.ts';
import { recordWithdrawal } from './history-events.ts';
import { pageReplyOf } from './page-reply.ts';
import type { BodyDeps } from './prepared-body.ts';
import { submitApproved } from './submit-approved.ts';
import { pageError } from './page-refusal.ts';

/*
 * What happens to pending requests apart from the user's decision: their page goes away, their
 * activity progresses, the worker restarts.
 */

/** Pending requests, and how their pages learn what becomes of them. */
export type PendingDeps = {
  readonly history: HistoryWriter;
  readonly requests: RequestStore;
  readonly documents: Documents;
  readonly groups: SiteGroups;
  readonly presence: Presence;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly later: (ms: number, act: () => void) => () => void;
  /** Something about a pending request has changed. */
  readonly onChange: () => void;
  /** Wakes the worker at a given time to check on pending requests. */
  readonly setPagesAlarm: (at: number) => Promise<void>;
};

/** The checks of one worker whether the pages of pending requests are still there. */
export type Presence = {
  readonly check: (deps: PendingDeps) => Promise<void>;
  /** A site's request is pending now: checks every few seconds, and later by alarm. */
  readonly watch: (deps: PendingDeps) => void;
  /** One of the user's own requests is pending now. */
  readonly watchOwn: (deps: PendingDeps) => Promise<void>;
  /** A busy page is owed an answer until `end`. */
  readonly watchOwed: (deps: PendingDeps, end: Promise<unknown>) => void;
  /** The alarm has gone off. */
  readonly onAlarm: (deps: PendingDeps) => Promise<void>;
};

/** What carries out an approved request. */
export type CompletionDeps = PendingDeps &
  BodyDeps & {
    readonly outbox: Outbox;
    readonly grants: Grants;
    /** Events about activities that are on their way to a page. */
    readonly notifying: Set<string>;
  };

/** Whether the vault is unlocked. */
export type UnlockedDeps = { readonly isUnlocked: () => Promise<boolean> };

/** What the organization allows. */
export type AllowedDeps = PolicyDeps & {
  /** Whether the organization allows stamping with a profile. */
  readonly isProfileAllowed: (id: string) => Promise<boolean>;
};

/** A page that went away may come back: a reload takes less than this. */
export const AWAY_GRACE_MS = 5000;
/** Nobody decides about yesterday's requests. */
const MAX_AGE_MS = 3_600_000;

/** Narrows to a site's request for an operation. */
export function isOperationRequest(request: SiteRequest): request is OperationRequest {
  return request.requested.kind === 'operation';
}

/** Ends a request and notifies its page. */
export async function endRequest(
  deps: PendingDeps,
  request: SiteRequest,
  reply: PageReply,
): Promise<void> {
  await deps.requests.end(request, reply);
  deps.onChange();
  if (request.documentHandle)
    ignoreFailure(
      notifyDocument(deps, request.documentHandle, reply, () =>
        deps.requests.markNotified(request),
      ),
    );
}

/**
 * Tells a page what it learns without a call of its own. The browser keeps a message for a page that is
 * busy with its own scripts. What a worker leaves unconfirmed, the next one sends again, so a page may
 * receive the same event twice.
 *
 * Sends a document the current reply of a request; calls `done` once it has received it or
 * never will. Resolves after that.
 */
async function notifyDocument(
  deps: PendingDeps,
  documentHandle: DocumentHandle,
  data: PageReply,
  done: () => Promise<void> | void,
): Promise<void> {
  const { soon, end } = deps.documents.send(documentHandle, { event: 'activity', data });
  if ((await soon) === 'busy') deps.presence.watchOwed(deps, end);
  await end;
  await done();
}

/**
 * A page that isn't notified now is notified by the next worker, or checks the status when it is
 * back.
 */
function ignoreFailure(work: Promise<void>): void {
  work.catch(() => undefined);
}

/** Ends each request with an error. */
export async function endRequests(
  deps: PendingDeps,
  all: readonly SiteRequest[],
  code: PageErrorCode,
): Promise<void> {
  if (code === 'withdrawn') recordWithdrawal(deps.history, all);
  for (const request of all) {
    await endRequest(deps, request, { id: request.name, ok: false, error: pageError(code) });
  }
}

/** Site requests that the user hasn't decided. */
export function listUndecided(
  deps: Pick<PendingDeps, 'requests'>,
  origin?: string,
): readonly SiteRequest[] {
  const undecided = deps.requests.ofSites().filter(({ state }) => state === 'pending');
  return origin === undefined
    ? undecided
    : undecided.filter((request) => request.origin === origin);
}

/** Undecided requests of an origin's whole site group, or of a group given by its wildcard. */
export async function listUndecidedOfGroup(
  deps: PendingDeps,
  origin: string,
): Promise<readonly SiteRequest[]> {
  const group = readWildcardGroup(origin) ?? (await deps.groups.of(origin));
  // Includes the origin's own requests that were made while the suffix list couldn't be read.
  return listUndecided(deps).filter(
    (request) => request.group === group || request.origin === origin,
  );
}

/** Withdraws requests that nobody waits for anymore. */
export async function withdrawExpired(deps: PendingDeps): Promise<void> {
  const now = deps.now();
  const expired = listUndecided(deps).filter(
    ({ awayAt, at }) =>
      (awayAt !== null && now - awayAt >= AWAY_GRACE_MS) || now - at >= MAX_AGE_MS,
  );
  await endRequests(deps, expired, 'withdrawn');
  const expiredOwn = deps.requests.own().filter((request) => isExpired(request, now));
  for (const { id } of expiredOwn) await deps.requests.remove(id);
  if (expiredOwn.length > 0) deps.onChange();
}

/** When a request expires, in milliseconds since the epoch. */
export function expiryOf({ at }: Pick<PendingRequest, 'at'>): number {
  return at + MAX_AGE_MS;
}

/** Whether a request has expired. */
export function isExpired(request: Pick<PendingRequest, 'at'>, now: number): boolean {
  return now >= expiryOf(request);
}

/**
 * A document went away: its requests wait for it for a moment and can't be approved until it is
 * back.
 */
export async function onDocumentLeft(deps: PendingDeps, bridgeId: string): Promise<void> {
  await deps.documents.remove(bridgeId);
  const ofDocument = listUndecided(deps).filter(
    (request) => request.documentHandle?.bridgeId === bridgeId && request.awayAt === null,
  );
  for (const request of ofDocument) await markAway(deps, request);
}

export async function markAway(deps: PendingDeps, request: SiteRequest): Promise<void> {
  await deps.requests.put({ ...request, awayAt: deps.now() });
  deps.onChange();
  deps.later(AWAY_GRACE_MS, () => void withdrawExpired(deps).catch(() => undefined));
}

/**
 * Whether a request's page is there; marks it as away if it isn't. A busy page is there: only one
 * that is gone must not be approved for.
 */
export async function checkPage(deps: PendingDeps, request: SiteRequest): Promise<Delivery> {
  if (request.awayAt !== null || !request.documentHandle) return 'gone';
  const delivery = await deps.documents.check(request.documentHandle);
  if (delivery !== 'gone') return delivery;
  const current = deps.requests.getOfSite(request.id);
  if (
    current?.state === 'pending' &&
    current.awayAt === null &&
    current.documentHandle === request.documentHandle
  ) {
    await markAway(deps, current);
  }
  return 'gone';
}

/** A document has sent a call: what waited for it to come back doesn't anymore. */
export async function onDocumentSeen(
  deps: PendingDeps,
  { bridgeId, tabId }: Pick<DocumentHandle, 'bridgeId' | 'tabId'>,
): Promise<void> {
  const back = listUndecided(deps).filter(
    ({ awayAt, documentHandle }) =>
      awayAt !== null && documentHandle?.bridgeId === bridgeId && documentHandle.tabId === tabId,
  );
  for (const request of back) await deps.requests.put({ ...request, awayAt: null });
  if (back.length > 0) deps.onChange();
}

/**
 * An outbox entry has changed: notifies the page of its request if there is news. A request that
 * has ended is removed once its page knows.
 */
export async function onEntryChanged(deps: CompletionDeps, id: string): Promise<void> {
  await deps.requests.load();
  const request = deps.requests.getOfSite(id);
  if (request?.state !== 'submitted') return;
  const entry = await deps.outbox.get(id);
  if (!entry) return;
  const { state } = entry.record;
  if (state === 'stamped' || state === 'sending') return;
  const removeIfEnded = async () => {
    // Not if it now waits for a later document of the page.
    const current = deps.requests.getOfSite(id);
    if (isSettled(state) && current?.documentHandle?.bridgeId === request.documentHandle?.bridgeId)
      await deps.requests.remove(id);
  };
  if (!request.documentHandle) return removeIfEnded();
  // Several callers learn of the same change: the first one notifies the page.
  const notificationKey = `${id} ${request.documentHandle.bridgeId} ${entry.record.revision}`;
  if (deps.notifying.has(notificationKey)) return;
  deps.notifying.add(notificationKey);
  await notifyDocument(
    deps,
    request.documentHandle,
    pageReplyOf(request.name, entry),
    removeIfEnded,
  ).finally(() => deps.notifying.delete(notificationKey));
}

/**
 * Carries out a request that a grant allows, and stores nothing before the outbox does. If the
 * worker dies on the way, the bridge sends the request again under the same name. Returns the
 * reply of a query; null if the activity is in the outbox.
 */
export async function completeGranted(
  deps: BodyDeps & Pick<CompletionDeps, 'grants' | 'requests'>,
  request: OperationRequest,
): Promise<PageReply | null> {
  const { preparedBody, stampMethod } = request;
  if (!preparedBody || !stampMethod) return null;
  const reply = await submitApproved(deps, request, preparedBody, stampMethod).catch(
    async (error: unknown) => {
      // As far as this worker knows, nothing of it is in the outbox. That is looked up before the
      // use is refunded.
      if (preparedBody.draft) await deps.grants.cancelUse(request.id).catch(() => undefined);
      throw error;
    },
  );
  if (preparedBody.draft) deps.grants.confirmUse(request.id);
  // The answer may go out before this is stored: if the next worker gets the request again, it runs
  // the query again.
  if (reply) deps.requests.recordEnd(request, reply);
  return reply;
}

/** Carries out an approved body, in this worker or in a later one. */
export async function completeApproved(
  deps: CompletionDeps,
  request: OperationRequest,
): Promise<void> {
  const { preparedBody, stampMethod } = request;
  if (!preparedBody || !stampMethod) return reopen(deps, request);
  try {
    const reply = await submitApproved(deps, request, preparedBody, stampMethod);
    if (reply) return await endRequest(deps, request, reply);
  } catch (error) {
    await reopen(deps, request);
    throw error;
  }
  // The outbox has it: if this can't be stored, the request is found there by its id.
  await deps.requests.put(toSubmitted(request)).catch(() => deps.requests.remove(request.id));
  deps.onChange();
  // It may have ended before it was stored as submitted.
  ignoreFailure(onEntryChanged(deps, request.id));
}

async function reopen(deps: PendingDeps, request: SiteRequest): Promise<void> {
  await deps.requests.put({ ...request, state: 'pending', preparedBody: null, stampMethod: null });
  deps.onChange();
}

/** Whether the organization allows showing and approving a request. */
export async function isAllowed(
  deps: AllowedDeps,
  { origin, requested }: SiteRequest,
): Promise<boolean> {
  if (!allowsSite(await deps.managed(), origin)) return false;
  return requested.kind === 'connect' || deps.isProfileAllowed(requested.profileId);
}

/** Resumes what an earlier worker left between the approval, the outbox and the page. */
export async function resume(deps: CompletionDeps & AllowedDeps): Promise<void> {
  await deps.requests.load();
  for (const request of deps.requests.ofSites()) {
    if (deps.requests.findEnded(request)) await deps.requests.remove(request.id);
    else if (isOperationRequest(request)) await resumeRequest(deps, request);
    else if (!(await isAllowed(deps, request))) await endRequests(deps, [request], 'refused');
  }
  // Stamped by an earlier worker, which ended before it could say so.
  for (const { id } of deps.requests.own()) {
    if (await deps.outbox.get(id)) await deps.requests.remove(id);
  }
  for (const request of deps.requests.unnotified()) {
    if (request.documentHandle)
      ignoreFailure(
        notifyDocument(deps, request.documentHandle, request.reply, () =>
          deps.requests.markNotified(request),
        ),
      );
  }
  // At worst, counted uses stay lost until the next worker checks.
  await deps.grants.settleUses().catch(() => undefined);
  await withdrawExpired(deps);
  if (listUndecided(deps).length > 0) deps.presence.watch(deps);
  else void deps.presence.watchOwn(deps);
}

async function resumeRequest(
  deps: CompletionDeps & AllowedDeps,
  request: OperationRequest,
): Promise<void> {
  const stored = request.state !== 'submitted' && (await deps.outbox.get(request.id)) !== undefined;
  // What the organization no longer allows ends here, unless it was stamped before.
  if (request.state !== 'submitted' && !stored && !(await isAllowed(deps, request))) {
    return endRequests(deps, [request], 'refused');
  }
  if (stored && request.state === 'pending') await deps.requests.put(toSubmitted(request));
  // If a body can't be submitted, the request is shown again.
  if (request.state === 'submitting') await completeApproved(deps, request).catch(() => undefined);
  else if (stored || request.state === 'submitted') ignoreFailure(onEntryChanged(deps, request.id));
}
