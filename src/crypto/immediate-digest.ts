// SHA-256 (FIPS 180-4) and HMAC (RFC 2104) without a promise: a transaction of IndexedDB ends while
// it waits for the platform's. Only for short texts that a transaction writes.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex, utf8, type Bytes } from './bytes.ts';

/** SHA-256 of a text's UTF-8, as 64 lower-case hex digits. */
export const digestOfText = (text: string): string => toHex(sha256(utf8(text)));

/** HMAC-SHA256 of a text's UTF-8, as 64 lower-case hex digits. */
export const macOfText = (key: Bytes, text: string): string => toHex(hmac(sha256, key, utf8(text)));

/** A key of 32 bytes for one purpose. The key that it comes from can't be found from it. */
export const keyFor = (key: Bytes, purpose: string): Bytes =>
  Uint8Array.from(hmac(sha256, key, utf8(purpose)));
