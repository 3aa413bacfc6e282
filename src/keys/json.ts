// JSON on arrays: JSON.parse takes a string and leaves the secrets in it where nothing can wipe them.
import { isDigit, isText, startsWith } from './alphabets.ts';
import { isSpace } from './pasted-text.ts';

/** A value, with the part of the text that it is. Strings are without their quotation marks. */
export type JsonValue = { readonly bytes: Uint8Array } & (
  | { readonly kind: 'string' | 'number' | 'word' }
  | { readonly kind: 'array'; readonly items: readonly JsonValue[] }
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
);
type JsonMember = { readonly name: Uint8Array; readonly value: JsonValue };

/** Key files have four levels at most. */
const MAX_DEPTH = 8;

/**
 * Reads one JSON value that fills the text. `undefined` for anything else, and for a backslash in a
 * string: no key file has one.
 */
export function readJson(bytes: Uint8Array): JsonValue | undefined {
  const reader = { bytes, at: 0 };
  const value = readValue(reader, 0);
  skipSpace(reader);
  return value && reader.at === bytes.length ? value : undefined;
}

/** The value of an object's member. `undefined` if it has none of this name, or two. */
export function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (value?.kind !== 'object') return undefined;
  const members = value.members.filter((member) => isText(member.name, name));
  return members.length === 1 ? members[0]?.value : undefined;
}

/** The bytes of a string that is an object's member. */
export function textOf(value: JsonValue | undefined, name: string): Uint8Array | undefined {
  const member = memberOf(value, name);
  return member?.kind === 'string' ? member.bytes : undefined;
}

/** 0 to 255 as JSON writes them, without leading zeros. */
export function byteOfDigits(digits: Uint8Array): number | undefined {
  if (digits.length === 0 || digits.length > 3 || !digits.every(isDigit)) return undefined;
  if (digits.length > 1 && digits[0] === ZERO) return undefined;
  const byte = digits.reduce((sum, digit) => sum * 10 + digit - ZERO, 0);
  return byte < 256 ? byte : undefined;
}

/** A byte of an array. */
export function byteOf(value: JsonValue | undefined): number | undefined {
  return value?.kind === 'number' ? byteOfDigits(value.bytes) : undefined;
}

type Reader = { readonly bytes: Uint8Array; at: number };

const [QUOTE, BACKSLASH, COMMA, COLON, ZERO] = [0x22, 0x5c, 0x2c, 0x3a, 0x30] as const;
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

function skipSpace(reader: Reader): void {
  while (reader.at < reader.bytes.length && isSpace(reader.bytes[reader.at] ?? 0)) reader.at++;
}

/** Whether the next sign is this one. If so, reading goes on after it. */
function take(reader: Reader, sign: number): boolean {
  skipSpace(reader);
  if (reader.bytes[reader.at] !== sign) return false;
  reader.at++;
  return true;
}

function readValue(reader: Reader, depth: number): JsonValue | undefined {
  if (depth > MAX_DEPTH) return undefined;
  skipSpace(reader);
  const start = reader.at;
  const whole = () => reader.bytes.subarray(start, reader.at);
  if (take(reader, OPEN_OBJECT)) {
    const members = readList(reader, CLOSE_OBJECT, () => readMember(reader, depth));
    return members && { kind: 'object', members, bytes: whole() };
  }
  if (take(reader, OPEN_ARRAY)) {
    const items = readList(reader, CLOSE_ARRAY, () => readValue(reader, depth + 1));
    return items && { kind: 'array', items, bytes: whole() };
  }
  const text = readString(reader);
  return text ? { kind: 'string', bytes: text } : readAtom(reader);
}

function readList<T>(reader: Reader, close: number, read: () => T | undefined): T[] | undefined {
  const items: T[] = [];
  if (take(reader, close)) return items;
  do {
    const item = read();
    if (item === undefined) return undefined;
    items.push(item);
  } while (take(reader, COMMA));
  return take(reader, close) ? items : undefined;
}

function readMember(reader: Reader, depth: number): JsonMember | undefined {
  const name = readString(reader);
  if (!name || !take(reader, COLON)) return undefined;
  const value = readValue(reader, depth + 1);
  return value && { name, value };
}

function readString(reader: Reader): Uint8Array | undefined {
  if (!take(reader, QUOTE)) return undefined;
  const end = reader.bytes.indexOf(QUOTE, reader.at);
  const text = reader.bytes.subarray(reader.at, end);
  if (end === -1 || text.includes(BACKSLASH)) return undefined;
  reader.at = end + 1;
  return text;
}

const WORDS = ['true', 'false', 'null'];
const isNumberPart = (byte: number): boolean => isDigit(byte) || [0x2b, 0x2d, 0x2e].includes(byte);

function readAtom(reader: Reader): JsonValue | undefined {
  const rest = reader.bytes.subarray(reader.at);
  const word = WORDS.find((candidate) => startsWith(rest, candidate));
  const end = rest.findIndex((byte) => !isNumberPart(byte));
  const bytes = rest.subarray(0, word?.length ?? (end === -1 ? rest.length : end));
  if (bytes.length === 0) return undefined;
  reader.at += bytes.length;
  return { kind: word ? 'word' : 'number', bytes };
}
