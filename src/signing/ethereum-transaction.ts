import { keccak_256 } from '@noble/hashes/sha3.js';
import { Transaction } from 'micro-eth-signer';
import { equal, type Bytes } from '../crypto/bytes.ts';
import { bytesOfHex, checksummed, hexOf } from './hex.ts';
import { readWith, refuse } from './refusal.ts';

/*
 * Ethereum's unsigned transactions: legacy with a chain id (EIP-155), EIP-2930, 1559, 4844 (the body) and
 * 7702, as they travel, with the shortest RLP and nothing after it.
 */

const TYPES = {
  legacy: 'LEGACY',
  eip2930: 'TYPE_1',
  eip1559: 'TYPE_2',
  eip4844: 'TYPE_3',
  eip7702: 'TYPE_4',
} as const;

/** Amounts in wei, gas in units. */
export type EthereumTransaction = {
  readonly type: (typeof TYPES)[keyof typeof TYPES];
  readonly chainId: bigint;
  readonly nonce: bigint;
  /** With EIP-55's cases; empty creates a contract. */
  readonly to: string;
  readonly value: bigint;
  /** Lower-case 0x hex. */
  readonly data: string;
  readonly gas: bigint;
  /** Legacy and EIP-2930. */
  readonly gasPrice: bigint | undefined;
  readonly maxFeePerGas: bigint | undefined;
  readonly maxPriorityFeePerGas: bigint | undefined;
  readonly maxFeePerBlobGas: bigint | undefined;
  readonly blobs: number;
  readonly accessList: readonly {
    readonly address: string;
    readonly storageKeys: readonly string[];
  }[];
  readonly authorizations: readonly {
    readonly chainId: bigint;
    readonly address: string;
    readonly nonce: bigint;
  }[];
  /** The most that it can cost besides its value. */
  readonly maxFee: bigint;
  /** What is signed, 32 bytes. */
  readonly digest: Bytes;
  /** The signed transaction in lower-case hex without 0x, of a signature over the digest. */
  readonly signedBy: (signature: { r: string; s: string; v: string }) => string;
};

/** 128 KiB, the most that geth takes into its pool. */
const MAX_BYTES = 131_072;
/** Half of the order of secp256k1: the greatest S that an authorization may have (EIP-7702, EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

type Raw = {
  readonly chainId?: bigint;
  readonly nonce: bigint;
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
  readonly gasLimit: bigint;
  readonly gasPrice?: bigint;
  readonly maxFeePerGas?: bigint;
  readonly maxPriorityFeePerGas?: bigint;
  readonly maxFeePerBlobGas?: bigint;
  readonly blobVersionedHashes?: readonly string[];
  readonly accessList?: readonly {
    readonly address: string;
    readonly storageKeys: readonly string[];
  }[];
  readonly authorizationList?: readonly (EthereumTransaction['authorizations'][number] & {
    readonly s: bigint;
  })[];
};

/** Reads hex, with or without 0x. @throws SigningRefusal */
export function readEthereumTransaction(hex: string): EthereumTransaction {
  const bytes = bytesOfHex(hex, 'transaction');
  if (bytes.length === 0) refuse('transaction: it is empty');
  if (bytes.length > MAX_BYTES) refuse(`transaction: more than ${MAX_BYTES} bytes`);
  const parsed = readWith('transaction', () => Transaction.fromBytes(bytes));
  const raw: Raw = parsed.raw;
  if (parsed.isSigned) refuse('transaction: it is signed already');
  if (!equal(parsed.toBytes(), bytes)) refuse('transaction: this is not the shortest RLP');
  const chainId = raw.chainId ?? 0n;
  if (chainId === 0n) refuse('transaction: without a chain id it holds on every chain (EIP-155)');
  const authorizations = raw.authorizationList ?? [];
  if (authorizations.some(({ s }) => s > HALF_ORDER)) {
    refuse('transaction: an authorization has S above half the order (EIP-7702)');
  }
  return {
    type: TYPES[parsed.type],
    chainId,
    nonce: raw.nonce,
    to: addressOf(raw.to),
    value: raw.value,
    data: raw.data === '' ? '0x' : raw.data,
    gas: raw.gasLimit,
    gasPrice: raw.gasPrice,
    maxFeePerGas: raw.maxFeePerGas,
    maxPriorityFeePerGas: raw.maxPriorityFeePerGas,
    maxFeePerBlobGas: raw.maxFeePerBlobGas,
    blobs: raw.blobVersionedHashes?.length ?? 0,
    accessList: (raw.accessList ?? []).map(({ address, storageKeys }) => ({
      address: addressOf(address),
      storageKeys,
    })),
    authorizations: authorizations.map((one) => ({ ...one, address: addressOf(one.address) })),
    maxFee: parsed.fee,
    digest: Uint8Array.from(keccak_256(bytes)),
    signedBy: ({ r, s, v }) => {
      const signature = { r: BigInt(`0x${r}`), s: BigInt(`0x${s}`), yParity: Number(v) };
      const signed = new Transaction(
        parsed.type,
        { ...parsed.raw, ...signature },
        { strict: false },
      );
      return signed.toHex().slice(2);
    },
  };
}

/** What a transaction of type 2 (EIP-1559) without an access list holds; `data` is 0x and hex digits. */
export type FeeMarketTransaction = Pick<
  EthereumTransaction,
  'chainId' | 'nonce' | 'to' | 'value' | 'data' | 'gas'
> & { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint };

/** Encodes one, unsigned, in hex with 0x. @throws SigningRefusal where a number doesn't fit */
export const encodeFeeMarketTransaction = ({ gas, to, data, ...rest }: FeeMarketTransaction) =>
  readWith('transaction', () =>
    new Transaction(
      'eip1559',
      { ...rest, to: to.toLowerCase(), data, gasLimit: gas, accessList: [] },
      { strict: false },
    ).toHex({ includeSignature: false }),
  );

/** keccak256 of a signed transaction in hex: what chains call it. */
export const hashOfSigned = (hex: string): string =>
  hexOf(keccak_256(bytesOfHex(hex, 'transaction')));

const addressOf = (lower: string): string =>
  lower === '' || lower === '0x' ? '' : checksummed(bytesOfHex(lower, 'address'));

/** The signature in a signed transaction, in hex. @throws SigningRefusal */
export function readSignature(hex: string): { r: string; s: string; v: string } {
  const { raw } = readWith('transaction', () => Transaction.fromHex(hex));
  const { r, s, yParity } = raw;
  if (r === undefined || s === undefined) return refuse('transaction: it is not signed');
  const digits = (value: bigint) => value.toString(16).padStart(64, '0');
  return { r: digits(r), s: digits(s), v: `0${yParity ?? 0}` };
}
