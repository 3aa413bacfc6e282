// A private key as its owner has it: from text to 32 bytes, or the exact reason why not. For pages.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Bytes } from '../crypto/bytes.ts';
import { readAptos } from './aptos.ts';
import { readBase58 } from './base58.ts';
import { readSui, refuseBech32 } from './bech32.ts';
import { readColonHex } from './colon-hex.ts';
import { refuseBase64, refuseDecorations, refuseFiles } from './containers.ts';
import type {
  KeyReadOptions,
  EncodingReader,
  EncodedKey,
  KeyNetwork,
  CurveCandidate,
} from './encoding-reader.ts';
import type { KeyEncoding } from './encodings.ts';
import { readHex } from './hex.ts';
import { readJsonKey } from './json-key.ts';
import { findKeyList } from './key-list.ts';
import { partOf, withPastedText, type PastedText } from './pasted-text.ts';
import { readBase64DerKey, readPemKey } from './pem.ts';
import { KeyRefusal, refuse, type RefusalReason } from './refusal.ts';
import { readScriptKey } from './script-key.ts';
import { readSolanaArray } from './solana-array.ts';
import { readStellar } from './stellar.ts';
import { readSuiKeystore } from './sui-keystore.ts';
import { readXrpNumbers } from './xrp.ts';

/** A private key read from text. */
export type ParsedPrivateKey = {
  readonly encoding: KeyEncoding;
  /** The network that the text states. Null if it states none. */
  readonly network: KeyNetwork | null;
  /**
   * The curves that the key could be on, with the formats of the chains that write keys this way.
   * One, or two for plain hex: the user has to choose, unless the number is none of secp256k1's.
   */
  readonly candidates: readonly CurveCandidate[];
  /** Scalar or seed, 32 bytes. The caller wipes it. */
  readonly privateKey: Bytes;
};

/** In this order: forms of several words or lines, wrappings, prefixed forms, forms by digits. */
const READERS: readonly EncodingReader[] = [
  readPemKey,
  readJsonKey,
  refuseFiles,
  readSolanaArray,
  readColonHex,
  readXrpNumbers,
  readScriptKey,
  refuseDecorations,
  readAptos,
  readSui,
  readStellar,
  readHex,
  refuseBech32,
  readBase64DerKey,
  readSuiKeystore,
  readBase58,
  refuseBase64,
];

/**
 * Reads a private key in any form of {@link KeyEncoding}. Whitespace around it is allowed. Throws
 * only {@link KeyRefusal}, which contains no part of the text.
 *
 * Wipes every array made along the way, even after a refusal. Out of reach: a string given as
 * input, the caller's own bytes, and the big integers of curve arithmetic. The time doesn't grow
 * with inputs beyond 4,096 bytes, but it isn't constant: this is for texts from the user at the
 * screen.
 */
export function parsePrivateKey(
  input: string | Uint8Array,
  options: KeyReadOptions = {},
): ParsedPrivateKey {
  return withPastedText(input, (pasted) => {
    const result = readKeys(pasted, options);
    const candidates = selectCandidates(result, options);
    return {
      encoding: result.encoding,
      network: result.network ?? null,
      candidates,
      privateKey: new Uint8Array(result.secret),
    };
  });
}

/** Refusals of a whole text that may be a list: nothing else is known about it. */
const OF_LISTS: readonly RefusalReason[] = [
  'unknown',
  'several_keys',
  'decorated',
  'malformed',
  'wrong_character',
  'wrong_length',
];

/** The text as one key, or the one of its keys that was asked for. */
function readKeys(pasted: PastedText, options: KeyReadOptions): EncodedKey {
  const isKey = (part: Uint8Array): boolean => isRead(partOf(pasted, part));
  const { entry } = options;
  const listed = entry === undefined ? undefined : findKeyList(pasted, isKey);
  const part = listed?.parts[entry ?? 0];
  if (listed && part) return runReaders(partOf(pasted, part), { ...listed.options, ...options });
  try {
    return runReaders(pasted, options);
  } catch (error) {
    const isOther = !(error instanceof KeyRefusal) || !OF_LISTS.includes(error.reason);
    const list = isOther ? undefined : findKeyList(pasted, isKey);
    if (!list) throw error;
    if (list.parts.length === 1) return readKeys(pasted, { ...options, entry: 0 });
    const { encoding, parts } = list;
    return refuse('several_keys', { encoding, count: parts.length });
  }
}

function isRead(pasted: PastedText): boolean {
  try {
    return runReaders(pasted, {}).secret.length > 0;
  } catch (error) {
    if (error instanceof KeyRefusal) return false;
    throw error;
  }
}

function runReaders(pasted: PastedText, options: KeyReadOptions): EncodedKey {
  for (const read of READERS) {
    const result = read(pasted, options);
    if (result) return result;
  }
  return refuse('unknown');
}

/** The candidates that remain after the user's choice and the checks that all forms share. */
function selectCandidates(
  { encoding, candidates, secret }: EncodedKey,
  options: KeyReadOptions,
): readonly CurveCandidate[] {
  // RFC 8032 allows the seed of zeros, too, but anyone can spend from it.
  if (secret.every((byte) => byte === 0)) refuse('zero', { encoding });
  const remaining = candidates.filter(({ curve }) => !options.curve || curve === options.curve);
  if (remaining.length === 0) refuse('wrong_curve', { encoding });
  // Only Ed25519 takes any 32 bytes: a number that secp256k1 doesn't have says which curve is meant.
  const isScalar = secp256k1.utils.isValidSecretKey(secret);
  const fitting = remaining.filter(({ curve }) => curve !== 'CURVE_SECP256K1' || isScalar);
  if (fitting.length === 0) refuse('out_of_range', { encoding });
  return fitting;
}
