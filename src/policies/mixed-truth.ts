import { everyTruth, someTruth, type Truth } from './possible-values.ts';
import type { JoinOperator } from './syntax-tree.ts';

/*
 * What `&&` beside `||` may say where no parentheses tell which binds tighter (docs/policies.md, Grammar):
 * either of them, or neither, and then they are joined from the left or from the right.
 */

type Terms = readonly Truth[];
type Operators = readonly JoinOperator[];

const JOINS = { '&&': everyTruth, '||': someTruth } as const;

function joinTighter(terms: Terms, operators: Operators, tighter: JoinOperator): Truth {
  const looser = tighter === '&&' ? '||' : '&&';
  const groups: Truth[][] = [];
  for (const [at, term] of terms.entries()) {
    const group = at > 0 && operators[at - 1] === tighter ? groups.at(-1) : undefined;
    if (group) group.push(term);
    else groups.push([term]);
  }
  return JOINS[looser](groups.map((group) => JOINS[tighter](group)));
}

const joinFromLeft = (terms: Terms, operators: Operators): Truth =>
  terms.reduce((left, right, at) => JOINS[operators[at - 1] ?? '&&']([left, right]));

/** `differ`: the readings don't all say the same. */
export function mixedTruth(
  terms: Terms,
  operators: Operators,
): { readonly truth: Truth; readonly differ: boolean } {
  const readings = [
    joinTighter(terms, operators, '&&'),
    joinTighter(terms, operators, '||'),
    joinFromLeft(terms, operators),
    joinFromLeft(terms.toReversed(), operators.toReversed()),
  ];
  const truth = {
    mayBeTrue: readings.some((one) => one.mayBeTrue),
    mayBeFalse: readings.some((one) => one.mayBeFalse),
    mayErr: readings.some((one) => one.mayErr),
  };
  const isSame = (one: Truth) =>
    one.mayBeTrue === truth.mayBeTrue && one.mayBeFalse === truth.mayBeFalse;
  return { truth, differ: !readings.every(isSame) };
}
