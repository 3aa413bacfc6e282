import { demandMethod, type Managing } from '../activities/authorization.ts';
import { targetOf } from '../activities/home.ts';
import type { Profiles } from '../activities/profiles.ts';
import { textOf, type Queries } from '../activities/queries.ts';
import type { Draft } from '../activities/submit.ts';
import type { Stamp } from '../activities/transport.ts';
import { digestOfBody } from '../crypto/fingerprint.ts';
import { KeystampError } from '../protocol/errors.ts';
import { queryRowOf } from '../protocol/operations.ts';
import type { By } from '../protocol/passkey.ts';
import type { Profile } from '../protocol/profile.ts';

/*
 * An exact body between being made and being stamped, whoever asked for it: what a person is shown is
 * what is stamped, or nothing is.
 */

/** The exact body that the user is shown, and when it was made. */
export type Made = {
  readonly body: string;
  /** SHA-256 of the body, hex. */
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Null for an operation that only reads. */
  readonly draft: Draft | null;
};

/** What is asked of the service. */
export type Asked = {
  readonly operation: string;
  readonly profileId: string;
  readonly parameters: Readonly<Record<string, unknown>>;
};

export type MadeDesk = Managing & {
  readonly profiles: Profiles;
  readonly queries: Queries;
  readonly stamp: (profile: Profile, by: By, body: string) => Promise<Stamp>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Bodies carry a time: after so long a new one is made and shown. */
const FRESH_MS = 300_000;
/** Between showing a body and the decision. */
const DECIDED_MS = 900_000;

/** Whether a body may still be shown as it is. */
export function isFresh(made: Made, now: number): boolean {
  // Either way: one made by a clock that was ahead then is not from now.
  return Math.abs(now - made.at) < FRESH_MS;
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

/** Makes the body of a question, or of the draft of an activity. Errors as of the two. */
export async function makeBody(
  { profiles, now }: MadeDesk,
  { operation, profileId, parameters }: Asked,
  draftOf: () => Promise<Draft>,
): Promise<Made> {
  const at = now();
  const row = queryRowOf(operation);
  if (row) {
    const body = textOf(targetOf(await profiles.get(profileId)), row, parameters);
    return { body, digest: await digestOfBody(body), at, draft: null };
  }
  const draft = await draftOf();
  return { body: draft.body, digest: await digestOfBody(draft.body), at, draft };
}

/**
 * Asks a question with the body that was shown. `approval_changed` when the profile would make another
 * one by now; else errors of the method, of the stamp and of a query.
 */
export async function askMade(
  desk: MadeDesk,
  { operation, profileId, parameters }: Asked,
  { body }: Made,
  by: By,
): Promise<Readonly<Record<string, unknown>>> {
  const { profiles, queries, stamp } = desk;
  const row = queryRowOf(operation);
  if (!row) throw new KeystampError('internal');
  const profile = await profiles.get(profileId);
  const target = targetOf(profile);
  // The user was shown the organization in the body and the profile's host.
  if (textOf(target, row, parameters) !== body) throw new KeystampError('approval_changed');
  await demandMethod(desk, profile, operation, by.method);
  const manner = { priority: 'user', by: await stamp(profile, by, body) } as const;
  const answer = await queries.askText(target, row, body, manner);
  return typeof answer === 'object' && answer !== null ? { ...answer } : {};
}
