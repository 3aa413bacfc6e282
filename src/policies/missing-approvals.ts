import { evaluateClause } from './evaluate-clause.ts';
import type { ApprovingVote } from './facts.ts';
import { possibleOutcomes } from './policy-outcome.ts';
import { fillsPart, votesAsFacts } from './vote-parts.ts';
import type { OrganizationRules, PolicyName, RequestQuestion } from './prediction.ts';
import { clauseOf } from './policy.ts';
import type { Clause } from './read-clause.ts';

/** Someone who may still vote: by each of their credentials that the service has. */
export type Voter = { readonly userId: string; readonly votes: readonly ApprovingVote[] };

/** One way in which a request that waits can be approved. */
export type MissingApprovals = {
  readonly by: 'root_quorum' | 'policy';
  readonly policy: PolicyName | undefined;
  /** How many more must approve; undefined where that can't be told. */
  readonly count: number | undefined;
  /** Of whom: those whose approval counts for certain. */
  readonly oneOf: readonly string[];
};

/** More people than that aren't counted through. */
const MAX_MISSING = 5;

const holds = (consensus: Clause, votes: readonly ApprovingVote[]): boolean => {
  const { mayBeTrue, mayBeFalse, mayErr } = evaluateClause(
    consensus,
    votesAsFacts(votes),
    undefined,
  );
  return mayBeTrue && !mayBeFalse && !mayErr;
};

/** The vote of a user that counts for certain, if one of their credentials gives one. */
function countingVote(consensus: Clause, voter: Voter): ApprovingVote | undefined {
  return voter.votes.find((vote) => !fillsPart(consensus, vote).mayBeFalse);
}

/**
 * How many further votes make a consensus hold. Each step takes the vote after which most of what is
 * left is possible, so the count may be too high where votes fill different parts; then it isn't told.
 */
function countMissing(
  consensus: Clause,
  given: readonly ApprovingVote[],
  counting: readonly ApprovingVote[],
): number | undefined {
  if (counting.some((vote) => holds(consensus, [...given, vote]))) return 1;
  const pairs = counting.flatMap((one, at) => counting.slice(at + 1).map((other) => [one, other]));
  if (pairs.some((pair) => holds(consensus, [...given, ...pair]))) return 2;
  for (let count = 3; count <= Math.min(MAX_MISSING, counting.length); count += 1) {
    if (holds(consensus, [...given, ...counting.slice(0, count)])) return count;
  }
  return undefined;
}

/**
 * Who is still missing for a request that waits for approvals: one entry for each policy that waits
 * for certain, and one for the root quorum if one of its members has voted. Names stand there only
 * where the policies say so.
 */
export function missingApprovals(
  { policies = [], rootQuorum }: OrganizationRules,
  question: RequestQuestion,
  voterIds: ReadonlySet<string>,
  voters: readonly Voter[],
): readonly MissingApprovals[] {
  const left = voters.filter(({ userId }) => !voterIds.has(userId));
  const applicable = question.isRootOnly ? [] : policies;
  const byPolicy = applicable.flatMap((policy): MissingApprovals[] => {
    const consensus = clauseOf(policy, 'consensus');
    const { outcomes } = possibleOutcomes(policy, question);
    if (!consensus || outcomes.size !== 1 || !outcomes.has('requires_consensus')) return [];
    const found = left.flatMap((voter) => {
      const vote = countingVote(consensus, voter);
      return vote ? [{ userId: voter.userId, vote }] : [];
    });
    const alone = found.filter(({ vote }) => holds(consensus, [...question.votes, vote]));
    const counting = alone.length > 0 ? alone : found;
    const count = countMissing(
      consensus,
      question.votes,
      counting.map(({ vote }) => vote),
    );
    const { id, name } = policy;
    const oneOf = counting.map(({ userId }) => userId);
    return [{ by: 'policy', policy: { id, name }, count, oneOf }];
  });
  const rootVotes = rootQuorum?.userIds.filter((id) => voterIds.has(id)) ?? [];
  if (!rootQuorum || rootVotes.length === 0) return byPolicy;
  const count = rootQuorum.threshold - rootVotes.length;
  const oneOf = rootQuorum.userIds.filter((id) => !voterIds.has(id));
  return [...byPolicy, { by: 'root_quorum', policy: undefined, count, oneOf }];
}
