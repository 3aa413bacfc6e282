// A key whose text says its curve and often its public key: PEM, DER and JWK.
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { equal } from '../crypto/bytes.ts';
import type { ApiKeyCurve } from '../crypto/schemes.ts';
import { candidateWithAllFormats, type EncodedKey } from './encoding-reader.ts';
import type { KeyEncoding } from './encodings.ts';
import { demandLength, refuse } from './refusal.ts';

/** A private key on the curve that its text states. The secret is the reader's scratch space. */
export type CurveKey = {
  readonly curve: ApiKeyCurve;
  readonly encoding: KeyEncoding;
  readonly secret: Uint8Array;
};

const ECDSA = { SECP256K1: secp256k1, P256: p256 } as const;

/** Whether this is the public key: compressed, uncompressed, or Ed25519's 32 bytes. */
export function isPublicPart({ curve, secret }: CurveKey, publicPart: Uint8Array): boolean {
  if (curve === 'ED25519') return equal(ed25519.getPublicKey(secret), publicPart);
  const isCompressed = publicPart.length === 33;
  return equal(ECDSA[curve].getPublicKey(secret, isCompressed), publicPart);
}

/** The key, once its length, its range and the public key in the text are right. */
export function checkedKey(key: CurveKey, publicPart: Uint8Array | undefined): CurveKey {
  const { curve, encoding, secret } = key;
  demandLength(encoding, 'bytes', secret.length, [32]);
  if (secret.every((byte) => byte === 0)) refuse('zero', { encoding });
  if (curve !== 'ED25519' && !ECDSA[curve].utils.isValidSecretKey(secret))
    refuse('out_of_range', { encoding });
  if (publicPart && !isPublicPart(key, publicPart)) refuse('public_half_mismatch', { encoding });
  return key;
}

/** The key for addresses on chains. None is on P-256. */
export function asEncodedKey({ curve, encoding, secret }: CurveKey): EncodedKey {
  if (curve === 'P256') return refuse('wrong_curve', { encoding: 'p256_key' });
  return { encoding, candidates: [candidateWithAllFormats(`CURVE_${curve}`)], secret };
}
