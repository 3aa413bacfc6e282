import type { Note } from './type-check.ts';
import {
  causeOf,
  doubtfulValue,
  isUnknown,
  type Fact,
  type Moment,
  type UnknownCause,
} from './facts.ts';

/*
 * What an expression may evaluate to. A known value has one possibility. Each step of an evaluation
 * keeps every possibility that some value of the unknowns would give (it may keep more, never
 * fewer): so what has one possibility left holds for all of them.
 */

/** What a bool may be. None of the three can't happen; only `mayErr` is an error for certain. */
export type Truth = {
  readonly mayBeTrue: boolean;
  readonly mayBeFalse: boolean;
  readonly mayErr: boolean;
};

export type Value =
  | { readonly is: 'bool'; readonly mayBeTrue: boolean; readonly mayBeFalse: boolean }
  /** From `low` to `high`, which are equal for a known integer. No `high`: no end. */
  | { readonly is: 'int'; readonly low: bigint; readonly high: bigint | undefined }
  | { readonly is: 'string'; readonly text: string }
  | { readonly is: 'moment'; readonly atMs: number }
  | ListValue
  | { readonly is: 'struct'; readonly members: ReadonlyMap<string, Possible> }
  /** Any value of its type. */
  | { readonly is: 'unknown'; readonly cause?: UnknownCause };

/** `isOpen`: it may have further elements, which aren't known. */
export type ListValue = {
  readonly is: 'list';
  readonly elements: readonly Element[];
  readonly isOpen: boolean;
};
/** `isSure`: it is in the list, whatever the unknowns are. */
export type Element = { readonly possible: Possible; readonly isSure: boolean };

/** No value: an error for certain. `cause`: why a value that is known may be an error. */
export type Possible = {
  readonly value: Value | undefined;
  readonly mayErr: boolean;
  readonly cause?: UnknownCause;
};

export const ERROR: Possible = { value: undefined, mayErr: true };
export const UNKNOWN: Possible = { value: { is: 'unknown' }, mayErr: false };
export const MISSING_OR_UNKNOWN: Possible = { value: { is: 'unknown' }, mayErr: true };

export const certain = (value: Value): Possible => ({ value, mayErr: false });
export const textValue = (text: string): Value => ({ is: 'string', text });
export const intValue = (value: bigint): Value => ({ is: 'int', low: value, high: value });

/** The value of a truth; an error if it is neither. */
export function possibleTruth({ mayBeTrue, mayBeFalse, mayErr }: Truth): Possible {
  if (!mayBeTrue && !mayBeFalse) return ERROR;
  return { value: { is: 'bool', mayBeTrue, mayBeFalse }, mayErr };
}

export const truth = (holds: boolean): Truth => ({
  mayBeTrue: holds,
  mayBeFalse: !holds,
  mayErr: false,
});

const NEITHER: Truth = { mayBeTrue: false, mayBeFalse: false, mayErr: true };

/** A value as a truth. What is no bool is an error. */
export function truthOf({ value, mayErr }: Possible): Truth {
  if (value?.is === 'bool')
    return { mayBeTrue: value.mayBeTrue, mayBeFalse: value.mayBeFalse, mayErr };
  if (value?.is === 'unknown') return { mayBeTrue: true, mayBeFalse: true, mayErr };
  return NEITHER;
}

/** Whether it can only be an error. */
export const isError = ({ mayBeTrue, mayBeFalse }: Truth): boolean => !mayBeTrue && !mayBeFalse;

/** What all of them together may be, as `combine` joins truth and falsehood: an error in one is one of the whole. */
function joined(
  truths: readonly Truth[],
  combine: (truths: readonly Truth[]) => { mayBeTrue: boolean; mayBeFalse: boolean },
): Truth {
  if (truths.some(isError)) return NEITHER;
  return { ...combine(truths), mayErr: truths.some((one) => one.mayErr) };
}

export const everyTruth = (truths: readonly Truth[]): Truth =>
  joined(truths, (all) => ({
    mayBeTrue: all.every((one) => one.mayBeTrue),
    mayBeFalse: all.some((one) => one.mayBeFalse),
  }));

export const someTruth = (truths: readonly Truth[]): Truth =>
  joined(truths, (all) => ({
    mayBeTrue: all.some((one) => one.mayBeTrue),
    mayBeFalse: all.every((one) => one.mayBeFalse),
  }));

const isMoment = (fact: object): fact is Moment => 'atMs' in fact && typeof fact.atMs === 'number';
const isFacts = (fact: Fact): fact is readonly (Fact | undefined)[] => Array.isArray(fact);

/** What a fact may be. */
export function possibleOf(fact: Fact): Possible {
  if (typeof fact === 'boolean') return possibleTruth(truth(fact));
  if (typeof fact === 'bigint') return certain(intValue(fact));
  if (typeof fact === 'string') return certain(textValue(fact));
  if (isUnknown(fact)) {
    return { value: { is: 'unknown', cause: causeOf(fact) }, mayErr: fact.mayBeMissing };
  }
  const inDoubt = doubtfulValue(fact);
  if (inDoubt !== undefined) {
    return { value: possibleOf(inDoubt).value, mayErr: true, cause: 'unpublished' };
  }
  if (isFacts(fact)) {
    const elements = fact.map((item) => ({
      possible: item === undefined ? ERROR : possibleOf(item),
      isSure: true,
    }));
    return certain({ is: 'list', elements, isOpen: false });
  }
  if (isMoment(fact)) return certain({ is: 'moment', atMs: fact.atMs });
  const members = Object.entries<Fact>(fact).map(
    ([name, member]) => [name, possibleOf(member)] as const,
  );
  return certain({ is: 'struct', members: new Map(members) });
}

/** How two values may stand to each other. */
export type Order = {
  readonly mayBeLess: boolean;
  readonly mayBeEqual: boolean;
  readonly mayBeMore: boolean;
};

const ANY_ORDER: Order = { mayBeLess: true, mayBeEqual: true, mayBeMore: true };

function orderOf(one: number | bigint, other: number | bigint): Order {
  return { mayBeLess: one < other, mayBeEqual: one === other, mayBeMore: one > other };
}

const EQUAL: Order = { mayBeLess: false, mayBeEqual: true, mayBeMore: false };
const UNEQUAL: Order = { mayBeLess: true, mayBeEqual: false, mayBeMore: true };

/** How texts compare, as far as it is published which letters are the same. */
function compareTexts(one: string, other: string, note: Note | undefined): Order {
  if (one === other) return EQUAL;
  if (one.toLowerCase() !== other.toLowerCase()) return UNEQUAL;
  if (note === 'folds_case') return EQUAL;
  return note === 'letter_case' || note === 'text_in_list' ? ANY_ORDER : UNEQUAL;
}

/** How one value may stand to another; undefined if they can't be compared, which is an error. */
export function compareValues(one: Value, other: Value, note?: Note): Order | undefined {
  if (one.is === 'unknown' || other.is === 'unknown') return ANY_ORDER;
  if (one.is === 'string' && other.is === 'string') {
    return compareTexts(one.text, other.text, note);
  }
  if (one.is === 'bool' && other.is === 'bool') {
    const mayBeEqual = (one.mayBeTrue && other.mayBeTrue) || (one.mayBeFalse && other.mayBeFalse);
    const mayDiffer = (one.mayBeTrue && other.mayBeFalse) || (one.mayBeFalse && other.mayBeTrue);
    return { mayBeEqual, mayBeLess: mayDiffer, mayBeMore: mayDiffer };
  }
  if (one.is === 'moment' && other.is === 'moment') return orderOf(one.atMs, other.atMs);
  if (one.is !== 'int' || other.is !== 'int') return undefined;
  const endsAtOrAfter = (end: bigint | undefined, start: bigint) =>
    end === undefined || end >= start;
  const endsAfter = (end: bigint | undefined, start: bigint) => end === undefined || end > start;
  return {
    mayBeLess: endsAfter(other.high, one.low),
    mayBeEqual: endsAtOrAfter(other.high, one.low) && endsAtOrAfter(one.high, other.low),
    mayBeMore: endsAfter(one.high, other.low),
  };
}

/** A text and a number are never the same. Whether asking is an error isn't published. */
export const isTextAgainstNumber = (one: Value, other: Value): boolean =>
  (one.is === 'string' && other.is === 'int') || (one.is === 'int' && other.is === 'string');

/** `mayNotFit`: comparing a value that isn't known may be an error. */
type Comparing = { readonly note: Note | undefined; readonly mayNotFit: boolean };

/** Whether two values may be the same one, as `in` and `contains` ask. */
export function sameness(one: Possible, other: Possible, comparing: Comparing): Truth {
  const [a, b] = [one.value, other.value];
  if (!a || !b) return NEITHER;
  const isUnknown = a.is === 'unknown' || b.is === 'unknown';
  const mayErr = one.mayErr || other.mayErr || (isUnknown && comparing.mayNotFit);
  if (a.is === 'struct' && b.is === 'struct') {
    const members = sameMembers(a.members, b.members, comparing);
    return { ...members, mayErr: mayErr || members.mayErr };
  }
  if (isTextAgainstNumber(a, b)) return { mayBeTrue: false, mayBeFalse: true, mayErr: true };
  const order = compareValues(a, b, comparing.note);
  if (!order) return NEITHER;
  return { mayBeTrue: order.mayBeEqual, mayBeFalse: order.mayBeLess || order.mayBeMore, mayErr };
}

type Members = ReadonlyMap<string, Possible>;

function sameMembers(one: Members, other: Members, comparing: Comparing): Truth {
  const names = [...new Set([...one.keys(), ...other.keys()])];
  return everyTruth(
    names.map((name) => {
      const [a, b] = [one.get(name), other.get(name)];
      if (a && b) return sameness(a, b, comparing);
      // Neither has the member if the one that may be missing is.
      return { mayBeTrue: (a ?? b)?.mayErr === true, mayBeFalse: true, mayErr: false };
    }),
  );
}
