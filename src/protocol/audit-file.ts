import * as v from 'valibot';
import { historyFile, historySequence } from './history.ts';
import { time } from './time.ts';

/*
 * The history with what keys signed, as one file for auditors (docs/history.md, For auditors). Whatever the service
 * alone says stands in `service`.
 */

export const AUDIT_FORMAT = 'keystamp-audit/v1';
/** A file that is larger isn't read. */
export const MAX_AUDIT_BYTES = 256_000_000;

const text = v.pipe(v.string(), v.maxLength(500));
const hex = v.pipe(v.string(), v.regex(/^(?:0x)?[0-9a-f]{64,132}$/));

/** One signature. What isn't known is null: all of it where a service signs and sends. */
const madeSignature = v.strictObject({
  /** The address, or the id of the private key, that was asked to sign. */
  signWith: text,
  /** CAIP-2, such as `eip155:1`, where what was signed names one. */
  chain: v.nullable(text),
  /** 32 bytes in hex with 0x: what ECDSA signs. Ed25519 signs the bytes themselves; of these it is the SHA-256. */
  digest: v.nullable(hex),
  /** Hex: 33 bytes on ECDSA's curves, 32 on Ed25519. */
  publicKey: v.nullable(hex),
  /** r and s, 64 bytes in hex. */
  signature: v.nullable(hex),
  /** Of the signed transaction, 32 bytes in hex with 0x. */
  hash: v.nullable(hex),
});
export type MadeSignature = v.InferOutput<typeof madeSignature>;

/** What the service says, read when the file was made. */
const serviceWord = v.strictObject({
  readAt: time,
  baseUrl: v.pipe(v.string(), v.maxLength(2000)),
  /** The activity with its votes, as it shows it. */
  activity: v.unknown(),
  /** What each policy said at each vote; null if it didn't say. */
  evaluations: v.nullable(v.array(v.unknown())),
  /** Those of them that are still there, as they read now. */
  policies: v.nullable(v.array(v.unknown())),
  /** The public key under the id that was asked to sign; null for an address. */
  signer: v.nullable(v.strictObject({ curve: text, publicKey: hex })),
  /** How a transaction is doing that it sends, with its hash; null for any other. */
  sent: v.unknown(),
});
export type ServiceWord = v.InferOutput<typeof serviceWord>;

/** An activity that asked a key to sign, and ended. */
export const auditedSigning = v.strictObject({
  /** Of the record that says how it ended. */
  sequence: historySequence,
  /** The exact text that was stamped, whose SHA-256 is the record's `body`; null if it isn't kept here. */
  body: v.nullable(v.string()),
  /** The JSON text of the activity in the answer, whose SHA-256 is the record's `reply`; null like it. */
  reply: v.nullable(v.string()),
  signatures: v.pipe(v.array(madeSignature), v.maxLength(100)),
  /** Null if it could not be asked. */
  service: v.nullable(serviceWord),
});
export type AuditedSigning = v.InferOutput<typeof auditedSigning>;

export const auditFile = v.strictObject({
  ...historyFile.entries,
  format: v.literal(AUDIT_FORMAT),
  /** One for each record that says how an activity ended that asked a key to sign, in their order. */
  signings: v.array(v.unknown()),
});
export type AuditFile = v.InferOutput<typeof auditFile>;
