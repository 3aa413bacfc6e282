import type { ActivityRequest } from '../activities/submit.ts';
import type { Settlement } from '../protocol/page-api.ts';
import type { StampMethod } from '../protocol/passkey.ts';
import { queryPrepared, prepareBody, type PreparedBody } from './prepared-body.ts';
import type { OperationRequest } from './request-store.ts';
import type { RequestDeps } from './request-deps.ts';

/*
 * From what a page wishes to the exact body, and from a body that was approved to the outbox or, for
 * what only reads, to the answer.
 */

/** How private windows stand in the outbox: their sites are not written to the disk. */
const PRIVATE = 'private';

/** Makes the exact body of a wish. Errors as of the drafts of activities and of questions. */
export function prepareRequestBody(
  deps: RequestDeps,
  request: OperationRequest,
): Promise<PreparedBody> {
  return prepareBody(deps, request.requested, () => deps.submit.draft(toActivityRequest(request)));
}

/**
 * Does what was approved, with the body that was approved. Answers the settlement of an operation
 * that reads; null when it is in the outbox now.
 */
export async function submitApproved(
  deps: RequestDeps,
  request: OperationRequest,
  preparedBody: PreparedBody,
  stampMethod: StampMethod,
): Promise<Settlement | null> {
  if (preparedBody.draft) {
    await deps.submit.commit(toActivityRequest(request), preparedBody.draft, stampMethod);
    return null;
  }
  const result = await queryPrepared(deps, request.requested, preparedBody, stampMethod);
  const answer = { kind: 'completed', id: request.name, activity: null, result } as const;
  return { id: request.name, ok: true, answer };
}

function toActivityRequest({
  id,
  origin,
  privateWindow,
  requested,
}: OperationRequest): ActivityRequest {
  const { operation, profileId, parameters } = requested;
  return {
    id,
    origin: privateWindow ? PRIVATE : origin,
    profileId,
    operation,
    parameters,
    secrets: {},
  };
}
