// PEM, and DER in base64 or hex without PEM's first and last line.
import { equal } from '../crypto/bytes.ts';
import {
  BASE64,
  findStray,
  fromBase64Digits,
  fromHexDigits,
  includes,
  isText,
  startsWith,
} from './alphabets.ts';
import { asEncodedKey, type CurveKey } from './curve-key.ts';
import { isDerSequence, readDer } from './der.ts';
import type { EncodingReader } from './encoding-reader.ts';
import type { TextEncoding } from './encodings.ts';
import { isSpace, type PastedText } from './pasted-text.ts';
import { refuse } from './refusal.ts';

const [DASH, COLON, EQUALS] = [0x2d, 0x3a, 0x3d] as const;
const BEGIN = '-----BEGIN ';
/** The labels of an unencrypted key: RFC 7468, section 10, and RFC 5915. */
const KEY_LABELS = ['PRIVATE KEY', 'EC PRIVATE KEY'];
/** `TENDERMINT` is how the Cosmos SDK exports keys, always with a password. */
const ENCRYPTED = ['ENCRYPTED', 'TENDERMINT', 'PGP MESSAGE', 'AGE '];
const OTHER_LABELS: Readonly<Record<string, TextEncoding>> = {
  'RSA PRIVATE KEY': 'rsa_key',
  'DSA PRIVATE KEY': 'other_curve',
  'OPENSSH PRIVATE KEY': 'openssh_key',
};

/** PEM with one private key. Its lines may have become one, as a one-line input makes them. */
export function readPem(pasted: PastedText): CurveKey | undefined {
  const bytes = fromFirstBlock(pasted.bytes);
  if (!bytes?.length) return undefined;
  if (ENCRYPTED.some((label) => includes(bytes, label)))
    refuse('encrypted_key', { encoding: 'pem' });
  const blocks = blocksIn(bytes);
  if (!blocks)
    return includes(bytes, 'PRIVATE KEY')
      ? refuse('malformed', { encoding: 'pem' })
      : refuseWithoutKey(bytes);
  // `openssl ecparam -genkey` writes the curve's name before the key.
  const keys = blocks.filter(hasPrivateKey);
  const [key, ...others] = keys;
  if (others.length > 0) refuse('several_keys', { encoding: 'pem', count: keys.length });
  if (!key) return refuseWithoutKey(bytes);
  const other = Object.keys(OTHER_LABELS).find((label) => isText(key.label, label));
  if (other !== undefined) refuse('wrong_kind', { encoding: OTHER_LABELS[other] ?? 'pem' });
  if (!KEY_LABELS.some((label) => isText(key.label, label))) refuse('unknown', { encoding: 'pem' });
  const der = fromBase64(pasted, key.body);
  return (der && readDer(der, 'pem')) ?? refuse('malformed', { encoding: 'pem' });
}

function refuseWithoutKey(bytes: Uint8Array): never {
  if (includes(bytes, 'PUBLIC KEY')) refuse('public_key_pasted', { encoding: 'public_key' });
  if (includes(bytes, 'BEGIN CERTIFICATE')) refuse('not_a_key', { encoding: 'certificate' });
  return refuse('unknown', { encoding: 'pem' });
}

type Block = {
  readonly label: Uint8Array;
  readonly body: Uint8Array;
  /** From its first dash to its last. */
  readonly whole: Uint8Array;
};

const hasPrivateKey = ({ label }: Block): boolean => includes(label, 'PRIVATE KEY');

/** The blocks of a PEM text that are private keys, each whole. */
export const pemKeysIn = (bytes: Uint8Array): readonly Uint8Array[] =>
  (blocksIn(bytes) ?? []).filter(hasPrivateKey).map(({ whole }) => whole);

/** What is as long as the shortest key (32 bytes in base64) is no text around a block. */
const KEY_SIGNS = 43;

const isKeySign = (byte: number): boolean => !isSpace(byte) && byte !== COLON && byte !== DASH;

/**
 * The text from its first block, empty without one: others explain it, such as OpenSSL's attributes and
 * numbers (RFC 7468, section 2). `undefined` if something before it may be a key as well.
 */
function fromFirstBlock(bytes: Uint8Array): Uint8Array | undefined {
  for (let at = 0, length = 0; at < bytes.length; at++) {
    const isFree = at === 0 || isSpace(bytes[at - 1] ?? 0);
    if (isFree && startsWith(bytes.subarray(at), BEGIN)) return bytes.subarray(at);
    length = isKeySign(bytes[at] ?? 0) ? length + 1 : 0;
    if (length >= KEY_SIGNS) return undefined;
  }
  return new Uint8Array();
}

/** `-----BEGIN label-----body-----END label-----`, several of them. `undefined` if one is cut. */
function blocksIn(bytes: Uint8Array): readonly Block[] | undefined {
  const blocks: Block[] = [];
  let rest = fromFirstBlock(bytes);
  while (rest?.length) {
    const start = BEGIN.length;
    const labelEnd = findDashes(rest, start);
    const bodyEnd = findDashes(rest, labelEnd + 5);
    const end = findDashes(rest, bodyEnd + 5);
    if (labelEnd === -1 || bodyEnd === -1 || end === -1) return undefined;
    const label = rest.subarray(start, labelEnd);
    const closing = rest.subarray(bodyEnd + 5, end);
    if (!startsWith(closing, 'END ') || !equal(closing.subarray(4), label)) return undefined;
    const whole = rest.subarray(0, end + 5);
    blocks.push({ label, whole, body: rest.subarray(labelEnd + 5, bodyEnd) });
    rest = fromFirstBlock(rest.subarray(end + 5));
  }
  return rest && blocks;
}

/** The position of the next five dashes. -1 if there are none, or `from` comes after a -1. */
function findDashes(bytes: Uint8Array, from: number): number {
  if (from < 5) return -1;
  for (let at = from; at + 5 <= bytes.length; at++) {
    if (bytes.subarray(at, at + 5).every((byte) => byte === DASH)) return at;
  }
  return -1;
}

/** Bytes of base64 with padding or without, whitespace ignored. */
function fromBase64({ trackSecret }: PastedText, text: Uint8Array): Uint8Array | undefined {
  const signs = trackSecret(text.filter((byte) => !isSpace(byte)));
  const padding = signs.indexOf(EQUALS);
  const body = padding === -1 ? signs : signs.subarray(0, padding);
  const rest = signs.subarray(body.length);
  const isPadded = rest.length === 0 || signs.length % 4 === 0;
  if (rest.length > 2 || !rest.every((byte) => byte === EQUALS) || !isPadded) return undefined;
  return fromBase64Digits(body, trackSecret);
}

/** A private key in PEM. */
export const readPemKey: EncodingReader = (pasted) => {
  const key = readPem(pasted);
  return key && asEncodedKey(key);
};

/** Shorter ones have no room for a key. */
const MIN_BASE64 = 48;

/** Base64 of a private key in DER: what remains of PEM without its first and last line. */
export function readBase64Der(pasted: PastedText): CurveKey | undefined {
  const { bytes } = pasted;
  // `M` is how a sequence starts. A phrase or a list is none of the alphabet's.
  if (bytes.length < MIN_BASE64 || !startsWith(bytes, 'M')) return undefined;
  if (
    findStray(
      bytes.filter((byte) => byte !== EQUALS && !isSpace(byte)),
      BASE64,
    ) !== -1
  )
    return undefined;
  const der = fromBase64(pasted, bytes);
  return der && isDerSequence(der) ? readDer(der, 'der') : undefined;
}

/** Lengths that other forms in hex have. */
const PLAIN_HEX = [64, 128];

/** Hex of a private key in DER, as Hedera's tools write it. The digits are all hex. */
export function readHexDer(pasted: PastedText, digits: Uint8Array): CurveKey | undefined {
  if (!startsWith(digits, '30') || PLAIN_HEX.includes(digits.length)) return undefined;
  const der = pasted.trackSecret(fromHexDigits(digits) ?? new Uint8Array(0));
  return isDerSequence(der) ? readDer(der, 'der') : undefined;
}

/** {@link readBase64Der}, for addresses on chains. */
export const readBase64DerKey: EncodingReader = (pasted) => {
  const key = readBase64Der(pasted);
  return key && asEncodedKey(key);
};
