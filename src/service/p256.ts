// ECDSA P-256 with SHA-256 in this thread. Web Crypto (crypto/p256.ts) hands each signature to
// another thread, which takes longer than verifying it.
import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import * as base64url from '../crypto/base64url.ts';
import { toHex, type Bytes } from '../crypto/bytes.ts';
import * as der from '../crypto/der.ts';
import { toUncompressed } from '../crypto/p256.ts';

/** Anyone's keys end up here, so the number is bounded. */
const MAX_CACHED_KEYS = 1024;
const keyCache = new Map<string, KeyObject>();

/**
 * Whether `signature` (64 bytes r, s) is a signature of `message` under `publicKey` (33 or 65
 * bytes). Accepts high s. `malformed` for a public key that isn't a point.
 */
export function verifyP256(publicKey: Bytes, signature: Bytes, message: Bytes): boolean {
  const key = importKey(publicKey);
  // DER, although it comes as r and s: given the key in an object that says so, Node takes two thirds
  // longer.
  return signature.length === 64 && verify('sha256', message, key, der.encode(signature));
}

function importKey(publicKey: Bytes): KeyObject {
  const name = toHex(publicKey);
  const cached = keyCache.get(name);
  if (cached) return cached;
  const point = toUncompressed(publicKey);
  const x = base64url.encode(point.subarray(1, 33));
  const y = base64url.encode(point.subarray(33));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  if (keyCache.size >= MAX_CACHED_KEYS) keyCache.clear();
  keyCache.set(name, key);
  return key;
}
