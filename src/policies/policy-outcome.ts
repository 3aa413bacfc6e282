import { evaluateClause, type ClauseTruth, type StepsLeft } from './evaluate-clause.ts';
import { unknown, type ApprovingVote, type Facts, type UnknownCause } from './facts.ts';
import { UNREADABLE, type ReadPolicy } from './policy.ts';
import type { ClauseName } from './published-names.ts';
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
export type PolicyOutcome = (typeof OUTCOMES)[number];

/** Every outcome that a policy may have, and why there is more than one. */
export type PossibleOutcomes = {
  readonly outcomes: ReadonlySet<PolicyOutcome>;
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
  /** The steps that all policies of one request may take together. */
  readonly together?: StepsLeft;
};

const HOLDS: ClauseTruth = { mayBeTrue: true, mayBeFalse: false, mayErr: false, causes: [] };
const ANYTHING: ClauseTruth = {
  mayBeTrue: true,
  mayBeFalse: true,
  mayErr: true,
  causes: ['policy_unreadable'],
};

type Clauses = ReadPolicy['clauses'];

function truthOf(clause: Clauses[ClauseName], facts: Facts, question: Question): ClauseTruth {
  if (clause === UNREADABLE) return ANYTHING;
  return clause ? evaluateClause(clause, facts, question.nowMs, question.together) : HOLDS;
}

/** What an ALLOW comes to whose condition holds and whose consensus doesn't yet. */
function waiting(
  consensus: Clauses['consensus'],
  { votes, together }: Question,
  causes: Set<UnknownCause>,
): readonly PolicyOutcome[] {
  if (!consensus) return [];
  if (consensus === UNREADABLE) return ['requires_consensus', 'deny_implicit'];
  const fills = votes.map((vote) => fillsPart(consensus, vote, together));
  for (const cause of fills.flatMap((one) => one.causes)) causes.add(cause);
  return [
    ...(fills.some((one) => one.mayBeTrue) ? (['requires_consensus'] as const) : []),
    ...(fills.every((one) => one.mayBeFalse) ? (['deny_implicit'] as const) : []),
  ];
}

function matched(
  { effect, clauses }: ReadPolicy,
  condition: ClauseTruth,
  consensus: ClauseTruth,
  question: Question,
  causes: Set<UnknownCause>,
): readonly PolicyOutcome[] {
  const outcomes: PolicyOutcome[] = [];
  const isMatch = condition.mayBeTrue && consensus.mayBeTrue;
  const isNoMatch =
    (condition.mayBeFalse && (consensus.mayBeTrue || consensus.mayBeFalse)) ||
    (consensus.mayBeFalse && condition.mayBeTrue);
  if (effect !== 'allow') {
    if (isMatch) outcomes.push('deny_explicit');
    if (isNoMatch) outcomes.push('none');
  }
  if (effect === 'deny') return outcomes;
  if (isMatch) outcomes.push('allow');
  if (condition.mayBeTrue && consensus.mayBeFalse) {
    outcomes.push(...waiting(clauses.consensus, question, causes));
  }
  if (condition.mayBeFalse && (consensus.mayBeTrue || consensus.mayBeFalse)) {
    outcomes.push('deny_implicit');
  }
  return outcomes;
}

/** What may become of a policy for a request. A clause that can't be read may say anything. */
export function possibleOutcomes(policy: ReadPolicy, question: Question): PossibleOutcomes {
  const { facts, votes, nowMs } = question;
  const { clauses } = policy;
  const now = nowMs === undefined ? unknown('time') : { atMs: nowMs };
  const time = truthOf(clauses.time, { time: { now } }, question);
  const outcomes = new Set<PolicyOutcome>();
  if (time.mayBeFalse) outcomes.add('time_inactive');
  if (time.mayErr) outcomes.add('error');
  const condition = truthOf(clauses.condition, facts, question);
  const consensus = truthOf(clauses.consensus, votesAsFacts(votes), question);
  const causes = new Set([...time.causes, ...condition.causes, ...consensus.causes]);
  if (time.mayBeTrue) {
    if (condition.mayErr || consensus.mayErr) outcomes.add('error');
    for (const outcome of matched(policy, condition, consensus, question, causes))
      outcomes.add(outcome);
  }
  if (outcomes.size === 1) return { outcomes, causes: [] };
  if (!policy.effect) causes.add('policy_unreadable');
  // Only a consensus is left: what isn't known are the votes.
  return { outcomes, causes: causes.size === 0 ? ['voter_unread'] : [...causes] };
}
