import * as v from 'valibot';
import type { AddressFormat, SmartContractInterfaceType } from './enums.ts';
import { parametersText, readParameters, type AbiParameter } from './abi-parameter.ts';
import type { Rule } from './rules.ts';

/** A function, event or other entry of a contract, as shown before it's sent. */
export type ContractEntry = {
  readonly kind:
    'function' | 'event' | 'error' | 'constructor' | 'instruction' | 'account' | 'other';
  /** For example, `transfer(address to, uint256 amount)`. */
  readonly signature: string;
  /** For functions: `view`, `payable`, ... Otherwise empty. */
  readonly note: string;
  /** What a function gives back, `(bool)`; left out if that's nothing. */
  readonly returns?: string;
  /** What the chain knows it by, `transfer(address,uint256)`; undefined if its types aren't known. */
  readonly canonical?: string | undefined;
};

/** A function that calldata can call. */
export type AbiFunction = {
  readonly name: string;
  readonly inputs: readonly AbiParameter[];
  /** As it is hashed: `transfer(address,uint256)`. */
  readonly signature: string;
};

export type ContractInterface =
  | { readonly ok: true; readonly entries: readonly ContractEntry[] }
  | { readonly ok: false; readonly rule: Rule };

/**
 * Maximum number of characters, `tk_max_length` in the published schema (docs/protocol.md, The ten
 * operations).
 */
export const MAX_CONTRACT_INTERFACE_LENGTH = 400_000;

/** The address of a contract on each chain: its format, and what all of them look like. */
const ADDRESSES: Readonly<
  Record<SmartContractInterfaceType, { readonly format: AddressFormat; readonly shape: RegExp }>
> = {
  SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM: {
    format: 'ADDRESS_FORMAT_ETHEREUM',
    shape: /^0x[0-9a-f]{40}$/i,
  },
  SMART_CONTRACT_INTERFACE_TYPE_SOLANA: {
    format: 'ADDRESS_FORMAT_SOLANA',
    shape: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  },
};

type Values = Readonly<Record<string, unknown>>;

const addressOf = ({ type }: Values) =>
  Object.entries(ADDRESSES).find(([chain]) => chain === type)?.[1];

/** The formats that the address of a contract may have, by its chain. */
export function contractFormats(values: Values): readonly AddressFormat[] {
  const address = addressOf(values);
  return address ? [address.format] : [];
}

/** Whether a contract's address looks like one on its chain; `src/addresses` decides if it is one. */
export function isLikeContractAddress(values: Values): boolean {
  const { smartContractAddress: text } = values;
  return typeof text === 'string' && addressOf(values)?.shape.test(text) === true;
}

const abiInput = v.looseObject({ name: v.optional(v.string(), ''), type: v.string() });
const abiEntry = v.object({
  type: v.string(),
  name: v.optional(v.string(), ''),
  inputs: v.optional(v.array(abiInput), []),
  outputs: v.optional(v.unknown()),
  stateMutability: v.optional(v.string(), ''),
});

type AbiEntry = v.InferOutput<typeof abiEntry>;

const idlArgument = v.object({ name: v.string() });
const idlInstruction = v.object({
  name: v.pipe(v.string(), v.minLength(1)),
  args: v.optional(v.array(idlArgument), []),
});
const idlMember = v.object({ name: v.string() });
const idl = v.object({
  instructions: v.array(idlInstruction, 'idl_instructions'),
  accounts: v.optional(v.array(idlMember), []),
  events: v.optional(v.array(idlMember), []),
});

const NAMED_KINDS = new Set(['function', 'event', 'error']);
const CALLABLE_KINDS = new Set(['function', 'event', 'error', 'constructor']);

function abiKind(type: string): ContractEntry['kind'] {
  for (const kind of ['function', 'event', 'error', 'constructor'] as const) {
    if (type === kind) return kind;
  }
  return 'other';
}

function readAbi(value: unknown): ContractInterface {
  if (!Array.isArray(value)) return { ok: false, rule: 'abi_array' };
  const parsed = v.safeParse(v.array(abiEntry), value);
  if (!parsed.success) return { ok: false, rule: 'abi_entry' };
  if (parsed.output.some((entry) => NAMED_KINDS.has(entry.type) && entry.name === '')) {
    return { ok: false, rule: 'abi_entry' };
  }
  return { ok: true, entries: parsed.output.map(toEntry) };
}

function toEntry(entry: AbiEntry): ContractEntry {
  const { type, name, inputs, stateMutability: note } = entry;
  const kind = abiKind(type);
  const title = name || type;
  if (!CALLABLE_KINDS.has(type)) return { kind, signature: title, note };
  const known = readParameters(inputs);
  const outputs = readParameters(entry.outputs) ?? [];
  const asGiven = `(${inputs.map((one) => `${one.type} ${one.name}`.trim()).join(', ')})`;
  return {
    kind,
    signature: `${title}${known ? parametersText(known, true) : asGiven}`,
    note,
    ...(outputs.length > 0 && { returns: parametersText(outputs, true) }),
    ...(known && { canonical: `${name}${parametersText(known)}` }),
  };
}

/** The functions of an ABI whose types are known; none of a text that is no ABI. */
export function readFunctions(text: string): readonly AbiFunction[] {
  const parsed = v.safeParse(v.array(abiEntry), parseJson(text));
  if (!parsed.success) return [];
  return parsed.output.flatMap(({ type, name, inputs }) => {
    const known = type === 'function' ? readParameters(inputs) : undefined;
    return known ? [{ name, inputs: known, signature: `${name}${parametersText(known)}` }] : [];
  });
}

/** Undefined for a text that is no JSON, and for one that is too long. */
function parseJson(text: string): unknown {
  if (text.length > MAX_CONTRACT_INTERFACE_LENGTH) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readIdl(value: unknown): ContractInterface {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, rule: 'idl_object' };
  }
  if (!Object.hasOwn(value, 'types')) return { ok: false, rule: 'idl_types' };
  const parsed = v.safeParse(idl, value);
  if (!parsed.success) return { ok: false, rule: 'idl_instructions' };
  const { instructions, accounts, events } = parsed.output;
  const entries: ContractEntry[] = [
    ...instructions.map(({ name, args }) => ({
      kind: 'instruction' as const,
      signature: `${name}(${args.map((a) => a.name).join(', ')})`,
      note: '',
    })),
    ...accounts.map(({ name }) => ({ kind: 'account' as const, signature: name, note: '' })),
    ...events.map(({ name }) => ({ kind: 'event' as const, signature: name, note: '' })),
  ];
  return { ok: true, entries };
}

/**
 * Reads a contract interface: an ABI array for Ethereum, an Anchor IDL object for Solana (its
 * `types` member is required, even if empty). Names the rule that it breaks, if any.
 */
export function readContractInterface(
  text: string,
  type: SmartContractInterfaceType,
): ContractInterface {
  if (text.length > MAX_CONTRACT_INTERFACE_LENGTH)
    return { ok: false, rule: 'contract_interface_length' };
  const value = parseJson(text);
  if (value === undefined) return { ok: false, rule: 'json' };
  return type === 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' ? readAbi(value) : readIdl(value);
}
