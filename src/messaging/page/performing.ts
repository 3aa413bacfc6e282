import type { Request } from '../../activities/submit.ts';
import type { Settlement } from '../../protocol/page.ts';
import type { By } from '../../protocol/passkey.ts';
import { askMade, makeBody, type Made } from '../made-body.ts';
import type { Approval, PageWish } from './approvals.ts';
import type { Desk } from './desk.ts';

/*
 * From what a page wishes to the exact body, and from a body that was approved to the outbox or, for
 * what only reads, to the answer.
 */

/** How private windows stand in the outbox: their sites are not written to the disk. */
const PRIVATE = 'private';

type Wished = Approval & { readonly wish: PageWish };

/** Makes the exact body of a wish. Errors as of the drafts of activities and of questions. */
export function makeWished(desk: Desk, one: Wished): Promise<Made> {
  return makeBody(desk, one.wish, () => desk.submit.draft(requestOf(one)));
}

/**
 * Does what was approved, with the body that was approved. Answers the settlement of an operation
 * that reads; null when it is in the outbox now.
 */
export async function carryOut(
  desk: Desk,
  one: Wished,
  made: Made,
  by: By,
): Promise<Settlement | null> {
  if (made.draft) {
    await desk.submit.commit(requestOf(one), made.draft, by);
    return null;
  }
  const result = await askMade(desk, one.wish, made, by);
  const answer = { kind: 'completed', id: one.name, activity: null, result } as const;
  return { id: one.name, ok: true, answer };
}

function requestOf({ id, origin, privateWindow, wish }: Wished): Request {
  const { operation, profileId, parameters } = wish;
  return {
    id,
    origin: privateWindow ? PRIVATE : origin,
    profileId,
    operation,
    parameters,
    secrets: {},
  };
}
