// Public keys as points, checked once. Only points are needed here, so the curves are built from
// their constants: the libraries' ready-made ones include signing, which is 8 KB.
import { edwards } from '@noble/curves/abstract/edwards.js';
import { weierstrass } from '@noble/curves/abstract/weierstrass.js';
import type { Curve } from '../protocol/enums.ts';
import { KeystampError } from '../protocol/errors.ts';

/** SEC 2, 2.4.1. */
export const Secp256k1 = /* @__PURE__ */ weierstrass({
  p: 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn,
  n: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
  h: 1n,
  a: 0n,
  b: 7n,
  Gx: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  Gy: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
});

/** SEC 2, 2.4.2 (secp256r1). */
export const P256 = /* @__PURE__ */ weierstrass({
  p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
  n: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  h: 1n,
  a: 0xffffffff00000001000000000000000000000000fffffffffffffffffffffffcn,
  b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  Gx: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  Gy: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
});

/** RFC 8032, 5.1. */
export const Ed25519 = /* @__PURE__ */ edwards({
  p: 0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffedn,
  n: 0x1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3edn,
  h: 8n,
  a: 0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffecn,
  d: 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n,
  Gx: 0x216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51an,
  Gy: 0x6666666666666666666666666666666666666666666666666666666666666658n,
});

/** A public key: 33 bytes compressed for the ECDSA curves, 32 for Ed25519. */
export type PublicKey = { readonly curve: Curve; readonly bytes: Uint8Array };

/** A public key that is known to be a point on its curve. */
export type ValidPublicKey = PublicKey & {
  /** 04, X and Y. For Ed25519, the key itself. */
  readonly uncompressed: Uint8Array;
};

const ECDSA = { CURVE_SECP256K1: Secp256k1, CURVE_P256: P256 } as const;

/** The key. Undefined if the bytes aren't a public key of the curve. */
export function readKey({ curve, bytes }: PublicKey): ValidPublicKey | undefined {
  try {
    if (curve === 'CURVE_ED25519') {
      Ed25519.fromBytes(bytes, false);
      return { curve, bytes, uncompressed: bytes };
    }
    if (bytes.length !== 33) return undefined;
    return { curve, bytes, uncompressed: ECDSA[curve].fromBytes(bytes).toBytes(false) };
  } catch {
    return undefined;
  }
}

/** The key. `invalid_input` if the bytes aren't a public key of the curve. */
export function demandKey(publicKey: PublicKey): ValidPublicKey {
  const key = readKey(publicKey);
  if (key) return key;
  throw new KeystampError(
    'invalid_input',
    `${publicKey.bytes.length} bytes are no public key of ${publicKey.curve}.`,
    { field: 'publicKey' },
  );
}
