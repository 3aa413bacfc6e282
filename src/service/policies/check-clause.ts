// The types of clauses: names and types are checked when a policy is stored, so that a clause that
// could never hold is refused at once (docs/policies.md, Types).
import { PolicyTextError, type Expression } from './syntax.ts';
import { parseCronSpan, parseTimestamp } from './time.ts';

export type Type =
  | { readonly kind: 'bool' | 'int' | 'string' | 'timestamp' }
  | { readonly kind: 'list' | 'map'; readonly of: Type }
  | { readonly kind: 'struct'; readonly fields: Readonly<Record<string, Type>> }
  /** What this service never evaluates, such as another chain's transaction: every use fits. */
  | { readonly kind: 'any' };

export type Scope = Readonly<Record<string, Type>>;

export const BOOL: Type = { kind: 'bool' };
export const INT: Type = { kind: 'int' };
export const STRING: Type = { kind: 'string' };
export const TIMESTAMP: Type = { kind: 'timestamp' };
export const ANY: Type = { kind: 'any' };
export const listOf = (of: Type): Type => ({ kind: 'list', of });
export const mapOf = (of: Type): Type => ({ kind: 'map', of });
export const structOf = (fields: Readonly<Record<string, Type>>): Type => ({
  kind: 'struct',
  fields,
});

function nameOf(type: Type): string {
  return type.kind === 'list' ? `list<${nameOf(type.of)}>` : type.kind;
}

function isSame(left: Type, right: Type): boolean {
  if (left.kind === 'any' || right.kind === 'any') return true;
  if ('of' in left && 'of' in right) return left.kind === right.kind && isSame(left.of, right.of);
  return left.kind === right.kind;
}

function demand(type: Type, wanted: Type, place: string): void {
  if (!isSame(type, wanted)) {
    throw new PolicyTextError(
      `type mismatch: ${place} takes ${nameOf(wanted)}, not ${nameOf(type)}`,
    );
  }
}

/** The element's type; of a string, a string. */
function elementOf(type: Type): Type {
  if (type.kind === 'list') return type.of;
  if (type.kind === 'string' || type.kind === 'any') return type;
  throw new PolicyTextError(`type mismatch: ${nameOf(type)} has no elements`);
}

/** The widest type of an integer. */
const MAX_INT = 2n ** 256n - 1n;

/** How a clause reads the names of its member, and what else it may use. */
export type Checker = {
  readonly scope: Scope;
  /** Whether `!`, `Timestamp` and `CronSpan` may be used: published for `time` only. */
  readonly isTime: boolean;
};

/** The type of an expression. @throws PolicyTextError */
export function typeOf(expression: Expression, checker: Checker): Type {
  switch (expression.kind) {
    case 'bool':
      return BOOL;
    case 'int':
      if (expression.value > MAX_INT) throw new PolicyTextError('an integer has 256 bits at most');
      return INT;
    case 'string':
      return STRING;
    case 'list':
      return typeOfList(expression.items, checker);
    case 'struct':
      return structOf(
        Object.fromEntries(
          expression.members.map(([name, value]) => [name, typeOf(value, checker)]),
        ),
      );
    case 'name':
      return member(checker.scope, expression.name);
    case 'field':
      return typeOfField(typeOf(expression.of, checker), expression.name);
    case 'index':
      return typeOfIndex(expression, checker);
    case 'slice':
      demand(typeOf(expression.from, checker), INT, 'a slice');
      demand(typeOf(expression.to, checker), INT, 'a slice');
      elementOf(typeOf(expression.of, checker));
      return typeOf(expression.of, checker);
    case 'method':
      return typeOfMethod(expression, checker);
    case 'call':
      if (!checker.isTime) throw new PolicyTextError(`${expression.name}() is for time only`);
      return typeOfCall(expression);
    case 'not':
      if (!checker.isTime) throw new PolicyTextError('there is no negation: use !=');
      demand(typeOf(expression.of, checker), BOOL, '!');
      return BOOL;
    case 'and':
    case 'or':
      demand(typeOf(expression.left, checker), BOOL, expression.kind === 'and' ? '&&' : '||');
      demand(typeOf(expression.right, checker), BOOL, expression.kind === 'and' ? '&&' : '||');
      return BOOL;
    case 'in':
      return typeOfIn(expression, checker);
    case 'compare':
      return typeOfComparison(expression, checker);
  }
}

type Of<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

function member(fields: Readonly<Record<string, Type>>, name: string): Type {
  const type = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!type)
    throw new PolicyTextError(`Expression cannot be evaluated: field does not exist: ${name}`);
  return type;
}

function typeOfField(of: Type, name: string): Type {
  if (of.kind === 'any') return ANY;
  if (of.kind === 'map') return of.of;
  if (of.kind === 'struct') return member(of.fields, name);
  throw new PolicyTextError(`Expression cannot be evaluated: field does not exist: ${name}`);
}

function typeOfList(items: readonly Expression[], checker: Checker): Type {
  const [first = ANY, ...others] = items.map((item) => typeOf(item, checker));
  for (const other of others) demand(other, first, 'a list');
  return listOf(first);
}

/** `list[0]`, `text[0]`, and `map['key']`. */
function typeOfIndex({ of, at }: Of<'index'>, checker: Checker): Type {
  const type = typeOf(of, checker);
  const index = typeOf(at, checker);
  if (type.kind === 'struct' && at.kind === 'string') return member(type.fields, at.value);
  if (type.kind === 'any') return ANY;
  if (type.kind === 'map') {
    demand(index, STRING, 'a key');
    return type.of;
  }
  demand(index, INT, 'an index');
  return elementOf(type);
}

function typeOfIn({ left, right }: Of<'in'>, checker: Checker): Type {
  const list = typeOf(right, checker);
  if (list.kind !== 'list' && list.kind !== 'any') {
    throw new PolicyTextError(`type mismatch: in takes a list, not ${nameOf(list)}`);
  }
  demand(typeOf(left, checker), elementOf(list), 'in');
  return BOOL;
}

const ORDERED: ReadonlySet<string> = new Set(['int', 'timestamp', 'any']);
const EQUATED: ReadonlySet<string> = new Set(['int', 'timestamp', 'string', 'any']);

function typeOfComparison({ operator, left, right }: Of<'compare'>, checker: Checker): Type {
  const type = typeOf(left, checker);
  demand(typeOf(right, checker), type, operator);
  const allowed = operator === '==' || operator === '!=' ? EQUATED : ORDERED;
  if (!allowed.has(type.kind)) {
    throw new PolicyTextError(`type mismatch: ${operator} does not compare ${nameOf(type)}`);
  }
  return BOOL;
}

const ARGUMENTS: Readonly<Record<string, number>> = {
  all: 2,
  any: 2,
  filter: 2,
  contains: 1,
  count: 0,
};

function typeOfMethod({ of, name, args }: Of<'method'>, checker: Checker): Type {
  const type = typeOf(of, checker);
  if (type.kind !== 'list' && type.kind !== 'any') {
    throw new PolicyTextError(`type mismatch: ${nameOf(type)} has no ${name}()`);
  }
  const count = Object.hasOwn(ARGUMENTS, name) ? ARGUMENTS[name] : undefined;
  if (count === undefined) throw new PolicyTextError(`there is no ${name}()`);
  if (args.length !== count) throw new PolicyTextError(`${name}() takes ${count} arguments`);
  if (name === 'count') return INT;
  const [first, second] = args;
  if (name === 'contains') {
    if (first) demand(typeOf(first, checker), elementOf(type), 'contains()');
    return BOOL;
  }
  if (first?.kind !== 'name' || !second) throw new PolicyTextError(`${name}() takes a name first`);
  const scope = { ...checker.scope, [first.name]: elementOf(type) };
  demand(typeOf(second, { ...checker, scope }), BOOL, `${name}()`);
  return name === 'filter' ? type : BOOL;
}

/** Both take texts only, so that what they say is known when the policy is stored. */
function typeOfCall({ name, args }: Of<'call'>): Type {
  const texts = args.map((arg) => (arg.kind === 'string' ? arg.value : undefined));
  const [first, second, third] = texts;
  if (name === 'Timestamp' && texts.length === 1 && first !== undefined) {
    parseTimestamp(first);
    return TIMESTAMP;
  }
  const isSpan = name === 'CronSpan' && texts.length === 3;
  if (isSpan && first !== undefined && second !== undefined && third !== undefined) {
    parseCronSpan(first, second, third);
    return BOOL;
  }
  throw new PolicyTextError(`there is no ${name}() that takes these`);
}
