import { demandMethod, type PolicyDeps } from '../activities/authorization.ts';
import { targetOfProfile } from '../activities/home-screen.ts';
import type { Profiles } from '../activities/profiles.ts';
import { buildQueryBody, type Queries } from '../activities/queries.ts';
import type { ActivityDraft } from '../activities/submit.ts';
import type { Stamp } from '../activities/transport.ts';
import { digestOfBody } from '../crypto/fingerprint.ts';
import { KeystampError } from '../protocol/errors.ts';
import { queryRowOf } from '../protocol/operations.ts';
import type { StampMethod } from '../protocol/passkey.ts';
import type { Profile } from '../protocol/profile.ts';

/*
 * An exact body between being made and being stamped, whoever asked for it: what a person is shown is
 * what is stamped, or nothing is.
 */

/** The exact body that the user is shown, and when it was made. */
export type PreparedBody = {
  readonly body: string;
  /** SHA-256 of the body, hex. */
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Null for an operation that only reads. */
  readonly draft: ActivityDraft | null;
  /** Where it goes: shown with the body, and held when it is sent. */
  readonly baseUrl: string;
};

/** What is asked of the service. */
export type ServiceOperation = {
  readonly operation: string;
  readonly profileId: string;
  readonly parameters: Readonly<Record<string, unknown>>;
};

export type PreparedBodyDeps = PolicyDeps & {
  readonly profiles: Profiles;
  readonly queries: Queries;
  readonly stamp: (profile: Profile, stampMethod: StampMethod, body: string) => Promise<Stamp>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Bodies carry a time: after so long a new one is made and shown. */
const FRESH_MS = 300_000;
/** Between showing a body and the decision. */
const MAX_DECISION_MS = 900_000;

/** Whether a body may still be shown as it is. */
export function isFresh(preparedBody: PreparedBody, now: number): boolean {
  // Either way: one made by a clock that was ahead then is not from now.
  return Math.abs(now - preparedBody.at) < FRESH_MS;
}

/**
 * Demands that what the user saw is what would be stamped.
 * @throws `approval_changed`
 */
export async function demandSameBody(
  preparedBody: PreparedBody | null,
  digest: string,
  now: number,
): Promise<void> {
  const isSame =
    preparedBody !== null &&
    preparedBody.digest === digest &&
    now - preparedBody.at < MAX_DECISION_MS;
  if (!isSame || (await digestOfBody(preparedBody.body)) !== digest) {
    throw new KeystampError('approval_changed');
  }
}

/** Makes the body of a question, or of the draft of an activity. Errors as of the two. */
export async function prepareBody(
  { profiles, now }: PreparedBodyDeps,
  { operation, profileId, parameters }: ServiceOperation,
  createDraft: () => Promise<ActivityDraft>,
): Promise<PreparedBody> {
  const at = now();
  const row = queryRowOf(operation);
  if (row) {
    const target = targetOfProfile(await profiles.get(profileId));
    const body = buildQueryBody(target, row, parameters);
    return { body, digest: await digestOfBody(body), at, draft: null, baseUrl: target.baseUrl };
  }
  const draft = await createDraft();
  const { body, baseUrl } = draft;
  return { body, digest: await digestOfBody(body), at, draft, baseUrl };
}

/**
 * Asks a question with the body that was shown. `approval_changed` when the profile would make another
 * one by now; else errors of the method, of the stamp and of a query.
 */
export async function queryPrepared(
  deps: PreparedBodyDeps,
  { operation, profileId, parameters }: ServiceOperation,
  { body, baseUrl }: PreparedBody,
  stampMethod: StampMethod,
): Promise<Readonly<Record<string, unknown>>> {
  const { profiles, queries, stamp } = deps;
  const row = queryRowOf(operation);
  if (!row) throw new KeystampError('internal');
  const profile = await profiles.get(profileId);
  const target = targetOfProfile(profile);
  // The user was shown the organization in the body, and the profile's host.
  const isSame = target.baseUrl === baseUrl && buildQueryBody(target, row, parameters) === body;
  if (!isSame) throw new KeystampError('approval_changed');
  await demandMethod(deps, profile, operation, stampMethod.method);
  const options = {
    priority: 'user',
    passkeyStamp: await stamp(profile, stampMethod, body),
  } as const;
  const answer = await queries.askWithBody(target, row, body, options);
  return typeof answer === 'object' && answer !== null ? { ...answer } : {};
}
