// Phrases that look like BIP-39's and are not: with them a wallet would have other addresses.
import { hmac } from '@noble/hashes/hmac.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { toHex, utf8, wipe } from '../../crypto/bytes.ts';

/** A scheme that makes its keys from words in another way. */
export type OtherScheme = 'electrum' | 'slip39' | 'ton';

/**
 * How the "seed version" hash of an Electrum seed starts, in hex: standard, SegWit, and both with two
 * factors (Electrum documentation, Electrum Seed Version System).
 */
const ELECTRUM_VERSIONS = ['01', '100', '101', '102'];

/**
 * Whether the words (NFKD) are an Electrum seed. One of 200 other phrases is taken for one, too: only
 * ask about those that BIP-39 refuses. Electrum makes none that BIP-39 accepts.
 */
export function isElectrumSeed(words: readonly string[]): boolean {
  const text = utf8(words.join(' ').replace(/\p{M}/gu, ''));
  const version = toHex(hmac(sha512, utf8('Seed version'), text));
  wipe(text);
  return ELECTRUM_VERSIONS.some((prefix) => version.startsWith(prefix));
}

const TON_WORDS = 24;
/** 100,000 / 256, as ton-crypto has it (mnemonic.ts, isBasicSeed). */
const TON_VERSION_ROUNDS = 390;

/** Whether the words are a TON wallet's: from BIP-39's English list, with a checksum of its own. */
export function isTonPhrase(words: readonly string[]): boolean {
  if (words.length !== TON_WORDS) return false;
  const text = utf8(words.join(' '));
  const entropy = hmac(sha512, text, new Uint8Array());
  const salt = utf8('TON seed version');
  const version = pbkdf2(sha512, entropy, salt, { c: TON_VERSION_ROUNDS, dkLen: 64 });
  const isTon = version[0] === 0;
  wipe(text, entropy, version);
  return isTon;
}

/** Words of a share of 128 and of 256 bits (SLIP-39, Format of the share mnemonic). */
export const SLIP39_COUNTS: readonly number[] = [20, 33];

const SLIP39_BITS_PER_WORD = 10;
/** The generators of RS1024 (SLIP-39, Checksum). */
const RS1024 = [
  0xe0e040, 0x1c1c080, 0x3838100, 0x7070200, 0xe0e0009, 0x1c0c2412, 0x38086c24, 0x3090fc48,
  0x21b1f890, 0x3f3f120,
] as const;

/**
 * Whether the words are a share of SLIP-39: all of them in its list, with the right checksum, plain or
 * of an extendable backup.
 */
export async function isSlip39Share(words: readonly string[]): Promise<boolean> {
  if (!SLIP39_COUNTS.includes(words.length)) return false;
  const { SLIP39_WORDS } = await import('./slip39-words.ts');
  const places = words.map((word) => SLIP39_WORDS.indexOf(word));
  if (places.includes(-1)) return false;
  return ['shamir', 'shamir_extendable'].some((customization) => {
    const letters = Array.from(customization, (letter) => letter.charCodeAt(0));
    return rs1024([...letters, ...places]) === 1;
  });
}

function rs1024(values: readonly number[]): number {
  let checksum = 1;
  for (const value of values) {
    const top = checksum >> (2 * SLIP39_BITS_PER_WORD);
    checksum = ((checksum & 0xfffff) << SLIP39_BITS_PER_WORD) ^ value;
    for (const [bit, generator] of RS1024.entries()) {
      if ((top >> bit) % 2 === 1) checksum ^= generator;
    }
  }
  return checksum;
}
