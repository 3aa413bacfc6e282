// Which votes a consensus counts (docs/policies.md, Who may approve).
import { EvaluationError, evaluate, type Names, type Value } from './evaluate.ts';
import type { Expression } from './syntax.ts';

/** One vote's user and credential, as policies see them. */
type Vote = { readonly user: Value; readonly credential: Value };

/** Votes alike that are tried at most: a consensus of more people than this counts nobody's. */
const MAX_VOTES = 100;

/**
 * Whether a consensus counts a vote: one of the conditions that `&&` and `||` join becomes true as
 * votes like this one are added. `approvers.any(user, user.id == 'a') && approvers.any(user, user.id ==
 * 'b')` counts the votes of a and of b, and nobody else's, though neither alone makes it true.
 */
export function countsIn(consensus: Expression, vote: Vote): boolean {
  if (consensus.kind === 'and' || consensus.kind === 'or') {
    return countsIn(consensus.left, vote) || countsIn(consensus.right, vote);
  }
  let didNotHold = false;
  for (let count = 0; count <= highestCount(consensus); count += 1) {
    const doesHold = holdsWith(consensus, vote, count);
    if (doesHold && didNotHold) return true;
    didNotHold ||= !doesHold;
  }
  return false;
}

/** One more than the largest number that the condition names: further votes change nothing. */
function highestCount(condition: Expression): number {
  const highest = numbersIn(condition).reduce((one, other) => (one > other ? one : other), 1n);
  return highest < MAX_VOTES ? Number(highest) + 1 : MAX_VOTES;
}

function numbersIn(part: unknown): readonly bigint[] {
  if (typeof part === 'bigint') return [part];
  if (typeof part !== 'object' || part === null) return [];
  return Object.values(part).flatMap(numbersIn);
}

function holdsWith(condition: Expression, { user, credential }: Vote, count: number): boolean {
  const repeated = (value: Value) => Array.from({ length: count }, () => value);
  const names: Names = { approvers: repeated(user), credentials: repeated(credential) };
  try {
    return evaluate(condition, names) === true;
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}
