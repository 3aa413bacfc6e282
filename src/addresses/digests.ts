// What addresses keep of a public key: hashes, scripts, a tweaked point.
import { blake2b } from '@noble/hashes/blake2.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { keccak_256, sha3_256 } from '@noble/hashes/sha3.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { concat, sha256 } from './hashing.ts';
import { Secp256k1 } from './points.ts';
import type { ValidPublicKey } from './points.ts';

/** RIPEMD-160 of SHA-256, 20 bytes. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}

/** Ethereum's account: the last 20 bytes of Keccak-256 of X and Y. */
export function keccakAccount({ uncompressed }: ValidPublicKey): Uint8Array {
  return keccak_256(uncompressed.subarray(1)).subarray(12);
}

/** BLAKE2b-256 over the scheme's flag and the key: 0 is Ed25519, 1 is secp256k1. */
export function suiAccount(flag: 0 | 1, key: Uint8Array): Uint8Array {
  return blake2b(concat([flag], key), { dkLen: 32 });
}

/** SHA3-256 over the key and the scheme's byte: 0 is a single Ed25519 key. */
export function aptosAccount(key: Uint8Array, scheme = 0): Uint8Array {
  return sha3_256(concat(key, [scheme]));
}

/** Bitcoin's scripts for one key (33 bytes). */
export const SCRIPT = {
  p2pk: (key: Uint8Array) => concat([0x21], key, [0xac]),
  p2pkh: (key: Uint8Array) => concat([0x76, 0xa9, 0x14], hash160(key), [0x88, 0xac]),
  p2wpkh: (key: Uint8Array) => concat([0x00, 0x14], hash160(key)),
  /** One of one. */
  multisig: (key: Uint8Array) => concat([0x51, 0x21], key, [0x51, 0xae]),
} as const;

/** The output key of BIP-86: the internal key tweaked by itself, no script tree. */
export function taprootKey({ bytes, uncompressed }: ValidPublicKey): Uint8Array {
  const tag = sha256(utf8ToBytes('TapTweak'));
  const tweak = Secp256k1.Fn.fromBytes(sha256(concat(tag, tag, bytes.subarray(1))));
  const point = Secp256k1.fromBytes(uncompressed);
  // BIP-340: an X stands for the point with an even Y. The first byte tells whether it's even.
  const internal = bytes[0] === 2 ? point : point.negate();
  return internal.add(Secp256k1.BASE.multiply(tweak)).toBytes(true).subarray(1);
}
