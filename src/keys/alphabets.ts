// Text to bytes, on arrays: the coders of @scure/base take strings, which can't be wiped. The test
// compares the two. `undefined` means that the text doesn't fit the alphabet.
import type { Bytes } from '../crypto/bytes.ts';

/** The digit that each character stands for, -1 for none. */
type Alphabet = Int8Array;

/** Takes more than one row of characters if a digit has more than one. */
function createAlphabet(...rows: string[]): Alphabet {
  const digits = new Int8Array(128).fill(-1);
  for (const row of rows) {
    for (let digit = 0; digit < row.length; digit++) digits[row.charCodeAt(digit)] = digit;
  }
  return digits;
}

export const BASE58 = createAlphabet('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');
/** XRP's order of the same characters. */
export const BASE58_XRP = createAlphabet(
  'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz',
);
export const BASE32 = createAlphabet('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
/** RFC 4648, section 4, without padding. */
export const BASE64 = createAlphabet(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
);
/** BIP-173, lower case. */
export const BECH32 = createAlphabet('qpzry9x8gf2tvdw0s3jn54khce6mua7l');
export const HEX = createAlphabet('0123456789abcdef', '0123456789ABCDEF');

/** The position of the first byte outside the alphabet, -1 if there is none. */
export function findStray(bytes: Uint8Array, alphabet: Alphabet): number {
  return bytes.findIndex((byte) => (alphabet[byte] ?? -1) < 0);
}

/** How many bytes are outside the alphabet. */
export function countStrays(bytes: Uint8Array, alphabet: Alphabet): number {
  return bytes.reduce((sum, byte) => sum + ((alphabet[byte] ?? -1) < 0 ? 1 : 0), 0);
}

/** Bytes of pairs of hex digits. */
export function fromHexDigits(text: Uint8Array): Bytes | undefined {
  if (text.length % 2 !== 0 || findStray(text, HEX) !== -1) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  text.forEach((byte, at) => {
    const before = bytes[at >> 1] ?? 0;
    bytes[at >> 1] = (before << 4) | (HEX[byte] ?? 0);
  });
  return bytes;
}

/** Bytes of base58. The time grows with the square of the length, so limit the length first. */
export function fromBase58(text: Uint8Array, alphabet: Alphabet): Bytes | undefined {
  if (findStray(text, alphabet) !== -1) return undefined;
  const firstDigit = text.findIndex((byte) => alphabet[byte] !== 0);
  const zeros = firstDigit === -1 ? text.length : firstDigit;
  // log(58) / log(256) is below 0.733. The number is at the end of the array.
  const number = new Uint8Array(Math.ceil((text.length - zeros) * 0.733) + 1);
  for (const byte of text) {
    let carry = alphabet[byte] ?? 0;
    for (let at = number.length - 1; at >= 0; at--) {
      carry += (number[at] ?? 0) * 58;
      number[at] = carry & 0xff;
      carry >>= 8;
    }
  }
  const first = number.findIndex((byte) => byte !== 0);
  const length = first === -1 ? 0 : number.length - first;
  const bytes = new Uint8Array(zeros + length);
  bytes.set(number.subarray(number.length - length), zeros);
  number.fill(0);
  return bytes;
}

/** Words of five or six bits, as the alphabet has digits. The caller wipes the array. */
export function toWords(text: Uint8Array, alphabet: Alphabet): Bytes | undefined {
  if (findStray(text, alphabet) !== -1) return undefined;
  return Uint8Array.from(text, (byte) => alphabet[byte] ?? 0);
}

/**
 * Bytes of words of `width` bits. `undefined` if a full word's worth of bits is left over, or a
 * nonzero one.
 */
export function fromWords(words: Uint8Array, width: 5 | 6 = 5): Bytes | undefined {
  const bytes = new Uint8Array(Math.floor((words.length * width) / 8));
  let accumulator = 0;
  let bits = 0;
  let count = 0;
  for (const word of words) {
    accumulator = ((accumulator << width) | word) & 0x1fff;
    bits += width;
    if (bits < 8) continue;
    bits -= 8;
    bytes[count++] = (accumulator >> bits) & 0xff;
  }
  const rest = accumulator & ((1 << bits) - 1);
  return bits < width && rest === 0 ? bytes : undefined;
}

/** Bytes of base64 without padding. `trackSecret` gets each array that is made on the way. */
export function fromBase64Digits(
  text: Uint8Array,
  trackSecret: <T extends Uint8Array>(array: T) => T,
): Bytes | undefined {
  const words = toWords(text, BASE64);
  const bytes = words && fromWords(trackSecret(words), 6);
  return bytes && trackSecret(bytes);
}

const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;

/** What remains of a bech32 text: 1 for bech32, 0x2bc830a3 for bech32m (BIP-173, BIP-350). */
export function bech32Remainder(prefix: Uint8Array, words: Uint8Array): number {
  let remainder = 1;
  const feed = (value: number): void => {
    const top = remainder >>> 25;
    remainder = ((remainder & 0x1ffffff) << 5) ^ value;
    GENERATOR.forEach((term, bit) => (remainder ^= (top >> bit) & 1 ? term : 0));
  };
  prefix.forEach((byte) => feed(byte >> 5));
  feed(0);
  prefix.forEach((byte) => feed(byte & 31));
  words.forEach(feed);
  return remainder;
}

/** CRC16-XMODEM, as StrKey uses it (SEP-23). */
export function crc16(bytes: Uint8Array): number {
  return bytes.reduce((start, byte) => {
    let crc = start ^ (byte << 8);
    for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0);
    return crc & 0xffff;
  }, 0);
}

/** The ASCII bytes of a constant in the code. */
export const ascii = (text: string): Bytes =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Whether ASCII bytes begin with a constant. */
export function startsWith(bytes: Uint8Array, text: string): boolean {
  if (bytes.length < text.length) return false;
  for (let at = 0; at < text.length; at++) if (bytes[at] !== text.charCodeAt(at)) return false;
  return true;
}

/** Whether ASCII bytes are exactly a constant. */
export function isText(bytes: Uint8Array | undefined, text: string): boolean {
  return bytes?.length === text.length && startsWith(bytes, text);
}

/** Whether ASCII bytes contain a constant. */
export function includes(bytes: Uint8Array, text: string): boolean {
  for (let at = 0; at + text.length <= bytes.length; at++) {
    if (startsWith(bytes.subarray(at), text)) return true;
  }
  return false;
}

/** Where bytes of a kind end that start at a position. */
export function endOf(bytes: Uint8Array, from: number, isPart: (byte: number) => boolean): number {
  let end = from;
  while (end < bytes.length && isPart(bytes[end] ?? 0)) end++;
  return end;
}

/** Lower case of ASCII, in a new array. */
export function toLower(bytes: Uint8Array): Bytes {
  return Uint8Array.from(bytes, (byte) => (isUpper(byte) ? byte + 0x20 : byte));
}

export const isUpper = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a;
export const isLower = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a;
export const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
