import type { ActivityRequest } from '../activities/submit.ts';
import type { PageReply } from '../protocol/page-api.ts';
import type { StampMethod } from '../protocol/passkey.ts';
import { queryPrepared, prepareBody, type PreparedBody, type BodyDeps } from './prepared-body.ts';
import type { OperationRequest } from './request-record.ts';

/*
 * From a page's request to the exact body, and from an approved body to the outbox or, for a query,
 * to the answer.
 */

/**
 * Stands for the origin of private windows in the outbox: their sites are never written to disk.
 */
const PRIVATE = 'private';

/** Builds the exact body of a request. Errors: those of activity drafts and queries. */
export function prepareRequestBody(
  deps: BodyDeps,
  request: OperationRequest,
): Promise<PreparedBody> {
  return prepareBody(deps, request.requested, () => deps.submit.draft(toActivityRequest(request)));
}

/**
 * Carries out a request with the approved body. Returns the reply of a query; null if the
 * activity is in the outbox now.
 */
export async function submitApproved(
  deps: BodyDeps,
  request: OperationRequest,
  preparedBody: PreparedBody,
  stampMethod: StampMethod,
): Promise<PageReply | null> {
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
