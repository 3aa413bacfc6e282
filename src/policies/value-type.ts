/*
 * The types of the language (docs/policies.md, Types), and what isn't published of a value.
 */

/** How the letter case of a text counts where it is compared; nothing stands for exactly. */
export type LetterCase = 'folds' | 'unpublished';

export type ValueType =
  | { readonly is: 'bool' | 'timestamp' }
  /** `isLiteral`: a number that stands in the clause, and so is of either width. */
  | { readonly is: 'int' | 'uint'; readonly isLiteral?: boolean }
  | {
      readonly is: 'string';
      readonly letterCase?: LetterCase;
      /** Where a request has none, it may be empty instead of missing: not published. */
      readonly mayBeEmpty?: boolean;
    }
  | { readonly is: 'list'; readonly of: ValueType }
  /** Members of any name, written in brackets, or after a dot. */
  | { readonly is: 'map'; readonly of: ValueType; readonly isDotted: boolean }
  | {
      readonly is: 'struct';
      readonly members: Readonly<Record<string, ValueType>>;
      /** It may be a list of such structs: not published. */
      readonly mayBeList?: boolean;
    }
  /** What a contract, a program or typed data says it is: a text, a number, a bool, a list or a struct. */
  | { readonly is: 'value'; readonly isDotted: boolean }
  /** Of the elements of `[]`. */
  | { readonly is: 'any' };

export type StructType = Extract<ValueType, { readonly is: 'struct' }>;

export const BOOL: ValueType = { is: 'bool' };
export const INT: ValueType = { is: 'int' };
export const UINT: ValueType = { is: 'uint' };
export const STRING: ValueType = { is: 'string' };
export const TIMESTAMP: ValueType = { is: 'timestamp' };
export const ANY: ValueType = { is: 'any' };

export const listOf = (of: ValueType): ValueType => ({ is: 'list', of });
export const mapOf = (of: ValueType): ValueType => ({ is: 'map', of, isDotted: false });

/** No prototype: `constructor` is a name like any other, and unknown. */
export function structOf(members: Readonly<Record<string, ValueType>>): StructType {
  return { is: 'struct', members: Object.assign(Object.create(null), members) as typeof members };
}

/** The type of a member after a dot; undefined if there is none. */
export function memberType(type: ValueType, name: string): ValueType | undefined {
  if (type.is === 'struct') return type.members[name];
  if (type.is === 'map') return type.isDotted ? type.of : undefined;
  return type.is === 'value' && type.isDotted ? type : undefined;
}

/** The type of a list's elements; undefined if it is no list. */
export function elementType(type: ValueType): ValueType | undefined {
  if (type.is === 'list') return type.of;
  if (type.is === 'value' || type.is === 'any') return type;
  return type.is === 'struct' && type.mayBeList ? { ...type, mayBeList: false } : undefined;
}

/** What a type is called, for a sentence about types that don't fit. */
export function typeName(type: ValueType): string {
  return type.is === 'list' ? `list<${typeName(type.of)}>` : type.is;
}

const isNumber = ({ is }: ValueType): boolean => is === 'int' || is === 'uint';

/** Whether a value of one type may stand where another is wanted. */
export function fits(one: ValueType, other: ValueType): boolean {
  if (one.is === 'any' || other.is === 'any') return true;
  if (one.is === 'value' || other.is === 'value') {
    return one.is !== 'timestamp' && other.is !== 'timestamp';
  }
  if (isNumber(one) && isNumber(other)) return true;
  if (one.is === 'list' && other.is === 'list') return fits(one.of, other.of);
  if (one.is === 'map' && other.is === 'map') return fits(one.of, other.of);
  if (one.is === 'struct' && other.is === 'struct') return fitMembers(one.members, other.members);
  return one.is === other.is;
}

type Members = Readonly<Record<string, ValueType>>;

function fitMembers(one: Members, other: Members): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => {
      const [mine, theirs] = [one[name], other[name]];
      return mine !== undefined && theirs !== undefined && fits(mine, theirs);
    })
  );
}

/** Whether one is an int and the other a uint, neither written in the clause: what then isn't published. */
export function differInWidth(one: ValueType, other: ValueType): boolean {
  if (!isNumber(one) || !isNumber(other) || one.is === other.is) return false;
  return !('isLiteral' in one && one.isLiteral) && !('isLiteral' in other && other.isLiteral);
}

/** Whether two values of it may be such that comparing them is an error: lists, or of different types. */
export function mayNotCompare(type: ValueType): boolean {
  switch (type.is) {
    case 'value':
    case 'list':
      return true;
    case 'map':
      return mayNotCompare(type.of);
    case 'struct':
      return type.mayBeList === true || Object.values(type.members).some(mayNotCompare);
    default:
      return false;
  }
}

/** How the case of a value's letters counts: the least certain of its parts. */
export function letterCaseOf(type: ValueType): LetterCase | undefined {
  switch (type.is) {
    case 'string':
      return type.letterCase;
    case 'value':
      return 'unpublished';
    case 'list':
    case 'map':
      return letterCaseOf(type.of);
    case 'struct':
      return Object.values(type.members).map(letterCaseOf).reduce(lessCertain, undefined);
    default:
      return undefined;
  }
}

export function lessCertain(
  one: LetterCase | undefined,
  other: LetterCase | undefined,
): LetterCase | undefined {
  return one === 'unpublished' || other === 'unpublished' ? 'unpublished' : (one ?? other);
}
