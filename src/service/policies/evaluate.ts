// The value of a clause for one request. Nothing is skipped: both sides of `&&` and `||` are
// evaluated, so an error anywhere is an error of the whole (docs/policies.md, Errors).
import type { Comparison, Expression } from './syntax.ts';
import { parseCronSpan, parseTimestamp } from './time.ts';

/** A moment, apart from integers: the two don't compare. */
export type Timestamp = { readonly timestamp: number };
/** What a name stands for. Integers are exact; a missing member is absent, not null. */
export type Value =
  boolean | bigint | string | Timestamp | readonly Value[] | { readonly [member: string]: Value };

export type Names = Readonly<Record<string, Value>>;

/** A clause that has no value for this request, such as one that names a wallet where there is none. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
}

type Of<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
const isTimestamp = (value: Value): value is Timestamp =>
  typeof value === 'object' && typeof Reflect.get(value, 'timestamp') === 'number';

/** @throws EvaluationError */
export function evaluate(expression: Expression, names: Names): Value {
  switch (expression.kind) {
    case 'bool':
    case 'int':
    case 'string':
      return expression.value;
    case 'list':
      return expression.items.map((item) => evaluate(item, names));
    case 'struct':
      return Object.fromEntries(
        expression.members.map(([name, value]) => [name, evaluate(value, names)]),
      );
    case 'name':
      return memberOf(names, expression.name);
    case 'field':
      return memberOf(evaluate(expression.of, names), expression.name);
    case 'index':
      return elementAt(expression, names);
    case 'slice':
      return sliceOf(expression, names);
    case 'method':
      return callMethod(expression, names);
    case 'call':
      return callFunction(expression, names);
    case 'not':
      return !boolean(evaluate(expression.of, names));
    case 'and': {
      const [left, right] = bothSides(expression, names);
      return boolean(left) && boolean(right);
    }
    case 'or': {
      const [left, right] = bothSides(expression, names);
      return boolean(left) || boolean(right);
    }
    case 'in': {
      const [item, list] = bothSides(expression, names);
      return contains(list, item);
    }
    case 'compare': {
      const [left, right] = bothSides(expression, names);
      return compare(expression.operator, left, right);
    }
  }
}

function bothSides(
  { left, right }: { readonly left: Expression; readonly right: Expression },
  names: Names,
): readonly [Value, Value] {
  return [evaluate(left, names), evaluate(right, names)];
}

function boolean(value: Value): boolean {
  if (typeof value !== 'boolean') throw new EvaluationError('type mismatch');
  return value;
}

function memberOf(value: Value, name: string): Value {
  const isStruct = typeof value === 'object' && !isList(value) && !isTimestamp(value);
  const found = isStruct && Object.hasOwn(value, name) ? value[name] : undefined;
  if (found === undefined) throw new EvaluationError(`missing field: ${name}`);
  return found;
}

function position(value: Value): number {
  if (typeof value !== 'bigint') throw new EvaluationError('type mismatch');
  return Number(value);
}

function elementAt({ of, at }: Of<'index'>, names: Names): Value {
  const value = evaluate(of, names);
  const index = evaluate(at, names);
  if (typeof index === 'string') return memberOf(value, index);
  if (typeof value !== 'string' && !isList(value)) throw new EvaluationError('type mismatch');
  const found = value[position(index)];
  if (found === undefined) throw new EvaluationError(`there is no element ${position(index)}`);
  return found;
}

function sliceOf({ of, from, to }: Of<'slice'>, names: Names): Value {
  const value = evaluate(of, names);
  const [first, end] = [position(evaluate(from, names)), position(evaluate(to, names))];
  if (typeof value !== 'string' && !isList(value)) throw new EvaluationError('type mismatch');
  if (first < 0 || first > end || end > value.length) {
    throw new EvaluationError(`there are no elements ${first} to ${end}`);
  }
  return value.slice(first, end);
}

function listIn(value: Value): readonly Value[] {
  if (!isList(value)) throw new EvaluationError('type mismatch');
  return value;
}

function callMethod({ of, name, args: [first, second] }: Of<'method'>, names: Names): Value {
  const list = listIn(evaluate(of, names));
  if (name === 'count') return BigInt(list.length);
  if (name === 'contains' && first) return contains(list, evaluate(first, names));
  if (first?.kind !== 'name' || !second) throw new EvaluationError(`there is no ${name}()`);
  // Every element is evaluated, so that an error in a later one isn't hidden by an earlier one.
  const holds = list.map((item) => boolean(evaluate(second, { ...names, [first.name]: item })));
  if (name === 'filter') return list.filter((_, at) => holds[at]);
  return name === 'all' ? holds.every(Boolean) : holds.some(Boolean);
}

function callFunction({ name, args }: Of<'call'>, names: Names): Value {
  const [first = '', second = '', third = ''] = args.map((arg) =>
    arg.kind === 'string' ? arg.value : '',
  );
  if (name === 'Timestamp') return { timestamp: parseTimestamp(first) };
  const now = memberOf(memberOf(names, 'time'), 'now');
  if (!isTimestamp(now)) throw new EvaluationError('type mismatch');
  return parseCronSpan(first, second, third)(now.timestamp);
}

function contains(list: Value, item: Value): boolean {
  return listIn(list).some((other) => isEqual(other, item));
}

function isEqual(left: Value, right: Value): boolean {
  if (isList(left) && isList(right)) {
    return left.length === right.length && left.every((one, at) => isEqual(one, right[at] ?? ''));
  }
  if (typeof left === 'object' && typeof right === 'object') {
    const names = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...names].every((name) => Reflect.get(left, name) === Reflect.get(right, name));
  }
  return left === right;
}

/** Integers and moments have an order; everything else is only equal or not. */
function orderOf(left: Value, right: Value): number {
  const [one, other] = [left, right].map((value) =>
    isTimestamp(value) ? BigInt(Math.floor(value.timestamp)) : value,
  );
  if (typeof one !== 'bigint' || typeof other !== 'bigint') {
    throw new EvaluationError('type mismatch');
  }
  return one < other ? -1 : Number(one > other);
}

function compare(operator: Comparison, left: Value, right: Value): boolean {
  if (operator === '==') return isEqual(left, right);
  if (operator === '!=') return !isEqual(left, right);
  const order = orderOf(left, right);
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}
