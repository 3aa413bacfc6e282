import * as v from 'valibot';
import type { AddressFormat, SmartContractInterfaceType } from './enums.ts';
import {
  isIdentifier,
  parametersText,
  readParameters,
  type AbiParameter,
} from './abi-parameter.ts';
import { ETHEREUM_ADDRESS } from './ethereum-address.ts';
import type { Rule } from './rules.ts';
import type { Values } from './parse.ts';

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
    shape: ETHEREUM_ADDRESS,
  },
  SMART_CONTRACT_INTERFACE_TYPE_SOLANA: {
    format: 'ADDRESS_FORMAT_SOLANA',
    shape: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  },
};

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

/** What nests deeper has no type that is known (`abi-parameter.ts`). */
const MAX_DEPTH = 16;
/** More than any contract has; a list of them is drawn and hashed. */
const MAX_ENTRIES = 5000;
/** Struct types of a library's interface are its own: `Lib.Data storage`. Never more than a line of ASCII. */
const TYPE_TEXT = /^[\x21-\x7e](?:[\x20-\x7e]{0,2000}[\x21-\x7e])?$/;

const name = v.pipe(v.string(), v.check(isIdentifier, 'abi_name'));
const optionalName = v.optional(v.union([v.literal(''), name], 'abi_name'), '');
const abiInput = v.looseObject({
  name: optionalName,
  type: v.pipe(v.string(), v.regex(TYPE_TEXT)),
});
const MUTABILITY = ['', 'pure', 'view', 'nonpayable', 'payable'] as const;
const abiEntry = v.object({
  type: v.pipe(v.string(), v.check(isIdentifier)),
  name: optionalName,
  inputs: v.optional(v.array(abiInput), []),
  outputs: v.optional(v.unknown()),
  stateMutability: v.optional(v.picklist(MUTABILITY), ''),
  anonymous: v.optional(v.unknown()),
});

type AbiEntry = v.InferOutput<typeof abiEntry>;

/** Names of Rust; types of other crates have their path before them. */
const idlName = v.pipe(
  v.string(),
  v.minLength(1),
  v.check((text) => isIdentifier(text) && !text.includes('$'), 'idl_name'),
);
const idlTypeName = v.pipe(
  v.string(),
  v.minLength(1),
  v.check(
    (text) => text.split('::', 9).every(isIdentifier) && !text.includes('$') && text.length <= 400,
    'idl_name',
  ),
);
const idlArgument = v.object({ name: idlName });
const idlInstruction = v.object({
  name: idlName,
  args: v.optional(v.array(idlArgument), []),
});
const idlMember = v.object({ name: idlTypeName });
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

/** The rule that the first issue names, or the one that all others break. */
function ruleOf<R extends Rule>(
  issues: readonly { readonly message: string }[],
  named: R,
  other: Rule,
): Rule {
  return issues[0]?.message === named ? named : other;
}

/** Whether the names inside of tuples are identifiers as well; what nests deeper has no known type. */
function areMembersNamed(list: unknown, depth = 0): boolean {
  if (!Array.isArray(list) || depth > MAX_DEPTH) return true;
  return list.every((member: unknown) => {
    if (typeof member !== 'object' || member === null) return true;
    const { name: given, components } = member as { name?: unknown; components?: unknown };
    const isNamed = typeof given !== 'string' || given === '' || isIdentifier(given);
    return isNamed && areMembersNamed(components, depth + 1);
  });
}

type ReadEntries =
  | { readonly ok: true; readonly entries: readonly AbiEntry[] }
  | { readonly ok: false; readonly rule: Rule };

/** Nothing knows an anonymous event, so it may lack even a name. */
const lacksName = ({ type, name: given, anonymous }: AbiEntry) =>
  given === '' && NAMED_KINDS.has(type) && !(type === 'event' && anonymous === true);

function readEntries(value: unknown): ReadEntries {
  const refuse = (rule: Rule) => ({ ok: false, rule }) as const;
  if (!Array.isArray(value)) return refuse('abi_array');
  if (value.length > MAX_ENTRIES) return refuse('contract_interface_entries');
  const parsed = v.safeParse(v.array(abiEntry), value, { abortEarly: true });
  if (!parsed.success) return refuse(ruleOf(parsed.issues, 'abi_name', 'abi_entry'));
  const { output: entries } = parsed;
  if (entries.some(lacksName)) return refuse('abi_entry');
  const areNamed = entries.every(
    (one) => areMembersNamed(one.inputs) && areMembersNamed(one.outputs),
  );
  return areNamed ? { ok: true, entries } : refuse('abi_name');
}

function readAbi(value: unknown): ContractInterface {
  const read = readEntries(value);
  return read.ok ? { ok: true, entries: read.entries.map(toEntry) } : read;
}

function toEntry(entry: AbiEntry): ContractEntry {
  const { type, name: given, inputs, stateMutability: note } = entry;
  const kind = abiKind(type);
  const title = given || type;
  if (!CALLABLE_KINDS.has(type)) return { kind, signature: title, note };
  const known = readParameters(inputs);
  const outputs = readParameters(entry.outputs) ?? [];
  const asGiven = `(${inputs.map((one) => `${one.type} ${one.name}`.trim()).join(', ')})`;
  return {
    kind,
    signature: `${title}${known ? parametersText(known, true) : asGiven}`,
    note,
    ...(outputs.length > 0 && { returns: parametersText(outputs, true) }),
    ...(known && (given !== '' || kind === 'constructor')
      ? { canonical: `${given}${parametersText(known)}` }
      : {}),
  };
}

/** The functions of an ABI whose types are known; none of a text that is no ABI. */
export function readFunctions(text: string): readonly AbiFunction[] {
  const read = readEntries(parseJson(text));
  if (!read.ok) return [];
  return read.entries.flatMap(({ type, name: called, inputs }) => {
    const known = type === 'function' ? readParameters(inputs) : undefined;
    if (!known) return [];
    return [{ name: called, inputs: known, signature: `${called}${parametersText(known)}` }];
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
  const parsed = v.safeParse(idl, value, { abortEarly: true });
  if (!parsed.success)
    return { ok: false, rule: ruleOf(parsed.issues, 'idl_name', 'idl_instructions') };
  const { instructions, accounts, events } = parsed.output;
  if (instructions.length + accounts.length + events.length > MAX_ENTRIES)
    return { ok: false, rule: 'contract_interface_entries' };
  const entries: ContractEntry[] = [
    ...instructions.map(({ name: called, args }) => ({
      kind: 'instruction' as const,
      signature: `${called}(${args.map((a) => a.name).join(', ')})`,
      note: '',
    })),
    ...accounts.map((one) => ({ kind: 'account' as const, signature: one.name, note: '' })),
    ...events.map((one) => ({ kind: 'event' as const, signature: one.name, note: '' })),
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
