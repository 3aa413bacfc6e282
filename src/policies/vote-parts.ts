import { evaluateClause, type StepsLeft } from './evaluate-clause.ts';
import type { ApprovingVote, Facts, UnknownCause } from './facts.ts';
import type { Truth } from './possible-values.ts';
import type { Clause } from './read-clause.ts';
import { allOf, type Expression } from './syntax-tree.ts';

/*
 * Which votes fill part of a consensus (docs/policies.md, Who may approve). A consensus is made of
 * conditions joined by `&&` and `||`. A vote fills part of it if one of these conditions, which
 * doesn't hold with fewer votes like this one (or none), would hold with more of them.
 */

/** Nobody waits for more people than this. */
const MAX_VOTES = 100;

type Maybe = Pick<Truth, 'mayBeTrue' | 'mayBeFalse'> & {
  /** Why it isn't certain, where it isn't. */
  readonly causes: readonly UnknownCause[];
};

/** What a consensus may name. */
export function votesAsFacts(votes: readonly ApprovingVote[]): Facts {
  return {
    approvers: votes.map((vote) => vote.user),
    credentials: votes.map((vote) => vote.credential),
  };
}

function conditionsOf(expression: Expression): readonly Expression[] {
  return expression.kind === 'join' || expression.kind === 'mixed'
    ? expression.terms.flatMap(conditionsOf)
    : [expression];
}

/** Every integer that stands in an expression. */
const integersIn = (expression: Expression): readonly bigint[] =>
  allOf(expression).flatMap((one) => (one.kind === 'int' ? [one.value] : []));

/** How many votes alike may change what a condition says: none, one, or about one of its numbers. */
function countsToTry(condition: Expression): { counts: readonly number[]; hasMore: boolean } {
  const near = integersIn(condition).flatMap((value) => [value - 1n, value, value + 1n]);
  const counts = near.filter((value) => value > 0n && value <= MAX_VOTES).map(Number);
  const sorted = [...new Set([0, 1, ...counts])].sort((a, b) => a - b);
  return { counts: sorted, hasMore: near.some((value) => value > MAX_VOTES) };
}

function fillsCondition(condition: Clause, vote: ApprovingVote, together?: StepsLeft): Maybe {
  const { counts, hasMore } = countsToTry(condition.tree);
  // Whether it may be, and whether it must be, that fewer votes didn't make it hold.
  let fewer = { mayNot: false, mustNot: false };
  let found = { mayBeTrue: hasMore, isSure: false };
  const all: UnknownCause[] = [];
  for (const count of counts) {
    const facts = votesAsFacts(Array.from({ length: count }, () => vote));
    const said = evaluateClause(condition, facts, undefined, together);
    const { mayBeTrue, mayBeFalse, mayErr } = said;
    all.push(...said.causes);
    const mayNot = mayBeFalse || mayErr;
    found = {
      mayBeTrue: found.mayBeTrue || (mayBeTrue && fewer.mayNot),
      isSure: found.isSure || (!mayNot && fewer.mustNot),
    };
    fewer = { mayNot: fewer.mayNot || mayNot, mustNot: fewer.mustNot || !mayBeTrue };
  }
  return { mayBeTrue: found.mayBeTrue, mayBeFalse: !found.isSure, causes: all };
}

/** Whether a vote fills part of a consensus. More than one answer: it depends on what isn't known. */
export function fillsPart(clause: Clause, vote: ApprovingVote, together?: StepsLeft): Maybe {
  const parts = conditionsOf(clause.tree).map((tree) =>
    fillsCondition({ ...clause, tree }, vote, together),
  );
  return {
    mayBeTrue: parts.some((one) => one.mayBeTrue),
    mayBeFalse: parts.every((one) => one.mayBeFalse),
    causes: parts.flatMap((one) => one.causes),
  };
}
