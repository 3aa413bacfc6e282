import { keccak_256 } from '@noble/hashes/sha3.js';
import { concat, utf8, type Bytes } from '../crypto/bytes.ts';
import { accountOf, bytesOfHex, hexOf } from './hex.ts';
import { refuse } from './refusal.ts';
import { demandMap, integerOf, membersOf, readStrictJson, type StrictJson } from './strict-json.ts';
import {
  DOMAIN,
  encodeType,
  readTypes,
  type FieldType,
  type Member,
  type Types,
} from './encode-type.ts';

/*
 * Typed data (EIP-712, version 4): read, checked and hashed in one pass, so that what is shown is what is
 * hashed. Refused is what published libraries hash differently or not at all (docs/signing.md, Typed data).
 */

/** A value with its type. Integers are exact; addresses and bytes are lower-case 0x hex. */
export type TypedValue =
  | { readonly is: 'atom'; readonly type: string; readonly value: bigint | boolean | string }
  | { readonly is: 'list'; readonly type: string; readonly items: readonly TypedValue[] }
  | {
      readonly is: 'struct';
      readonly type: string;
      readonly members: ReadonlyMap<string, TypedValue>;
    };
type TypedStruct = Extract<TypedValue, { is: 'struct' }>;

export type TypedData = {
  readonly primaryType: string;
  /** EIP-712's encodeType of it: what a descriptor of such messages names. */
  readonly encodedType: string;
  /** Without members where it is empty: what is signed then holds for every contract and chain. */
  readonly domain: TypedStruct;
  readonly message: TypedStruct;
  /** keccak256(0x1901 ‖ domain separator ‖ hashStruct(message)), 32 bytes. */
  readonly digest: Bytes;
};

type Hashed<T extends TypedValue = TypedValue> = { readonly value: T; readonly bytes: Bytes };

const keccak = (...parts: readonly Uint8Array[]): Bytes =>
  Uint8Array.from(keccak_256(concat(...parts)));

/** Reads the JSON text of `{types, primaryType, domain, message}`. @throws SigningRefusal */
export function readTypedData(text: string): TypedData {
  const parts = membersOf(readStrictJson(text), 'typed data', [
    'types',
    'primaryType',
    'domain',
    'message',
  ]);
  const types = readTypes(parts.types);
  const { primaryType } = parts;
  if (typeof primaryType !== 'string' || primaryType === DOMAIN || !types.has(primaryType)) {
    return refuse('typed data: primaryType names none of the types, or EIP712Domain');
  }
  const hashes = new Map<string, Bytes>();
  const domain = hashStruct(
    withDomain(types, parts.domain),
    hashes,
    DOMAIN,
    parts.domain,
    'domain',
  );
  const message = hashStruct(types, hashes, primaryType, parts.message, 'message');
  const digest = keccak(Uint8Array.of(0x19, 0x01), domain.bytes, message.bytes);
  const encodedType = encodeType(types, primaryType);
  return { primaryType, encodedType, domain: domain.value, message: message.value, digest };
}

const DOMAIN_MEMBERS: readonly (readonly [string, string])[] = [
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
  ['salt', 'bytes32'],
];

/**
 * The types with the domain's. An empty domain needs none, and is hashed as it is sent: that is what the
 * vendor's client sends for typed data without EIP712Domain. Otherwise the type has the domain's members,
 * in the standard's order.
 */
function withDomain(types: Types, domain: StrictJson): Types {
  const members = types.get(DOMAIN);
  const present = demandMap(domain, 'domain');
  if (!members) {
    if (present.size > 0) refuse('domain: it has members, but types.EIP712Domain is missing');
    return new Map([...types, [DOMAIN, []]]);
  }
  const standard = DOMAIN_MEMBERS.filter(([name]) => present.has(name));
  const isStandard =
    members.length === standard.length &&
    standard.every(
      ([name, type], at) => members[at]?.name === name && members[at].type.name === type,
    );
  if (!isStandard) {
    refuse(
      'types.EIP712Domain: it lists exactly the members of domain, of name, version, chainId, verifyingContract and salt in this order',
    );
  }
  return types;
}

function hashStruct(
  types: Types,
  hashes: Map<string, Bytes>,
  name: string,
  value: StrictJson,
  what: string,
): Hashed<TypedStruct> {
  const members: readonly Member[] = types.get(name) ?? [];
  const typeHash = hashes.get(name) ?? keccak(utf8(encodeType(types, name)));
  hashes.set(name, typeHash);
  const given = membersOf(
    value,
    what,
    members.map((member) => member.name),
  );
  const encoded = members.map((member) => {
    const inner = `${what}.${member.name}`;
    const encode = encodeValue(types, hashes, member.type, given[member.name] ?? null, inner);
    return [member.name, encode] as const;
  });
  const values = new Map(encoded.map(([member, { value: one }]) => [member, one]));
  const bytes = keccak(typeHash, ...encoded.map(([, one]) => one.bytes));
  return { value: { is: 'struct', type: name, members: values }, bytes };
}

/** EIP-712's encodeData of one value: 32 bytes. */
function encodeValue(
  types: Types,
  hashes: Map<string, Bytes>,
  type: FieldType,
  value: StrictJson,
  what: string,
): Hashed {
  if (type.is === 'struct') return hashStruct(types, hashes, type.name, value, what);
  if (type.is === 'atom') return encodeAtom(type.name, value, what);
  if (!Array.isArray(value)) return refuse(`${what}: this is no list`);
  const given: readonly StrictJson[] = value;
  if (type.length !== undefined && given.length !== type.length) {
    refuse(`${what}: ${type.name} has ${type.length} items, not ${given.length}`);
  }
  const items = given.map((item, at) =>
    encodeValue(types, hashes, type.of, item, `${what}[${at}]`),
  );
  return {
    value: { is: 'list', type: type.name, items: items.map((item) => item.value) },
    bytes: keccak(...items.map((item) => item.bytes)),
  };
}

function encodeAtom(type: string, value: StrictJson, what: string): Hashed {
  const hashed = (one: bigint | boolean | string, bytes: Bytes): Hashed => ({
    value: { is: 'atom', type, value: one },
    bytes,
  });
  if (/^u?int/.test(type)) {
    const number = integerOf(value, what);
    return hashed(number, wordOf(number, type, what));
  }
  if (type === 'bool') {
    if (typeof value !== 'boolean') return refuse(`${what}: a bool is true or false`);
    return hashed(value, wordOf(value ? 1n : 0n, 'uint8', what));
  }
  if (typeof value !== 'string') return refuse(`${what}: ${type} is a text in JSON`);
  if (type === 'string') return hashed(value, keccak(utf8(value)));
  if (type === 'address') {
    const account = accountOf(value, what);
    return hashed(hexOf(account), concat(new Uint8Array(12), account));
  }
  if (!value.startsWith('0x')) return refuse(`${what}: bytes are 0x and hex digits`);
  const bytes = bytesOfHex(value, what);
  if (type === 'bytes') return hashed(hexOf(bytes), keccak(bytes));
  const length = Number(type.slice('bytes'.length));
  if (bytes.length !== length) refuse(`${what}: ${type} has ${length} bytes, not ${bytes.length}`);
  return hashed(hexOf(bytes), concat(bytes, new Uint8Array(32 - length)));
}

/** An integer as 32 bytes, in two's complement. */
function wordOf(number: bigint, type: string, what: string): Bytes {
  const isSigned = type.startsWith('int');
  const bits = BigInt(type.slice(isSigned ? 3 : 4));
  const [least, end] = isSigned ? [-(1n << (bits - 1n)), 1n << (bits - 1n)] : [0n, 1n << bits];
  if (number < least || number >= end) refuse(`${what}: this number does not fit ${type}`);
  const digits = BigInt.asUintN(256, number).toString(16).padStart(64, '0');
  return bytesOfHex(digits, what);
}
