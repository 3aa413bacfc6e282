// Recognizes files, other encodings and wrappings around keys, to say what to do instead.
import {
  BASE58,
  countStrays,
  endOf,
  HEX,
  includes,
  isDigit,
  isLower,
  isUpper,
  startsWith,
} from './alphabets.ts';
import type { EncodingReader } from './encoding-reader.ts';
import { isSpace, type PastedText } from './pasted-text.ts';
import { isRecoveryPhrase } from './recovery-phrase.ts';
import { refuse } from './refusal.ts';

/** Forms of several words: JSON objects that aren't keys, OpenSSL's and BIP-39's texts. */
export const refuseFiles: EncodingReader = ({ bytes }) => {
  if (startsWith(bytes, '{')) refuseJson(bytes);
  // base64 of "Salted__": `openssl enc` and CryptoJS.
  if (startsWith(bytes, 'U2FsdGVkX1')) refuse('encrypted_key', { encoding: 'openssl' });
  if (isRecoveryPhrase(bytes)) refuse('mnemonic_pasted', { encoding: 'recovery_phrase' });
  return undefined;
};

/** Members of password-protected key files: Ethereum's, Tron's, Cosmos' and Polkadot's. */
const ENCRYPTED_JSON_MEMBERS = ['"ciphertext"', '"kdf"', '"encoded"', '"encrypted'];

function refuseJson(bytes: Uint8Array): never {
  const isEncrypted = ENCRYPTED_JSON_MEMBERS.some((member) => includes(bytes, member));
  return isEncrypted
    ? refuse('encrypted_key', { encoding: 'keystore' })
    : refuse('unknown', { encoding: 'json' });
}

const [EQUALS, COLON] = [0x3d, 0x3a] as const;
const QUOTES = [0x22, 0x27, 0x60];
/** `,` `;` `.` and brackets: what sticks to a key copied out of a text. */
const PUNCTUATION = [0x2c, 0x3b, 0x2e, 0x28, 0x29, 0x3c, 0x3e, 0x5b, 0x5d];
/** A shorter value isn't a key. */
const MIN_VALUE_LENGTH = 16;

/** Wrappings around a key. Removing them would be guessing what the key is. The user can see it. */
export const refuseDecorations: EncodingReader = (pasted) => {
  const { bytes } = pasted;
  const last = bytes.length - 1;
  const quote = [0, last].find((at) => QUOTES.includes(bytes[at] ?? 0));
  if (quote !== undefined) refuseDecorated(pasted, 'quotes', quote);
  refuseListMark(pasted);
  refuseAssignment(pasted);
  const mark = [0, last].find((at) => PUNCTUATION.includes(bytes[at] ?? 0));
  if (mark !== undefined && bytes.length > MIN_VALUE_LENGTH)
    refuseDecorated(pasted, 'punctuation', mark);
  return undefined;
};

/** `-` `*` `+` */
const BULLETS = [0x2d, 0x2a, 0x2b];

/** A bullet or a number, as a list has them: `- key`, `1. key`, `2) key`. */
function refuseListMark(pasted: PastedText): void {
  const { bytes } = pasted;
  const digits = endOf(bytes, 0, isDigit);
  const isNumber = digits > 0 && digits <= 2 && [0x2e, 0x29].includes(bytes[digits] ?? 0);
  const at = isNumber ? digits : 0;
  const isMark = isNumber || BULLETS.includes(bytes[0] ?? 0);
  if (isMark && isSpace(bytes[at + 1] ?? 0)) refuseDecorated(pasted, 'punctuation', at);
}

function refuseDecorated(
  pasted: PastedText,
  encoding: 'quotes' | 'assignment' | 'label' | 'punctuation',
  at: number,
) {
  refuse('decorated', { encoding, position: pasted.position(at) });
}

/** `NAME=…`, `export NAME=…`, `name: …`, and the two forms that contain a colon themselves. */
function refuseAssignment(pasted: PastedText): void {
  const { bytes } = pasted;
  const at = bytes.findIndex((byte) => byte === EQUALS || byte === COLON);
  if (at < 1) return;
  const [name, value] = [bytes.subarray(0, at), bytes.subarray(at + 1)];
  if (bytes[at] === COLON) refuseWithColon(name, value);
  const isName = name.every(isNamePart) && !isDigit(name[0] ?? 0);
  if (isName && value.length >= MIN_VALUE_LENGTH) {
    refuseDecorated(pasted, bytes[at] === COLON ? 'label' : 'assignment', at);
  }
}

const isNamePart = (byte: number): boolean =>
  isUpper(byte) || isLower(byte) || isDigit(byte) || [0x20, 0x24, 0x2d, 0x2e, 0x5f].includes(byte);

const CURVE_NAMES = ['ed25519', 'secp256k1', 'p256'];

function refuseWithColon(name: Uint8Array, value: Uint8Array): void {
  const isCurve = (text: Uint8Array) =>
    CURVE_NAMES.some((curve) => text.length === curve.length && startsWith(text, curve));
  if (isCurve(name) && countStrays(value, BASE58) === 0) {
    refuse('wrong_network', { encoding: 'near_key' });
  }
  if (isCurve(value) && countStrays(name, HEX) === 0) refuse('decorated', { encoding: 'api_key' });
  // TON's raw form: workchain and hash.
  const isWorkchain = startsWith(name, '0') || startsWith(name, '-1');
  if (name.length <= 2 && isWorkchain && value.length === 64) {
    refuse('address_pasted', { encoding: 'ton_address' });
  }
}

const TON_LENGTH = 48;
/** Bounceable or not, test network or not. The second character depends on the workchain. */
const TON_PREFIXES = ['EQ', 'UQ', 'kQ', '0Q', 'Ef', 'Uf', 'kf', '0f'];

/** Base64 in either alphabet: TON's addresses, and keys that no wallet exports this way. */
export const refuseBase64: EncodingReader = ({ bytes }) => {
  if (!bytes.every(isBase64)) return undefined;
  if (bytes.length === TON_LENGTH && TON_PREFIXES.some((prefix) => startsWith(bytes, prefix))) {
    refuse('address_pasted', { encoding: 'ton_address' });
  }
  // The lengths of 32, 33 and 64 bytes.
  if ([43, 44, 86, 88].includes(bytes.length)) refuse('unknown', { encoding: 'base64' });
  return undefined;
};

const isBase64 = (byte: number): boolean =>
  isUpper(byte) || isLower(byte) || isDigit(byte) || [0x2b, 0x2f, 0x2d, 0x5f, 0x3d].includes(byte);
