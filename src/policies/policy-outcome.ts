import { evaluateClause, type ClauseTruth } from './evaluate-clause.ts';
import { unknown, type ApprovingVote, type Facts, type UnknownCause } from './facts.ts';
import type { ReadPolicy } from './policy.ts';
import type { Expression } from './syntax-tree.ts';
import { fillsPart, votesAsFacts } from './vote-parts.ts';

/** What becomes of one policy (docs/policies.md, Outcomes). */
export const OUTCOMES = [
  'allow',
  'requires_consensus',
  'deny_implicit',
  'deny_explicit',
  /** A DENY that doesn't match. */
  'none',
  'error',
  'time_inactive',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Every outcome that a policy may have, and why there is more than one. */
export type PossibleOutcomes = {
  readonly outcomes: ReadonlySet<Outcome>;
  readonly causes: readonly UnknownCause[];
};

/** What a policy is asked about. */
export type Question = {
  /** What a condition may name. */
  readonly facts: Facts;
  /** The approving votes so far, the submitter's first. */
  readonly votes: readonly ApprovingVote[];
  /** The service's clock in milliseconds since 1970; undefined if it isn't known. */
  readonly nowMs: number | undefined;
};

const HOLDS: ClauseTruth = { mayBeTrue: true, mayBeFalse: false, mayErr: false, causes: [] };

function clauseTruth(tree: Expression | undefined, facts: Facts, nowMs?: number): ClauseTruth {
  return tree ? evaluateClause(tree, facts, nowMs) : HOLDS;
}

/** What an ALLOW comes to whose condition holds and whose consensus doesn't yet. */
function waiting(consensus: Expression, votes: readonly ApprovingVote[]): readonly Outcome[] {
  const fills = votes.map((vote) => fillsPart(consensus, vote));
  return [
    ...(fills.some((one) => one.mayBeTrue) ? (['requires_consensus'] as const) : []),
    ...(fills.every((one) => one.mayBeFalse) ? (['deny_implicit'] as const) : []),
  ];
}

function matched(
  { effect, clauses }: ReadPolicy,
  condition: ClauseTruth,
  consensus: ClauseTruth,
  votes: readonly ApprovingVote[],
): readonly Outcome[] {
  const outcomes: Outcome[] = [];
  const isMatch = condition.mayBeTrue && consensus.mayBeTrue;
  if (effect === 'deny') {
    if (isMatch) outcomes.push('deny_explicit');
    const someFalse =
      (condition.mayBeFalse && (consensus.mayBeTrue || consensus.mayBeFalse)) ||
      (consensus.mayBeFalse && condition.mayBeTrue);
    if (someFalse) outcomes.push('none');
    return outcomes;
  }
  if (isMatch) outcomes.push('allow');
  if (condition.mayBeTrue && consensus.mayBeFalse && clauses.consensus) {
    outcomes.push(...waiting(clauses.consensus, votes));
  }
  if (condition.mayBeFalse && (consensus.mayBeTrue || consensus.mayBeFalse)) {
    outcomes.push('deny_implicit');
  }
  return outcomes;
}

/** What may become of a policy for a request. A policy that can't be read may come to anything. */
export function possibleOutcomes(policy: ReadPolicy, question: Question): PossibleOutcomes {
  if (policy.unreadable) return { outcomes: new Set(OUTCOMES), causes: ['policy_unreadable'] };
  const { facts, votes, nowMs } = question;
  const { clauses } = policy;
  const now = nowMs === undefined ? unknown('time') : { atMs: nowMs };
  const time = clauseTruth(clauses.time, { time: { now } }, nowMs);
  const outcomes = new Set<Outcome>();
  if (time.mayBeFalse) outcomes.add('time_inactive');
  if (time.mayErr) outcomes.add('error');
  const condition = clauseTruth(clauses.condition, facts);
  const consensus = clauseTruth(clauses.consensus, votesAsFacts(votes));
  if (time.mayBeTrue) {
    if (condition.mayErr || consensus.mayErr) outcomes.add('error');
    for (const outcome of matched(policy, condition, consensus, votes)) outcomes.add(outcome);
  }
  const causes = new Set([...time.causes, ...condition.causes, ...consensus.causes]);
  if (outcomes.size === 1) return { outcomes, causes: [] };
  // Only a consensus is left: what isn't known are the votes.
  return { outcomes, causes: causes.size === 0 ? ['voter_unread'] : [...causes] };
}
