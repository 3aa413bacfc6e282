// ECDSA P-256 with SHA-256 on Web Crypto. In Node 24, with the key imported once, Web Crypto
// verifies about twenty times as fast as noble (5,900 versus 280 per second), so imported public
// keys are cached.
import { KeystampError } from '../protocol/errors.ts';
import { concat, equal, fromHex, toHex, wipe, type Bytes } from './bytes.ts';
import { P256_ORDER } from './der.ts';

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' } as const;
export const ECDH = { name: 'ECDH', namedCurve: 'P-256' } as const;
const WITH_SHA256 = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** SEC 2 v2, 2.4.2: y² = x³ - 3x + B over the integers modulo P. */
const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** Anyone's keys end up here, too, so the number is limited: each takes about 1 KB. */
const MAX_CACHED_KEYS = 1024;
const cachedKeys = new Map<string, Promise<CryptoKey>>();

/**
 * The 65 bytes of a P-256 point, given compressed (33 bytes) or uncompressed (65 bytes).
 * `malformed` if it's neither, or not on the curve.
 */
export function toUncompressed(publicKey: Uint8Array): Bytes {
  try {
    return decodePoint(publicKey);
  } catch {
    throw new KeystampError('malformed', `${publicKey.length} bytes are not a P-256 public key.`);
  }
}

/**
 * Whether `signature` (64 bytes r, s) was made over `message` with `publicKey` (33 or 65 bytes).
 * Accepts high s. `malformed` for a public key that isn't a point.
 */
export async function verify(
  publicKey: Uint8Array,
  signature: Bytes,
  message: Bytes,
): Promise<boolean> {
  const key = await importPublicKey(publicKey);
  return crypto.subtle.verify(WITH_SHA256, key, signature, message);
}

function importPublicKey(publicKey: Uint8Array): Promise<CryptoKey> {
  const publicKeyHex = toHex(publicKey);
  const cached = cachedKeys.get(publicKeyHex);
  if (cached) return cached;
  // Web Crypto in Firefox doesn't read compressed points.
  const key = crypto.subtle.importKey('raw', toUncompressed(publicKey), ECDSA, false, ['verify']);
  for (const oldest of cachedKeys.keys()) {
    if (cachedKeys.size < MAX_CACHED_KEYS) break;
    cachedKeys.delete(oldest);
  }
  cachedKeys.set(publicKeyHex, key);
  return key;
}

/**
 * A signing key that can't be extracted, from the scalar (32 bytes) and its public key (33 or 65
 * bytes). `malformed` if the scalar is out of range. The caller wipes `privateKey`.
 */
export async function importSigningKey(
  privateKey: Uint8Array,
  publicKey: Uint8Array,
): Promise<CryptoKey> {
  const encoded = pkcs8(privateKey, publicKey);
  try {
    return await crypto.subtle.importKey('pkcs8', encoded, ECDSA, false, ['sign']);
  } finally {
    wipe(encoded);
  }
}

/**
 * The key that opens what is sealed to its point (hpke.ts), from a scalar and a point as above. Not
 * extractable. It's here so that pages, which only seal, load no curve arithmetic.
 */
export async function importOpeningKey(scalar: Uint8Array, point: Uint8Array): Promise<CryptoKey> {
  const encoded = pkcs8(scalar, point);
  try {
    return await crypto.subtle.importKey('pkcs8', encoded, ECDH, false, ['deriveBits']);
  } finally {
    wipe(encoded);
  }
}

/** The 64 bytes r and s of a signature over `message`. */
export async function sign(key: CryptoKey, message: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign(WITH_SHA256, key, message));
}

// PrivateKeyInfo (RFC 5208) around an ECPrivateKey (RFC 5915): id-ecPublicKey, prime256v1.
const PKCS8_HEAD = fromHex(
  '308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420',
);
const PKCS8_POINT = fromHex('a144034200');

/**
 * PKCS #8 of a scalar (32 bytes) with its point (33 or 65 bytes), 138 bytes. `malformed` if either
 * is out of range. Not JWK: the secret's text form couldn't be wiped. It includes the point because
 * Firefox imports no key without it. Doesn't check that the two belong together.
 */
export function pkcs8(privateKey: Uint8Array, publicKey: Uint8Array): Bytes {
  if (privateKey.length !== 32 || !isScalar(privateKey)) {
    throw new KeystampError('malformed', 'The bytes are not a P-256 private key.');
  }
  return concat(PKCS8_HEAD, privateKey, PKCS8_POINT, toUncompressed(publicKey));
}

/** The scalar and the point of a new key pair from the browser: 32 and 33 bytes. */
export async function generatePair(): Promise<{ privateKey: Bytes; publicKey: Bytes }> {
  const pair = await crypto.subtle.generateKey(ECDSA, true, ['sign', 'verify']);
  const encoded = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  try {
    const head = encoded.subarray(0, PKCS8_HEAD.length);
    if (!equal(head, PKCS8_HEAD)) {
      throw new KeystampError('internal', 'The browser writes P-256 keys in an unknown form.');
    }
    const privateKey = encoded.slice(PKCS8_HEAD.length, PKCS8_HEAD.length + 32);
    return { privateKey, publicKey: toCompressed(point) };
  } finally {
    wipe(encoded);
  }
}

/** The 33 bytes of an uncompressed point (65 bytes): the parity of y, then x (SEC 1 v2, 2.3.3). */
export function toCompressed(point: Bytes): Bytes {
  const odd = (point.at(-1) ?? 0) & 1;
  return concat(Uint8Array.of(2 + odd), point.subarray(1, 33));
}

function isScalar(bytes: Uint8Array): boolean {
  const scalar = toBigInt(bytes);
  return scalar > 0n && scalar < P256_ORDER;
}

function toBigInt(bytes: Uint8Array): bigint {
  return BigInt(`0x${toHex(bytes)}`);
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let left = exponent, factor = base; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * factor) % P;
    factor = (factor * factor) % P;
  }
  return result;
}

/** SEC 1 v2, 2.3.4. Only for public points: its time depends on them. Throws for other bytes. */
function decodePoint(bytes: Uint8Array): Bytes {
  const [form] = bytes;
  const isUncompressed = bytes.length === 65 && form === 4;
  if (!isUncompressed && !(bytes.length === 33 && (form === 2 || form === 3)))
    throw new RangeError('form');
  const x = toBigInt(bytes.subarray(1, 33));
  const square = ((((x * x - 3n) * x + B) % P) + P) % P;
  // P is 3 modulo 4, so this is a root if there is one.
  const root = power(square, (P + 1n) / 4n);
  const y = isUncompressed
    ? toBigInt(bytes.subarray(33))
    : Number(root & 1n) + 2 === form
      ? root
      : P - root;
  if (x >= P || y >= P || (y * y) % P !== square) throw new RangeError('not on the curve');
  return fromHex(`04${x.toString(16).padStart(64, '0')}${y.toString(16).padStart(64, '0')}`);
}
