import { fromHex, toHex, type Bytes } from '../crypto/bytes.ts';
import { bytesOfHex } from './hex.ts';
import { refuse, SigningRefusal } from './refusal.ts';
import { readSolanaStep, type SolanaStep } from './solana-steps.ts';
import {
  createSolanaReader,
  isSolanaMessage,
  MAX_SOLANA_BYTES,
  readSolanaMessage,
  type SolanaMessage,
} from './solana-message.ts';

/*
 * Solana's transactions as they travel: a signature of 64 bytes for each signer, zero where there is none
 * yet, and the message that all of them sign.
 */

const SIGNATURE_LENGTH = 64;

/** Of a signature, in 64 hex digits each. */
type Halves = { readonly r: string; readonly s: string };

export type SolanaTransaction = SolanaMessage & {
  /** What is signed. */
  readonly message: Bytes;
  /** What its instructions do, in their order. */
  readonly steps: readonly SolanaStep[];
  /** Whose signature isn't there yet, in base58. */
  readonly missing: readonly string[];
  /**
   * Gives the transaction with one more signature, in lower-case hex without 0x.
   * @throws SigningRefusal where the key in base58 is no signer of it, or has signed it
   */
  readonly signedBy: (signer: string) => (signature: Halves) => string;
};

/** Reads hex, with or without 0x. @throws SigningRefusal */
export function readSolanaTransaction(hex: string): SolanaTransaction {
  const bytes = bytesOfHex(hex, 'transaction');
  if (bytes.length === 0) refuse('transaction: it is empty');
  if (bytes.length > MAX_SOLANA_BYTES) refuse(`transaction: more than ${MAX_SOLANA_BYTES} bytes`);
  try {
    return read(bytes);
  } catch (error) {
    if (!(error instanceof SigningRefusal) || !isSolanaMessage(bytes)) throw error;
    return refuse('transaction: it has no place for signatures: 64 zero bytes for each signer');
  }
}

function read(bytes: Bytes): SolanaTransaction {
  const reader = createSolanaReader(bytes);
  const slots = Array.from({ length: reader.count() }, () => reader.take(SIGNATURE_LENGTH));
  const message = reader.rest();
  const content = readSolanaMessage(message);
  const { signers } = content;
  if (slots.length !== signers.length) {
    refuse(`transaction: ${slots.length} places for ${signers.length} signatures`);
  }
  const isMissing = (at: number) => slots[at]?.every((byte) => byte === 0) ?? false;
  return {
    ...content,
    message,
    steps: content.instructions.map(readSolanaStep),
    missing: signers.filter((_, at) => isMissing(at)),
    signedBy: (signer) => {
      const at = signers.indexOf(signer);
      if (at < 0) refuse('signWith: it is no signer of this transaction');
      if (!isMissing(at)) refuse('transaction: signWith has signed it already');
      return ({ r, s }) => {
        const signed = bytes.slice();
        signed.set(fromHex(`${r}${s}`), placeOf(at));
        return toHex(signed);
      };
    },
  };
}

/** There are fewer than 128 signatures in so few bytes, so one byte counts them. */
const placeOf = (at: number) => 1 + SIGNATURE_LENGTH * at;

/**
 * The signature of a signer in what should be an unsigned transaction with it; undefined if anything else
 * is different. @throws SigningRefusal
 */
export function solanaSignatureIn(
  unsigned: SolanaTransaction,
  signed: string,
  signer: string,
): (Halves & { readonly v: string }) | undefined {
  const bytes = bytesOfHex(signed, 'transaction');
  const withSignature = unsigned.signedBy(signer);
  const start = placeOf(unsigned.signers.indexOf(signer));
  const hex = toHex(bytes.slice(start, start + SIGNATURE_LENGTH));
  const signature = { r: hex.slice(0, 64), s: hex.slice(64), v: '00' };
  return withSignature(signature) === toHex(bytes) ? signature : undefined;
}
