import { KeystampError } from '../protocol/errors.ts';
import type { Bytes } from './bytes.ts';

/** Encodes as in RFC 4648, section 5, without padding. */
export function encode(bytes: Uint8Array): string {
  // One character per byte. Not `fromCharCode(...bytes)`: a long request exceeds a call's
  // arguments.
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return encodeAscii(binary);
}

/** The same of a text in ASCII, which is its own bytes. */
export function encodeAscii(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Bytes of unpadded base64url. `malformed` for padding, other alphabets, whitespace, an impossible
 * length, or nonzero spare bits: each byte string has exactly one text.
 */
export function decode(text: string): Bytes {
  try {
    // `atob` accepts whitespace, padding, `+/` and spare bits. Encoding the result again doesn't.
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    // A loop: `Uint8Array.from` with a function takes four times as long, in every stamp.
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    if (encode(bytes) === text) return bytes;
  } catch {
    // Rejected below, like a text that another encoder wrote.
  }
  throw new KeystampError(
    'malformed',
    `Expected base64url without padding, got ${text.length} characters of something else.`,
  );
}
