// Phrases that look like BIP-39's and are not: with them a wallet would have other addresses.
import { hmac } from '@noble/hashes/hmac.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { toHex, utf8, wipe } from '../../crypto/bytes.ts';
import type { WordList } from './languages.ts';

/** The schemes that make their keys from words in another way than BIP-39, in the order of naming. */
export const OTHER_SCHEMES = ['slip39', 'aezeed', 'old_electrum', 'ton', 'electrum'] as const;
export type OtherScheme = (typeof OTHER_SCHEMES)[number];

/** Words as far as the lists of BIP-39 explain them. */
export type ListedWords = {
  readonly words: readonly string[];
  /** The list that has most of them. */
  readonly list: WordList;
  /** How many are in that list. */
  readonly known: number;
};

/**
 * The schemes whose marks the words have. They are asked whether or not BIP-39 takes the words: one of
 * 16 seeds of older Electrums has a right BIP-39 checksum by chance (docs/protocol.md, Recovery phrases
 * of other schemes). By chance as well, one of 215 phrases has Electrum's mark and one of 256 TON's.
 */
export async function otherSchemesOf(given: ListedWords): Promise<readonly OtherScheme[]> {
  const { words, list, known } = given;
  const isEnglish = list.language === 'english' && known === words.length;
  const fits: Readonly<Record<OtherScheme, boolean>> = {
    slip39: await isSlip39Share(words),
    aezeed: isEnglish && isAezeed(words, list),
    old_electrum: await isOldElectrumSeed(words),
    ton: isEnglish && isTonPhrase(words),
    electrum: mayBeElectrum(given) && isElectrumSeed(words),
  };
  return OTHER_SCHEMES.filter((scheme) => fits[scheme]);
}

/**
 * The schemes that words with a wrong checksum, or of a number that BIP-39 doesn't have, could be of if
 * one of them is mistyped: those with the same words and this number of them.
 */
export function possibleSchemes({ words, list, known }: ListedWords): readonly OtherScheme[] {
  if (known !== words.length) return [];
  const isEnglish = list.language === 'english';
  const fits: Readonly<Record<OtherScheme, boolean>> = {
    slip39: false,
    aezeed: isEnglish && words.length === AEZEED_WORDS,
    old_electrum: false,
    ton: isEnglish && words.length === TON_WORDS,
    electrum: ELECTRUM_LANGUAGES.includes(list.language) && ELECTRUM_COUNTS.includes(words.length),
  };
  return OTHER_SCHEMES.filter((scheme) => fits[scheme]);
}

/**
 * How the "seed version" hash of an Electrum seed starts, in hex: standard, SegWit, and both with two
 * factors (Electrum documentation, Electrum Seed Version System).
 */
const ELECTRUM_VERSIONS = ['01', '100', '101', '102'];
/** Words of 132 bits, of two factors' older seeds, and of the same in Electrum's Portuguese list. */
const ELECTRUM_COUNTS: readonly number[] = [12, 13, 24, 25, 26];
/** Its lists that are BIP-39's; its Portuguese one isn't. */
const ELECTRUM_LANGUAGES: readonly string[] = [
  'english',
  'spanish',
  'japanese',
  'simplified_chinese',
];
/** What has no spaces in the text that Electrum hashes (its mnemonic.py, CJK_INTERVALS). */
const BETWEEN_CJK =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/gu;

/**
 * Only a whole seed has Electrum's mark; a part of one has it by chance. Where few words are in no list
 * they are mistyped; where most are, the list is Electrum's own Portuguese one.
 */
const mayBeElectrum = ({ words, known }: ListedWords): boolean =>
  ELECTRUM_COUNTS.includes(words.length) && (known === words.length || known < words.length / 2);

/** Whether the words (NFKD) have the mark of an Electrum seed, of 2.0 or later. */
function isElectrumSeed(words: readonly string[]): boolean {
  const text = electrumText(words);
  const version = toHex(hmac(sha512, utf8('Seed version'), text));
  wipe(text);
  return ELECTRUM_VERSIONS.some((prefix) => version.startsWith(prefix));
}

/** The text that Electrum hashes: without accents, and without spaces between Chinese or Japanese. */
export function electrumText(words: readonly string[]): Uint8Array<ArrayBuffer> {
  return utf8(words.join(' ').replace(/\p{M}/gu, '').replace(BETWEEN_CJK, ''));
}

/** Numbers of words of 128 and 256 bits before Electrum 2.0, which had no checksum. */
const OLD_ELECTRUM_COUNTS: readonly number[] = [12, 24];

/** Whether the words are a seed of an Electrum before 2.0: all of them in its list. */
async function isOldElectrumSeed(words: readonly string[]): Promise<boolean> {
  if (!OLD_ELECTRUM_COUNTS.includes(words.length)) return false;
  const { OLD_ELECTRUM_WORDS } = await import('./old-electrum-words.ts');
  return words.every((word) => OLD_ELECTRUM_WORDS.includes(word));
}

const TON_WORDS = 24;
/** 100,000 / 256, as ton-crypto has it (mnemonic.ts, isBasicSeed). */
const TON_VERSION_ROUNDS = 390;

/** Whether the words are a TON wallet's: from BIP-39's English list, with a checksum of its own. */
function isTonPhrase(words: readonly string[]): boolean {
  if (words.length !== TON_WORDS) return false;
  const text = utf8(words.join(' '));
  const entropy = hmac(sha512, text, new Uint8Array());
  const salt = utf8('TON seed version');
  const version = pbkdf2(sha512, entropy, salt, { c: TON_VERSION_ROUNDS, dkLen: 64 });
  const isTon = version[0] === 0;
  wipe(text, entropy, version);
  return isTon;
}

const AEZEED_WORDS = 24;
/** 24 words of 11 bits: version, enciphered seed and salt in 29 bytes, then their CRC-32C in four. */
const AEZEED_BYTES = 33;
const AEZEED_CHECKED = 29;

/** Whether the words are LND's cipher seed (package aezeed of lightningnetwork/lnd). */
function isAezeed(words: readonly string[], { places }: WordList): boolean {
  if (words.length !== AEZEED_WORDS) return false;
  const bits = words.map((word) => (places.get(word) ?? 0).toString(2).padStart(11, '0')).join('');
  const bytes = Uint8Array.from({ length: AEZEED_BYTES }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8), 2),
  );
  const checksum = new DataView(bytes.buffer).getUint32(AEZEED_CHECKED);
  const isRight = crc32c(bytes.subarray(0, AEZEED_CHECKED)) === checksum;
  wipe(bytes);
  return isRight;
}

/** CRC-32C (RFC 3720, B.4), bit by bit: it runs once for 29 bytes. */
function crc32c(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f6_3b78 : 0);
  }
  return ~crc >>> 0;
}

/** Words of a share of 128 and of 256 bits (SLIP-39, Format of the share mnemonic). */
const SLIP39_COUNTS: readonly number[] = [20, 33];

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
