// A private key as its owner has it: text to 32 bytes, or the exact reason why not. Runs in pages.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Bytes } from '../crypto/bytes.ts';
import { readAptos } from './aptos.ts';
import { readBase58 } from './base58.ts';
import { readSui, refuseBech32 } from './bech32.ts';
import { refuseBase64, refuseDecorations, refuseFiles } from './containers.ts';
import type { Choice, Form, FormResult, KeyNetwork, Reading } from './form.ts';
import type { KeyKind } from './found.ts';
import { readHex } from './hex.ts';
import { withPasted, type Pasted } from './pasted.ts';
import { refuse } from './refusal.ts';
import { readSolanaArray } from './solana-array.ts';
import { readStellar } from './stellar.ts';
import { readXrpNumbers } from './xrp.ts';

/** A private key that was read. */
export type PastedKey = {
  readonly kind: KeyKind;
  /** The network that the text states; null when it states none. */
  readonly network: KeyNetwork | null;
  /**
   * The curves that the key can be of, with the formats of the chains that write keys so. One, but
   * two for plain hex: the person has to say which.
   */
  readonly readings: readonly Reading[];
  /** Scalar or seed, 32 bytes, the caller's to wipe. */
  readonly privateKey: Bytes;
};

/** In this order: what spans words or lines, wrappings, what a beginning tells, what digits tell. */
const FORMS: readonly Form[] = [
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
 * Reads a private key in any form of {@link KeyKind}, white space around it allowed. Throws
 * {@link KeyRefusal} and nothing else; no part of the text is in it.
 *
 * Every array made on the way is wiped, also when refused. Beyond reach: a string given as input, the
 * caller's own bytes, and the big integers of curve arithmetic. Time does not grow with the input
 * beyond 4,096 bytes, but it is not constant: this is for texts of the person at the screen.
 */
export function parsePrivateKey(input: string | Uint8Array, choice: Choice = {}): PastedKey {
  return withPasted(input, (pasted) => {
    const result = readForms(pasted, choice);
    const readings = readingsOf(result, choice);
    return {
      kind: result.kind,
      network: result.network ?? null,
      readings,
      privateKey: new Uint8Array(result.secret),
    };
  });
}

function readForms(pasted: Pasted, choice: Choice): FormResult {
  for (const form of FORMS) {
    const result = form(pasted, choice);
    if (result) return result;
  }
  return refuse('unknown');
}

/** The readings that the choice leaves, after the checks that every form shares. */
function readingsOf({ kind, readings, secret }: FormResult, choice: Choice): readonly Reading[] {
  // RFC 8032 allows the seed of zeros too; anyone can spend from it.
  if (secret.every((byte) => byte === 0)) refuse('zero', { found: kind });
  const left = readings.filter(({ curve }) => !choice.curve || curve === choice.curve);
  if (left.length === 0) refuse('wrong_curve', { found: kind });
  const isEcdsa = left.some(({ curve }) => curve === 'CURVE_SECP256K1');
  if (isEcdsa && !secp256k1.utils.isValidSecretKey(secret)) refuse('out_of_range', { found: kind });
  return left;
}
