// The encodings and hashes that addresses are made of.
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 as hash } from '@noble/hashes/sha2.js';
import { keccak_256, sha3_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { base32, base58 as base58coder, base58xrp, bech32, createBase58check } from '@scure/base';
import type { Curve } from '../protocol/enums.ts';
import { KeystampError } from '../protocol/errors.ts';

type Key = { readonly curve: Curve; readonly bytes: Uint8Array };

const ECDSA = { CURVE_SECP256K1: secp256k1, CURVE_P256: p256 } as const;

/** Throws `invalid_input` unless the bytes are a public key of the curve, compressed. */
export function demandPublicKey({ curve, bytes }: Key): void {
  const holds =
    curve === 'CURVE_ED25519'
      ? bytes.length === 32 && ed25519.utils.isValidPublicKey(bytes, false)
      : bytes.length === 33 && ECDSA[curve].utils.isValidPublicKey(bytes, true);
  if (holds) return;
  throw new KeystampError('invalid_input', `${bytes.length} bytes are no public key of ${curve}.`, {
    field: 'publicKey',
  });
}

/** All parts as one array. */
export function concat(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return concatBytes(...parts.map((part) => Uint8Array.from(part)));
}

/** SHA-256, 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash(bytes);
}

/** RIPEMD-160 of SHA-256, 20 bytes. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}

const check = createBase58check(hash);

/** Base58 of a version byte, the payload and four bytes of its double SHA-256. */
export function base58check(version: number, payload: Uint8Array): string {
  return check.encode(concat([version], payload));
}

/** Base58check of the key's hash160: Dogecoin, and Bitcoin's oldest. */
export function hash160Check(version: number, key: Uint8Array): string {
  return base58check(version, hash160(key));
}

export const hex = bytesToHex;
export const base58 = (bytes: Uint8Array): string => base58coder.encode(bytes);

/** Hex of `04`, X and Y, 130 digits, no prefix. */
export function uncompressedHex({ curve, bytes }: Key): string {
  const point = curve === 'CURVE_P256' ? p256.Point : secp256k1.Point;
  return point.fromBytes(bytes).toHex(false);
}

/** The last 20 bytes of Keccak-256 of X and Y. */
function keccakTail(key: Uint8Array): Uint8Array {
  const point = secp256k1.Point.fromBytes(key).toBytes(false);
  return keccak_256(point.subarray(1)).subarray(12);
}

/** EIP-55: a letter is upper case where the digest of the lower-case text has 8 or more. */
export function ethereum(key: Uint8Array): string {
  const lower = bytesToHex(keccakTail(key));
  const digest = bytesToHex(keccak_256(new TextEncoder().encode(lower)));
  const cased = lower.replace(/[a-f]/g, (digit, at: number) =>
    Number.parseInt(digest.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased}`;
}

/** The same account as Ethereum's, in base58check with 0x41. */
export function tron(key: Uint8Array): string {
  return base58check(0x41, keccakTail(key));
}

/** Cosmos SDK account of a secp256k1 key. */
export function cosmos(prefix: string, key: Uint8Array): string {
  return bech32.encode(prefix, bech32.toWords(hash160(key)));
}

/** BLAKE2b-256 over the scheme flag (0, Ed25519) and the key. */
export function sui(key: Uint8Array): string {
  return `0x${bytesToHex(blake2b(concat([0], key), { dkLen: 32 }))}`;
}

/** SHA3-256 over the key and the scheme byte (0, single Ed25519); the long form of AIP-40. */
export function aptos(key: Uint8Array): string {
  return `0x${bytesToHex(sha3_256(concat(key, [0])))}`;
}

/** StrKey (SEP-23): version byte of `G`, the key, CRC16-XMODEM little-endian. */
export function stellar(key: Uint8Array): string {
  const payload = concat([6 << 3], key);
  const crc = crc16(payload);
  return base32.encode(concat(payload, [crc & 0xff, crc >> 8]));
}

function crc16(bytes: Uint8Array): number {
  return bytes.reduce((start, byte) => {
    let crc = start ^ (byte << 8);
    for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0);
    return crc & 0xffff;
  }, 0);
}

/** XRP's classic address: base58check in its own alphabet, version 0. */
export function ripple(key: Uint8Array): string {
  const payload = concat([0], hash160(key));
  return base58xrp.encode(concat(payload, sha256(sha256(payload)).subarray(0, 4)));
}
