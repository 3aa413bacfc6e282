// An activity as policies see it (docs/policies.md, Names).
import type { Database } from '../database.ts';
import { rowOfType } from '../older-versions.ts';
import { parseStoredBody } from '../request-body.ts';
import { readUsers, type UserRecord } from '../users.ts';
import type { VoteRow } from '../votes.ts';
import type { Decided } from './decision.ts';
import type { Value } from './evaluate.ts';
import type { Approval } from './vote-counts.ts';
import { readPolicies, readRootQuorum } from './stored-policies.ts';
import { readTargets, type TargetedActivity, type Targets } from './targets.ts';

/** The parts of an activity that policies are asked about. */
export type SubmittedActivity = TargetedActivity & {
  /** Who submitted it. */
  readonly userId: string;
};

/** What policies need besides one activity: read once for a list of them. */
export type PolicyState = Pick<Decided, 'policies' | 'rootQuorum'> & {
  readonly users: readonly UserRecord[];
  /** Of the activities that it was read for. */
  readonly targets: Targets;
};

/** @param subjects the activities of the organization that will be asked about */
export async function readPolicyState(
  db: Database,
  organizationId: string,
  subjects: readonly SubmittedActivity[],
): Promise<PolicyState> {
  return {
    policies: await readPolicies(db, organizationId),
    rootQuorum: await readRootQuorum(db, organizationId),
    users: await readUsers(db, organizationId),
    targets: await readTargets(db, subjects),
  };
}

/** A request with its approving votes so far, for `decide`. */
export function policyRequest(
  { policies, rootQuorum, users, targets }: PolicyState,
  { type, body, userId }: SubmittedActivity,
  votes: readonly Pick<VoteRow, 'userId' | 'publicKey'>[],
  now: number,
): Decided {
  const row = rowOfType(type);
  const facts = typeof row?.policy === 'object' ? row.policy : undefined;
  const { parameters } = parseStoredBody(body);
  const named = (names: readonly string[] = [], fact: (value: unknown) => Value) =>
    names.flatMap((name) => {
      const value = parameters[name];
      return value === undefined ? [] : [[snake(name), fact(value)] as const];
    });
  const activity = {
    type,
    kind: row?.name.toUpperCase() ?? '',
    resource: facts?.resource ?? '',
    action: facts?.action ?? '',
    params: Object.fromEntries([
      ...named(facts?.params, idsOf),
      ...named(facts?.exactParams, String),
    ]),
  };
  // A user who stamped with several credentials, for several factors, is one approver.
  const isFirst = ({ userId: id }: { readonly userId: string }, at: number) =>
    votes.findIndex((vote) => vote.userId === id) === at;
  const further = votes.filter((vote, at) => !isFirst(vote, at));
  const isOwn = facts?.resource === 'CREDENTIAL' && sameId(parameters['userId'], userId);
  return {
    policies,
    rootQuorum,
    question: {
      approvals: votes.filter(isFirst).map((vote) => approvalOf(users, vote)),
      furtherCredentials: further.map((vote) => approvalOf(users, vote).credential),
      condition: { activity, ...targets.get(body) },
      now,
    },
    approverIds: votes.map((vote) => vote.userId),
    isRootOnly: row?.policy === 'root_quorum',
    isEverybodys: row?.policy === 'everyone',
    isOwnCredential: isOwn,
  };
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const sameId = (value: unknown, id: string) =>
  typeof value === 'string' && value.toLowerCase() === id;

/** Only texts and lists of texts are shown. */
function idsOf(value: unknown): Value {
  if (Array.isArray(value)) return value.map((item) => String(item).toLowerCase());
  return String(value).toLowerCase();
}

/** A vote as a consensus sees it: the user and the credential as they are now. */
export function approvalOf(
  users: readonly UserRecord[],
  { userId, publicKey }: Pick<VoteRow, 'userId' | 'publicKey'>,
): Approval {
  const user = users.find(({ id }) => id === userId);
  return {
    user: { id: userId, tags: user?.tagIds ?? [], email: user?.email ?? '', alias: '' },
    credential: credentialOf(user, publicKey),
  };
}

/** A credential that was removed since has no id and no type. */
function credentialOf(user: UserRecord | undefined, publicKey: string): Value {
  const shared = { user_id: user?.id ?? '', public_key: publicKey };
  const key = user?.apiKeys.find((one) => one.publicKey === publicKey);
  if (key) return { ...shared, id: key.id, type: `CREDENTIAL_TYPE_API_KEY_${key.curve}` };
  const passkey = user?.authenticators.find((one) => one.publicKey === publicKey);
  if (!passkey) return shared;
  const type = 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR';
  return { ...shared, id: passkey.id, type, credential_id: passkey.credentialId };
}
