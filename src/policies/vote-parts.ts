import { evaluateClause } from './evaluate-clause.ts';
import type { ApprovingVote, Facts } from './facts.ts';
import type { Truth } from './possible-values.ts';
import type { Expression } from './syntax-tree.ts';

/*
 * Which votes fill part of a consensus (docs/policies.md, Who may approve). A consensus is made of
 * conditions joined by `&&` and `||`. A vote fills part of it if one of these conditions, which
 * doesn't hold with fewer votes like this one (or none), would hold with more of them.
 */

/** Nobody waits for more people than this. */
const MAX_VOTES = 100;

type Maybe = Pick<Truth, 'mayBeTrue' | 'mayBeFalse'>;

/** What a consensus may name. */
export function votesAsFacts(votes: readonly ApprovingVote[]): Facts {
  return {
    approvers: votes.map((vote) => vote.user),
    credentials: votes.map((vote) => vote.credential),
  };
}

function conditionsOf(expression: Expression): readonly Expression[] {
  return expression.kind === 'join' ? expression.terms.flatMap(conditionsOf) : [expression];
}

/** Every integer that stands in an expression. */
function integersIn(expression: Expression): readonly bigint[] {
  switch (expression.kind) {
    case 'int':
      return [expression.value];
    case 'list':
      return expression.items.flatMap(integersIn);
    case 'struct':
      return expression.members.flatMap(({ value }) => integersIn(value));
    case 'member':
    case 'not':
    case 'count':
      return integersIn(expression.of);
    case 'index':
      return [expression.of, expression.at].flatMap(integersIn);
    case 'slice':
      return [expression.of, expression.start, expression.end].flatMap(integersIn);
    case 'compare':
      return [expression.left, expression.right].flatMap(integersIn);
    case 'join':
      return expression.terms.flatMap(integersIn);
    case 'each':
      return [expression.of, expression.predicate].flatMap(integersIn);
    case 'contains':
      return [expression.of, expression.item].flatMap(integersIn);
    default:
      return [];
  }
}

/** How many votes alike may change what a condition says: none, one, or about one of its numbers. */
function countsToTry(condition: Expression): { counts: readonly number[]; hasMore: boolean } {
  const near = integersIn(condition).flatMap((value) => [value - 1n, value, value + 1n]);
  const counts = near.filter((value) => value > 0n && value <= MAX_VOTES).map(Number);
  const sorted = [...new Set([0, 1, ...counts])].sort((a, b) => a - b);
  return { counts: sorted, hasMore: near.some((value) => value > MAX_VOTES) };
}

function conditionWith(condition: Expression, vote: ApprovingVote, count: number): Truth {
  const votes = Array.from({ length: count }, () => vote);
  return evaluateClause(condition, votesAsFacts(votes), undefined);
}

function fillsCondition(condition: Expression, vote: ApprovingVote): Maybe {
  const { counts, hasMore } = countsToTry(condition);
  // Whether it may be, and whether it must be, that fewer votes didn't make it hold.
  let fewer = { mayNot: false, mustNot: false };
  let found = { mayBeTrue: hasMore, isSure: false };
  for (const count of counts) {
    const { mayBeTrue, mayBeFalse, mayErr } = conditionWith(condition, vote, count);
    const mayNot = mayBeFalse || mayErr;
    found = {
      mayBeTrue: found.mayBeTrue || (mayBeTrue && fewer.mayNot),
      isSure: found.isSure || (!mayNot && fewer.mustNot),
    };
    fewer = { mayNot: fewer.mayNot || mayNot, mustNot: fewer.mustNot || !mayBeTrue };
  }
  return { mayBeTrue: found.mayBeTrue, mayBeFalse: !found.isSure };
}

/** Whether a vote fills part of a consensus. More than one answer: it depends on what isn't known. */
export function fillsPart(consensus: Expression, vote: ApprovingVote): Maybe {
  const parts = conditionsOf(consensus).map((condition) => fillsCondition(condition, vote));
  return {
    mayBeTrue: parts.some((one) => one.mayBeTrue),
    mayBeFalse: parts.every((one) => one.mayBeFalse),
  };
}
