import { KeystampError } from '../protocol/errors.ts';
import { withLateRules } from '../protocol/late-rules.ts';
import { versionFor } from '../protocol/operation-row.ts';
import { rowOf } from '../protocol/operations.ts';
import type { StampChoice } from '../protocol/passkey.ts';
import type { PendingRequestDetails } from '../protocol/pending-request.ts';
import { stampChoiceOf } from '../protocol/profile.ts';
import { isOperationRequest, type PendingDeps, type UnlockedDeps } from './lifecycle.ts';
import { lacksPick, parametersOf, withPicks } from './open-parameters.ts';
import { prepareOwnBody, visibleBodyOf } from './own-requests.ts';
import { isFresh, type BodyDeps } from './prepared-body.ts';
import type { OperationRequest, OwnRequest, PendingRequest } from './request-record.ts';
import { prepareRequestBody } from './submit-approved.ts';

/*
 * What the user sees of one pending operation: its exact body, and before that what they pick for it.
 */

type OpenDeps = BodyDeps & UnlockedDeps & Pick<PendingDeps, 'requests'>;

/** The request that can be decided. @throws `approval_gone` */
export function demandPending(deps: Pick<PendingDeps, 'requests'>, id: string): PendingRequest {
  const request = deps.requests.get(id);
  if (request?.state === 'pending') return request;
  throw new KeystampError('approval_gone');
}

type PendingOperation = OperationRequest | OwnRequest;

function demandOperation(request: PendingRequest): PendingOperation {
  if (request.asker === 'own' || isOperationRequest(request)) return request;
  throw new KeystampError('invalid_input', undefined, { field: 'id' });
}

async function demandOpenable(deps: OpenDeps, id: string): Promise<PendingOperation> {
  await deps.requests.load();
  if (!(await deps.isUnlocked())) throw new KeystampError('vault_locked');
  return demandOperation(demandPending(deps, id));
}

/**
 * Everything about one pending operation, with the exact body unless the user still has to pick
 * something. The body stays the same while it is fresh. Errors: `approval_gone`, `vault_locked`,
 * `profile_unknown`, `invalid_input`.
 */
export async function openRequest(deps: OpenDeps, id: string): Promise<PendingRequestDetails> {
  const request = await demandOpenable(deps, id);
  if (request.asker === 'site' && lacksPick(request.requested)) return toDetails(deps, request);
  const isShown = request.preparedBody && isFresh(request.preparedBody, deps.now());
  return toDetails(deps, isShown ? request : await prepareAndStore(deps, request));
}

async function prepareAndStore(
  deps: OpenDeps,
  request: PendingOperation,
): Promise<PendingOperation> {
  const preparedBody = await (request.asker === 'own'
    ? prepareOwnBody(deps, request)
    : prepareRequestBody(deps, request));
  const current = demandOperation(demandPending(deps, request.id));
  // Another page of ours has prepared one in the meantime: all pages show the same body.
  const other = current.preparedBody;
  if (other && other !== request.preparedBody) return current;
  // Begun again in the meantime: this body belongs to the earlier one.
  if (current.requested !== request.requested) throw new KeystampError('approval_changed');
  const prepared = { ...current, preparedBody };
  await deps.requests.put(prepared);
  return prepared;
}

/**
 * Takes what the user picked for a site's request and builds its body, which replaces the one of an
 * earlier pick. Errors: those of {@link openRequest}, and `invalid_input` naming the parameter.
 * @param picks a value for each open parameter
 */
export async function pickRecords(
  deps: OpenDeps,
  id: string,
  picks: Readonly<Record<string, unknown>>,
): Promise<PendingRequestDetails> {
  const request = demandOfSite(await demandOpenable(deps, id));
  const { requested } = request;
  const row = rowOf(requested.operation);
  if (!row) throw new KeystampError('internal');
  const shape = parametersOf(row, await deps.profiles.get(requested.profileId));
  const parameters = await withLateRules(() => withPicks(shape, requested, picks));
  const picked = { ...requested, parameters };
  const preparedBody = await prepareRequestBody(deps, { ...request, requested: picked });
  // Its page may have left meanwhile. Of two picks at the same time the later one stays.
  const current = demandOfSite(demandOperation(demandPending(deps, id)));
  const prepared = { ...current, requested: picked, preparedBody };
  await deps.requests.put(prepared);
  return toDetails(deps, prepared);
}

/** Only a site leaves something to the user. */
function demandOfSite(request: PendingOperation): OperationRequest {
  if (request.asker === 'site') return request;
  throw new KeystampError('invalid_input', undefined, { field: 'id' });
}

/**
 * Pre-approved requests are stamped with the key: where a passkey is required, a grant wouldn't
 * help. What the user picks is for one request.
 */
export function isGrantable(
  { requested, privateWindow }: OperationRequest,
  { methods }: StampChoice,
): boolean {
  return (
    rowOf(requested.operation)?.pageAccess === 'grant' &&
    requested.open.length === 0 &&
    !privateWindow &&
    methods[0] === 'key'
  );
}

async function toDetails(
  deps: OpenDeps,
  request: PendingOperation,
): Promise<PendingRequestDetails> {
  const { id, requested, preparedBody } = request;
  const { operation, profileId, parameters } = requested;
  const profile = await deps.profiles.get(profileId);
  const stampChoice = stampChoiceOf(profile, operation, await deps.managed());
  const ofSite = request.asker === 'site' ? request : undefined;
  const shared = {
    id,
    operation,
    profileId,
    open: ofSite?.requested.open ?? [],
    stampChoice,
    grantable: ofSite !== undefined && isGrantable(ofSite, stampChoice),
  };
  if (!preparedBody) {
    const row = rowOf(operation);
    const type = row?.kind === 'submit' ? versionFor(row, profile.otpGeneration).type : null;
    return { ...shared, type, parameters, body: null, digest: null };
  }
  const { draft, body, digest } = preparedBody;
  const visible =
    request.asker === 'own'
      ? visibleBodyOf(request)
      : { parameters: draft?.parameters ?? parameters, body };
  return { ...shared, type: draft?.type ?? null, ...visible, digest };
}
