import { KeystampError } from '../protocol/errors.ts';

/** Bytes that own their buffer, as Web Crypto needs them. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte] ?? '';
  return text;
}

/** Bytes of hex text: either case, even length, no prefix, no whitespace. Otherwise `malformed`. */
export function fromHex(text: string): Bytes {
  if (text.length % 2 !== 0 || /[^0-9a-f]/i.test(text)) {
    throw new KeystampError(
      'malformed',
      `Expected hex digits in pairs, got ${text.length} characters.`,
    );
  }
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = Number.parseInt(text.slice(at * 2, at * 2 + 2), 16);
  }
  return bytes;
}

/** UTF-8 bytes of a text. */
export function utf8(text: string): Bytes {
  return encoder.encode(text);
}

/** Text of UTF-8 bytes. `malformed` for anything that isn't UTF-8. Keeps a byte order mark. */
export function fromUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new KeystampError('malformed', `${bytes.length} bytes are not UTF-8 text.`);
  }
}

/** All parts in one new array. */
export function concat(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Whether two arrays contain the same bytes, in a time that only depends on their length. */
export function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (const [i, byte] of a.entries()) difference |= byte ^ (b[i] ?? 0);
  return difference === 0;
}

/** Overwrites with zeros. Copies made by the engine are out of reach, so keep few. */
export function wipe(...arrays: readonly Uint8Array[]): void {
  for (const array of arrays) array.fill(0);
}

/** Runs `act` with secret arrays and wipes them afterwards, even if it fails. */
export async function wipeAfter<T>(
  secrets: readonly Uint8Array[],
  act: () => Promise<T> | T,
): Promise<T> {
  try {
    return await act();
  } finally {
    wipe(...secrets);
  }
}

/** Returns a new array of `length` random bytes. */
export type RandomBytes = (length: number) => Bytes;

/** The platform's generator, the default wherever this layer needs randomness. */
export const randomBytes: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));
