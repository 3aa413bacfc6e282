import { keccak_256 } from '@noble/hashes/sha3.js';
import { CODECS } from '../addresses/codecs.ts';
import { fromHex, toHex, utf8 } from '../crypto/bytes.ts';
import { typeText, type AbiParameter, type AbiType } from '../protocol/abi-parameter.ts';
import type { AbiFunction } from '../protocol/contract-interface.ts';
import {
  CalldataError,
  DECODE_LIMITS,
  spend,
  startWork,
  type CalldataFault,
  type DecodeWork,
  type Place,
} from './decode-limits.ts';

/*
 * What the calldata of an Ethereum transaction asks of a contract, by the contract's ABI
 * (docs.soliditylang.org/en/latest/abi-spec.html, Formal Specification of the Encoding). Stricter than
 * a contract: what an encoder would not have written is named. Load lazily: it comes with hashes.
 */

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

/** What the encoding of a type depends on, and how it's shown. */
type Layout = {
  readonly isDynamic: boolean;
  /** How many bytes a value takes where it stands: those of its offset if it is dynamic. */
  readonly head: number;
  readonly text: string;
};

/** The data behind the selector, what of it was read, and the types measured so far. */
type Reader = {
  readonly data: Uint8Array;
  readonly seen: Uint8Array;
  readonly layouts: Map<AbiType, Layout>;
  readonly work: DecodeWork;
};

function shorten(text: string): string {
  const { typeText: limit } = DECODE_LIMITS;
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

function measure(reader: Reader, type: AbiType): Layout {
  reader.work.types += 1;
  switch (type.kind) {
    case 'bytes':
    case 'string':
      return { isDynamic: true, head: WORD, text: type.kind };
    case 'array': {
      const item = layoutOf(reader, type.item);
      const isDynamic = type.length === undefined || item.isDynamic;
      const head = isDynamic ? WORD : item.head * (type.length ?? 0);
      return { isDynamic, head, text: shorten(`${item.text}[${type.length ?? ''}]`) };
    }
    case 'tuple': {
      const members = type.members.map((member) => layoutOf(reader, member.type));
      const isDynamic = members.some((member) => member.isDynamic);
      const head = isDynamic ? WORD : members.reduce((size, member) => size + member.head, 0);
      return { isDynamic, head, text: shorten(`(${members.map(({ text }) => text).join(',')})`) };
    }
    default:
      return { isDynamic: false, head: WORD, text: typeText(type) };
  }
}

/** Each type is measured once, however many values have it. */
function layoutOf(reader: Reader, type: AbiType): Layout {
  const known = reader.layouts.get(type);
  if (known) return known;
  const layout = measure(reader, type);
  reader.layouts.set(type, layout);
  return layout;
}

function take(reader: Reader, at: number, length: number, place: Place | undefined): Uint8Array {
  if (at + length > reader.data.length) throw new CalldataError('too_short', place);
  spend(reader.work, 'words', Math.ceil(length / WORD), place);
  reader.seen.fill(1, at, at + length);
  return reader.data.subarray(at, at + length);
}

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes)}`);

/** An offset or a length: within the data, or not meant. */
function takeSize(
  reader: Reader,
  at: number,
  fault: CalldataFault,
  place: Place | undefined,
): number {
  const size = numberOf(take(reader, at, WORD, place));
  if (size > BigInt(reader.data.length)) throw new CalldataError(fault, place);
  return Number(size);
}

const isFilledWith = (filler: number, bytes: Uint8Array) => bytes.every((one) => one === filler);

function demandFiller(bytes: Uint8Array, place: Place | undefined): void {
  if (!isFilledWith(0, bytes)) throw new CalldataError('padding', place);
}

function numberText(
  word: Uint8Array,
  bits: number,
  isSigned: boolean,
  place: Place | undefined,
): string {
  const value = isSigned ? BigInt.asIntN(256, numberOf(word)) : numberOf(word);
  const inRange = isSigned ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
  if (inRange !== value) throw new CalldataError('padding', place);
  return value.toString();
}

function boolText(word: Uint8Array, place: Place | undefined): string {
  const value = numberOf(word);
  if (value > 1n) throw new CalldataError('bool', place);
  return value === 1n ? 'true' : 'false';
}

type WordType = Exclude<AbiType, { kind: 'array' | 'tuple' | 'bytes' | 'string' }>;

function wordText(type: WordType, word: Uint8Array, place: Place | undefined): string {
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

function textOf(bytes: Uint8Array, place: Place | undefined): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CalldataError('utf8', place);
  }
}

function readBytes(reader: Reader, at: number, isText: boolean, place: Place | undefined): string {
  const length = takeSize(reader, at, 'too_short', place);
  const bytes = take(reader, at + WORD, length, place);
  const filler = (WORD - (length % WORD)) % WORD;
  demandFiller(take(reader, at + WORD + length, filler, place), place);
  if (!isText) return `0x${toHex(bytes)}`;
  const text = textOf(bytes, place);
  spend(reader.work, 'textCharacters', text.length, place);
  return text;
}

function readItems(
  reader: Reader,
  at: number,
  { item, length: fixed }: Extract<AbiType, { kind: 'array' }>,
  place: Place | undefined,
): readonly DecodedValue[] {
  // Items without any bytes are not limited by the data.
  const { head } = layoutOf(reader, item);
  const fault = head === 0 ? 'too_many' : 'too_short';
  const length = fixed ?? takeSize(reader, at, fault, place);
  const start = fixed === undefined ? at + WORD : at;
  if (start + length * head > reader.data.length) throw new CalldataError('too_short', place);
  if (reader.work.values + length > DECODE_LIMITS.values)
    throw new CalldataError('too_many', place);
  const items = Array.from({ length }, () => ({ name: '', type: item }));
  return readSequence(reader, start, items, (step) => ({ parent: place, step }));
}

function readContent(
  reader: Reader,
  at: number,
  type: AbiType,
  place: Place | undefined,
): DecodedValue['content'] {
  switch (type.kind) {
    case 'bytes':
    case 'string':
      return readBytes(reader, at, type.kind === 'string', place);
    case 'array':
      return readItems(reader, at, type, place);
    case 'tuple':
      return readSequence(reader, at, type.members, (index, { name }) => ({
        parent: place,
        step: name || String(index),
      }));
    default:
      return wordText(type, take(reader, at, WORD, place), place);
  }
}

/** Values one after the other; a dynamic one stands at an offset from their start. */
function readSequence(
  reader: Reader,
  start: number,
  parameters: readonly AbiParameter[],
  placeOf: (index: number, parameter: AbiParameter) => Place,
): readonly DecodedValue[] {
  const { work, data } = reader;
  let at = start;
  return parameters.map((parameter, index) => {
    const { name, type } = parameter;
    const place = placeOf(index, parameter);
    spend(work, 'values', 1, place);
    const { isDynamic, head, text } = layoutOf(reader, type);
    const contentAt = isDynamic ? start + takeSize(reader, at, 'offset', place) : at;
    if (contentAt > data.length) throw new CalldataError('offset', place);
    at += head;
    const content = readContent(reader, contentAt, type, place);
    const length = typeof content === 'string' ? content.length : 0;
    spend(work, 'characters', name.length + text.length + length, place);
    return { name, type: text, content };
  });
}

/** Twice the bytes in digits, `0x`, and blanks around. */
const MAX_TEXT = 2 * DECODE_LIMITS.bytes + 1000;

function bytesOf(text: string): Uint8Array | undefined {
  const digits = text.trim().replace(/^0x/i, '');
  return /^(?:[0-9a-f]{2})*$/i.test(digits) ? fromHex(digits) : undefined;
}

/** Every interface's functions by selector: hashed once, however often its calldata is read. */
const selectors = new WeakMap<
  readonly AbiFunction[],
  ReadonlyMap<string, readonly AbiFunction[]>
>();

/** Functions of one selector. The same one twice is one. */
function functionsOf(
  functions: readonly AbiFunction[],
  selector: string,
  work: DecodeWork,
): readonly AbiFunction[] {
  let known = selectors.get(functions);
  if (!known) {
    const signatures = new Map(functions.toReversed().map((one) => [one.signature, one]));
    work.hashes += signatures.size;
    known = Map.groupBy(signatures.values(), ({ signature }) => hashOfSignature(signature, 4));
    selectors.set(functions, known);
  }
  return known.get(selector) ?? [];
}

type Refused = Extract<DecodedCalldata, { readonly ok: false }>;
const refuse = (fault: CalldataFault, place = ''): Refused => ({ ok: false, fault, place });

type Call = {
  readonly ok: true;
  readonly called: AbiFunction;
  readonly selector: string;
  /** Behind the selector. */
  readonly data: Uint8Array;
};

/** Which function calldata in hex calls, with or without `0x`: the selector says it, whatever comes after. */
export function calledFunction(
  text: string,
  functions: readonly AbiFunction[],
  work: DecodeWork = startWork(),
): Call | Refused {
  if (text.length > MAX_TEXT) return refuse('too_long');
  const bytes = bytesOf(text);
  if (!bytes) return refuse('hex');
  if (bytes.length < SELECTOR) return refuse('no_selector');
  if (bytes.length > DECODE_LIMITS.bytes) return refuse('too_long');
  const selector = `0x${toHex(bytes.subarray(0, SELECTOR))}`;
  const [called, ...others] = functionsOf(functions, selector, work);
  if (!called) return refuse('unknown_selector', selector);
  if (others.length > 0) return refuse('ambiguous', selector);
  return { ok: true, called, selector, data: bytes.subarray(SELECTOR) };
}

/**
 * Reads calldata in hex, with or without `0x`.
 * @param work counts what is done; nothing exceeds {@link DECODE_LIMITS}
 */
export function decodeCalldata(
  text: string,
  functions: readonly AbiFunction[],
  work: DecodeWork = startWork(),
): DecodedCalldata {
  const call = calledFunction(text, functions, work);
  if (!call.ok) return call;
  const { called, data } = call;
  const reader: Reader = { data, seen: new Uint8Array(data.length), layouts: new Map(), work };
  try {
    const values = readContent(reader, 0, { kind: 'tuple', members: called.inputs }, undefined);
    if (typeof values === 'string' || reader.seen.includes(0)) return refuse('unread');
    return { ok: true, called, values };
  } catch (error) {
    if (error instanceof CalldataError) return refuse(error.fault, error.place);
    throw error;
  }
}
