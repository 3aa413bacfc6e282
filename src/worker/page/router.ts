import { isSettled } from '../../activities/outbox/transitions.ts';
import type { OutboxEntry } from '../../activities/outbox/record.ts';
import { KeystampError } from '../../protocol/errors.ts';
import { PAGE_OPERATIONS } from '../../protocol/operations.ts';
import { PROVIDER_VERSION, type Capabilities, type PageReply } from '../../protocol/page-api.ts';
import type { MessageSender } from '../../protocol/message-sender.ts';
import type { SiteRequest } from '../../requests/request-record.ts';
import { toSubmitted } from '../../requests/request-store.ts';
import { askUser, consumeGrant, presentRequest } from '../../requests/ask-user.ts';
import {
  readCallText,
  parseCallParams,
  type ReadCall,
  type ReceivedMessage,
  type ParsedCall,
} from './parse-message.ts';
import { readCaller, type Caller } from '../../requests/caller.ts';
import type { RequestDeps } from '../../requests/request-deps.ts';
import { toPageGrant } from '../../requests/page-events.ts';
import { disconnect } from '../../requests/revoke-access.ts';
import type { RequestKey } from '../../requests/request-key.ts';
import { pageReplyOf } from '../../requests/page-reply.ts';
import {
  checkConnect,
  checkOperation,
  type PermissionCheck,
} from '../../requests/check-permission.ts';
import { PageRefusal, toPageError } from '../../requests/page-refusal.ts';
import {
  completeGranted,
  isOperationRequest,
  onDocumentSeen,
  onEntryChanged,
} from '../../requests/lifecycle.ts';

/*
 * What happens to a page's message, in order. Reading STEPS is reading the security policy: nothing
 * skips a step, and no step reads anything that the steps before it haven't checked.
 */

/** A message, and what the steps have found out about it so far. */
export type PageRequest = {
  readonly message: Extract<ReceivedMessage, { text: string }>;
  readonly sender: MessageSender;
  /** What the message's text is. */
  readonly read: ReadCall;
  readonly call?: ParsedCall;
  readonly caller?: Caller;
  /** The permission to check; undefined for calls that need none, and for repeated requests. */
  readonly permission?: PermissionCheck | undefined;
  /** Auto-approved: the user doesn't have to decide. */
  readonly granted?: SiteRequest | undefined;
};

/** What a part of a step works with. */
type Uses<Name extends keyof RequestDeps> = Pick<RequestDeps, Name>;
type Step = (deps: RequestDeps, request: PageRequest) => Promise<PageRequest | PageReply>;

const STEPS: readonly Step[] = [
  parseCall,
  identifyCaller,
  limitRate,
  checkPermission,
  obtainApproval,
  execute,
  buildAnswer,
];

/** A running activity is worth waiting for, within the 10 s that a bridge waits. */
const WAIT_MS = 8000;

/** Takes a page's call through the steps. Never rejects. */
export async function route(
  deps: RequestDeps,
  message: PageRequest['message'],
  sender: MessageSender,
): Promise<PageReply> {
  const read = readCallText(message.text);
  // The answer has the id that the page's client waits for, whatever else is wrong.
  const { id } = read;
  try {
    let request: PageRequest = { message, sender, read };
    for (const step of STEPS) {
      const next = await step(deps, request);
      if ('ok' in next) return { ...next, id };
      request = next;
    }
    throw new PageRefusal('unavailable');
  } catch (error) {
    return { id, ok: false, error: toPageError(error) };
  }
}

function demandKnown<T>(value: T | undefined): T {
  if (value === undefined) throw new KeystampError('internal');
  return value;
}

function requestKeyOf({ caller, call }: PageRequest): RequestKey {
  const { origin, privateWindow } = demandKnown(caller);
  const providerCall = demandKnown(call);
  return {
    origin,
    privateWindow,
    name: providerCall.method === 'status' ? providerCall.params.id : providerCall.id,
  };
}

/** What was read becomes a well-formed call. */
async function parseCall(_: unknown, request: PageRequest): Promise<PageRequest> {
  const { call } = request.read;
  if (call instanceof PageRefusal) throw call;
  return { ...request, call: parseCallParams(call) };
}

/** Who sent the call, according to the browser itself. */
async function identifyCaller(
  { ownId }: Uses<'ownId'>,
  request: PageRequest,
): Promise<PageRequest> {
  const caller = readCaller(request.sender, ownId);
  if (!caller) throw new PageRefusal('not_active');
  return { ...request, caller };
}

/** Every call counts toward the rate of its origin, its tab and its site group. */
async function limitRate(deps: RequestDeps, request: PageRequest): Promise<PageRequest> {
  const caller = demandKnown(request.caller);
  const waitMs = deps.rates.take(caller);
  if (waitMs > 0) throw new PageRefusal('rate_limited', { waitMs });
  await deps.requests.load();
  const { bridgeId } = request.message;
  await deps.documents.register(caller, bridgeId);
  await onDocumentSeen(deps, { ...caller, bridgeId });
  return request;
}

/** Whether the site may do this at all. A repeated request counts as the one it repeats. */
async function checkPermission(deps: RequestDeps, request: PageRequest): Promise<PageRequest> {
  const call = demandKnown(request.call);
  const caller = demandKnown(request.caller);
  if (call.method !== 'connect' && call.method !== 'request') return request;
  const stored = isInOutbox(deps, request);
  // Handles the rejection in any case: a refusal below must not leave it unhandled.
  stored.catch(() => undefined);
  const permission =
    call.method === 'connect'
      ? await checkConnect(deps, caller, call.params)
      : await checkOperation(deps, caller, call.params);
  const repeated = isRepeated(deps, request, permission) || (await stored);
  return repeated ? request : { ...request, permission };
}

async function isInOutbox(
  { outbox, entryId }: Uses<'outbox' | 'entryId'>,
  request: PageRequest,
): Promise<boolean> {
  return (await outbox.get(await entryId(requestKeyOf(request)))) !== undefined;
}

/** @throws PageRefusal when the name belongs to another request */
function isRepeated(
  { requests }: Uses<'requests'>,
  request: PageRequest,
  { requestDigest }: PermissionCheck,
): boolean {
  const key = requestKeyOf(request);
  const earlier = requests.find(key) ?? requests.findEnded(key);
  if (!earlier) return false;
  if (earlier.requestDigest === requestDigest || earlier.requestDigest === '') return true;
  const field = key.name.startsWith('key:') ? 'idempotencyKey' : 'id';
  throw new PageRefusal('invalid_parameters', { field });
}

/** Approval by the user, or by a grant. */
async function obtainApproval(
  deps: RequestDeps,
  request: PageRequest,
): Promise<PageRequest | PageReply> {
  const { permission } = request;
  if (!permission) return presentRepeated(deps, request);
  const key = requestKeyOf(request);
  const connected = await answerIfConnected(deps, key, permission);
  if (connected) return connected;
  const { bridgeId, clicked, hasOtherCopy } = request.message;
  const page = { caller: demandKnown(request.caller), bridgeId, clicked };
  const newRequest = { key, ...page, ...(hasOtherCopy && { hasOtherCopy }), permission };
  const granted = await consumeGrant(deps, newRequest);
  if (!granted) await askUser(deps, newRequest);
  return { ...request, granted };
}

/** The worker may stop between storing a request and showing it; then the bridge sends it again. */
async function presentRepeated(deps: RequestDeps, request: PageRequest): Promise<PageRequest> {
  const { method } = demandKnown(request.call);
  const asksUser = method === 'request' || method === 'connect';
  const pending = asksUser ? deps.requests.find(requestKeyOf(request)) : undefined;
  if (pending?.state === 'pending') await presentRequest(deps, pending, request.message.clicked);
  return request;
}

async function answerIfConnected(
  { profiles }: Uses<'profiles'>,
  { name }: RequestKey,
  { requested, site }: PermissionCheck,
): Promise<PageReply | undefined> {
  if (requested.kind !== 'connect' || !site?.profileId) return undefined;
  if (!requested.operations.every((operation) => site.operations.includes(operation)))
    return undefined;
  const { organizationId } = await profiles.get(site.profileId);
  const { operations } = site;
  return {
    id: name,
    ok: true,
    answer: { kind: 'connected', id: name, organizationId, operations },
  };
}

/** Executes what needs no further decision. */
async function execute(deps: RequestDeps, request: PageRequest): Promise<PageRequest | PageReply> {
  const { granted } = request;
  const answered = granted && isOperationRequest(granted) && (await completeGranted(deps, granted));
  if (answered) return answered;
  if (demandKnown(request.call).method === 'disconnect')
    await disconnect(deps, demandKnown(request.caller));
  return request;
}

/** The answer: the request's current state. */
async function buildAnswer(deps: RequestDeps, request: PageRequest): Promise<PageReply> {
  const { method, id } = demandKnown(request.call);
  if (method === 'disconnect') return { id, ok: true, answer: null };
  if (method === 'capabilities') {
    return { id, ok: true, answer: await readCapabilities(deps, demandKnown(request.caller)) };
  }
  const key = requestKeyOf(request);
  await attachDocument(deps, request, key);
  const ended = deps.requests.findEnded(key);
  if (ended) return ended.reply;
  const pending = deps.requests.find(key);
  if (pending && pending.state !== 'submitted') {
    return { id, ok: true, answer: { kind: 'waiting', id: key.name } };
  }
  const entry = await waitForEntry(deps, await deps.entryId(key));
  if (!entry) throw new PageRefusal('unknown_request');
  if (!isSettled(entry.record.state)) await followEntry(deps, request, key, entry);
  return pageReplyOf(key.name, entry);
}

/**
 * Follows the entry and notifies the page when it ends. Also for a repeated call: the worker that
 * answered it first may have stopped before it noted whom to notify.
 */
async function followEntry(
  deps: RequestDeps,
  request: PageRequest,
  key: RequestKey,
  entry: OutboxEntry,
): Promise<void> {
  if (!deps.requests.find(key)) {
    await deps.requests.put(toSubmitted(request.granted ?? toFollowedRequest(request, key, entry)));
  }
  // The entry may have ended before that was noted.
  void onEntryChanged(deps, entry.record.id).catch(() => undefined);
}

function toFollowedRequest(
  request: PageRequest,
  key: RequestKey,
  { record }: OutboxEntry,
): SiteRequest {
  const { origin, tabId, documentId } = demandKnown(request.caller);
  const { bridgeId, clicked } = request.message;
  const { id, createdAt: at, operation, profileId } = record;
  const requested = { kind: 'operation', operation, profileId, parameters: {}, open: [] } as const;
  const source = {
    asker: 'site' as const,
    documentHandle: { bridgeId, tabId, documentId },
    awayAt: null,
    group: origin,
    clicked,
  };
  return {
    ...key,
    ...source,
    id,
    at,
    requestDigest: '',
    requested,
    state: 'submitted',
    preparedBody: null,
    stampMethod: null,
  };
}

/** Notifies the requesting document: after a reload, a tab has a new one. */
async function attachDocument(
  { requests, onChange }: Uses<'requests' | 'onChange'>,
  request: PageRequest,
  key: RequestKey,
): Promise<void> {
  const pending = requests.find(key);
  const { tabId, documentId } = demandKnown(request.caller);
  const { bridgeId } = request.message;
  if (!pending || (pending.documentHandle?.bridgeId === bridgeId && pending.awayAt === null))
    return;
  // Another tab of the site may repeat the request, but doesn't take it from a page that is still
  // there.
  if (pending.documentHandle && pending.awayAt === null && pending.documentHandle.tabId !== tabId)
    return;
  await requests.put({
    ...pending,
    documentHandle: { bridgeId, tabId, documentId },
    awayAt: null,
  });
  onChange();
}

async function waitForEntry(
  { outbox, nextChange, now }: Uses<'outbox' | 'nextChange' | 'now'>,
  id: string,
): Promise<OutboxEntry | undefined> {
  const end = now() + WAIT_MS;
  for (;;) {
    // Start listening before reading, so that no change falls in between.
    const change = nextChange(id, Math.max(0, end - now()));
    const entry = await outbox.get(id);
    if (!entry || isSettled(entry.record.state) || now() >= end) return entry;
    if (entry.record.state === 'pending' || entry.record.state === 'waiting') return entry;
    await change;
  }
}

async function readCapabilities(
  { sites, profiles, grants }: Uses<'sites' | 'profiles' | 'grants'>,
  { origin, privateWindow }: Caller,
): Promise<Capabilities> {
  const base = { version: PROVIDER_VERSION, operations: PAGE_OPERATIONS };
  const site = await sites.get(origin, privateWindow);
  if (!site?.profileId) return { ...base, connection: null };
  const { organizationId } = await profiles.get(site.profileId);
  const granted = privateWindow ? [] : await grants.listBySite(origin);
  const { operations } = site;
  return {
    ...base,
    connection: { organizationId, operations, grants: granted.map(toPageGrant) },
  };
}
