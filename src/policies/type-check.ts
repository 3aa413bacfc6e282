import {
  ANY,
  BOOL,
  clauseOfName,
  fits,
  INT,
  listOf,
  memberType,
  STRING,
  structOf,
  TIMESTAMP,
  typeName,
  typeOfName,
  type ClauseName,
  type ValueType,
} from './known-names.ts';
import { parseCron, parseDuration, parseTimestamp, isZone } from './moments.ts';
import {
  ClauseFault,
  type Expression,
  type ExpressionOf,
  type FaultReason,
} from './syntax-tree.ts';

/*
 * Names must exist, types must fit, and the whole must be a bool (docs/policies.md, Types).
 */

/** Names that a method gives to elements of a list; the innermost comes first. */
type Scope = {
  readonly clause: ClauseName;
  readonly variables: readonly { readonly name: string; readonly type: ValueType }[];
};

/** The widest integers of the language have 256 bits. */
const MAX_INT = 2n ** 256n - 1n;

function expectType(of: Expression, type: ValueType, wanted: ValueType, reason: FaultReason): void {
  if (!fits(type, wanted)) throw new ClauseFault(reason, of.span, typeName(type));
}

function typeOfNamed(scope: Scope, { name, span }: ExpressionOf<'name'>): ValueType {
  const variable = scope.variables.find((one) => one.name === name);
  if (variable) return variable.type;
  const type = typeOfName(scope.clause, name);
  if (type) return type;
  const other = clauseOfName(name);
  throw new ClauseFault(other ? 'other_clause' : 'unknown_name', span, name, other);
}

function typeOfMember(scope: Scope, { of, name, span }: ExpressionOf<'member'>): ValueType {
  const type = memberType(typeOf(scope, of), name);
  if (!type) throw new ClauseFault('unknown_member', { from: of.span.to, to: span.to }, name);
  return type;
}

function elementType(scope: Scope, of: Expression): ValueType {
  const type = typeOf(scope, of);
  if (type.is === 'any') return ANY;
  if (type.is !== 'list') throw new ClauseFault('not_list', of.span, typeName(type));
  return type.of;
}

function typeOfIndex(scope: Scope, { of, at }: ExpressionOf<'index'>): ValueType {
  const [type, index] = [typeOf(scope, of), typeOf(scope, at)];
  if (type.is === 'any') return ANY;
  if (type.is === 'map') {
    expectType(at, index, STRING, 'text_needed');
    return type.of;
  }
  const member = at.kind === 'string' ? memberType(type, at.value) : undefined;
  if (member) return member;
  if (type.is !== 'list' && type.is !== 'string') {
    throw new ClauseFault('not_indexable', of.span, typeName(type));
  }
  expectType(at, index, INT, 'not_int');
  return type.is === 'list' ? type.of : STRING;
}

function typeOfSlice(scope: Scope, { of, start, end }: ExpressionOf<'slice'>): ValueType {
  const type = typeOf(scope, of);
  if (type.is !== 'list' && type.is !== 'string' && type.is !== 'any') {
    throw new ClauseFault('not_indexable', of.span, typeName(type));
  }
  for (const edge of [start, end]) expectType(edge, typeOf(scope, edge), INT, 'not_int');
  return type;
}

function differ({ span }: Expression, one: ValueType, other: ValueType): ClauseFault {
  return new ClauseFault('different_types', span, typeName(one), typeName(other));
}

/** Whether values of a type may be looked for in a list. */
const isFindable = ({ is }: ValueType): boolean => is !== 'list' && is !== 'map';

function typeOfFind(
  scope: Scope,
  item: Expression,
  list: Expression,
  whole: Expression,
): ValueType {
  const element = elementType(scope, list);
  const type = typeOf(scope, item);
  if (!isFindable(type)) throw new ClauseFault('not_comparable', item.span, typeName(type));
  if (!fits(type, element)) throw differ(whole, type, element);
  return BOOL;
}

function typeOfCompare(scope: Scope, compare: ExpressionOf<'compare'>): ValueType {
  const { operator, left, right } = compare;
  if (operator === 'in') return typeOfFind(scope, left, right, compare);
  const [one, other] = [typeOf(scope, left), typeOf(scope, right)];
  const ordered = operator !== '==' && operator !== '!=';
  for (const [side, type] of [[left, one] as const, [right, other] as const]) {
    if (type.is === 'bool') throw new ClauseFault('bool_compared', side.span);
    const compared = ['int', 'timestamp', 'any', ...(ordered ? [] : ['string'])];
    if (!compared.includes(type.is))
      throw new ClauseFault('not_comparable', side.span, typeName(type));
  }
  if (!fits(one, other)) throw differ(compare, one, other);
  return BOOL;
}

function typeOfEach(scope: Scope, each: ExpressionOf<'each'>): ValueType {
  const { method, of, variable, predicate } = each;
  const type = elementType(scope, of);
  const variables = [{ name: variable, type }, ...scope.variables];
  expectType(predicate, typeOf({ ...scope, variables }, predicate), BOOL, 'not_bool');
  return method === 'filter' ? listOf(type) : BOOL;
}

function typeOfListLiteral(scope: Scope, { items }: ExpressionOf<'list'>): ValueType {
  let type: ValueType = ANY;
  for (const item of items) {
    const found = typeOf(scope, item);
    if (!fits(found, type))
      throw new ClauseFault('mixed_list', item.span, typeName(found), typeName(type));
    if (type.is === 'any') type = found;
  }
  return listOf(type);
}

function typeOfStructLiteral(scope: Scope, struct: ExpressionOf<'struct'>): ValueType {
  const members = new Map<string, ValueType>();
  for (const { name, value } of struct.members) {
    if (members.has(name)) throw new ClauseFault('member_twice', value.span, name);
    members.set(name, typeOf(scope, value));
  }
  return structOf(Object.fromEntries(members));
}

function literalText(expression: Expression): string {
  if (expression.kind === 'string') return expression.value;
  throw new ClauseFault('text_needed', expression.span);
}

function typeOfTimestamp(scope: Scope, { text, span }: ExpressionOf<'timestamp'>): ValueType {
  if (scope.clause !== 'time') throw new ClauseFault('other_clause', span, 'Timestamp', 'time');
  if (parseTimestamp(literalText(text)) === undefined) {
    throw new ClauseFault('invalid_timestamp', text.span);
  }
  return TIMESTAMP;
}

function typeOfCronSpan(scope: Scope, { texts, span }: ExpressionOf<'cron-span'>): ValueType {
  if (scope.clause !== 'time') throw new ClauseFault('other_clause', span, 'CronSpan', 'time');
  const checks: readonly [FaultReason, (text: string) => boolean][] = [
    ['invalid_cron', (text) => parseCron(text) !== undefined],
    ['invalid_duration', (text) => parseDuration(text) !== undefined],
    ['invalid_zone', isZone],
  ];
  for (const [at, [reason, holds]] of checks.entries()) {
    const text = texts[at];
    if (!text || !holds(literalText(text))) throw new ClauseFault(reason, text?.span ?? span);
  }
  return BOOL;
}

function typeOfNot(scope: Scope, { of, span }: ExpressionOf<'not'>): ValueType {
  if (scope.clause !== 'time') throw new ClauseFault('no_negation', span);
  expectType(of, typeOf(scope, of), BOOL, 'not_bool');
  return BOOL;
}

function typeOfJoin(scope: Scope, { terms }: ExpressionOf<'join'>): ValueType {
  for (const term of terms) expectType(term, typeOf(scope, term), BOOL, 'not_bool');
  return BOOL;
}

function typeOf(scope: Scope, expression: Expression): ValueType {
  switch (expression.kind) {
    case 'bool':
      return BOOL;
    case 'int':
      if (expression.value > MAX_INT) throw new ClauseFault('int_too_large', expression.span);
      return INT;
    case 'string':
      return STRING;
    case 'list':
      return typeOfListLiteral(scope, expression);
    case 'struct':
      return typeOfStructLiteral(scope, expression);
    case 'name':
      return typeOfNamed(scope, expression);
    case 'member':
      return typeOfMember(scope, expression);
    case 'index':
      return typeOfIndex(scope, expression);
    case 'slice':
      return typeOfSlice(scope, expression);
    case 'compare':
      return typeOfCompare(scope, expression);
    case 'join':
      return typeOfJoin(scope, expression);
    case 'not':
      return typeOfNot(scope, expression);
    case 'each':
      return typeOfEach(scope, expression);
    case 'contains':
      return typeOfFind(scope, expression.item, expression.of, expression);
    case 'count':
      elementType(scope, expression.of);
      return INT;
    case 'timestamp':
      return typeOfTimestamp(scope, expression);
    case 'cron-span':
      return typeOfCronSpan(scope, expression);
  }
}

/**
 * Checks a parsed clause.
 * @throws ClauseFault at the first name or type that doesn't fit
 */
export function checkTypes(clause: ClauseName, expression: Expression): void {
  expectType(expression, typeOf({ clause, variables: [] }, expression), BOOL, 'not_bool');
}
