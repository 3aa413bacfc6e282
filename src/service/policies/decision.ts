// What becomes of a request, by everything that may decide it, in order (docs/policies.md, Order).
import { MAX_DECISION_STEPS } from '../../policies/limits.ts';
import { UndecidedRefusal } from '../refusal.ts';
import {
  outcomeOf,
  takesVote,
  type EvaluationOutcome,
  type Policy,
  type PolicyQuestion,
} from './policy.ts';
import type { Approval } from './vote-counts.ts';

/** The users who may do anything together. */
export type RootQuorum = { readonly threshold: number; readonly userIds: ReadonlySet<string> };

export type Evaluation = { readonly policyId: string; readonly outcome: EvaluationOutcome };

export type Decision = {
  readonly verdict: 'allowed' | 'consensus' | 'denied';
  /** Empty where the root quorum decided without asking policies. */
  readonly evaluations: readonly Evaluation[];
};

/** A request, and what may decide it. */
export type Decided = {
  readonly policies: readonly Policy[];
  readonly rootQuorum: RootQuorum;
  readonly question: PolicyQuestion;
  /** Approving users, the submitter first. */
  readonly approverIds: readonly string[];
  /** Only the root quorum may do it: policies have no say. */
  readonly isRootOnly: boolean;
  /** Everybody may do it: policies are not asked. */
  readonly isEverybodys: boolean;
  /** The submitter's own credentials are what it changes. */
  readonly isOwnCredential: boolean;
};

/** @throws UndecidedRefusal where a policy that may decide it can't be asked */
export function decide(request: Decided): Decision {
  const { policies, rootQuorum, question, approverIds, isRootOnly, isOwnCredential } = request;
  const rootVotes = new Set(approverIds.filter((id) => rootQuorum.userIds.has(id))).size;
  if (request.isEverybodys || rootVotes >= rootQuorum.threshold) {
    return { verdict: 'allowed', evaluations: [] };
  }
  const evaluations = isRootOnly ? [] : evaluateAll(policies, question);
  const has = (outcome: EvaluationOutcome) => evaluations.some((one) => one.outcome === outcome);
  const verdict = (): Decision['verdict'] => {
    if (has('OUTCOME_DENY_EXPLICIT')) return 'denied';
    if (has('OUTCOME_ALLOW')) return 'allowed';
    if (has('OUTCOME_REQUIRES_CONSENSUS')) return 'consensus';
    if (isOwnCredential && !isRootOnly) return 'allowed';
    return rootVotes > 0 ? 'consensus' : 'denied';
  };
  return { verdict: verdict(), evaluations };
}

function evaluateAll(policies: readonly Policy[], question: PolicyQuestion): readonly Evaluation[] {
  const together = { left: MAX_DECISION_STEPS };
  return policies.flatMap((policy) => {
    const outcome = outcomeOf(policy, question, together);
    return outcome === null ? [] : [{ policyId: policy.id, outcome }];
  });
}

/**
 * Whether a user's vote would count for a request that waits: toward the root quorum, or toward a
 * policy that waits for votes. Where policies can't decide it, only the root quorum can.
 */
export function mayVote(request: Decided, userId: string, vote: Approval): boolean {
  const { policies, rootQuorum, question, isRootOnly } = request;
  if (rootQuorum.userIds.has(userId)) return true;
  if (isRootOnly) return false;
  const together = { left: MAX_DECISION_STEPS };
  try {
    // Each is asked, as the decision will: the order of policies must not matter.
    const counts = policies.map((policy) => takesVote(policy, question, vote, together));
    return counts.some(Boolean);
  } catch (error) {
    if (error instanceof UndecidedRefusal) return false;
    throw error;
  }
}
