// Hex: 32 bytes of either curve, an Ed25519 seed with its public key, XRPL's 33 bytes, and the public
// keys and addresses that are written in hex too.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { equal } from '../crypto/bytes.ts';
import { publicKeyOf } from '../crypto/keys.ts';
import { ascii, countStrays, fromHexDigits, HEX, startsWith, strayOf } from './alphabets.ts';
import { anyOf, reading, type Choice, type Form, type FormResult } from './form.ts';
import type { Found } from './found.ts';
import type { Pasted } from './pasted.ts';
import { demandLength, refuse } from './refusal.ts';

/** Below, a text of mostly hex digits is chance. */
const LEAST_DIGITS = 32;

/** 64 digits, `0x` allowed; 128 with the public half checked; 66 with `00` when said to be XRP's. */
export const readHex: Form = (pasted, choice) => {
  const { bytes } = pasted;
  const prefixed = startsWith(bytes, '0x') || startsWith(bytes, '0X');
  const digits = prefixed ? bytes.subarray(2) : bytes;
  const stray = strayOf(digits, HEX);
  if (!prefixed && stray !== -1 && !isNearlyHex(digits)) return undefined;
  if (bytes.length === 0) demandLength('hex', 'digits', 0, [64]);
  // No wallet writes 0X, and libraries differ on it.
  if (bytes[1] === 0x58) refuse('wrong_character', { found: 'hex', position: pasted.position(1) });
  if (stray !== -1) {
    const position = pasted.position(stray + (prefixed ? 2 : 0));
    refuse('wrong_character', { found: 'hex', position });
  }
  return digits.length === 128
    ? readPair(pasted, digits, choice)
    : readSingle(pasted, digits, choice);
};

const isNearlyHex = (digits: Uint8Array): boolean =>
  digits.length >= LEAST_DIGITS && countStrays(digits, HEX) * 5 <= digits.length;

function readSingle(pasted: Pasted, digits: Uint8Array, choice: Choice): FormResult {
  if (digits.length === 66) return readMarked(pasted, digits, choice);
  if (digits.length === 40) refuse('address_pasted', { found: 'ethereum_address' });
  if (digits.length === 42 && startsWith(digits, '41')) {
    refuse('address_pasted', { found: 'tron_address' });
  }
  if (digits.length === 130 && startsWith(digits, '04')) {
    refuse('public_key_pasted', { found: 'public_key' });
  }
  const secret = hexSecret(pasted, digits, 'hex');
  return { kind: 'hex', readings: [anyOf('CURVE_SECP256K1'), anyOf('CURVE_ED25519')], secret };
}

/** The 32 bytes of 64 digits that {@link readHex} or a prefix announced. */
export function hexSecret(pasted: Pasted, digits: Uint8Array, found: Found): Uint8Array {
  const stray = strayOf(digits, HEX);
  const before = pasted.bytes.length - digits.length;
  if (stray !== -1) refuse('wrong_character', { found, position: pasted.position(before + stray) });
  demandLength(found, 'digits', digits.length, [64]);
  return pasted.scratch(fromHexDigits(digits) ?? new Uint8Array(0));
}

/** 33 bytes: the first says what the others are. */
function readMarked(pasted: Pasted, digits: Uint8Array, choice: Choice): FormResult {
  if (startsWith(digits, '02') || startsWith(digits, '03')) {
    refuse('public_key_pasted', { found: 'public_key' });
  }
  // XRPL's tools mark Ed25519 keys so, private and public alike.
  if (startsWith(digits, 'ED') || startsWith(digits, 'ed')) {
    refuse('wrong_curve', { found: 'xrp_ed25519' });
  }
  if (!startsWith(digits, '00')) demandLength('hex', 'digits', 66, [64]);
  if (choice.as !== 'xrp_hex') {
    const length = { unit: 'digits', got: 66, expected: [64] } as const;
    refuse('wrong_length', { found: 'hex', length, candidates: ['xrp_hex'] });
  }
  const secret = pasted.scratch(fromHexDigits(digits.subarray(2)) ?? new Uint8Array(0));
  const readings = [reading('CURVE_SECP256K1', 'ADDRESS_FORMAT_XRP')];
  return { kind: 'xrp_hex', readings, secret };
}

function readPair(pasted: Pasted, digits: Uint8Array, choice: Choice): FormResult {
  if (choice.curve === 'CURVE_SECP256K1') demandLength('hex', 'digits', 128, [64]);
  const pair = pasted.scratch(fromHexDigits(digits) ?? new Uint8Array(0));
  if (!isPair(pair) && isPointWithoutMark(pasted, digits)) {
    refuse('public_key_pasted', { found: 'public_key' });
  }
  return { kind: 'hex_pair', readings: [anyOf('CURVE_ED25519')], secret: seedOf(pair, 'hex_pair') };
}

/** X and Y of a secp256k1 point: Ethereum's public keys without the leading 04. */
function isPointWithoutMark(pasted: Pasted, digits: Uint8Array): boolean {
  const marked = pasted.scratch(new Uint8Array(130));
  marked.set(ascii('04'));
  marked.set(digits, 2);
  const point = pasted.scratch(fromHexDigits(marked) ?? new Uint8Array(0));
  return secp256k1.utils.isValidPublicKey(point, false);
}

const isPair = (pair: Uint8Array): boolean =>
  equal(pair.subarray(32), publicKeyOf('ED25519', pair.subarray(0, 32)));

/** The seed of 64 bytes, Ed25519 seed and public key; `public_half_mismatch` when they differ. */
export function seedOf(pair: Uint8Array, found: Found): Uint8Array {
  if (!isPair(pair)) refuse('public_half_mismatch', { found });
  return pair.subarray(0, 32);
}
