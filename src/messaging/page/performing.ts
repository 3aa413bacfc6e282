import { targetOf } from '../../activities/home.ts';
import { textOf } from '../../activities/queries.ts';
import type { Request } from '../../activities/submit.ts';
import { demandMethod } from '../../activities/authorization.ts';
import { digestOfBody } from '../../crypto/fingerprint.ts';
import { KeystampError } from '../../protocol/errors.ts';
import { queryRowOf } from '../../protocol/operations.ts';
import type { Settlement } from '../../protocol/page.ts';
import type { By } from '../../protocol/passkey.ts';
import type { Approval, Made, PageWish } from './approvals.ts';
import type { Desk } from './desk.ts';

/*
 * From what a page wishes to the exact body, and from a body that was approved to the outbox or, for
 * what only reads, to the answer.
 */

/** How private windows stand in the outbox: their sites are not written to the disk. */
const PRIVATE = 'private';

/** Bodies carry a time: after so long a new one is made and shown. */
const FRESH_MS = 300_000;
/** Between showing a body and the decision. */
const DECIDED_MS = 900_000;

type Wished = Approval & { readonly wish: PageWish };

/** Whether a body may still be shown as it is. */
export function isFresh(made: Made, now: number): boolean {
  return now - made.at < FRESH_MS;
}

/**
 * Demands that what the user saw is what would be stamped.
 * @throws `approval_changed`
 */
export async function demandBody(made: Made | null, digest: string, now: number): Promise<void> {
  const same = made !== null && made.digest === digest && now - made.at < DECIDED_MS;
  if (!same || (await digestOfBody(made.body)) !== digest) {
    throw new KeystampError('approval_changed');
  }
}

/** Makes the exact body of a wish. Errors as of the drafts of activities and of questions. */
export async function makeBody(desk: Desk, one: Wished): Promise<Made> {
  const at = desk.now();
  const row = queryRowOf(one.wish.operation);
  if (row) {
    const profile = await desk.profiles.get(one.wish.profileId);
    const body = textOf(targetOf(profile), row, one.wish.parameters);
    return { body, digest: await digestOfBody(body), at, draft: null };
  }
  const draft = await desk.submit.draft(requestOf(one));
  return { body: draft.body, digest: await digestOfBody(draft.body), at, draft };
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
  const row = queryRowOf(one.wish.operation);
  if (!row) throw new KeystampError('internal');
  const profile = await desk.profiles.get(one.wish.profileId);
  // The user was shown the organization in the body and the profile's host.
  if (textOf(targetOf(profile), row, one.wish.parameters) !== made.body) {
    throw new KeystampError('approval_changed');
  }
  demandMethod(profile, row.name, by.method);
  const stamp = await desk.stamp(profile, by, made.body);
  const manner = { priority: 'user', by: stamp } as const;
  const result = await desk.queries.askText(targetOf(profile), row, made.body, manner);
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
