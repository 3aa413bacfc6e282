import type { Facts, UnknownCause } from './facts.ts';
import { withinCronSpan } from './cron-windows.ts';
import { CRON_STEPS, MAX_STEPS } from './limits.ts';
import { elementAt, memberOf, sliceOf } from './list-places.ts';
import { mixedTruth } from './mixed-truth.ts';
import { parseCron, parseDuration, parseTimestamp } from './moments.ts';
import {
  certain,
  compareValues,
  ERROR,
  everyTruth,
  intValue,
  isError,
  isTextAgainstNumber,
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
import type { Clause } from './read-clause.ts';
import type { Expression, ExpressionOf } from './syntax-tree.ts';
import type { Checked, Note } from './type-check.ts';

/*
 * What a clause may say of a request (docs/policies.md, Errors): true, false or an error, and more
 * than one of them where something isn't known. Both sides of `&&` and `||` are always evaluated.
 */

type Evaluation = Checked & {
  readonly names: ReadonlyMap<string, Possible>;
  /** Milliseconds since 1970, for spans of time; undefined if it isn't known. */
  readonly nowMs: number | undefined;
  readonly onUnknown: (cause: UnknownCause) => void;
  readonly steps: Steps;
};

/** How many steps are left: a clause has MAX_STEPS. */
type Steps = { left: number };

class TooManySteps extends Error {}

const OPEN_LIST: ListValue = { is: 'list', elements: [], isOpen: true };

/** A list, as far as it is known; undefined for what is none. */
function listOf(value: Value | undefined): ListValue | undefined {
  return value?.is === 'unknown' ? OPEN_LIST : value?.is === 'list' ? value : undefined;
}

const alsoErring = (possible: Possible, ...others: readonly Possible[]): Possible => ({
  ...possible,
  mayErr: possible.mayErr || others.some((other) => other.mayErr),
});

function spend({ steps }: Evaluation, count: number): void {
  steps.left -= count;
  if (steps.left < 0) throw new TooManySteps();
}

/** A value that depends on what isn't published. */
function unpublished({ onUnknown }: Evaluation, possible: Possible): Possible {
  onUnknown('unpublished');
  return possible;
}

function evaluateMember(evaluation: Evaluation, expression: ExpressionOf<'member'>): Possible {
  const { of, name } = expression;
  const owner = evaluate(evaluation, of);
  const note = evaluation.notes.get(expression);
  if (note === 'one_or_list') return unpublished(evaluation, MISSING_OR_UNKNOWN);
  const isMissing = owner.value?.is === 'struct' && !owner.value.members.has(name);
  if (note === 'empty_or_missing' && isMissing) {
    return unpublished(evaluation, { value: textValue(''), mayErr: true });
  }
  return alsoErring(memberOf(owner.value, name), owner);
}

function evaluateIndex(evaluation: Evaluation, expression: ExpressionOf<'index'>): Possible {
  const { of, at } = expression;
  const [owner, index] = [evaluate(evaluation, of), evaluate(evaluation, at)];
  if (!owner.value || !index.value) return ERROR;
  const unclear = (possible: Possible) => unpublished(evaluation, possible);
  if (evaluation.notes.has(expression)) return unclear(MISSING_OR_UNKNOWN);
  return alsoErring(elementAt(owner.value, index.value, unclear), owner, index);
}

function evaluateSlice(evaluation: Evaluation, slice: ExpressionOf<'slice'>): Possible {
  const owner = evaluate(evaluation, slice.of);
  const [start, end] = [evaluate(evaluation, slice.start), evaluate(evaluation, slice.end)];
  if (!owner.value || !start.value || !end.value) return ERROR;
  const unclear = (possible: Possible) => unpublished(evaluation, possible);
  if (evaluation.notes.has(slice)) return unclear(MISSING_OR_UNKNOWN);
  return alsoErring(sliceOf(owner.value, start.value, end.value, unclear), owner, start, end);
}

const HOLDS: Readonly<Record<string, (order: Order) => [boolean, boolean]>> = {
  '==': (o) => [o.mayBeEqual, o.mayBeLess || o.mayBeMore],
  '!=': (o) => [o.mayBeLess || o.mayBeMore, o.mayBeEqual],
  '<': (o) => [o.mayBeLess, o.mayBeEqual || o.mayBeMore],
  '>': (o) => [o.mayBeMore, o.mayBeEqual || o.mayBeLess],
  '<=': (o) => [o.mayBeLess || o.mayBeEqual, o.mayBeMore],
  '>=': (o) => [o.mayBeMore || o.mayBeEqual, o.mayBeLess],
};

/** Notes by which a comparison may be an error, whatever its sides are. */
const ERRING: readonly (Note | undefined)[] = ['int_width', 'text_in_list'];

function evaluateCompare(evaluation: Evaluation, compare: ExpressionOf<'compare'>): Possible {
  const { operator, left, right } = compare;
  if (operator === 'in') return evaluateFind(evaluation, compare, left, right);
  const [one, other] = [evaluate(evaluation, left), evaluate(evaluation, right)];
  if (!one.value || !other.value) return ERROR;
  const note = evaluation.notes.get(compare);
  const holds = HOLDS[operator];
  if (isTextAgainstNumber(one.value, other.value)) {
    return unpublished(evaluation, { ...possibleTruth(truth(operator === '!=')), mayErr: true });
  }
  const order = compareValues(one.value, other.value, note);
  if (!order || !holds) return ERROR;
  const [mayBeTrue, mayBeFalse] = holds(order);
  const isUnclear = ERRING.includes(note);
  const mayErr = one.mayErr || other.mayErr || isUnclear;
  const possible = possibleTruth({ mayBeTrue, mayBeFalse, mayErr });
  const mayVary = isUnclear || (note === 'letter_case' && mayBeTrue && mayBeFalse);
  return mayVary ? unpublished(evaluation, possible) : possible;
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

function evaluateFind(
  evaluation: Evaluation,
  expression: Expression,
  wanted: Expression,
  within: Expression,
): Possible {
  const [item, list] = [evaluate(evaluation, wanted), evaluate(evaluation, within)];
  const note = evaluation.notes.get(expression);
  if (note === 'one_or_list') return unpublished(evaluation, MISSING_OR_UNKNOWN);
  const found = listOf(list.value);
  if (!item.value || !found) return ERROR;
  spend(evaluation, found.elements.length);
  const absent = truth(false);
  const comparing = { note, mayNotFit: evaluation.mayNotFit.has(expression) };
  reportWithin(evaluation, item);
  const truths = elementsOf(found).map(({ possible, isSure }) => {
    reportWithin(evaluation, possible);
    return aboutSure(sameness(item, possible, comparing), isSure, absent);
  });
  const whole = someTruth([absent, ...truths]);
  const isUnclear = ERRING.includes(note);
  const mayErr = whole.mayErr || item.mayErr || list.mayErr || isUnclear;
  const isCertain = whole.mayBeTrue !== whole.mayBeFalse && !isUnclear && !whole.mayErr;
  const possible = possibleTruth({ ...whole, mayErr });
  return isCertain || !note ? possible : unpublished(evaluation, possible);
}

/** Its elements, with one more that isn't known for all those that an open list may have. */
function elementsOf({ elements, isOpen }: ListValue): readonly Element[] {
  return isOpen ? [...elements, { possible: UNKNOWN, isSure: false }] : elements;
}

function evaluateEach(evaluation: Evaluation, each: ExpressionOf<'each'>): Possible {
  const { method, of, variable, predicate } = each;
  const owner = evaluate(evaluation, of);
  if (evaluation.notes.has(each)) return unclearEach(evaluation, each);
  const list = listOf(owner.value);
  if (!list) return ERROR;
  const tested = elementsOf(list).map((element) => {
    const names = new Map(evaluation.names).set(variable, element.possible);
    return { element, holds: truthOf(evaluate({ ...evaluation, names }, predicate)) };
  });
  if (method === 'filter') return alsoErring(filtered(list, tested), owner);
  const absent = truth(method === 'all');
  const truths = tested.map(({ element, holds }) => aboutSure(holds, element.isSure, absent));
  const whole = method === 'any' ? someTruth([absent, ...truths]) : everyTruth([absent, ...truths]);
  return alsoErring(possibleTruth(whole), owner);
}

/** Of what may be one struct or a list of them. */
function unclearEach(evaluation: Evaluation, { method }: ExpressionOf<'each'>): Possible {
  return unpublished(
    evaluation,
    method === 'filter' ? { value: OPEN_LIST, mayErr: true } : MISSING_OR_UNKNOWN,
  );
}

type TestedElement = { readonly element: Element; readonly holds: Truth };

function filtered({ elements, isOpen }: ListValue, tested: readonly TestedElement[]): Possible {
  if (tested.some(({ element, holds }) => element.isSure && isError(holds))) return ERROR;
  const matching = tested
    .slice(0, elements.length)
    .filter(({ holds }) => holds.mayBeTrue)
    .map(({ element: { possible, isSure }, holds }) => ({
      possible,
      isSure: isSure && !holds.mayBeFalse,
    }));
  const mayErr = tested.some(({ holds }) => holds.mayErr);
  return { value: { is: 'list', elements: matching, isOpen }, mayErr };
}

function evaluateCount(evaluation: Evaluation, expression: ExpressionOf<'count'>): Possible {
  const owner = evaluate(evaluation, expression.of);
  if (evaluation.notes.has(expression)) return unpublished(evaluation, MISSING_OR_UNKNOWN);
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

function evaluateCronSpan(evaluation: Evaluation, { texts }: ExpressionOf<'cron-span'>): Possible {
  const { nowMs, onUnknown } = evaluation;
  const [cron, duration] = [parseCron(literal(texts[0])), parseDuration(literal(texts[1]))];
  if (!cron || !duration) return ERROR;
  if (nowMs === undefined) {
    onUnknown('time');
    return UNKNOWN;
  }
  spend(evaluation, CRON_STEPS - 1);
  const within = withinCronSpan(cron, duration, literal(texts[2]), nowMs);
  return within === 'maybe'
    ? unpublished(evaluation, UNKNOWN)
    : possibleTruth(truth(within === 'yes'));
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

function evaluateMixed(evaluation: Evaluation, mixed: ExpressionOf<'mixed'>): Possible {
  const terms = mixed.terms.map((term) => truthOf(evaluate(evaluation, term)));
  const { truth: whole, differ } = mixedTruth(terms, mixed.operators);
  return differ ? unpublished(evaluation, possibleTruth(whole)) : possibleTruth(whole);
}

function evaluateNot(evaluation: Evaluation, { of }: ExpressionOf<'not'>): Possible {
  const { mayBeTrue, mayBeFalse, mayErr } = truthOf(evaluate(evaluation, of));
  return possibleTruth({ mayBeTrue: mayBeFalse, mayBeFalse: mayBeTrue, mayErr });
}

function evaluate(evaluation: Evaluation, expression: Expression): Possible {
  spend(evaluation, 1);
  const possible = evaluateKind(evaluation, expression);
  report(evaluation, possible);
  // Its type isn't known either: it may be one that doesn't fit where it stands.
  const isLoose = possible.value?.is === 'unknown' && evaluation.mayNotFit.has(expression);
  return isLoose ? { ...possible, mayErr: true } : possible;
}

/** Says why something that was read isn't known. */
function report({ onUnknown }: Evaluation, { value, cause }: Possible): void {
  if (cause) onUnknown(cause);
  if (value?.is === 'unknown' && value.cause) onUnknown(value.cause);
}

/** The same of all that is compared with it. */
function reportWithin(evaluation: Evaluation, possible: Possible): void {
  report(evaluation, possible);
  if (possible.value?.is !== 'struct') return;
  for (const member of possible.value.members.values()) reportWithin(evaluation, member);
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
    case 'mixed':
      return evaluateMixed(evaluation, expression);
    case 'not':
      return evaluateNot(evaluation, expression);
    case 'each':
      return evaluateEach(evaluation, expression);
    case 'contains':
      return evaluateFind(evaluation, expression, expression.item, expression.of);
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

/** How many steps the clauses of one question may take together; an evaluation takes off its own. */
export type StepsLeft = { left: number };

/**
 * What a clause may say of a request.
 * @param facts what it may name. What isn't there is an error where it is named.
 * @param together of several clauses, if their steps are counted together
 */
export function evaluateClause(
  { tree, notes, mayNotFit }: Clause,
  facts: Facts,
  nowMs: number | undefined,
  together: StepsLeft = { left: MAX_STEPS },
): ClauseTruth {
  const causes = new Set<UnknownCause>();
  const names = new Map(
    Object.entries(facts).map(([name, fact]) => [name, possibleOf(fact)] as const),
  );
  const onUnknown = (cause: UnknownCause) => void causes.add(cause);
  const given = Math.min(MAX_STEPS, together.left);
  const steps: Steps = { left: given };
  try {
    const evaluation = { names, notes, mayNotFit, nowMs, onUnknown, steps };
    const result = truthOf(evaluate(evaluation, tree));
    return { ...result, causes: isDefinite(result) ? [] : [...causes] };
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
    return { mayBeTrue: true, mayBeFalse: true, mayErr: true, causes: ['too_much'] };
  } finally {
    together.left -= given - steps.left;
  }
}

/** Whether only one of the three is left. */
function isDefinite({ mayBeTrue, mayBeFalse, mayErr }: Truth): boolean {
  return [mayBeTrue, mayBeFalse, mayErr].filter(Boolean).length === 1;
}
