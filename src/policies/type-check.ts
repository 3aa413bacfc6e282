import { isZone, parseCron, parseDuration, parseTimestamp } from './moments.ts';
import { CLAUSES, PUBLISHED_NAMES, type ClauseName } from './published-names.ts';
import {
  ClauseFault,
  type Expression,
  type ExpressionOf,
  type FaultReason,
} from './syntax-tree.ts';
import {
  ANY,
  BOOL,
  differInWidth,
  elementType,
  fits,
  INT,
  lessCertain,
  letterCaseOf,
  listOf,
  mayNotCompare,
  memberType,
  STRING,
  structOf,
  TIMESTAMP,
  typeName,
  type ValueType,
} from './value-type.ts';

/*
 * Names must exist, types must fit, and the whole must be a bool (docs/policies.md, Types).
 */

/** What the types say of one part besides: how its texts compare, or what of it isn't published. */
const NOTES = [
  /** Upper and lower case of texts are the same here. */
  'folds_case',
  /** Whether they are isn't published. */
  'letter_case',
  /** What an int and a uint make together. */
  'int_width',
  /** A text of a contract or of typed data that is looked for in a list. */
  'text_in_list',
  /** Whether what isn't there is empty or missing. */
  'empty_or_missing',
  /** Whether it is one struct or a list of them. */
  'one_or_list',
] as const;
export type Note = (typeof NOTES)[number];
type Notes = ReadonlyMap<Expression, Note>;

/** What the types say of a clause, for who evaluates it. */
export type Checked = {
  readonly notes: Notes;
  /**
   * Parts that may be an error by what isn't known of a request, though it is there: whose type shows
   * at evaluation only, and searches for what may not compare.
   */
  readonly mayNotFit: ReadonlySet<Expression>;
};

type Scope = {
  readonly clause: ClauseName;
  /** Names that a method gives to elements of a list; the innermost comes first. */
  readonly variables: readonly { readonly name: string; readonly type: ValueType }[];
  readonly notes: Map<Expression, Note>;
  readonly mayNotFit: Set<Expression>;
};

const MAX_INT = 2n ** 127n - 1n;
const MIN_INT = -(2n ** 127n);
const MAX_UINT = 2n ** 256n - 1n;

function expectType(of: Expression, type: ValueType, wanted: ValueType, reason: FaultReason): void {
  if (!fits(type, wanted)) throw new ClauseFault(reason, of.span, typeName(type));
}

function typeOfInt({ value, span }: ExpressionOf<'int'>): ValueType {
  if (value > MAX_UINT || value < MIN_INT) throw new ClauseFault('int_too_large', span);
  return value > MAX_INT ? { is: 'uint' } : { is: 'int', isLiteral: true };
}

function typeOfNamed(scope: Scope, { name, span }: ExpressionOf<'name'>): ValueType {
  const variable = scope.variables.find((one) => one.name === name);
  if (variable) return variable.type;
  const type = memberType(PUBLISHED_NAMES[scope.clause], name);
  if (type) return type;
  const other = CLAUSES.find((clause) => memberType(PUBLISHED_NAMES[clause], name));
  throw new ClauseFault(other ? 'other_clause' : 'unknown_name', span, name, other);
}

function typeOfMember(scope: Scope, expression: ExpressionOf<'member'>): ValueType {
  const { of, name, span } = expression;
  const owner = typeOf(scope, of);
  const type = memberType(owner, name);
  const place = { from: of.span.to, to: span.to };
  if (!type) {
    const isInBrackets = owner.is === 'map' || owner.is === 'value';
    throw new ClauseFault(isInBrackets ? 'brackets_needed' : 'unknown_member', place, name);
  }
  if (owner.is === 'struct' && owner.mayBeList) scope.notes.set(expression, 'one_or_list');
  if (type.is === 'string' && type.mayBeEmpty) scope.notes.set(expression, 'empty_or_missing');
  return type;
}

/** The type of a list's elements, for the expression that reads them. */
function typeOfElements(scope: Scope, of: Expression, reader: Expression): ValueType {
  const type = typeOf(scope, of);
  const element = elementType(type);
  if (!element) throw new ClauseFault('not_list', of.span, typeName(type));
  if (type.is === 'struct') scope.notes.set(reader, 'one_or_list');
  return element;
}

function typeOfIndex(scope: Scope, expression: ExpressionOf<'index'>): ValueType {
  const { of, at } = expression;
  const [type, index] = [typeOf(scope, of), typeOf(scope, at)];
  if (type.is === 'map') {
    expectType(at, index, STRING, 'text_needed');
    return type.of;
  }
  const member = at.kind === 'string' && type.is === 'struct' && type.members[at.value];
  if (member) return member;
  if (type.is === 'value' && fits(index, STRING)) return type;
  const element = type.is === 'string' ? sliced(type) : elementType(type);
  if (!element) throw new ClauseFault('not_indexable', of.span, typeName(type));
  expectType(at, index, INT, 'not_int');
  if (type.is === 'struct') scope.notes.set(expression, 'one_or_list');
  return element;
}

/** Part of a text whose case folds need not fold: that isn't published. */
function sliced(type: ValueType): ValueType {
  if (type.is !== 'string') return type;
  return letterCaseOf(type) ? { is: 'string', letterCase: 'unpublished' } : STRING;
}

function typeOfSlice(scope: Scope, slice: ExpressionOf<'slice'>): ValueType {
  const { of, start, end } = slice;
  const type = typeOf(scope, of);
  const mayBeList = type.is === 'struct' && type.mayBeList === true;
  if (!mayBeList && !['list', 'string', 'value', 'any'].includes(type.is)) {
    throw new ClauseFault('not_indexable', of.span, typeName(type));
  }
  for (const edge of [start, end]) expectType(edge, typeOf(scope, edge), INT, 'not_int');
  if (!mayBeList) return sliced(type);
  scope.notes.set(slice, 'one_or_list');
  return listOf(elementType(type) ?? ANY);
}

/** What isn't published of two values that are compared, or how their texts are. */
function noteOf(one: ValueType, other: ValueType): Note | undefined {
  if (differInWidth(one, other)) return 'int_width';
  const letterCase = lessCertain(letterCaseOf(one), letterCaseOf(other));
  return letterCase && (letterCase === 'folds' ? 'folds_case' : 'letter_case');
}

function setNote(scope: Scope, expression: Expression, note: Note | undefined): void {
  if (note && !scope.notes.has(expression)) scope.notes.set(expression, note);
}

/** Whether values of a type may be looked for in a list. */
const isFindable = ({ is }: ValueType): boolean => is !== 'list' && is !== 'map';

function typeOfFind(
  scope: Scope,
  item: Expression,
  list: Expression,
  whole: Expression,
): ValueType {
  const element = typeOfElements(scope, list, whole);
  const type = typeOf(scope, item);
  if (!isFindable(type)) throw new ClauseFault('not_comparable', item.span, typeName(type));
  if (!fits(type, element)) throw differ(whole, type, element);
  if (mayNotCompare(type) || mayNotCompare(element)) scope.mayNotFit.add(whole);
  const isUint = [type, element].some((one) => one.is === 'uint');
  const isText = type.is === 'value' && element.is === 'string';
  setNote(scope, whole, isUint ? 'int_width' : isText ? 'text_in_list' : noteOf(type, element));
  return BOOL;
}

function differ({ span }: Expression, one: ValueType, other: ValueType): ClauseFault {
  return new ClauseFault('different_types', span, typeName(one), typeName(other));
}

const ORDERED: readonly ValueType['is'][] = ['int', 'uint', 'timestamp', 'value', 'any'];
const EQUATED: readonly ValueType['is'][] = [...ORDERED, 'string', 'bool'];

function typeOfCompare(scope: Scope, compare: ExpressionOf<'compare'>): ValueType {
  const { operator, left, right } = compare;
  if (operator === 'in') return typeOfFind(scope, left, right, compare);
  const [one, other] = [typeOf(scope, left), typeOf(scope, right)];
  const compared = operator === '==' || operator === '!=' ? EQUATED : ORDERED;
  for (const [side, type] of [[left, one] as const, [right, other] as const]) {
    if (!compared.includes(type.is)) {
      throw new ClauseFault('not_comparable', side.span, typeName(type), operator);
    }
  }
  if (!fits(one, other)) throw differ(compare, one, other);
  setNote(scope, compare, noteOf(one, other));
  return BOOL;
}

function typeOfEach(scope: Scope, each: ExpressionOf<'each'>): ValueType {
  const { method, of, variable, predicate } = each;
  const type = typeOfElements(scope, of, each);
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
    type = wider(type, found);
  }
  return listOf(type);
}

/** The type of two elements together, of which one fits the other. */
function wider(one: ValueType, other: ValueType): ValueType {
  if (one.is === 'any' || other.is === 'value') return other;
  if (one.is === 'string' && other.is === 'string') {
    const letterCase = lessCertain(one.letterCase, other.letterCase);
    return letterCase ? { is: 'string', letterCase } : STRING;
  }
  return other.is === 'uint' ? other : one;
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

function typeOfTerms(scope: Scope, terms: readonly Expression[]): ValueType {
  for (const term of terms) expectType(term, typeOf(scope, term), BOOL, 'not_bool');
  return BOOL;
}

function typeOf(scope: Scope, expression: Expression): ValueType {
  const type = typeOfKind(scope, expression);
  if (type.is === 'value') scope.mayNotFit.add(expression);
  return type;
}

function typeOfKind(scope: Scope, expression: Expression): ValueType {
  switch (expression.kind) {
    case 'bool':
      return BOOL;
    case 'int':
      return typeOfInt(expression);
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
    case 'mixed':
      return typeOfTerms(scope, expression.terms);
    case 'not':
      return typeOfTerms(scope, [expression.of]);
    case 'each':
      return typeOfEach(scope, expression);
    case 'contains':
      return typeOfFind(scope, expression.item, expression.of, expression);
    case 'count':
      typeOfElements(scope, expression.of, expression);
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
export function checkTypes(clause: ClauseName, expression: Expression): Checked {
  const checked = { notes: new Map<Expression, Note>(), mayNotFit: new Set<Expression>() };
  const type = typeOf({ clause, variables: [], ...checked }, expression);
  expectType(expression, type, BOOL, 'not_bool');
  return checked;
}
