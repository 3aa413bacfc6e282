import { keccak_256 } from '@noble/hashes/sha3.js';
import { CODECS } from '../addresses/codecs.ts';
import { fromHex, toHex, utf8 } from '../crypto/bytes.ts';
import { typeText, type AbiParameter, type AbiType } from '../protocol/abi-parameter.ts';
import type { AbiFunction } from '../protocol/contract-interface.ts';

/*
 * What the calldata of an Ethereum transaction asks of a contract, by the contract's ABI
 * (docs.soliditylang.org/en/latest/abi-spec.html, Formal Specification of the Encoding). Stricter than
 * a contract: what an encoder would not have written is named. Load lazily: it comes with hashes.
 */

/** Why calldata can't be read. */
export type CalldataFault =
  | 'hex'
  | 'no_selector'
  | 'unknown_selector'
  /** It ends before all arguments do. */
  | 'too_short'
  /** Some bytes belong to no argument. */
  | 'unread'
  /** An argument would be outside of the data. */
  | 'offset'
  | 'bool'
  /** What fills a value up to 32 bytes is not what fills it. */
  | 'padding'
  | 'utf8'
  /** It says that there is more than anyone would read. */
  | 'too_many';

/** An argument: its text, or what it consists of. */
export type DecodedValue = {
  /** Empty for an item of a list. */
  readonly name: string;
  /** As in a signature. */
  readonly type: string;
  readonly content: string | readonly DecodedValue[];
};

export type DecodedCalldata =
  | { readonly ok: true; readonly called: AbiFunction; readonly values: readonly DecodedValue[] }
  | {
      readonly ok: false;
      readonly fault: CalldataFault;
      /** Where: `orders[1].amount`, or the selector; empty if it's in no argument. */
      readonly place: string;
    };

/** The selector of a function or error, or the topic of an event, from `transfer(address,uint256)`. */
export function hashOfSignature(signature: string, bytes: 4 | 32): string {
  return `0x${toHex(keccak_256(utf8(signature)).slice(0, bytes))}`;
}

const WORD = 32;
const SELECTOR = 4;
/** More values than this are not read: the same few bytes may be given as the content of many. */
const MAX_VALUES = 5000;

class CalldataError extends Error {
  readonly fault: CalldataFault;
  readonly place: string;
  constructor(fault: CalldataFault, place: string) {
    super(fault);
    this.fault = fault;
    this.place = place;
  }
}

/** The data behind the selector, and what of it was read. */
type Reader = { readonly data: Uint8Array; readonly seen: Uint8Array; values: number };

function isDynamic(type: AbiType): boolean {
  switch (type.kind) {
    case 'bytes':
    case 'string':
      return true;
    case 'array':
      return type.length === undefined || isDynamic(type.item);
    case 'tuple':
      return type.members.some((member) => isDynamic(member.type));
    default:
      return false;
  }
}

/** How many bytes a value takes where it stands: those of its offset if it is dynamic. */
function headSize(type: AbiType): number {
  if (isDynamic(type)) return WORD;
  if (type.kind === 'array') return headSize(type.item) * (type.length ?? 0);
  if (type.kind === 'tuple')
    return type.members.reduce((size, member) => size + headSize(member.type), 0);
  return WORD;
}

function take(reader: Reader, at: number, length: number, place: string): Uint8Array {
  if (at + length > reader.data.length) throw new CalldataError('too_short', place);
  reader.seen.fill(1, at, at + length);
  return reader.data.subarray(at, at + length);
}

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes)}`);

/** An offset or a length: within the data, or not meant. */
function takeSize(reader: Reader, at: number, fault: CalldataFault, place: string): number {
  const size = numberOf(take(reader, at, WORD, place));
  if (size > BigInt(reader.data.length)) throw new CalldataError(fault, place);
  return Number(size);
}

const isFilledWith = (filler: number, bytes: Uint8Array) => bytes.every((one) => one === filler);

function demandFiller(bytes: Uint8Array, place: string): void {
  if (!isFilledWith(0, bytes)) throw new CalldataError('padding', place);
}

function numberText(word: Uint8Array, bits: number, isSigned: boolean, place: string): string {
  const value = isSigned ? BigInt.asIntN(256, numberOf(word)) : numberOf(word);
  const inRange = isSigned ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
  if (inRange !== value) throw new CalldataError('padding', place);
  return value.toString();
}

function boolText(word: Uint8Array, place: string): string {
  const value = numberOf(word);
  if (value > 1n) throw new CalldataError('bool', place);
  return value === 1n ? 'true' : 'false';
}

type WordType = Exclude<AbiType, { kind: 'array' | 'tuple' | 'bytes' | 'string' }>;

function wordText(type: WordType, word: Uint8Array, place: string): string {
  switch (type.kind) {
    case 'uint':
    case 'int':
      return numberText(word, type.bits, type.kind === 'int', place);
    case 'bool':
      return boolText(word, place);
    case 'address':
      demandFiller(word.subarray(0, 12), place);
      return CODECS.ADDRESS_FORMAT_ETHEREUM.encode(word.subarray(12));
    case 'fixed-bytes':
      demandFiller(word.subarray(type.length), place);
      return `0x${toHex(word.subarray(0, type.length))}`;
  }
}

function readBytes(reader: Reader, at: number, isText: boolean, place: string): string {
  const length = takeSize(reader, at, 'too_short', place);
  const bytes = take(reader, at + WORD, length, place);
  const filler = (WORD - (length % WORD)) % WORD;
  demandFiller(take(reader, at + WORD + length, filler, place), place);
  if (!isText) return `0x${toHex(bytes)}`;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CalldataError('utf8', place);
  }
}

function readItems(
  reader: Reader,
  at: number,
  { item, length: fixed }: Extract<AbiType, { kind: 'array' }>,
  place: string,
): readonly DecodedValue[] {
  // Items without any bytes are not limited by the data.
  const fault = headSize(item) === 0 ? 'too_many' : 'too_short';
  const length = fixed ?? takeSize(reader, at, fault, place);
  const start = fixed === undefined ? at + WORD : at;
  if (start + length * headSize(item) > reader.data.length)
    throw new CalldataError('too_short', place);
  if (reader.values + length > MAX_VALUES) throw new CalldataError('too_many', place);
  const items = Array.from({ length }, () => ({ name: '', type: item }));
  return readSequence(reader, start, items, (index) => `${place}[${index}]`);
}

function readContent(
  reader: Reader,
  at: number,
  type: AbiType,
  place: string,
): DecodedValue['content'] {
  switch (type.kind) {
    case 'bytes':
    case 'string':
      return readBytes(reader, at, type.kind === 'string', place);
    case 'array':
      return readItems(reader, at, type, place);
    case 'tuple':
      return readSequence(reader, at, type.members, (index, { name }) =>
        [place, name || String(index)].filter(Boolean).join('.'),
      );
    default:
      return wordText(type, take(reader, at, WORD, place), place);
  }
}

/** Values one after the other; a dynamic one stands at an offset from their start. */
function readSequence(
  reader: Reader,
  start: number,
  parameters: readonly AbiParameter[],
  placeOf: (index: number, parameter: AbiParameter) => string,
): readonly DecodedValue[] {
  let at = start;
  return parameters.map((parameter, index) => {
    const { name, type } = parameter;
    const place = placeOf(index, parameter);
    reader.values += 1;
    if (reader.values > MAX_VALUES) throw new CalldataError('too_many', place);
    const contentAt = isDynamic(type) ? start + takeSize(reader, at, 'offset', place) : at;
    if (contentAt > reader.data.length) throw new CalldataError('offset', place);
    at += headSize(type);
    return { name, type: typeText(type), content: readContent(reader, contentAt, type, place) };
  });
}

function bytesOf(text: string): Uint8Array | undefined {
  const digits = text.trim().replace(/^0x/i, '');
  return /^(?:[0-9a-f]{2})*$/i.test(digits) ? fromHex(digits) : undefined;
}

/** Reads calldata in hex, with or without `0x`. */
export function decodeCalldata(text: string, functions: readonly AbiFunction[]): DecodedCalldata {
  const refuse = (fault: CalldataFault, place = '') => ({ ok: false, fault, place }) as const;
  const bytes = bytesOf(text);
  if (!bytes) return refuse('hex');
  if (bytes.length < SELECTOR) return refuse('no_selector');
  const selector = `0x${toHex(bytes.subarray(0, SELECTOR))}`;
  const called = functions.find(({ signature }) => hashOfSignature(signature, 4) === selector);
  if (!called) return refuse('unknown_selector', selector);
  const data = bytes.subarray(SELECTOR);
  const reader: Reader = { data, seen: new Uint8Array(data.length), values: 0 };
  try {
    const values = readContent(reader, 0, { kind: 'tuple', members: called.inputs }, '');
    if (typeof values === 'string' || reader.seen.includes(0)) return refuse('unread');
    return { ok: true, called, values };
  } catch (error) {
    if (error instanceof CalldataError) return refuse(error.fault, error.place);
    throw error;
  }
}
