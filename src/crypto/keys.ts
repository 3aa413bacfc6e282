// API keys: from text to bytes, and from private to public key. The formats are those that the
// vendor's tools write (docs/protocol.md, Stamps by API keys): hex, hex of seed and public key for
// Ed25519, and the CLI's `<hex>:<curve>`.
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { KeystampError } from '../protocol/errors.ts';
import { ETHEREUM_ADDRESS } from '../protocol/ethereum-address.ts';
import { equal, fromHex, randomBytes, toHex, wipe, type Bytes, type RandomBytes } from './bytes.ts';
import { API_KEY_CURVES, type ApiKeyCurve } from './schemes.ts';

/** A parsed private key: the scalar or seed, 32 bytes. */
export type ApiPrivateKey = { readonly curve: ApiKeyCurve; readonly privateKey: Bytes };

type CurveOperations = {
  /** Name in the vendor CLI's key files. */
  readonly suffix: string;
  /** Length of the public key in bytes. */
  readonly publicLength: 32 | 33;
  readonly publicKey: (privateKey: Uint8Array) => Bytes;
  readonly isPrivateKey: (privateKey: Uint8Array) => boolean;
  readonly isPublicKey: (publicKey: Uint8Array) => boolean;
  readonly generate: (seed: Uint8Array) => Bytes;
};

const ecdsa = (suffix: string, curve: typeof p256): CurveOperations => ({
  suffix,
  publicLength: 33,
  publicKey: (privateKey) => curve.getPublicKey(privateKey, true),
  isPrivateKey: curve.utils.isValidSecretKey,
  isPublicKey: (publicKey) => curve.utils.isValidPublicKey(publicKey, true),
  generate: (seed) => curve.utils.randomSecretKey(seed),
});

const CURVES: Readonly<Record<ApiKeyCurve, CurveOperations>> = {
  P256: ecdsa('p256', p256),
  SECP256K1: ecdsa('secp256k1', secp256k1),
  ED25519: {
    suffix: 'ed25519',
    publicLength: 32,
    publicKey: (privateKey) => ed25519.getPublicKey(privateKey),
    isPrivateKey: (privateKey) => privateKey.length === 32,
    // Not ZIP 215: one encoding per point (RFC 8032 5.1.3).
    isPublicKey: (publicKey) => ed25519.utils.isValidPublicKey(publicKey, false),
    generate: (seed) => ed25519.utils.randomSecretKey(seed),
  },
};

/**
 * The public key of a private key (32 bytes): a compressed point (33 bytes), or 32 bytes for
 * Ed25519. `key_malformed` if the scalar is out of range.
 */
export function publicKeyOf(curve: ApiKeyCurve, privateKey: Uint8Array): Bytes {
  requireRange(curve, privateKey);
  return CURVES[curve].publicKey(privateKey);
}

/** A new private key, 32 bytes, uniform (FIPS 186-5 A.2.1 for the two ECDSA curves). */
export function generatePrivateKey(curve: ApiKeyCurve, random: RandomBytes = randomBytes): Bytes {
  const seed = random(curve === 'ED25519' ? 32 : 48);
  const privateKey = CURVES[curve].generate(seed).slice();
  wipe(seed);
  return privateKey;
}

/**
 * Reads a private key from text: 64 hex digits (`0x` allowed), or 128 for an Ed25519 seed with its
 * public key. Both may have a `:p256`, `:secp256k1` or `:ed25519` suffix, as in the vendor CLI's
 * key files. Without a suffix, `options.curve` or the length decides; 64 digits alone mean P-256.
 *
 * Throws `key_malformed`, saying what the text looks like, or `key_mismatch` if the seed and public
 * key of an Ed25519 key don't belong together. No message contains any part of the text.
 */
export function parseApiPrivateKey(
  text: string,
  options: { readonly curve?: ApiKeyCurve } = {},
): ApiPrivateKey {
  const { digits, suffixCurve } = splitSuffix(text.trim());
  if (suffixCurve && options.curve && suffixCurve !== options.curve) {
    throw malformed(`The key file says ${suffixCurve}, but ${options.curve} was chosen.`);
  }
  const hex = digits.replace(/^0x/i, '');
  const curve = suffixCurve ?? options.curve ?? (hex.length === 128 ? 'ED25519' : 'P256');
  if (!/^[0-9a-f]+$/i.test(hex) || !isKeyLength(hex.length, curve)) {
    throw malformed(describeLookalike(digits, hex, curve));
  }
  const bytes = fromHex(hex);
  const privateKey = bytes.slice(0, 32);
  requireRange(curve, privateKey);
  if (bytes.length === 64 && !equal(bytes.subarray(32), publicKeyOf(curve, privateKey))) {
    throw new KeystampError(
      'key_mismatch',
      'The last 64 of the 128 digits are not the public key of the first 64.',
    );
  }
  wipe(bytes);
  return { curve, privateKey };
}

/**
 * Reads a public key: 66 hex digits (compressed point), or 64 for Ed25519. `invalid_input` for any
 * other length, and for bytes that aren't a point on the curve.
 */
export function parsePublicKey(curve: ApiKeyCurve, text: string): Bytes {
  const expected = CURVES[curve].publicLength * 2;
  if (text.length !== expected || !/^[0-9a-f]+$/i.test(text)) {
    throw new KeystampError(
      'invalid_input',
      `A ${curve} public key has ${expected} hex digits, got ${text.length} characters.`,
      { field: 'publicKey' },
    );
  }
  const bytes = fromHex(text);
  if (!CURVES[curve].isPublicKey(bytes)) {
    throw new KeystampError(
      'invalid_input',
      `The ${expected} hex digits are not a point of ${curve}.`,
      { field: 'publicKey' },
    );
  }
  return bytes;
}

/** True if the public key belongs to the private key. Otherwise throws `key_mismatch`. */
export function matchesPublicKey(
  curve: ApiKeyCurve,
  privateKey: Uint8Array,
  publicKey: Uint8Array,
): true {
  const computed = publicKeyOf(curve, privateKey);
  if (!equal(computed, publicKey)) {
    throw new KeystampError(
      'key_mismatch',
      `The private key’s public key on ${curve} is ${toHex(computed)}, not the one given.`,
      { field: 'publicKey' },
    );
  }
  return true;
}

function requireRange(curve: ApiKeyCurve, privateKey: Uint8Array): void {
  if (CURVES[curve].isPrivateKey(privateKey)) return;
  throw malformed(
    privateKey.length === 32
      ? `The number is not in the range of ${curve} private keys.`
      : `A ${curve} private key has 32 bytes, got ${privateKey.length}.`,
  );
}

function splitSuffix(text: string): { digits: string; suffixCurve: ApiKeyCurve | undefined } {
  const colon = text.lastIndexOf(':');
  if (colon === -1 || /\s/.test(text)) return { digits: text, suffixCurve: undefined };
  const suffix = text.slice(colon + 1).toLowerCase();
  const suffixCurve = API_KEY_CURVES.find((curve) => CURVES[curve].suffix === suffix);
  const digits = text.slice(0, colon);
  if (!suffixCurve && /^(?:0x)?[0-9a-f]+$/i.test(digits)) {
    throw malformed('The curve after the colon is not one of p256, secp256k1, ed25519.');
  }
  return suffixCurve ? { digits, suffixCurve } : { digits: text, suffixCurve: undefined };
}

function isKeyLength(length: number, curve: ApiKeyCurve): boolean {
  return length === 64 || (length === 128 && curve === 'ED25519');
}

type Lookalike = readonly [test: (text: string, hex: string) => boolean, words: string];

/** What people paste instead of a private key. The first match is named. */
const LOOKALIKES: readonly Lookalike[] = [
  [(text) => text === '', 'Nothing was given.'],
  [(text) => text.includes('-----BEGIN'), 'This is a PEM file. Give the key as hex digits.'],
  [(text) => /^[{[]/.test(text), 'This is JSON. Give only the private key in it, as hex digits.'],
  [
    (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
    'This is an id, not a key.',
  ],
  [
    (text) => /^[a-z]+(?:\s+[a-z]+){11,23}$/i.test(text),
    'This looks like a recovery phrase. An API key has none; give its private key as hex digits.',
  ],
  [
    (_, hex) => /^0[23][0-9a-f]{64}$/i.test(hex) || /^04[0-9a-f]{128}$/i.test(hex),
    'This is a public key. Give the private key that belongs to it.',
  ],
  [(text) => ETHEREUM_ADDRESS.test(text), 'This is an address, not a key.'],
];

function describeLookalike(text: string, hex: string, curve: ApiKeyCurve): string {
  const lookalike = LOOKALIKES.find(([test]) => test(text, hex));
  if (lookalike) return lookalike[1];
  const expected = curve === 'ED25519' ? '64 or 128 hex digits' : '64 hex digits';
  if (!/^[0-9a-f]*$/i.test(hex)) {
    return `Expected ${expected}, got ${text.length} characters that are not all hex digits.`;
  }
  return `A ${curve} private key has ${expected}, got ${hex.length}.`;
}

function malformed(message: string): KeystampError {
  return new KeystampError('key_malformed', message, { field: 'privateKey' });
}
