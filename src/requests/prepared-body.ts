import { demandMethod, type PolicyDeps } from '../activities/authorization.ts';
import { targetOfProfile } from '../activities/queries.ts';
import type { Profiles } from '../activities/profiles.ts';
import { buildQueryBody, type Queries } from '../activities/queries.ts';
import { withReplaced, type ActivityDraft, type Submit } from '../activities/submit.ts';
import { digestOfBody } from '../crypto/fingerprint.ts';
import { KeystampError } from '../protocol/errors.ts';
import { withLateRules } from '../protocol/late-rules.ts';
import { versionOfType } from '../protocol/operation-row.ts';
import { queryRowOf, submitRowOf } from '../protocol/operations.ts';
import type { ReplacedValues } from '../protocol/outbox-entry.ts';
import type { StampMethod, StampHeader } from '../protocol/passkey.ts';
import type { Profile } from '../protocol/profile.ts';

/*
 * An exact body between being built and being stamped, whoever requested it: what is shown to the
 * user is what gets stamped, or nothing is.
 */

/** The exact body that the user sees, and when it was built. */
export type PreparedBody = {
  readonly body: string;
  /** SHA-256 of the body, hex. */
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Null for an operation that only reads. */
  readonly draft: ActivityDraft | null;
  /** Where it goes: shown with the body, and compared again before it is sent. */
  readonly baseUrl: string;
};

/** An operation to request from the service. */
export type ServiceOperation = {
  readonly operation: string;
  readonly profileId: string;
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** Builds bodies, and sends those that were approved. */
export type BodyDeps = PolicyDeps & {
  readonly profiles: Profiles;
  readonly queries: Queries;
  readonly submit: Submit;
  readonly stamp: (
    profile: Profile,
    stampMethod: StampMethod,
    body: string,
  ) => Promise<StampHeader>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Bodies contain a timestamp: after this long, a new one is built and shown. */
const FRESH_MS = 300_000;
/** The longest time between building a body and the decision. */
const MAX_DECISION_MS = 900_000;

/** Whether a body may still be shown as it is. */
export function isFresh(preparedBody: PreparedBody, now: number): boolean {
  // In both directions: a clock that was ahead gave the body a time in the future.
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

/** The same body, with what the user saw as the current values that it replaces. */
export function noteReplaced(
  preparedBody: PreparedBody,
  replaced: ReplacedValues | undefined,
): PreparedBody {
  const { draft } = preparedBody;
  const row = draft && submitRowOf(draft.operation);
  const version = row && versionOfType(row, draft.type);
  return version
    ? { ...preparedBody, draft: { ...draft, ...withReplaced(version, replaced) } }
    : preparedBody;
}

/** Builds the body of a query or of an activity's draft. Errors: those of the two. */
export async function prepareBody(
  { profiles, now }: Pick<BodyDeps, 'profiles' | 'now'>,
  { operation, profileId, parameters }: ServiceOperation,
  createDraft: () => Promise<ActivityDraft>,
): Promise<PreparedBody> {
  const at = now();
  const row = queryRowOf(operation);
  if (row) {
    const target = targetOfProfile(await profiles.get(profileId));
    const body = await withLateRules(() => buildQueryBody(target, row, parameters));
    return { body, digest: await digestOfBody(body), at, draft: null, baseUrl: target.baseUrl };
  }
  const draft = await createDraft();
  const { body, baseUrl } = draft;
  return { body, digest: await digestOfBody(body), at, draft, baseUrl };
}

/**
 * Sends a query with the body that was shown. `approval_changed` if the profile would now give a
 * different body; otherwise the errors of the method, of the stamp and of a query.
 */
export async function queryPrepared(
  deps: Pick<BodyDeps, 'managed' | 'profiles' | 'queries' | 'stamp'>,
  { operation, profileId, parameters }: ServiceOperation,
  { body, baseUrl }: PreparedBody,
  stampMethod: StampMethod,
): Promise<Readonly<Record<string, unknown>>> {
  const { profiles, queries, stamp } = deps;
  const row = queryRowOf(operation);
  if (!row) throw new KeystampError('internal');
  const profile = await profiles.get(profileId);
  const target = targetOfProfile(profile);
  // The user saw the organization in the body, and the profile's host.
  const present = await withLateRules(() => buildQueryBody(target, row, parameters));
  const isSame = target.baseUrl === baseUrl && present === body;
  if (!isSame) throw new KeystampError('approval_changed');
  await demandMethod(deps, profile, operation, stampMethod.method);
  const options = {
    priority: 'user',
    passkeyStamp: await stamp(profile, stampMethod, body),
  } as const;
  const answer = await queries.askWithBody(target, row, body, options);
  return typeof answer === 'object' && answer !== null ? { ...answer } : {};
}
