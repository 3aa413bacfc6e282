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

const MAX_MEMORY = 512 * 1024 * 1024;
/** Sixteen times the usual work of geth and MyEtherWallet, n = 262,144 and r = 8: about a minute. */
const MAX_SCRYPT_WORK = 16 * 262_144 * 8;
/** About a minute where Web Crypto is slow. The usual number is 262,144. */
const MAX_ITERATIONS = 50_000_000;

const isPositive = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

/** Whether the derivation takes at most 512 MiB and about a minute. False for malformed numbers. */
export function isAffordable(kdf: KeystoreKdf): boolean {
  if (kdf.kdf === 'pbkdf2') return isPositive(kdf.c) && kdf.c <= MAX_ITERATIONS;
  const { n, r, p } = kdf;
  if (![n, r, p].every(isPositive) || n < 2 || !Number.isInteger(Math.log2(n))) return false;
  return 128 * r * (n + p) <= MAX_MEMORY && n * r * p <= MAX_SCRYPT_WORK;
}
