// XRP's family seeds and secret numbers: 16 bytes of entropy, from which the first account's key is
// derived. The derived key is what gets imported.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concat } from '../crypto/bytes.ts';
import { endOf, isDigit } from './alphabets.ts';
import { createCandidate, type EncodedKey, type EncodingReader } from './encoding-reader.ts';
import { isSpace, type PastedText } from './pasted-text.ts';
import { demandLength, refuse } from './refusal.ts';

/** XRP only has addresses on secp256k1 here. */
export const XRP_CANDIDATES = [createCandidate('CURVE_SECP256K1', 'ADDRESS_FORMAT_XRP')];

/**
 * The private key of account 0 from 16 bytes of entropy: XRPL, "secp256k1 key derivation". The sum
 * uses numbers that JavaScript can't wipe.
 */
export function deriveAccountKey(
  entropy: Uint8Array,
  trackSecret: PastedText['trackSecret'],
): Uint8Array {
  const { Fn } = secp256k1.Point;
  const root = deriveScalar(entropy, trackSecret);
  const family = secp256k1.getPublicKey(root, true);
  const account = deriveScalar(trackSecret(concat(family, new Uint8Array(4))), trackSecret);
  return trackSecret(Fn.toBytes(Fn.add(Fn.fromBytes(root), Fn.fromBytes(account))));
}

/**
 * The first half of the SHA-512 of the bytes and a counter, for the first counter that gives a
 * scalar: nearly always 0.
 */
function deriveScalar(bytes: Uint8Array, trackSecret: PastedText['trackSecret']): Uint8Array {
  for (let counter = 0; ; counter++) {
    const tail = new Uint8Array(4);
    new DataView(tail.buffer).setUint32(0, counter);
    const half = trackSecret(sha512(trackSecret(concat(bytes, tail)))).subarray(0, 32);
    if (secp256k1.utils.isValidSecretKey(half)) return half;
  }
}

const [ROWS, ROW_DIGITS] = [8, 6] as const;
const DIGIT_COUNT = ROWS * ROW_DIGITS;

/**
 * Eight rows of five digits and a check digit (XLS-12), whitespace between rows optional. The rows
 * may have their letters, A to H, as Xaman shows them.
 */
export const readXrpNumbers: EncodingReader = (pasted) => {
  const { bytes } = pasted;
  const rows = findLetteredRows(pasted);
  if (rows) return readRows(pasted, rows);
  if (!bytes.every((byte) => isDigit(byte) || isSpace(byte))) return undefined;
  const digits = pasted.trackSecret(bytes.filter(isDigit));
  const isSplit = digits.length < bytes.length;
  // Unbroken digits of another length are hex, and so is a whole key with a space in it.
  if (digits.length !== DIGIT_COUNT && (!isSplit || digits.length === 64)) return undefined;
  demandLength('xrp_numbers', 'digits', digits.length, [DIGIT_COUNT]);
  const brokenAt = findBrokenRow(bytes);
  if (brokenAt !== -1) {
    refuse('malformed', { encoding: 'xrp_numbers', position: pasted.position(brokenAt) });
  }
  return readRows(
    pasted,
    Array.from({ length: ROWS }, (_, row) => ({
      digits: digits.subarray(row * ROW_DIGITS, (row + 1) * ROW_DIGITS),
      at: positionOfRow(bytes, row),
    })),
  );
};

/** The digits of a row, and where they start. */
type Row = { readonly digits: Uint8Array; readonly at: number };

function readRows({ position, trackSecret }: PastedText, rows: readonly Row[]): EncodedKey {
  const entropy = trackSecret(new Uint8Array(ROWS * 2));
  for (const [row, { digits, at }] of rows.entries()) {
    const value = readRow(digits, row);
    if (value === undefined)
      return refuse('checksum', { encoding: 'xrp_numbers', position: position(at) });
    entropy.set([value >> 8, value & 0xff], row * 2);
  }
  const secret = deriveAccountKey(entropy, trackSecret);
  return { encoding: 'xrp_numbers', candidates: XRP_CANDIDATES, secret };
}

const FIRST_LETTER = 0x41;
/** What stands between a letter and its row: `A 554872`, `A: 554872`, `A. 554872`, `A) 554872`. */
const isRowMark = (byte: number): boolean =>
  isSpace(byte) || [0x3a, 0x2e, 0x29, 0x2c, 0x3b].includes(byte);
/** With fewer, letters before digits are a coincidence. */
const MIN_LETTERED_ROWS = 6;

/**
 * Rows by their letters, in any order: two columns are copied as A E B F C G D H. `undefined` for a
 * text without letters before its rows.
 */
function findLetteredRows({
  bytes,
  position,
  trackSecret,
}: PastedText): readonly Row[] | undefined {
  const rows = new Map<number, Row>();
  let at = 0;
  let count = 0;
  while (at < bytes.length) {
    const row = ((bytes[at] ?? 0) & ~0x20) - FIRST_LETTER;
    const start = endOf(bytes, at + 1, isRowMark);
    const end = endOf(bytes, start, (byte) => isDigit(byte) || isSpace(byte));
    const digits = trackSecret(bytes.slice(start, end).filter(isDigit));
    if (row < 0 || row >= ROWS || start === at + 1 || digits.length === 0) return undefined;
    rows.set(row, { digits, at: start });
    count++;
    at = endOf(bytes, end, isRowMark);
  }
  if (count < MIN_LETTERED_ROWS) return undefined;
  const total = [...rows.values()].reduce((sum, { digits }) => sum + digits.length, 0);
  demandLength('xrp_numbers', 'digits', total, [DIGIT_COUNT]);
  const wrong = [...rows.values()].find(({ digits }) => digits.length !== ROW_DIGITS);
  if (wrong || rows.size !== count) {
    refuse('malformed', { encoding: 'xrp_numbers', position: position(wrong?.at ?? 0) });
  }
  return [...rows].toSorted(([one], [other]) => one - other).map(([, row]) => row);
}

/** The position of whitespace inside a row of six, -1 if there is none. */
function findBrokenRow(bytes: Uint8Array): number {
  let digits = 0;
  return bytes.findIndex((byte) => {
    if (isDigit(byte)) digits++;
    return !isDigit(byte) && digits % ROW_DIGITS !== 0;
  });
}

/** Two bytes. `undefined` if the check digit is wrong, or the number is greater than 65535. */
function readRow(digits: Uint8Array, row: number): number | undefined {
  const value = digits.subarray(0, 5).reduce((sum, digit) => sum * 10 + digit - 0x30, 0);
  const check = (value * (row * 2 + 1)) % 9;
  return value < 0x10000 && (digits[5] ?? 0) - 0x30 === check ? value : undefined;
}

function positionOfRow(bytes: Uint8Array, row: number): number {
  let digits = 0;
  return bytes.findIndex((byte) => isDigit(byte) && digits++ === row * ROW_DIGITS);
}
