// Concatenation of bytes, and the checksums at the end of address texts.
import { sha256 as hash } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

/** All parts as one array. */
export function concat(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return concatBytes(...parts.map((part) => Uint8Array.from(part)));
}

/** SHA-256, 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash(bytes);
}

/** SHA-256 of SHA-256. */
export function doubleSha256(bytes: Uint8Array): Uint8Array {
  return hash(hash(bytes));
}

/** CRC16-XMODEM. */
export function crc16(bytes: Uint8Array): number {
  return bytes.reduce((start, byte) => {
    let crc = start ^ (byte << 8);
    for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0);
    return crc & 0xffff;
  }, 0);
}
