import { CODECS } from '../addresses/codecs.ts';
import type { Bytes } from '../crypto/bytes.ts';
import { refuse, SigningRefusal } from './refusal.ts';

/*
 * Solana signs a transaction's message as it is, so bytes that are one are signed as one, whatever they
 * are called (solana.com/docs/core/transactions, message format). It is read as strictly as a validator
 * does before it runs one (anza-xyz/solana-sdk, message: `sanitize` of legacy and v0).
 */

/** The most bytes of a transaction, its signatures included. */
export const MAX_SOLANA_BYTES = 1232;
/** Accounts are named by one byte. */
const MAX_ACCOUNTS = 256;
const KEY_LENGTH = 32;
/** Before the version of a message that has one. */
const VERSIONED = 0x80;

export type SolanaAccount = {
  /** Base58; undefined where only a lookup table has it. */
  readonly key: string | undefined;
  readonly lookup: { readonly table: string; readonly index: number } | undefined;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
};

export type SolanaInstruction = {
  /** Base58. */
  readonly program: string;
  readonly accounts: readonly SolanaAccount[];
  readonly data: Bytes;
};

/** Keys and hashes in base58. */
export type SolanaMessage = {
  readonly version: 'LEGACY' | 'V0';
  /** The first of them pays the fee. */
  readonly signers: readonly string[];
  /** Those that the message itself has. */
  readonly keys: readonly string[];
  readonly blockhash: string;
  readonly instructions: readonly SolanaInstruction[];
  readonly lookups: readonly {
    readonly table: string;
    readonly writable: readonly number[];
    readonly readonly: readonly number[];
  }[];
};

export type SolanaReader = {
  readonly byte: () => number;
  readonly take: (length: number) => Bytes;
  /** Solana's compact-u16: seven bits a byte, at most three bytes, no more of them than needed. */
  readonly count: () => number;
  readonly rest: () => Bytes;
};

/** Reads forwards. @throws SigningRefusal where the bytes end too early */
export function createSolanaReader(bytes: Bytes): SolanaReader {
  let at = 0;
  const take = (length: number): Bytes => {
    if (at + length > bytes.length) refuse('transaction: it ends too early');
    at += length;
    return bytes.slice(at - length, at);
  };
  const byte = () => take(1)[0] ?? 0;
  const count = (): number => {
    let value = 0;
    for (let index = 0; index < 3; index++) {
      const next = byte();
      if (index > 0 && next === 0) break;
      value |= (next & 0x7f) << (7 * index);
      if (next < 0x80 && value <= 0xffff) return value;
    }
    return refuse('transaction: a length isn’t written in the shortest way');
  };
  return { byte, take, count, rest: () => take(bytes.length - at) };
}

const keyIn = (reader: SolanaReader) =>
  CODECS.ADDRESS_FORMAT_SOLANA.encode(reader.take(KEY_LENGTH));
const listOf = <T>(reader: SolanaReader, read: () => T): T[] =>
  Array.from({ length: reader.count() }, read);
const indexesIn = (reader: SolanaReader) => [...reader.take(reader.count())];

function readVersion(bytes: Bytes): SolanaMessage['version'] {
  const [first = 0] = bytes;
  if (first < VERSIONED) return 'LEGACY';
  if (first === VERSIONED) return 'V0';
  return refuse(
    `transaction: version ${first - VERSIONED} isn’t read here: only legacy and version 0`,
  );
}

/** The accounts of the message itself, with what its head says of them. */
function readAccounts(reader: SolanaReader): SolanaAccount[] {
  const [signers, readonlySigners, readonlyOthers] = [reader.byte(), reader.byte(), reader.byte()];
  const keys = listOf(reader, () => keyIn(reader));
  if (readonlySigners >= signers) refuse('transaction: no account pays its fee');
  if (signers + readonlyOthers > keys.length) {
    refuse('transaction: its head counts more accounts than it has');
  }
  if (new Set(keys).size < keys.length) refuse('transaction: it has an account twice');
  return keys.map((key, at) => {
    const isSigner = at < signers;
    const end = isSigner ? signers - readonlySigners : keys.length - readonlyOthers;
    return { key, lookup: undefined, isSigner, isWritable: at < end };
  });
}

function readLookups(reader: SolanaReader): SolanaMessage['lookups'] {
  return listOf(reader, () => {
    const table = keyIn(reader);
    const [writable, readonly] = [indexesIn(reader), indexesIn(reader)];
    if (writable.length + readonly.length === 0) {
      refuse('transaction: it names a lookup table and takes nothing of it');
    }
    return { table, writable, readonly };
  });
}

/** What lookups load, in the order by which instructions name it: first all that is writable. */
function lookedUp(lookups: SolanaMessage['lookups']): SolanaAccount[] {
  const of = (kind: 'writable' | 'readonly') =>
    lookups.flatMap(({ table, [kind]: indexes }) =>
      indexes.map((index) => ({
        key: undefined,
        lookup: { table, index },
        isSigner: false,
        isWritable: kind === 'writable',
      })),
    );
  return [...of('writable'), ...of('readonly')];
}

/** Reads bytes that are a message, legacy or of version 0, from the first to the last. @throws SigningRefusal */
export function readSolanaMessage(bytes: Bytes): SolanaMessage {
  if (bytes.length > MAX_SOLANA_BYTES) {
    refuse(`transaction: more than ${MAX_SOLANA_BYTES} bytes`);
  }
  const version = readVersion(bytes);
  const reader = createSolanaReader(version === 'V0' ? bytes.slice(1) : bytes);
  const own = readAccounts(reader);
  const blockhash = keyIn(reader);
  const compiled = listOf(reader, () => ({
    program: reader.byte(),
    accounts: indexesIn(reader),
    data: reader.take(reader.count()),
  }));
  const lookups = version === 'V0' ? readLookups(reader) : [];
  if (reader.rest().length > 0) refuse('transaction: bytes are left over at its end');
  const accounts = [...own, ...lookedUp(lookups)];
  if (accounts.length > MAX_ACCOUNTS) refuse(`transaction: more than ${MAX_ACCOUNTS} accounts`);
  const instructions = compiled.map(({ program, accounts: indexes, data }) => ({
    program: programAt(own, accounts, program),
    accounts: indexes.map(
      (at) => accounts[at] ?? refuse('transaction: it names an account that it doesn’t have'),
    ),
    data,
  }));
  const keys = own.flatMap(({ key }) => key ?? []);
  const signers = own.flatMap(({ key, isSigner }) => (isSigner && key) || []);
  return { version, signers, keys, blockhash, instructions, lookups };
}

function programAt(
  own: readonly SolanaAccount[],
  all: readonly SolanaAccount[],
  at: number,
): string {
  if (at === 0) refuse('transaction: it calls the account that pays its fee');
  const key = own[at]?.key;
  if (key !== undefined) return key;
  return refuse(
    at < all.length
      ? 'transaction: a program comes from a lookup table'
      : 'transaction: it calls a program that it doesn’t have',
  );
}

const MAX_BYTES_OF_VERSION_1 = 4096;

/**
 * Whether bytes have the lengths of a message of version 1 (SIMD-0385; anza-xyz/solana-sdk, message,
 * `versions/v1`): a head of three bytes, a mask, a blockhash, two counts, the accounts, four bytes for each
 * bit of the mask, four for each instruction, and what those count.
 */
function isVersion1(bytes: Bytes): boolean {
  if (bytes[0] !== VERSIONED + 1 || bytes.length > MAX_BYTES_OF_VERSION_1) return false;
  const reader = createSolanaReader(bytes.slice(1));
  const [signers = 0, readonlySigners = 0] = reader.take(3);
  const mask = [...reader.take(4)];
  reader.take(KEY_LENGTH);
  const [instructions, accounts] = [reader.byte(), reader.byte()];
  reader.take(accounts * KEY_LENGTH);
  const bits = mask.map((byte) => byte.toString(2)).join('');
  reader.take(4 * bits.replaceAll('0', '').length);
  const lengths = Array.from({ length: instructions }, () => {
    const [, count = 0, low = 0, high = 0] = reader.take(4);
    return count + low + 256 * high;
  });
  reader.take(lengths.reduce((sum, length) => sum + length, 0));
  return reader.rest().length === 0 && readonlySigners < signers;
}

/**
 * Whether bytes are, from the first to the last, a transaction's message: whoever has a signature over
 * them has the transaction's.
 */
export function isSolanaMessage(bytes: Bytes): boolean {
  try {
    if (isVersion1(bytes)) return true;
    readSolanaMessage(bytes);
    return true;
  } catch (error) {
    if (error instanceof SigningRefusal) return false;
    throw error;
  }
}
