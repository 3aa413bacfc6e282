/*
 * The types of a contract's ABI, read from its JSON
 * (docs.soliditylang.org/en/latest/abi-spec.html, Types).
 */

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
/** More arguments and members than a function can have on the chain. */
const MAX_PARAMETERS = 256;

const ARRAY = /^(.*)\[(\d{0,9})\]$/;
const NUMBER = /^(u?int)(\d{0,3})$/;
const FIXED_BYTES = /^bytes(\d{1,2})$/;

type Values = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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

function readType(type: string, components: unknown, depth: number): AbiType | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const [, item, digits] = ARRAY.exec(type) ?? [];
  if (item !== undefined && digits !== undefined) {
    const itemType = readType(item, components, depth + 1);
    const length = digits === '' ? undefined : Number(digits);
    return itemType && { kind: 'array', item: itemType, length };
  }
  if (type !== 'tuple') return readElementary(type);
  const members = readParameters(components, depth + 1);
  return members && { kind: 'tuple', members };
}

/** The parameters of an ABI entry, or undefined if one has no type that there is. */
export function readParameters(list: unknown, depth = 0): readonly AbiParameter[] | undefined {
  if (!Array.isArray(list) || list.length > MAX_PARAMETERS) return undefined;
  const parameters: AbiParameter[] = [];
  for (const entry of list) {
    if (!isMembers(entry)) return undefined;
    const { name, type, components } = entry;
    const read = typeof type === 'string' ? readType(type, components, depth) : undefined;
    if (!read) return undefined;
    parameters.push({ name: typeof name === 'string' ? name : '', type: read });
  }
  return parameters;
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
