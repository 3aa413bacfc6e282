/*
 * The types of a contract's ABI, read from its JSON
 * (docs.soliditylang.org/en/latest/abi-spec.html, Types).
 */

import { isMembers } from './parse.ts';

/** A type, with all that its encoding depends on. */
export type AbiType =
  | { readonly kind: 'uint' | 'int'; readonly bits: number }
  | { readonly kind: 'address' | 'bool' }
  | { readonly kind: 'bytes' | 'string' }
  /** `bytes1` to `bytes32`; `function` is an address and a selector. */
  | { readonly kind: 'fixed-bytes'; readonly length: number; readonly isFunction: boolean }
  /** `length` undefined: as many as the data says. */
  | { readonly kind: 'array'; readonly item: AbiType; readonly length: number | undefined }
  | { readonly kind: 'tuple'; readonly members: readonly AbiParameter[] };

/** An argument, or a member of a tuple. */
export type AbiParameter = { readonly name: string; readonly type: AbiType };

/** No contract nests its types deeper; a reader of them need not go on. */
const MAX_DEPTH = 16;
/** More arguments and members than a function can have on the chain, also in all its structs together. */
const MAX_PARAMETERS = 256;
const MAX_TYPES = 1024;
/** No tool makes names so long. */
const MAX_NAME_LENGTH = 200;

/** `\w` is of ASCII, so no letter of a name can imitate another script's. */
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * A name as Solidity and Vyper have them (docs.soliditylang.org/en/latest/grammar.html, Identifier):
 * nothing in it can look like brackets, types or other letters.
 */
export function isIdentifier(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH && IDENTIFIER.test(text);
}

const ARRAY = /^(.*)\[(\d{0,9})\]$/;
const NUMBER = /^(u?int)(\d{0,3})$/;
const FIXED_BYTES = /^bytes(\d{1,2})$/;

/** How many types of one entry were read. */
type Count = { types: number };

function readElementary(type: string): AbiType | undefined {
  if (type === 'address' || type === 'bool') return { kind: type };
  if (type === 'bytes' || type === 'string') return { kind: type };
  if (type === 'function') return { kind: 'fixed-bytes', length: 24, isFunction: true };
  const [, sign, digits = ''] = NUMBER.exec(type) ?? [];
  if (sign === 'uint' || sign === 'int') {
    const bits = digits === '' ? 256 : Number(digits);
    const isWidth = bits % 8 === 0 && bits >= 8 && bits <= 256 && !digits.startsWith('0');
    return isWidth ? { kind: sign, bits } : undefined;
  }
  const [, bytes = ''] = FIXED_BYTES.exec(type) ?? [];
  const length = Number(bytes);
  const isLength = length >= 1 && length <= 32 && !bytes.startsWith('0');
  return isLength ? { kind: 'fixed-bytes', length, isFunction: false } : undefined;
}

/** The parts of `a,(b,c),d` between the commas outside of brackets. */
function splitMembers(text: string): readonly string[] {
  if (text === '') return [];
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (text[at] !== ',' || depth !== 0) continue;
    parts.push(text.slice(start, at).trim());
    start = at + 1;
  }
  return [...parts, text.slice(start).trim()];
}

function readType(
  type: string,
  components: unknown,
  depth: number,
  count: Count,
): AbiType | undefined {
  count.types += 1;
  if (depth > MAX_DEPTH || count.types > MAX_TYPES) return undefined;
  const [, item, digits] = ARRAY.exec(type) ?? [];
  if (item !== undefined && digits !== undefined) {
    const itemType = readType(item, components, depth + 1, count);
    const length = digits === '' ? undefined : Number(digits);
    return itemType && { kind: 'array', item: itemType, length };
  }
  // Vyper writes its structs' types out, without names: `(address,uint256)[10]`.
  const isWritten = type.startsWith('(') && type.endsWith(')');
  if (type !== 'tuple' && !isWritten) return readElementary(type);
  const list = isWritten
    ? splitMembers(type.slice(1, -1)).map((one) => ({ type: one }))
    : components;
  const members = readList(list, depth + 1, count);
  return members && { kind: 'tuple', members };
}

function readList(list: unknown, depth: number, count: Count): readonly AbiParameter[] | undefined {
  if (!Array.isArray(list) || list.length > MAX_PARAMETERS) return undefined;
  const parameters: AbiParameter[] = [];
  for (const entry of list) {
    if (!isMembers(entry)) return undefined;
    const { name, type, components } = entry;
    const read = typeof type === 'string' ? readType(type, components, depth, count) : undefined;
    if (!read) return undefined;
    parameters.push({ name: typeof name === 'string' ? name : '', type: read });
  }
  return parameters;
}

/**
 * The parameters of an ABI entry, or undefined if one has no type that there is, or all have more types
 * than a function can have.
 */
export function readParameters(list: unknown): readonly AbiParameter[] | undefined {
  return readList(list, 0, { types: 0 });
}

/** A type as it stands in a signature: `(address,uint256)[2]`; `withNames` for people. */
export function typeText(type: AbiType, withNames = false): string {
  switch (type.kind) {
    case 'uint':
    case 'int':
      return `${type.kind}${type.bits}`;
    case 'fixed-bytes':
      return type.isFunction ? 'function' : `bytes${type.length}`;
    case 'array':
      return `${typeText(type.item, withNames)}[${type.length ?? ''}]`;
    case 'tuple':
      return parametersText(type.members, withNames);
    default:
      return type.kind;
  }
}

/** Parameters in brackets: `(address,uint256)`, for people `(address to, uint256 amount)`. */
export function parametersText(list: readonly AbiParameter[], withNames = false): string {
  const texts = list.map(({ name, type }) => {
    const text = typeText(type, withNames);
    return withNames ? `${text} ${name}`.trim() : text;
  });
  return `(${texts.join(withNames ? ', ' : ',')})`;
}
