import type { Facts, UnknownCause } from './facts.ts';
import { isInCronSpan, parseCron, parseDuration, parseTimestamp } from './moments.ts';
import {
  certain,
  compareValues,
  ERROR,
  everyTruth,
  intValue,
  isError,
  MISSING_OR_UNKNOWN,
  possibleOf,
  possibleTruth,
  sameness,
  someTruth,
  textValue,
  truth,
  truthOf,
  UNKNOWN,
  type Element,
  type ListValue,
  type Order,
  type Possible,
  type Truth,
  type Value,
} from './possible-values.ts';
import type { Expression, ExpressionOf } from './syntax-tree.ts';

/*
 * What a clause may say of a request (docs/policies.md, Errors): true, false or an error, and more
 * than one of them where something isn't known. Both sides of `&&` and `||` are always evaluated.
 */

/** Steps of one clause: predicates within predicates over long lists would take for ever. */
const MAX_STEPS = 50_000;

type Evaluation = {
  readonly names: ReadonlyMap<string, Possible>;
  /** Milliseconds since 1970, for spans of time; undefined if it isn't known. */
  readonly nowMs: number | undefined;
  readonly onUnknown: (cause: UnknownCause) => void;
  readonly steps: { left: number };
};

class TooManySteps extends Error {}

const OPEN_LIST: ListValue = { is: 'list', elements: [], isOpen: true };

/** A list, as far as it is known; undefined for what is none. */
function listOf(value: Value | undefined): ListValue | undefined {
  return value?.is === 'unknown' ? OPEN_LIST : value?.is === 'list' ? value : undefined;
}

const alsoErring = ({ value, mayErr }: Possible, ...others: readonly Possible[]): Possible => ({
  value,
  mayErr: mayErr || others.some((other) => other.mayErr),
});

function evaluateMember(evaluation: Evaluation, { of, name }: ExpressionOf<'member'>): Possible {
  const owner = evaluate(evaluation, of);
  return alsoErring(memberOf(owner.value, name), owner);
}

/** What isn't known may lack the member. */
function memberOf(value: Value | undefined, name: string): Possible {
  if (value?.is === 'unknown') return { value, mayErr: true };
  return (value?.is === 'struct' && value.members.get(name)) || ERROR;
}

/** The known whole number, if it is one place. */
function placeOf(value: Value | undefined): bigint | undefined {
  return value?.is === 'int' && value.low === value.high ? value.low : undefined;
}

function evaluateIndex(evaluation: Evaluation, { of, at }: ExpressionOf<'index'>): Possible {
  const [owner, index] = [evaluate(evaluation, of), evaluate(evaluation, at)];
  if (!owner.value || !index.value) return ERROR;
  return alsoErring(elementAt(owner.value, index.value), owner, index);
}

function elementAt(owner: Value, index: Value): Possible {
  if (owner.is === 'unknown' || index.is === 'unknown') return MISSING_OR_UNKNOWN;
  if (index.is === 'string') return memberOf(owner, index.text);
  if (index.is !== 'int' || (owner.is !== 'list' && owner.is !== 'string')) return ERROR;
  const place = placeOf(index);
  if (place === undefined) return MISSING_OR_UNKNOWN;
  if (place < 0n) return ERROR;
  if (owner.is === 'string') return sliceOf(owner, place, place + 1n);
  const { elements, isOpen } = owner;
  const found = elements[Number(place)];
  const isFixed = elements.slice(0, Number(place) + 1).every((element) => element.isSure);
  if (found && isFixed) return found.possible;
  return isOpen || found ? MISSING_OR_UNKNOWN : ERROR;
}

function evaluateSlice(evaluation: Evaluation, slice: ExpressionOf<'slice'>): Possible {
  const [owner, start, end] = [slice.of, slice.start, slice.end].map((part) =>
    evaluate(evaluation, part),
  );
  if (!owner?.value || !start?.value || !end?.value) return ERROR;
  const [from, to] = [placeOf(start.value), placeOf(end.value)];
  const isKnown = from !== undefined && to !== undefined;
  const part = isKnown ? sliceOf(owner.value, from, to) : MISSING_OR_UNKNOWN;
  return alsoErring(part, owner, start, end);
}

/** From a up to before b. What reaches beyond the end is an error. */
function sliceOf(owner: Value, from: bigint, to: bigint): Possible {
  if (from < 0n || from > to) return ERROR;
  if (owner.is === 'unknown') return MISSING_OR_UNKNOWN;
  if (owner.is === 'string') {
    // Whether places count bytes or characters isn't documented, and only in ASCII are they the same.
    if (/[^\0-\x7f]/.test(owner.text)) return MISSING_OR_UNKNOWN;
    if (to > BigInt(owner.text.length)) return ERROR;
    return certain(textValue(owner.text.slice(Number(from), Number(to))));
  }
  if (owner.is !== 'list') return ERROR;
  const { elements, isOpen } = owner;
  if (to > BigInt(elements.length)) return isOpen ? MISSING_OR_UNKNOWN : ERROR;
  const part = elements.slice(Number(from), Number(to));
  const isFixed = elements.slice(0, Number(to)).every((element) => element.isSure);
  return isFixed ? certain({ is: 'list', elements: part, isOpen: false }) : MISSING_OR_UNKNOWN;
}

const HOLDS: Readonly<Record<string, (order: Order) => [boolean, boolean]>> = {
  '==': (o) => [o.mayBeEqual, o.mayBeLess || o.mayBeMore],
  '!=': (o) => [o.mayBeLess || o.mayBeMore, o.mayBeEqual],
  '<': (o) => [o.mayBeLess, o.mayBeEqual || o.mayBeMore],
  '>': (o) => [o.mayBeMore, o.mayBeEqual || o.mayBeLess],
  '<=': (o) => [o.mayBeLess || o.mayBeEqual, o.mayBeMore],
  '>=': (o) => [o.mayBeMore || o.mayBeEqual, o.mayBeLess],
};

function evaluateCompare(evaluation: Evaluation, compare: ExpressionOf<'compare'>): Possible {
  const { operator, left, right } = compare;
  if (operator === 'in') return evaluateFind(evaluation, left, right);
  const [one, other] = [evaluate(evaluation, left), evaluate(evaluation, right)];
  if (!one.value || !other.value) return ERROR;
  const order = compareValues(one.value, other.value);
  const holds = HOLDS[operator];
  if (!order || !holds) return ERROR;
  const [mayBeTrue, mayBeFalse] = holds(order);
  return possibleTruth({ mayBeTrue, mayBeFalse, mayErr: one.mayErr || other.mayErr });
}

/** A truth about an element that may not be there counts for nothing where it isn't. */
const aboutSure = (
  { mayBeTrue, mayBeFalse, mayErr }: Truth,
  isSure: boolean,
  absent: Truth,
): Truth =>
  isSure
    ? { mayBeTrue, mayBeFalse, mayErr }
    : {
        mayBeTrue: mayBeTrue || absent.mayBeTrue,
        mayBeFalse: mayBeFalse || absent.mayBeFalse,
        mayErr,
      };

function evaluateFind(evaluation: Evaluation, wanted: Expression, within: Expression): Possible {
  const [item, list] = [evaluate(evaluation, wanted), evaluate(evaluation, within)];
  const found = listOf(list.value);
  if (!item.value || !found) return ERROR;
  const absent = truth(false);
  const truths = elementsOf(found).map(({ possible, isSure }) => {
    report(evaluation, possible);
    return aboutSure(sameness(item, possible), isSure, absent);
  });
  const whole = someTruth([absent, ...truths]);
  return possibleTruth({ ...whole, mayErr: whole.mayErr || item.mayErr || list.mayErr });
}

/** Its elements, with one more that isn't known for all those that an open list may have. */
function elementsOf({ elements, isOpen }: ListValue): readonly Element[] {
  return isOpen ? [...elements, { possible: UNKNOWN, isSure: false }] : elements;
}

function evaluateEach(evaluation: Evaluation, each: ExpressionOf<'each'>): Possible {
  const { method, of, variable, predicate } = each;
  const owner = evaluate(evaluation, of);
  const list = listOf(owner.value);
  if (!list) return ERROR;
  const asked = elementsOf(list).map((element) => {
    const names = new Map(evaluation.names).set(variable, element.possible);
    return { element, holds: truthOf(evaluate({ ...evaluation, names }, predicate)) };
  });
  if (method === 'filter') return alsoErring(filtered(list, asked), owner);
  const absent = truth(method === 'all');
  const truths = asked.map(({ element, holds }) => aboutSure(holds, element.isSure, absent));
  const whole = method === 'any' ? someTruth([absent, ...truths]) : everyTruth([absent, ...truths]);
  return alsoErring(possibleTruth(whole), owner);
}

type Asked = { readonly element: Element; readonly holds: Truth };

function filtered({ elements, isOpen }: ListValue, asked: readonly Asked[]): Possible {
  if (asked.some(({ element, holds }) => element.isSure && isError(holds))) return ERROR;
  const kept = asked
    .slice(0, elements.length)
    .filter(({ holds }) => holds.mayBeTrue)
    .map(({ element: { possible, isSure }, holds }) => ({
      possible,
      isSure: isSure && !holds.mayBeFalse,
    }));
  const mayErr = asked.some(({ holds }) => holds.mayErr);
  return { value: { is: 'list', elements: kept, isOpen }, mayErr };
}

function evaluateCount(evaluation: Evaluation, { of }: ExpressionOf<'count'>): Possible {
  const owner = evaluate(evaluation, of);
  const list = listOf(owner.value);
  if (!list) return ERROR;
  const { elements, isOpen } = list;
  const low = BigInt(elements.filter(({ isSure }) => isSure).length);
  const high = isOpen ? undefined : BigInt(elements.length);
  return alsoErring(certain({ is: 'int', low, high }), owner);
}

function literal(expression: Expression | undefined): string {
  return expression?.kind === 'string' ? expression.value : '';
}

function evaluateCronSpan(
  { nowMs, onUnknown }: Evaluation,
  { texts }: ExpressionOf<'cron-span'>,
): Possible {
  const [cron, duration] = [parseCron(literal(texts[0])), parseDuration(literal(texts[1]))];
  if (!cron || !duration) return ERROR;
  if (nowMs === undefined) {
    onUnknown('time');
    return UNKNOWN;
  }
  return possibleTruth(truth(isInCronSpan(cron, duration, literal(texts[2]), nowMs)));
}

function evaluateTimestamp({ text }: ExpressionOf<'timestamp'>): Possible {
  const atMs = parseTimestamp(literal(text));
  return atMs === undefined ? ERROR : certain({ is: 'moment', atMs });
}

function evaluateList(evaluation: Evaluation, { items }: ExpressionOf<'list'>): Possible {
  const elements = items.map((item) => ({ possible: evaluate(evaluation, item), isSure: true }));
  if (elements.some(({ possible }) => !possible.value)) return ERROR;
  const settled = elements.map(({ possible: { value } }) => ({
    possible: { value, mayErr: false },
    isSure: true,
  }));
  const mayErr = elements.some(({ possible }) => possible.mayErr);
  return { value: { is: 'list', elements: settled, isOpen: false }, mayErr };
}

function evaluateStruct(evaluation: Evaluation, { members }: ExpressionOf<'struct'>): Possible {
  const read = members.map(({ name, value }) => [name, evaluate(evaluation, value)] as const);
  if (read.some(([, { value }]) => !value)) return ERROR;
  const mayErr = read.some(([, member]) => member.mayErr);
  const settled = read.map(([name, { value }]) => [name, { value, mayErr: false }] as const);
  return { value: { is: 'struct', members: new Map(settled) }, mayErr };
}

function evaluateJoin(evaluation: Evaluation, { operator, terms }: ExpressionOf<'join'>): Possible {
  const truths = terms.map((term) => truthOf(evaluate(evaluation, term)));
  return possibleTruth(operator === '&&' ? everyTruth(truths) : someTruth(truths));
}

function evaluateNot(evaluation: Evaluation, { of }: ExpressionOf<'not'>): Possible {
  const { mayBeTrue, mayBeFalse, mayErr } = truthOf(evaluate(evaluation, of));
  return possibleTruth({ mayBeTrue: mayBeFalse, mayBeFalse: mayBeTrue, mayErr });
}

function evaluate(evaluation: Evaluation, expression: Expression): Possible {
  evaluation.steps.left -= 1;
  if (evaluation.steps.left < 0) throw new TooManySteps();
  const possible = evaluateKind(evaluation, expression);
  report(evaluation, possible);
  return possible;
}

/** Says why something that was read isn't known. */
function report({ onUnknown }: Evaluation, { value }: Possible): void {
  if (value?.is === 'unknown' && value.cause) onUnknown(value.cause);
}

function evaluateKind(evaluation: Evaluation, expression: Expression): Possible {
  switch (expression.kind) {
    case 'bool':
      return possibleTruth(truth(expression.value));
    case 'int':
      return certain(intValue(expression.value));
    case 'string':
      return certain(textValue(expression.value));
    case 'list':
      return evaluateList(evaluation, expression);
    case 'struct':
      return evaluateStruct(evaluation, expression);
    case 'name':
      return evaluation.names.get(expression.name) ?? ERROR;
    case 'member':
      return evaluateMember(evaluation, expression);
    case 'index':
      return evaluateIndex(evaluation, expression);
    case 'slice':
      return evaluateSlice(evaluation, expression);
    case 'compare':
      return evaluateCompare(evaluation, expression);
    case 'join':
      return evaluateJoin(evaluation, expression);
    case 'not':
      return evaluateNot(evaluation, expression);
    case 'each':
      return evaluateEach(evaluation, expression);
    case 'contains':
      return evaluateFind(evaluation, expression.item, expression.of);
    case 'count':
      return evaluateCount(evaluation, expression);
    case 'timestamp':
      return evaluateTimestamp(expression);
    case 'cron-span':
      return evaluateCronSpan(evaluation, expression);
  }
}

/** What a clause may say, and why it isn't certain, where it isn't. */
export type ClauseTruth = Truth & { readonly causes: readonly UnknownCause[] };

/**
 * What a clause may say of a request.
 * @param facts what it may name. What isn't there is an error where it is named.
 */
export function evaluateClause(
  expression: Expression,
  facts: Facts,
  nowMs: number | undefined,
): ClauseTruth {
  const causes = new Set<UnknownCause>();
  const names = new Map(
    Object.entries(facts).map(([name, fact]) => [name, possibleOf(fact)] as const),
  );
  const onUnknown = (cause: UnknownCause) => void causes.add(cause);
  try {
    const evaluation = { names, nowMs, onUnknown, steps: { left: MAX_STEPS } };
    const result = truthOf(evaluate(evaluation, expression));
    return { ...result, causes: isDefinite(result) ? [] : [...causes] };
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
    return { mayBeTrue: true, mayBeFalse: true, mayErr: true, causes: ['too_much'] };
  }
}

/** Whether only one of the three is left. */
function isDefinite({ mayBeTrue, mayBeFalse, mayErr }: Truth): boolean {
  return [mayBeTrue, mayBeFalse, mayErr].filter(Boolean).length === 1;
}
