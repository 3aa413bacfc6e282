import { createHmac, pbkdf2Sync, randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateMnemonic } from '@scure/bip39';
import { OLD_ELECTRUM_WORDS } from '../../../src/keys/phrase/old-electrum-words.ts';
import { SLIP39_WORDS } from '../../../src/keys/phrase/slip39-words.ts';

/*
 * Random phrases of each scheme by its published rules, and the marks that its wallets look for. Of the
 * product's code only the two word lists are shared, which are published tables.
 */

const asBits = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
const bitsOf = (value: number, width: number): string => value.toString(2).padStart(width, '0');
/** Numbers of `width` bits, as many as the bits have whole. */
const numbersOf = (bits: string, width: number): readonly number[] =>
  Array.from({ length: Math.floor(bits.length / width) }, (_, at) =>
    Number.parseInt(bits.slice(at * width, (at + 1) * width), 2),
  );
const inWords = (numbers: readonly number[], list: readonly string[]): string =>
  numbers.map((number) => list[number] ?? '').join(' ');
const draw = <T>(list: readonly T[]): T => {
  const drawn = list[randomInt(list.length)];
  if (drawn === undefined) throw new Error('nothing to draw from');
  return drawn;
};

/** BIP-39, by @scure/bip39. */
export const bip39Phrase = (list: readonly string[]): string =>
  generateMnemonic([...list], draw([128, 160, 192, 224, 256]));

const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]';

/** Electrum, mnemonic.py, normalize_text. */
const electrumNormal = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .split(/\s+/)
    .join(' ')
    .replaceAll(new RegExp(`(?<=${CJK}) (?=${CJK})`, 'gu'), '');

/** Electrum Seed Version System (electrum.readthedocs.io/en/latest/seedphrase.html). */
export const isElectrum = (text: string): boolean => /^(?:01|100|101|102)/.test(electrumMark(text));
const electrumMark = (text: string): string =>
  createHmac('sha512', 'Seed version').update(electrumNormal(text), 'utf8').digest('hex');

/** Electrum's own Portuguese list: wordlist/portuguese.txt of its 4.3.4, with its notice. */
export const ELECTRUM_PORTUGUESE: readonly string[] = readFileSync(
  join(import.meta.dirname, '../../vectors/electrum-portuguese.txt'),
  'utf8',
)
  .normalize('NFKD')
  .split('\n')
  .map((line) => line.replace(/#.*/, '').trim())
  .filter((word) => word !== '');

/**
 * Electrum 2.0 and later, mnemonic.py, make_seed: as many words as 132 bits need, 12 of 2048 and 13 of its 1626
 * Portuguese ones, counted up until the mark is right.
 */
export function electrumPhrase(list: readonly string[]): string {
  const base = BigInt(list.length);
  const count = Math.ceil(132 / Math.log2(list.length));
  // The marks of three hex digits are sixteen times as rare, and drawn as much less often.
  const mark = draw(['01', '01', '01', '01', '01', '01', '01', '100', '101', '102']);
  const [least, range] = [base ** BigInt(count - 1), base ** BigInt(count - 1) * (base - 1n)];
  let number = least + (BigInt(`0b${asBits(randomBytes(32))}`) % range);
  for (;;) {
    const words: string[] = [];
    for (let rest = number; rest > 0n; rest /= base) words.push(list[Number(rest % base)] ?? '');
    const text = words.join(' ');
    if (words.length === count && electrumMark(text).startsWith(mark)) return text;
    number += 1n;
  }
}

/** Electrum before 2.0: old_mnemonic.py, mn_encode. */
export function oldElectrumPhrase(): string {
  const n = OLD_ELECTRUM_WORDS.length;
  const numbers = numbersOf(asBits(randomBytes(draw([16, 32]))), 32).flatMap((x) => {
    const first = x % n;
    const second = (Math.floor(x / n) + first) % n;
    return [first, second, (Math.floor(x / n / n) + second) % n];
  });
  return inWords(numbers, OLD_ELECTRUM_WORDS);
}

/** SLIP-0039, Checksum. */
function rs1024Polymod(values: readonly number[]): number {
  const GEN = [
    0xe0e040, 0x1c1c080, 0x3838100, 0x7070200, 0xe0e0009, 0x1c0c2412, 0x38086c24, 0x3090fc48,
    0x21b1f890, 0x3f3f120,
  ];
  return values.reduce((checksum, value) => {
    const b = checksum >>> 20;
    const next = ((checksum & 0xfffff) << 10) ^ value;
    return GEN.reduce((sum, term, i) => sum ^ ((b >>> i) & 1 ? term : 0), next);
  }, 1);
}

/** SLIP-0039, Format of the share mnemonic: a share of 128 or 256 bits, its fields drawn in their bounds. */
export function slip39Phrase(): string {
  const isExtendable = randomInt(2) === 1;
  const groupCount = randomInt(16);
  const [bytes, padding] = draw([[16, 2] as const, [32, 4] as const]);
  const fields = [
    bitsOf(randomInt(1 << 15), 15),
    bitsOf(Number(isExtendable), 1),
    bitsOf(randomInt(16), 4),
    bitsOf(randomInt(groupCount + 1), 4),
    bitsOf(randomInt(groupCount + 1), 4),
    bitsOf(groupCount, 4),
    bitsOf(randomInt(16), 4),
    bitsOf(randomInt(16), 4),
    '0'.repeat(padding),
    asBits(randomBytes(bytes)),
  ];
  const data = numbersOf(fields.join(''), 10);
  const customization = [...Buffer.from(isExtendable ? 'shamir_extendable' : 'shamir')];
  const checksum = rs1024Polymod([...customization, ...data, 0, 0, 0]) ^ 1;
  return inWords([...data, ...numbersOf(bitsOf(checksum, 30), 10)], SLIP39_WORDS);
}

const CRC32C = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0x82f63b78 : rest >>> 1;
  return rest >>> 0;
});
const crc32c = (bytes: Uint8Array): number =>
  (bytes.reduce((crc, byte) => (CRC32C[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8), 0xffffffff) ^
    0xffffffff) >>>
  0;

/**
 * Package aezeed of lightningnetwork/lnd: version, 23 enciphered bytes, salt, CRC-32C of those. Any 23 bytes are of the
 * cipher's form, so it isn't run.
 */
export function aezeedPhrase(english: readonly string[]): string {
  const body = Buffer.concat([Buffer.of(0), randomBytes(23), randomBytes(5)]);
  return inWords(numbersOf(asBits(body) + bitsOf(crc32c(body), 32), 11), english);
}

/** The same, read: whether 24 words of the English list have that checksum. */
export function isAezeed(text: string, english: readonly string[]): boolean {
  const places = text.split(' ').map((word) => english.indexOf(word));
  if (places.length !== 24 || places.includes(-1)) return false;
  const bytes = Buffer.from(numbersOf(places.map((place) => bitsOf(place, 11)).join(''), 8));
  return crc32c(bytes.subarray(0, 29)) === bytes.readUInt32BE(29);
}

/** ton-crypto, mnemonic.ts, isBasicSeed. */
export function isTon(text: string): boolean {
  if (text.split(' ').length !== 24) return false;
  const entropy = createHmac('sha512', text).update('').digest();
  const [first] = pbkdf2Sync(entropy, 'TON seed version', 390, 64, 'sha512');
  return first === 0;
}
