// Hex: 32 bytes on either curve, an Ed25519 seed with its public key, XRPL's 33 bytes, and public
// keys and addresses that are also written in hex.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { equal } from '../crypto/bytes.ts';
import { publicKeyOf } from '../crypto/keys.ts';
import { ascii, countStrays, fromHexDigits, HEX, startsWith, findStray } from './alphabets.ts';
import { asEncodedKey } from './curve-key.ts';
import {
  candidateWithAllFormats,
  createCandidate,
  type KeyReadOptions,
  type EncodingReader,
  type EncodedKey,
} from './encoding-reader.ts';
import type { TextEncoding } from './encodings.ts';
import type { PastedText } from './pasted-text.ts';
import { readHexDer } from './pem.ts';
import { demandLength, refuse } from './refusal.ts';

/** With fewer, a text of mostly hex digits is a coincidence. */
const MIN_DIGITS = 32;

/**
 * 64 digits, `0x` allowed. 128 with the public key checked. 66 starting with `00`, if the user says
 * what the zero is. Any number of digits that are DER.
 */
export const readHex: EncodingReader = (pasted, options) => {
  const { bytes } = pasted;
  const hasPrefix = startsWith(bytes, '0x') || startsWith(bytes, '0X');
  const digits = hasPrefix ? bytes.subarray(2) : bytes;
  const stray = findStray(digits, HEX);
  if (!hasPrefix && stray !== -1 && !isNearlyHex(digits)) return undefined;
  if (bytes.length === 0) demandLength('hex', 'digits', 0, [64]);
  // No wallet writes 0X, and libraries disagree about it.
  if (bytes[1] === 0x58)
    refuse('wrong_character', { encoding: 'hex', position: pasted.position(1) });
  if (stray !== -1) {
    const position = pasted.position(stray + (hasPrefix ? 2 : 0));
    refuse('wrong_character', { encoding: 'hex', position });
  }
  const key = readHexDer(pasted, digits);
  if (key) return asEncodedKey(key);
  return digits.length === 128
    ? readPair(pasted, digits, options)
    : readSingle(pasted, digits, options);
};

const isNearlyHex = (digits: Uint8Array): boolean =>
  digits.length >= MIN_DIGITS && countStrays(digits, HEX) * 5 <= digits.length;

function readSingle(pasted: PastedText, digits: Uint8Array, options: KeyReadOptions): EncodedKey {
  if (digits.length === 66) return read33Bytes(pasted, digits, options);
  if (digits.length === 40) refuse('address_pasted', { encoding: 'ethereum_address' });
  if (digits.length === 42 && startsWith(digits, '41')) {
    refuse('address_pasted', { encoding: 'tron_address' });
  }
  if (digits.length === 130 && startsWith(digits, '04')) {
    refuse('public_key_pasted', { encoding: 'public_key' });
  }
  const secret = secretFromHex(pasted, digits, 'hex');
  return {
    encoding: 'hex',
    candidates: [
      candidateWithAllFormats('CURVE_SECP256K1'),
      candidateWithAllFormats('CURVE_ED25519'),
    ],
    secret,
  };
}

/** The 32 bytes of 64 digits, found by {@link readHex} or after a prefix. */
export function secretFromHex(
  pasted: PastedText,
  digits: Uint8Array,
  encoding: TextEncoding,
): Uint8Array {
  const stray = findStray(digits, HEX);
  const prefixLength = pasted.bytes.length - digits.length;
  if (stray !== -1)
    refuse('wrong_character', { encoding, position: pasted.position(prefixLength + stray) });
  demandLength(encoding, 'digits', digits.length, [64]);
  return pasted.trackSecret(fromHexDigits(digits) ?? new Uint8Array(0));
}

/** 33 bytes. The first byte says what the others are. */
function read33Bytes(pasted: PastedText, digits: Uint8Array, options: KeyReadOptions): EncodedKey {
  if (startsWith(digits, '02') || startsWith(digits, '03')) {
    refuse('public_key_pasted', { encoding: 'public_key' });
  }
  // XRPL's tools mark Ed25519 keys this way, private and public alike.
  if (startsWith(digits, 'ED') || startsWith(digits, 'ed')) {
    refuse('wrong_curve', { encoding: 'xrp_ed25519' });
  }
  if (!startsWith(digits, '00')) demandLength('hex', 'digits', 66, [64]);
  const secret = pasted.trackSecret(fromHexDigits(digits.subarray(2)) ?? new Uint8Array(0));
  if (options.interpretAs === 'xrp_hex') {
    const candidates = [createCandidate('CURVE_SECP256K1', 'ADDRESS_FORMAT_XRP')];
    return { encoding: 'xrp_hex', candidates, secret };
  }
  // Libraries for big integers write a sign before numbers whose first bit is set.
  if (options.interpretAs === 'hex_padded') {
    const candidates = [candidateWithAllFormats('CURVE_SECP256K1')];
    return { encoding: 'hex_padded', candidates, secret };
  }
  const length = { unit: 'digits', got: 66, expected: [64] } as const;
  const possibleEncodings = ['hex_padded', 'xrp_hex'] as const;
  return refuse('wrong_length', { encoding: 'hex', length, possibleEncodings });
}

function readPair(pasted: PastedText, digits: Uint8Array, options: KeyReadOptions): EncodedKey {
  if (options.curve === 'CURVE_SECP256K1') demandLength('hex', 'digits', 128, [64]);
  const pair = pasted.trackSecret(fromHexDigits(digits) ?? new Uint8Array(0));
  if (!isPair(pair) && isPointWithoutPrefix(pasted, digits)) {
    refuse('public_key_pasted', { encoding: 'public_key' });
  }
  return {
    encoding: 'hex_pair',
    candidates: [candidateWithAllFormats('CURVE_ED25519')],
    secret: seedOfPair(pair, 'hex_pair'),
  };
}

/** X and Y of a secp256k1 point: Ethereum's public keys without the leading 04. */
function isPointWithoutPrefix(pasted: PastedText, digits: Uint8Array): boolean {
  const prefixedDigits = pasted.trackSecret(new Uint8Array(130));
  prefixedDigits.set(ascii('04'));
  prefixedDigits.set(digits, 2);
  const point = pasted.trackSecret(fromHexDigits(prefixedDigits) ?? new Uint8Array(0));
  return secp256k1.utils.isValidPublicKey(point, false);
}

const isPair = (pair: Uint8Array): boolean =>
  equal(pair.subarray(32), publicKeyOf('ED25519', pair.subarray(0, 32)));

/** The seed from Ed25519 seed and public key. `public_half_mismatch` if they don't match. */
export function seedOfPair(pair: Uint8Array, encoding: TextEncoding): Uint8Array {
  if (!isPair(pair)) refuse('public_half_mismatch', { encoding });
  return pair.subarray(0, 32);
}
