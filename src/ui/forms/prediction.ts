import type { Client } from '../../client/client.ts';
import type { ApprovingVote } from '../../policies/facts.ts';
import type * as RequestFacts from '../../policies/request-facts.ts';
import type { CredentialFacts } from '../../policies/request-facts.ts';
import type { MissingFactor, StampedFactor } from '../../policies/demanded-factors.ts';
import type { PolicyPrediction } from '../../policies/prediction.ts';
import type { MissingApprovals } from '../../policies/missing-approvals.ts';
import { listQueryOf } from '../../protocol/operations.ts';
import type { PolicyFacts } from '../../protocol/policy-facts.ts';
import type { StamperKind } from '../../protocol/passkey.ts';
import type { Profile } from '../../protocol/profile.ts';
import {
  readOrganizationRules,
  type OrganizationRecords,
  type UserRecord,
} from './organization-rules.ts';
import { createQuery } from '../records/records.ts';
import { nameOfMethod } from './factor-names.ts';

/** A request before it is stamped. */
export type Intended = {
  readonly profile: Profile;
  readonly type: string;
  readonly policy: PolicyFacts;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly method: StamperKind | undefined;
};

/** What an organization's policies will say, with the names of those who are still missing. */
export type Advice = {
  readonly verdict: PolicyPrediction;
  readonly missing: readonly (MissingApprovals & { readonly names: readonly string[] })[];
  /** What the user's own MFA policies will demand besides this stamp. */
  readonly factors: readonly NamedFactor[];
};

/** A step with its methods, and the name of the credential that a method asks for. */
export type NamedFactor = Pick<MissingFactor, 'isCertain'> & {
  readonly methods: readonly { readonly type: string; readonly name: string | undefined }[];
};

function credentialOf(
  { profile, method }: Intended,
  user: UserRecord | undefined,
  publicKey: string | undefined,
): CredentialFacts {
  if (method === 'passkey') {
    const [only, ...others] = profile.passkeys?.credentials ?? [];
    const credentialId = others.length === 0 ? only?.id : undefined;
    const found = user?.authenticators.find((one) => one.credentialId === credentialId);
    return { isPasskey: true, id: found?.authenticatorId, credentialId };
  }
  const found = user?.apiKeys.find((one) => one.credential.publicKey === publicKey);
  return {
    isPasskey: false,
    id: found?.apiKeyId,
    type: found?.credential.type,
    publicKey,
  };
}

/** The public key that the profile stamps with; undefined if it isn't known. */
async function publicKeyOf(client: Client, { keyId }: Profile): Promise<string | undefined> {
  if (keyId === null) return undefined;
  const keys = await client.call('keys_list', {}).catch(() => []);
  return keys.find(({ id }) => id === keyId)?.publicKey;
}

type Room = {
  readonly facts: Pick<typeof RequestFacts, 'userFact' | 'credentialFact'>;
};

function voteOf({ facts }: Room, user: UserRecord, credential: CredentialFacts): ApprovingVote {
  return {
    user: facts.userFact(user.userId, user),
    credential: facts.credentialFact(user.userId, credential),
  };
}

/** The votes that a user can give: one by each credential. */
function votesOf(room: Room, user: UserRecord): readonly ApprovingVote[] {
  const keys = user.apiKeys.map(({ apiKeyId: id, credential: { type, publicKey } }) =>
    voteOf(room, user, { isPasskey: false, id, type, publicKey }),
  );
  const passkeys = user.authenticators.map(({ authenticatorId: id, credentialId }) =>
    voteOf(room, user, { isPasskey: true, id, credentialId }),
  );
  return [...keys, ...passkeys];
}

const nameOf = (users: OrganizationRecords['users'], id: string): string =>
  users.find(({ userId }) => userId === id)?.userName ?? id;

/** What the service calls a credential as a factor. */
function factorOf({ isPasskey, id }: CredentialFacts): StampedFactor {
  return { type: `AUTHENTICATION_TYPE_${isPasskey ? 'PASSKEY' : 'API_KEY'}`, id };
}

/** What policies see of what a request signs or sends; undefined for any other request. */
async function signedBy(client: Client, { profile, policy, parameters }: Intended) {
  if (typeof policy !== 'object' || policy.action !== 'SIGN') return undefined;
  const { callsContract, signedFacts } = await import('../../client/signed-facts.ts');
  const listing = callsContract(parameters) ? listQueryOf('contractInterface') : undefined;
  const list =
    listing && (await createQuery(client, profile.id)(listing.name, {}).catch(() => undefined));
  return signedFacts(parameters, list);
}

/**
 * What the organization's policies will say to a request. Advice: what can't be read is unknown. It
 * loads the evaluator, which is in no page's first script.
 * @param now the service's clock in milliseconds since 1970
 */
export async function adviseOn(client: Client, intended: Intended, now: number): Promise<Advice> {
  const [records, signed, publicKey, facts, { predict }, { readPolicy }, votes, factors] =
    await Promise.all([
      readOrganizationRules(client, intended.profile.id, now),
      signedBy(client, intended),
      publicKeyOf(client, intended.profile),
      import('../../policies/request-facts.ts'),
      import('../../policies/prediction.ts'),
      import('../../policies/policy.ts'),
      import('../../policies/missing-approvals.ts'),
      import('../../policies/demanded-factors.ts'),
    ]);
  const { users } = records;
  const userId = intended.profile.known?.userId;
  const user = users.find((one) => one.userId === userId);
  const credential = credentialOf(intended, user, publicKey);
  const vote = {
    user: facts.userFact(userId, user),
    credential: facts.credentialFact(userId, credential),
  };
  const rules = { policies: records.policies?.map(readPolicy), rootQuorum: records.rootQuorum };
  const question = facts.requestQuestion({ ...intended, signed }, [vote], userId, now);
  const verdict = predict(rules, question);
  const named = factors
    .missingFactors(user?.mfaPolicies ?? [], question.facts, factorOf(credential))
    .map(({ isCertain, methods }) => ({
      isCertain,
      methods: methods.map((method) => ({ type: method.type, name: nameOfMethod(method, user) })),
    }));
  const missing =
    verdict.kind === 'consensus'
      ? votes.missingApprovals(
          rules,
          question,
          new Set(userId ? [userId] : []),
          users.map((one) => ({ userId: one.userId, votes: votesOf({ facts }, one) })),
        )
      : [];
  const withNames = missing.map((one) => ({
    ...one,
    names: one.oneOf.map((id) => nameOf(users, id)),
  }));
  return { verdict, missing: withNames, factors: named };
}
