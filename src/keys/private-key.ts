// A private key as its owner has it: text to 32 bytes, or the exact reason why not. Runs in pages.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Bytes } from '../crypto/bytes.ts';
import { readAptos } from './aptos.ts';
import { readBase58 } from './base58.ts';
import { readSui, refuseBech32 } from './bech32.ts';
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
import { withPastedText, type PastedText } from './pasted-text.ts';
import { refuse } from './refusal.ts';
import { readSolanaArray } from './solana-array.ts';
import { readStellar } from './stellar.ts';
import { readXrpNumbers } from './xrp.ts';

/** A private key that was read. */
export type ParsedPrivateKey = {
  readonly encoding: KeyEncoding;
  /** The network that the text states; null when it states none. */
  readonly network: KeyNetwork | null;
  /**
   * The curves that the key can be of, with the formats of the chains that write keys so. One, but
   * two for plain hex: the person has to say which.
   */
  readonly candidates: readonly CurveCandidate[];
  /** Scalar or seed, 32 bytes, the caller's to wipe. */
  readonly privateKey: Bytes;
};

/** In this order: what spans words or lines, wrappings, what a beginning tells, what digits tell. */
const READERS: readonly EncodingReader[] = [
  refuseFiles,
  readSolanaArray,
  readXrpNumbers,
  refuseDecorations,
  readAptos,
  readSui,
  readStellar,
  readHex,
  refuseBech32,
  readBase58,
  refuseBase64,
];

/**
 * Reads a private key in any form of {@link KeyEncoding}, white space around it allowed. Throws
 * {@link KeyRefusal} and nothing else; no part of the text is in it.
 *
 * Every array made on the way is wiped, also when refused. Beyond reach: a string given as input, the
 * caller's own bytes, and the big integers of curve arithmetic. Time does not grow with the input
 * beyond 4,096 bytes, but it is not constant: this is for texts of the person at the screen.
 */
export function parsePrivateKey(
  input: string | Uint8Array,
  options: KeyReadOptions = {},
): ParsedPrivateKey {
  return withPastedText(input, (pasted) => {
    const result = runReaders(pasted, options);
    const candidates = selectCandidates(result, options);
    return {
      encoding: result.encoding,
      network: result.network ?? null,
      candidates,
      privateKey: new Uint8Array(result.secret),
    };
  });
}

function runReaders(pasted: PastedText, options: KeyReadOptions): EncodedKey {
  for (const read of READERS) {
    const result = read(pasted, options);
    if (result) return result;
  }
  return refuse('unknown');
}

/** The readings that the choice leaves, after the checks that every form shares. */
function selectCandidates(
  { encoding, candidates, secret }: EncodedKey,
  options: KeyReadOptions,
): readonly CurveCandidate[] {
  // RFC 8032 allows the seed of zeros too; anyone can spend from it.
  if (secret.every((byte) => byte === 0)) refuse('zero', { encoding });
  const remaining = candidates.filter(({ curve }) => !options.curve || curve === options.curve);
  if (remaining.length === 0) refuse('wrong_curve', { encoding });
  const isEcdsa = remaining.some(({ curve }) => curve === 'CURVE_SECP256K1');
  if (isEcdsa && !secp256k1.utils.isValidSecretKey(secret)) refuse('out_of_range', { encoding });
  return remaining;
}
