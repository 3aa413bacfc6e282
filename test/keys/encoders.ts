import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import {
  base32nopad,
  base58,
  base58xrp,
  base64,
  bech32,
  bech32m,
  createBase58check,
} from '@scure/base';
import { concat, toHex } from '../../src/crypto/bytes.ts';

/*
 * The forms as their wallets write them, using @scure/base: other code than what reads them.
 */

const bitcoinCheck = createBase58check(sha256);
/** 32 bytes and their public key. */
export function pairOf(seed: Uint8Array): Uint8Array {
  return concat(seed, ed25519.getPublicKey(seed));
}

/** Base58 with Bitcoin's checksum. */
export function withChecksum(payload: Uint8Array): string {
  return bitcoinCheck.encode(payload);
}

/** Base58 with the same checksum, in XRP's order of characters. */
export function withXrpChecksum(payload: Uint8Array): string {
  return base58xrp.encode(concat(payload, sha256(sha256(payload)).slice(0, 4)));
}

export function wif(version: number, key: Uint8Array, compressed = true): string {
  return withChecksum(concat(Uint8Array.of(version), key, Uint8Array.from(compressed ? [1] : [])));
}

export function solanaPair(seed: Uint8Array): string {
  return base58.encode(pairOf(seed));
}

export function solanaArray(seed: Uint8Array, indent?: number): string {
  return JSON.stringify([...pairOf(seed)], null, indent);
}

/** StrKey with any version byte. */
export function strKey(version: number, payload: Uint8Array): string {
  const body = concat(Uint8Array.of(version), payload);
  let crc = 0;
  for (const byte of body) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return base32nopad.encode(concat(body, Uint8Array.of(crc & 0xff, crc >> 8)));
}

export function stellarSeed(seed: Uint8Array): string {
  return strKey(18 << 3, seed);
}

export function sui(key: Uint8Array, flag = 0): string {
  return bech32Text('suiprivkey', concat(Uint8Array.of(flag), key));
}

/** A line of `sui.keystore`, without its quotation marks. */
export function suiKeystore(key: Uint8Array, flag = 0): string {
  return base64.encode(concat(Uint8Array.of(flag), key));
}

export function bech32Text(prefix: string, payload: Uint8Array, modern = false): string {
  const coder = modern ? bech32m : bech32;
  return coder.encode(prefix, coder.toWords(payload), 200);
}

export function aptos(seed: Uint8Array): string {
  return `ed25519-priv-0x${toHex(seed)}`;
}

export function xrpSeed(entropy: Uint8Array): string {
  return withXrpChecksum(concat(Uint8Array.of(0x21), entropy));
}

/** XLS-12: eight numbers of two bytes, five digits and a check digit each. */
export function xrpNumbers(entropy: Uint8Array): string[] {
  const view = new DataView(entropy.buffer, entropy.byteOffset);
  return Array.from({ length: 8 }, (_, row) => {
    const value = view.getUint16(row * 2);
    return `${String(value).padStart(5, '0')}${(value * (row * 2 + 1)) % 9}`;
  });
}
