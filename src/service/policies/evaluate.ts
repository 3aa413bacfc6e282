// The value of a clause for one request. Nothing is skipped: both sides of `&&` and `||` are
// evaluated, so an error anywhere is an error of the whole (docs/policies.md, Errors).
import { CRON_STEPS, MAX_STEPS } from '../../policies/limits.ts';
import type { Comparison, Expression, ExpressionOf } from '../../policies/syntax-tree.ts';
import type { Note } from '../../policies/type-check.ts';
import type { Clause } from './clause.ts';

/** A moment, apart from integers: the two don't compare. */
type Timestamp = { readonly timestamp: number };
/** What a name stands for. Integers are exact; a missing member is absent, not null. */
export type Value = boolean | bigint | string | Timestamp | List | Names;

/** Undefined: an element that has no value, such as an integer beyond 128 bits. Naming it is an error. */
type List = readonly (Value | undefined)[];

export type Names = { readonly [member: string]: Value | undefined };

/** A clause that has no value for this request, such as one that names a wallet where there is none. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
}

/** A clause that takes more steps than it may: it has no value, and may not be left out. */
export class StepLimitError extends Error {
  override readonly name = 'StepLimitError';
}

/** How many steps the clauses of one decision may take together; an evaluation takes off its own. */
export type StepsLeft = { left: number };

type Evaluation = {
  readonly clause: Clause;
  readonly names: Names;
  readonly steps: StepsLeft;
};

/**
 * Whether a clause holds. Where its type shows at evaluation only, what is no bool is an error.
 * @throws EvaluationError, StepLimitError
 */
export function evaluate(
  clause: Clause,
  names: Names,
  together: StepsLeft = { left: MAX_STEPS },
): boolean {
  const given = Math.min(MAX_STEPS, together.left);
  const steps = { left: given };
  try {
    return boolean(valueOf(clause.tree, { clause, names, steps }));
  } finally {
    together.left -= given - steps.left;
  }
}

function spend({ steps }: Evaluation, count: number): void {
  steps.left -= count;
  if (steps.left < 0) throw new StepLimitError('too many steps');
}

const isList = (value: Value): value is List => Array.isArray(value);
const isTimestamp = (value: Value): value is Timestamp =>
  typeof value === 'object' && typeof Reflect.get(value, 'timestamp') === 'number';
const isStruct = (value: Value): value is Names =>
  typeof value === 'object' && !isList(value) && !isTimestamp(value);

function valueOf(expression: Expression, evaluation: Evaluation): Value {
  spend(evaluation, 1);
  const value = (one: Expression) => valueOf(one, evaluation);
  switch (expression.kind) {
    case 'bool':
    case 'int':
    case 'string':
      return expression.value;
    case 'list':
      return expression.items.map(value);
    case 'struct':
      return Object.fromEntries(expression.members.map((one) => [one.name, value(one.value)]));
    case 'name':
      return memberOf(evaluation.names, expression.name);
    case 'member':
      return memberOf(value(expression.of), expression.name);
    case 'index':
      return elementAt(value(expression.of), value(expression.at));
    case 'slice':
      return sliceOf(value(expression.of), value(expression.start), value(expression.end));
    case 'each':
      return askEach(expression, evaluation);
    case 'contains':
      return contains(evaluation, expression, value(expression.item), value(expression.of));
    case 'count':
      return BigInt(listIn(value(expression.of)).length);
    case 'not':
      return !boolean(value(expression.of));
    case 'join': {
      const terms = expression.terms.map((term) => boolean(value(term)));
      return expression.operator === '&&' ? terms.every(Boolean) : terms.some(Boolean);
    }
    case 'mixed':
      return mixed(expression, evaluation);
    case 'compare':
      return compare(expression, evaluation);
    case 'timestamp':
      return { timestamp: evaluation.clause.timestamps.get(expression) ?? Number.NaN };
    case 'cron-span':
      return isInSpan(expression, evaluation);
  }
}

function boolean(value: Value): boolean {
  if (typeof value !== 'boolean') throw new EvaluationError('type mismatch');
  return value;
}

/** `&&` binds tighter (docs/policies.md, Not published). */
function mixed({ terms, operators }: ExpressionOf<'mixed'>, evaluation: Evaluation): boolean {
  const holds = terms.map((term) => boolean(valueOf(term, evaluation)));
  let [isAny, isEvery] = [false, true];
  for (const [at, one] of holds.entries()) {
    const isNext = operators[at - 1] === '||';
    isAny ||= isNext && isEvery;
    isEvery = isNext ? one : isEvery && one;
  }
  return isAny || isEvery;
}

function memberOf(value: Value, name: string): Value {
  const found = isStruct(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  if (found === undefined) throw new EvaluationError(`missing field: ${name}`);
  return found;
}

function position(value: Value): number {
  if (typeof value !== 'bigint') throw new EvaluationError('type mismatch');
  return Number(value);
}

function elementAt(value: Value, index: Value): Value {
  if (typeof index === 'string') return memberOf(value, index);
  if (typeof value !== 'string' && !isList(value)) throw new EvaluationError('type mismatch');
  const found = value[position(index)];
  if (found === undefined) throw new EvaluationError(`there is no element ${position(index)}`);
  return found;
}

function sliceOf(value: Value, from: Value, to: Value): Value {
  const [first, end] = [position(from), position(to)];
  if (typeof value !== 'string' && !isList(value)) throw new EvaluationError('type mismatch');
  if (first < 0 || first > end || end > value.length) {
    throw new EvaluationError(`there are no elements ${first} to ${end}`);
  }
  return value.slice(first, end);
}

function listIn(value: Value): List {
  if (!isList(value)) throw new EvaluationError('type mismatch');
  return value;
}

function askEach(each: ExpressionOf<'each'>, evaluation: Evaluation): Value {
  const { method, of, variable, predicate } = each;
  const list = listIn(valueOf(of, evaluation));
  // Every element is evaluated, so that an error in a later one isn't hidden by an earlier one.
  const holds = list.map((item) => {
    const names = { ...evaluation.names, [variable]: item };
    return boolean(valueOf(predicate, { ...evaluation, names }));
  });
  if (method === 'filter') return list.filter((_, at) => holds[at]);
  return method === 'all' ? holds.every(Boolean) : holds.some(Boolean);
}

function isInSpan(span: ExpressionOf<'cron-span'>, evaluation: Evaluation): boolean {
  spend(evaluation, CRON_STEPS - 1);
  const now = memberOf(memberOf(evaluation.names, 'time'), 'now');
  const isIn = evaluation.clause.spans.get(span);
  if (!isTimestamp(now) || !isIn) throw new EvaluationError('type mismatch');
  return isIn(now.timestamp);
}

function contains(evaluation: Evaluation, whole: Expression, item: Value, list: Value): boolean {
  const items = listIn(list);
  spend(evaluation, items.length);
  const note = evaluation.clause.notes.get(whole);
  // The publisher's page says that it isn't supported (docs/policies.md, Not published).
  if (note === 'text_in_list') throw new EvaluationError('in takes no text of this');
  return items.map((other) => isEqual(other, item, note)).some(Boolean);
}

/** Whether two values are the same. A text against a number is an error, and never true. */
function isEqual(
  left: Value | undefined,
  right: Value | undefined,
  note: Note | undefined,
): boolean {
  if (left === undefined || right === undefined) throw new EvaluationError('no value');
  if (typeof left === 'string' && typeof right === 'string') {
    // Where it isn't published, too: an address in another case would slip past a DENY.
    const isFolded = note === 'folds_case' || note === 'letter_case';
    return isFolded ? left.toLowerCase() === right.toLowerCase() : left === right;
  }
  if (typeof left !== typeof right) {
    throw new EvaluationError('type mismatch');
  }
  if (typeof left !== 'object' || typeof right !== 'object') return left === right;
  if (isTimestamp(left) && isTimestamp(right)) return left.timestamp === right.timestamp;
  if (!isStruct(left) || !isStruct(right)) throw new EvaluationError('type mismatch');
  return haveEqualMembers(left, right, note);
}

function haveEqualMembers(left: Names, right: Names, note: Note | undefined): boolean {
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  const isSame = names.map((name) => {
    const [one, other] = [left[name], right[name]];
    return one !== undefined && other !== undefined && isEqual(one, other, note);
  });
  return isSame.every(Boolean);
}

/** Integers and moments have an order; everything else is only equal or not. */
function orderOf(left: Value, right: Value): number {
  const [one, other] = [left, right].map((value) =>
    isTimestamp(value) ? BigInt(Math.floor(value.timestamp)) : value,
  );
  if (typeof one !== 'bigint' || typeof other !== 'bigint' || typeof left !== typeof right) {
    throw new EvaluationError('type mismatch');
  }
  return one < other ? -1 : Number(one > other);
}

const ORDERS: Readonly<Record<Exclude<Comparison, '==' | '!='>, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

function compare(expression: ExpressionOf<'compare'>, evaluation: Evaluation): boolean {
  const { operator } = expression;
  const left = valueOf(expression.left, evaluation);
  const right = valueOf(expression.right, evaluation);
  if (operator === 'in') return contains(evaluation, expression, left, right);
  if (operator !== '==' && operator !== '!=') return ORDERS[operator](orderOf(left, right));
  if (isStruct(left) || isStruct(right)) throw new EvaluationError('type mismatch');
  const isSame = isEqual(left, right, evaluation.clause.notes.get(expression));
  return isSame === (operator === '==');
}
