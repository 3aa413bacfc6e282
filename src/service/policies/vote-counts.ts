// Which votes a consensus counts (docs/policies.md, Who may approve).
import { allOf, type Expression } from '../../policies/syntax-tree.ts';
import type { Clause } from './clause.ts';
import { EvaluationError, evaluate, type Names, type StepsLeft, type Value } from './evaluate.ts';

/** One approving vote: who, and with which credential. */
export type Approval = { readonly user: Value; readonly credential: Value };

/** Votes alike that are tried at most: a consensus of more people than this counts nobody's. */
const MAX_VOTES = 100;

/**
 * Whether a consensus counts a vote: one of the conditions that `&&` and `||` join becomes true as
 * votes like this one are added. `approvers.any(user, user.id == 'a') && approvers.any(user, user.id ==
 * 'b')` counts the votes of a and of b, and nobody else's, though neither alone makes it true.
 */
export function countsIn(consensus: Clause, vote: Approval, together?: StepsLeft): boolean {
  const { tree } = consensus;
  if (tree.kind === 'join' || tree.kind === 'mixed') {
    return tree.terms.some((term) => countsIn({ ...consensus, tree: term }, vote, together));
  }
  let didNotHold = false;
  for (let count = 0; count <= highestCount(tree); count += 1) {
    const doesHold = holdsWith(consensus, vote, count, together);
    if (doesHold && didNotHold) return true;
    didNotHold ||= !doesHold;
  }
  return false;
}

/** One more than the largest number that the condition names: further votes change nothing. */
function highestCount(condition: Expression): number {
  const numbers = allOf(condition).flatMap((one) => (one.kind === 'int' ? [one.value] : []));
  const highest = numbers.reduce((one, other) => (one > other ? one : other), 1n);
  return highest < MAX_VOTES ? Number(highest) + 1 : MAX_VOTES;
}

function holdsWith(
  condition: Clause,
  { user, credential }: Approval,
  count: number,
  together?: StepsLeft,
): boolean {
  const repeated = (value: Value) => Array.from({ length: count }, () => value);
  const names: Names = { approvers: repeated(user), credentials: repeated(credential) };
  try {
    return evaluate(condition, names, together);
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}
