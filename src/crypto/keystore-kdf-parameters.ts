// What a keystore file may ask of this computer: its author chose the numbers, not the user.
import type { Bytes } from './bytes.ts';

export type KeystoreKdf =
  | {
      readonly kdf: 'scrypt';
      readonly n: number;
      readonly r: number;
      readonly p: number;
      readonly salt: Bytes;
    }
  | { readonly kdf: 'pbkdf2'; readonly c: number; readonly salt: Bytes };

const MEBIBYTE = 1024 * 1024;
const MAX_MEBIBYTES = 512;
/** Sixteen times the usual work of geth and MyEtherWallet, n = 262,144 and r = 8: about a minute. */
const MAX_SCRYPT_WORK = 16 * 262_144 * 8;
/** About a minute where Web Crypto is slow. The usual number is 262,144. */
const MAX_ITERATIONS = 50_000_000;

/**
 * Why a derivation isn't begun:
 * - `numbers`: they are none of scrypt's (RFC 7914, section 6) or PBKDF2's
 * - `memory`: it takes more than 512 MiB
 * - `time`: it takes more than about a minute
 */
export type KeystoreKdfFault =
  | { readonly kind: 'numbers' }
  | { readonly kind: 'time' }
  | { readonly kind: 'memory'; readonly mebibytes: number };

const isPositive = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

/** Null for a derivation that this computer can be asked for. */
export function kdfFault(kdf: KeystoreKdf): KeystoreKdfFault | null {
  if (kdf.kdf === 'pbkdf2') {
    if (!isPositive(kdf.c)) return { kind: 'numbers' };
    return kdf.c > MAX_ITERATIONS ? { kind: 'time' } : null;
  }
  const { n, r, p } = kdf;
  const isScrypt = [n, r, p].every(isPositive) && n >= 2 && Number.isInteger(Math.log2(n));
  if (!isScrypt) return { kind: 'numbers' };
  const mebibytes = Math.floor((128 * r * (n + p)) / MEBIBYTE);
  if (mebibytes > MAX_MEBIBYTES) return { kind: 'memory', mebibytes };
  return n * r * p > MAX_SCRYPT_WORK ? { kind: 'time' } : null;
}
