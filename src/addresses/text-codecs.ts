// How chains write the bytes of an address as text, and how to read such a text: each codec checks
// alphabet, length, checksum and version, and says exactly why it refuses a text.
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base32, base58, bech32, bech32m } from '@scure/base';
import { concat, crc16, doubleSha256 } from './hashing.ts';

/** Why a text isn't an address in a format. A closed list: pages have a sentence for each. */
export const REFUSALS = [
  /** Another kind of address, or nothing like one. */
  'not_this_format',
  /** This kind of address, but on another network of the chain, or in another workchain. */
  'network',
  /** A character that this encoding doesn't have. */
  'alphabet',
  /** Upper and lower case mixed, or the wrong one of the two. */
  'case',
  'length',
  /** Nonzero bits after the last byte. */
  'padding',
  'checksum',
  /** The text is correct, but the bytes aren't a public key of the curve. */
  'not_a_key',
] as const;
export type Refusal = (typeof REFUSALS)[number];

export type ParsedAddress =
  | { readonly ok: true; readonly payload: Uint8Array }
  | { readonly ok: false; readonly reason: Refusal };

/** Writes an address's payload (its hash, or the key itself) as text, and reads it back. */
export type Codec = {
  readonly encode: (payload: Uint8Array) => string;
  readonly parse: (text: string) => ParsedAddress;
  /** Whether a text that it parses would show a typo. True if left out. */
  readonly hasChecksum?: (text: string) => boolean;
};

export const refuse = (reason: Refusal): ParsedAddress => ({ ok: false, reason });

const accept = (payload: Uint8Array): ParsedAddress => ({ ok: true, payload });

/** The payload, if it has the length that the format requires. */
export function checkLength(payload: Uint8Array, length: number): ParsedAddress {
  return payload.length === length ? accept(payload) : refuse('length');
}

/** Hex digits in either case after a prefix. `check` validates the bytes. */
export function hexCodec(prefix: string, check: (payload: Uint8Array) => ParsedAddress): Codec {
  return {
    encode: (payload) => prefix + bytesToHex(payload),
    parse: (text) => {
      if (!text.startsWith(prefix)) return refuse('not_this_format');
      const digits = text.slice(prefix.length);
      if (/[^0-9a-f]/i.test(digits)) return refuse('alphabet');
      if (digits.length % 2 !== 0) return refuse('length');
      return check(hexToBytes(digits));
    },
    hasChecksum: () => false,
  };
}

/** EIP-55: a letter is upper case where the lower-case text's digest has a digit of 8 or more. */
export const eip55Codec: Codec = {
  encode: (payload) => `0x${checksumCase(bytesToHex(payload))}`,
  parse: (text) => {
    const plain = hexCodec('0x', (payload) => checkLength(payload, 20)).parse(text);
    if (!plain.ok) return plain;
    const digits = text.slice(2);
    const isCorrect = isOneCase(digits) || digits === checksumCase(digits.toLowerCase());
    return isCorrect ? plain : refuse('checksum');
  },
  hasChecksum: (text) => !isOneCase(text.slice(2)),
};

/** Such a text has no checksum, which EIP-55 allows. */
function isOneCase(digits: string): boolean {
  return digits === digits.toLowerCase() || digits === digits.toUpperCase();
}

function checksumCase(lower: string): string {
  const digest = bytesToHex(keccak_256(utf8ToBytes(lower)));
  return lower.replace(/[a-f]/g, (digit, at: number) =>
    Number.parseInt(digest.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  );
}

type Base58Coder = { encode: (bytes: Uint8Array) => string; decode: (text: string) => Uint8Array };

function fromBase58(coder: Base58Coder, text: string): ParsedAddress {
  try {
    return accept(coder.decode(text));
  } catch {
    return refuse('alphabet');
  }
}

/** Base58 of the bytes alone: Solana. */
export function base58Codec(length: number): Codec {
  return {
    encode: (payload) => base58.encode(payload),
    parse: (text) => {
      const bytes = fromBase58(base58, text);
      return bytes.ok ? checkLength(bytes.payload, length) : bytes;
    },
    hasChecksum: () => false,
  };
}

/** Base58 of a version byte, a 20-byte hash and four bytes of their double SHA-256. */
export function base58checkCodec(version: number, coder: Base58Coder = base58): Codec {
  return {
    encode: (payload) => {
      const body = concat([version], payload);
      return coder.encode(concat(body, doubleSha256(body).subarray(0, 4)));
    },
    parse: (text) => {
      const bytes = fromBase58(coder, text);
      if (!bytes.ok) return bytes;
      if (bytes.payload.length !== 25) return refuse('length');
      const body = bytes.payload.subarray(0, 21);
      if (!endsWith(bytes.payload, doubleSha256(body).subarray(0, 4))) return refuse('checksum');
      return body[0] === version ? accept(body.slice(1)) : refuse('not_this_format');
    },
  };
}

const endsWith = (whole: Uint8Array, tail: Uint8Array): boolean =>
  tail.every((byte, at) => byte === whole[whole.length - tail.length + at]);

/** Bech32 (BIP-173) of a hash with a chain's prefix: Cosmos and related chains. */
export function bech32Codec(prefix: string, length: number): Codec {
  return {
    encode: (payload) => bech32.encode(prefix, bech32.toWords(payload)),
    parse: (text) => {
      const words = readBech32Words(bech32, prefix, text);
      return 'reason' in words ? words : fromWords(words, length);
    },
  };
}

/** A witness program (BIP-173; version 1 in bech32m, BIP-350). */
export function segwitCodec(prefix: string, version: 0 | 1, length: number): Codec {
  const coder = version === 0 ? bech32 : bech32m;
  return {
    encode: (payload) => coder.encode(prefix, [version, ...coder.toWords(payload)]),
    parse: (text) => {
      const words = readBech32Words(coder, prefix, text);
      if ('reason' in words) return words;
      return words[0] === version ? fromWords(words.slice(1), length) : refuse('not_this_format');
    },
  };
}

type Refused = Extract<ParsedAddress, { ok: false }>;

function readBech32Words(
  coder: typeof bech32,
  prefix: string,
  text: string,
): readonly number[] | Refused {
  const lower = text.toLowerCase();
  const refused = (reason: Refusal): Refused => ({ ok: false, reason });
  // Before changing case: the Kelvin sign would become a k.
  if (/[^!-~]/.test(text)) return refused('alphabet');
  const start = lower.lastIndexOf('1');
  if (lower.slice(0, Math.max(start, 0)) !== prefix) return refused('not_this_format');
  if (text !== lower && text !== text.toUpperCase()) return refused('case');
  if (/[^qpzry9x8gf2tvdw0s3jn54khce6mua7l]/.test(lower.slice(start + 1)))
    return refused('alphabet');
  if (lower.length > 90 || lower.length - start < 7) return refused('length');
  return coder.decodeUnsafe(lower)?.words ?? refused('checksum');
}

function fromWords(words: readonly number[], length: number): ParsedAddress {
  const payload = bech32.fromWordsUnsafe([...words]);
  return payload ? checkLength(payload, length) : refuse('padding');
}

/** StrKey (SEP-23): the version byte of `G`, the key, and CRC16-XMODEM in little-endian. */
export const strkeyCodec: Codec = {
  encode: (payload) => {
    const body = concat([6 << 3], payload);
    const crc = crc16(body);
    return base32.encode(concat(body, [crc & 0xff, crc >> 8]));
  },
  parse: (text) => {
    if (!/^g/i.test(text)) return refuse('not_this_format');
    if (/[^a-z2-7]/i.test(text)) return refuse('alphabet');
    if (/[a-z]/.test(text)) return refuse('case');
    if (text.length !== 56) return refuse('length');
    const bytes = base32.decode(text);
    const crc = crc16(bytes.subarray(0, 33));
    if (!endsWith(bytes, Uint8Array.of(crc & 0xff, crc >> 8))) return refuse('checksum');
    return bytes[0] === 6 << 3 ? accept(bytes.slice(1, 33)) : refuse('not_this_format');
  },
};
