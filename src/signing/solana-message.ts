import type { Bytes } from '../crypto/bytes.ts';

/*
 * Solana signs a transaction's message as it is, so bytes that are one are signed as one, whatever they
 * are called (solana.com/docs/core/transactions, message format). A transaction has at most 1,232 bytes.
 */

const MAX_LENGTH = 1232;
const KEY_LENGTH = 32;
/** Before the version of a message that has one. */
const VERSIONED = 0x80;

/** Reads forwards; every read fails once the bytes have ended. */
function createReader(bytes: Bytes) {
  let at = 0;
  let isShort = false;
  const byte = (): number => {
    const value = bytes[at];
    at += 1;
    if (value === undefined) isShort = true;
    return value ?? 0;
  };
  return {
    byte,
    skip: (length: number): void => {
      at += length;
      if (at > bytes.length) isShort = true;
    },
    /** Solana's compact-u16: seven bits a byte, at most three bytes, no more of them than needed. */
    count: (): number => {
      let value = 0;
      for (let index = 0; index < 3; index++) {
        const next = byte();
        if (index > 0 && next === 0) isShort = true;
        value |= (next & 0x7f) << (7 * index);
        if (next < 0x80) break;
      }
      return value;
    },
    isShort: (): boolean => isShort,
    isWhole: (): boolean => !isShort && at === bytes.length,
  };
}

/** Whether bytes are, from the first to the last, a transaction's message, legacy or of version 0. */
export function isSolanaMessage(bytes: Bytes): boolean {
  if (bytes.length > MAX_LENGTH) return false;
  const reader = createReader(bytes);
  const isVersioned = bytes[0] === VERSIONED;
  if (isVersioned) reader.byte();
  const [signers, readonlySigners, readonlyOthers] = [reader.byte(), reader.byte(), reader.byte()];
  const accounts = reader.count();
  if (signers === 0 || readonlySigners >= signers) return false;
  if (signers + readonlyOthers > accounts) return false;
  // The accounts and the latest blockhash.
  reader.skip((accounts + 1) * KEY_LENGTH);
  const instructions = reader.count();
  for (let index = 0; index < instructions && !reader.isShort(); index++) {
    // A program, which is one of the accounts above and never pays; its accounts; its data.
    const program = reader.byte();
    if (program === 0 || program >= accounts) return false;
    reader.skip(reader.count());
    reader.skip(reader.count());
  }
  const tables = isVersioned ? reader.count() : 0;
  for (let index = 0; index < tables && !reader.isShort(); index++) {
    reader.skip(KEY_LENGTH);
    reader.skip(reader.count());
    reader.skip(reader.count());
  }
  return reader.isWhole();
}
