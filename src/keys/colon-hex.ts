// Bytes in hex with colons between them: `openssl pkey -text` and `openssl ec -text`, whole or in part.
import type { ApiKeyCurve } from '../crypto/schemes.ts';
import { fromHexDigits, HEX, includes, isUpper, startsWith } from './alphabets.ts';
import { asEncodedKey, checkedKey, isPublicPart } from './curve-key.ts';
import {
  candidateWithAllFormats,
  type EncodedKey,
  type EncodingReader,
} from './encoding-reader.ts';
import { isSpace, type PastedText } from './pasted-text.ts';
import { demandLength, refuse } from './refusal.ts';

const COLON = 0x3a;
/** With fewer, the colons are something else. */
const MIN_COLONS = 16;

/** How OpenSSL names the curves in the lines around the bytes. */
const CURVE_LINES: Readonly<Record<string, ApiKeyCurve>> = {
  'ASN1 OID: secp256k1': 'SECP256K1',
  'ASN1 OID: prime256v1': 'P256',
  ED25519: 'ED25519',
};
/** Lines of keys on other curves or of other kinds. */
const OTHER_LINES = {
  modulus: 'rsa_key',
  X25519: 'x25519_key',
  'ASN1 OID': 'other_curve',
} as const;

/** A private key of 32 bytes, or of 33 whose first is OpenSSL's zero before a large number. */
export const readColonHex: EncodingReader = (pasted, options) => {
  const { bytes } = pasted;
  if (bytes.filter((byte) => byte === COLON).length < MIN_COLONS) return undefined;
  const section = sectionAfter(bytes, 'priv:');
  const curve = curveIn(bytes, section !== undefined);
  const publicSection = sectionAfter(bytes, 'pub:');
  if (!section && publicSection) refuse('public_key_pasted', { encoding: 'public_key' });
  const digits = section ?? bytes;
  const secret = withoutSign(bytesOf(pasted, digits));
  const isFingerprint = !section && digits.some(isUpper);
  demandLength('hex_colons', 'bytes', secret.length, [32]);
  if (isFingerprint && options.interpretAs !== 'hex_colons')
    refuse('ambiguous', { possibleEncodings: ['fingerprint', 'hex_colons'] });
  const publicPart = publicSection && bytesOf(pasted, publicSection);
  return toKey(secret, curve, publicPart);
};

function toKey(
  secret: Uint8Array,
  statedCurve: ApiKeyCurve | undefined,
  publicPart: Uint8Array | undefined,
): EncodedKey {
  const encoding = 'hex_colons';
  const fits = (curve: ApiKeyCurve) =>
    publicPart !== undefined && isPublicPart({ curve, encoding, secret }, publicPart);
  const curve = statedCurve ?? (['ED25519', 'SECP256K1', 'P256'] as const).find(fits);
  if (curve) return asEncodedKey(checkedKey({ curve, encoding, secret }, publicPart));
  if (publicPart) refuse('public_half_mismatch', { encoding });
  const candidates = [
    candidateWithAllFormats('CURVE_SECP256K1'),
    candidateWithAllFormats('CURVE_ED25519'),
  ];
  return { encoding, candidates, secret };
}

/** The curve that a line names. Refuses other kinds of keys by name. */
function curveIn(bytes: Uint8Array, isPrivate: boolean): ApiKeyCurve | undefined {
  const line = Object.keys(CURVE_LINES).find((name) => includes(bytes, name));
  if (line !== undefined) return CURVE_LINES[line];
  for (const [name, encoding] of Object.entries(OTHER_LINES)) {
    if (includes(bytes, name)) refuse(isPrivate ? 'wrong_kind' : 'not_a_key', { encoding });
  }
  return undefined;
}

const SECTION_ENDS = ['priv:', 'pub:', 'ASN1', 'NIST', 'writing'];

/** The text from a heading to the next one. */
function sectionAfter(bytes: Uint8Array, heading: string): Uint8Array | undefined {
  const start = bytes.findIndex((_, at) => startsWith(bytes.subarray(at), heading));
  if (start === -1) return undefined;
  const section = bytes.subarray(start + heading.length);
  const end = section.findIndex((_, at) =>
    SECTION_ENDS.some((name) => startsWith(section.subarray(at), name)),
  );
  return end === -1 ? section : section.subarray(0, end);
}

/** Pairs of digits with a colon between them, whitespace after a colon allowed. */
function bytesOf({ bytes, position, trackSecret }: PastedText, text: Uint8Array): Uint8Array {
  const before = text.byteOffset - bytes.byteOffset;
  const digits = trackSecret(new Uint8Array(text.length));
  let count = 0;
  let isPairDone = true;
  for (const [at, byte] of text.entries()) {
    if (isSpace(byte)) continue;
    const isHex = (HEX[byte] ?? -1) >= 0;
    const isFitting = isHex ? count % 2 === 1 || isPairDone : byte === COLON && count % 2 === 0;
    if (!isFitting || (!isHex && isPairDone)) {
      const encoding = 'hex_colons';
      return refuse('wrong_character', { encoding, position: position(before + at) });
    }
    isPairDone = !isHex;
    if (isHex) digits[count++] = byte;
  }
  return trackSecret(fromHexDigits(digits.subarray(0, count - (count % 2))) ?? new Uint8Array(0));
}

function withoutSign(bytes: Uint8Array): Uint8Array {
  return bytes.length === 33 && bytes[0] === 0 ? bytes.subarray(1) : bytes;
}
