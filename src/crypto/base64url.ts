import { KeystampError } from '../protocol/errors.ts';
import type { Bytes } from './bytes.ts';

/** RFC 4648 section 5 text, no padding. */
export function encode(bytes: Uint8Array): string {
  // One character a byte. Not `fromCharCode(...bytes)`: a long request has more than a call takes.
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Bytes of unpadded base64url. `malformed` for padding, other alphabets, white space, an impossible
 * length, or spare bits that are not zero: each byte string has exactly one text.
 */
export function decode(text: string): Bytes {
  try {
    // `atob` forgives white space, padding, its own alphabet and spare bits: writing back does not.
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    if (encode(bytes) === text) return bytes;
  } catch {
    // Refused below, as a text that another encoder wrote is.
  }
  throw new KeystampError(
    'malformed',
    `Expected base64url without padding, got ${text.length} characters of something else.`,
  );
}
