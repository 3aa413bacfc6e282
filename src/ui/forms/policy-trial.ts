import { OUTCOMES, possibleOutcomes, type PolicyOutcome } from '../../policies/policy-outcome.ts';
import type { ReadPolicy } from '../../policies/policy.ts';
import { credentialFact, requestQuestion, userFact } from '../../policies/request-facts.ts';
import { policyFactsOf } from '../../protocol/operations.ts';
import { PASSKEY_SCHEME } from '../../protocol/passkey.ts';
import { millisecondsOf, type Activity, type Vote } from '../../protocol/service-records.ts';
import { isMembers } from '../../protocol/parse.ts';
import type { UserRecord } from './organization-rules.ts';

/*
 * What one policy would have said to an activity of the past. Users, tags and credentials are those of
 * today: no answer of the service says what they were.
 */

const APPROVED = 'VOTE_SELECTION_APPROVED';

function approvalOf({ userId, scheme, publicKey }: Vote, users: readonly UserRecord[]) {
  const user = users.find((one) => one.userId === userId);
  const isPasskey = scheme === PASSKEY_SCHEME;
  const key = user?.apiKeys.find((one) => one.credential.publicKey === publicKey);
  const credential = {
    isPasskey,
    // Which passkey it was isn't in a vote.
    id: isPasskey ? undefined : key?.apiKeyId,
    type: key?.credential.type,
    publicKey,
  };
  return { user: userFact(userId, user), credential: credentialFact(userId, credential) };
}

/**
 * What a policy alone would have come to for an activity, at the moment when it was asked for and with
 * the approvals that it has now. Undefined if that can't be told.
 */
export function trialOutcome(
  policy: ReadPolicy,
  activity: Activity,
  users: readonly UserRecord[],
): PolicyOutcome | undefined {
  const { type, intent, votes, createdAt } = activity;
  const [parameters] = Object.values(intent ?? {});
  const policyFacts = policyFactsOf(type);
  // No policy was asked.
  if (policyFacts === 'root_quorum') return undefined;
  const requested = {
    type,
    policy: policyFacts,
    parameters: isMembers(parameters) ? parameters : {},
  };
  const approvals = (votes ?? []).filter(({ selection }) => selection === APPROVED);
  const given = approvals.map((vote) => approvalOf(vote, users));
  const question = requestQuestion(
    requested,
    given,
    approvals[0]?.userId,
    millisecondsOf(createdAt),
  );
  const { outcomes } = possibleOutcomes(policy, question);
  return outcomes.size === 1 ? OUTCOMES.find((outcome) => outcomes.has(outcome)) : undefined;
}
