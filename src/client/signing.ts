import * as v from 'valibot';
import { CODECS } from '../addresses/codecs.ts';
import { fromUtf8, type Bytes } from '../crypto/bytes.ts';
import { chainIdOf } from '../protocol/coins.ts';
import {
  EVM_CHAIN,
  HASH_FUNCTION,
  PAYLOAD_ENCODING,
  TRANSACTION_TYPE,
  type EvmChain,
} from '../protocol/enums.ts';
import type { Values } from '../protocol/parse.ts';
import type { Authorization } from '../signing/authorization.ts';
import { isSolanaMessage, type SolanaAccount } from '../signing/solana-message.ts';
import type { SolanaStep, SolanaTokens } from '../signing/solana-steps.ts';
import { readSolanaTransaction, type SolanaTransaction } from '../signing/solana-transaction.ts';
import {
  readEthereumTransaction,
  type EthereumTransaction,
} from '../signing/ethereum-transaction.ts';
import { accountOf, bytesOfHex, checksummed, hexOf } from '../signing/hex.ts';
import { readPayload, type Payload } from '../signing/payload.ts';
import { SigningRefusal } from '../signing/refusal.ts';
import { readCallRight, readMessageRight, type TokenRight } from '../signing/token-right.ts';
import { readTokenTransfer, type TokenTransfer } from '../signing/token-transfer.ts';
import type { TypedData, TypedValue } from '../signing/typed-data.ts';
import { readPersonalMessage } from './personal-message.ts';

/*
 * What a key is asked to sign, read from the exact parameters for a person. Load lazily: it comes with curves and
 * codecs.
 */

export type {
  Authorization,
  SolanaAccount,
  SolanaStep,
  SolanaTokens,
  SolanaTransaction,
  TokenRight,
  TypedData,
  TypedValue,
};

/** A transaction as far as it is known: what a service sends takes its number and fee from the chain. */
export type ShownTransaction = {
  /** Whose, and on which chain, where a service sends it as its only call: its balance is what is left after it. */
  readonly sender?: { readonly address: string; readonly chain: EvmChain };
} & Pick<
  EthereumTransaction,
  'chainId' | 'to' | 'value' | 'data' | 'accessList' | 'blobs' | 'authorizations'
> & {
    readonly nonce: bigint | undefined;
    readonly maxFee: bigint | undefined;
    /** Somebody else pays the fee. */
    readonly isSponsored: boolean;
    readonly transfer: TokenTransfer | undefined;
    readonly right: TokenRight | undefined;
  } & {
    readonly [
      K in
        'type' | 'gas' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'maxFeePerBlobGas'
    ]?: EthereumTransaction[K] | undefined;
  };

export type Signed =
  | { readonly is: 'transaction'; readonly transaction: ShownTransaction }
  | { readonly is: 'solana'; readonly transaction: SolanaTransaction }
  | {
      readonly is: 'typed-data';
      readonly typedData: TypedData;
      readonly right: TokenRight | undefined;
    }
  | { readonly is: 'authorization'; readonly authorization: Authorization }
  | { readonly is: 'text'; readonly text: string }
  /** `isHash`: the bytes are a hash already, or what somebody says is one. */
  | { readonly is: 'bytes'; readonly hex: string; readonly isHash: boolean }
  /** Bytes that are signed as a message, and are what a key signs for something else. */
  | { readonly is: 'disguised'; readonly as: 'transaction' | 'typed-data' | 'authorization' }
  | { readonly is: 'unreadable'; readonly reason: string };

const shared = {
  signWith: v.string(),
  encoding: v.picklist(PAYLOAD_ENCODING),
  hashFunction: v.picklist(HASH_FUNCTION),
};
const Whole = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform((text) => BigInt(text)),
);
/** What a service signs and sends. */
export const Sent = v.object({
  from: v.string(),
  caip2: v.picklist(EVM_CHAIN),
  calls: v.array(
    v.object({ to: v.string(), value: v.optional(Whole), data: v.optional(v.string()) }),
  ),
  nonce: v.optional(Whole),
  gasLimit: v.optional(Whole),
  maxFeePerGas: v.optional(Whole),
  maxPriorityFeePerGas: v.optional(Whole),
  sponsor: v.optional(v.boolean()),
});
const TransactionRequest = v.object({
  signWith: v.string(),
  unsignedTransaction: v.string(),
  type: v.picklist(TRANSACTION_TYPE),
});
type TransactionRequest = v.InferOutput<typeof TransactionRequest>;
/** What a service signs. */
export const Request = v.union([
  v.object({ ...shared, payload: v.string() }),
  v.object({ ...shared, payloads: v.array(v.string()) }),
  TransactionRequest,
]);

/** What parameters ask a key to sign: one thing, or each of several. */
export function readSigned(parameters: Values): readonly Signed[] {
  const sent = v.safeParse(Sent, parameters);
  if (sent.success) return readSent(sent.output);
  const parsed = v.safeParse(Request, parameters);
  if (!parsed.success) return [{ is: 'unreadable', reason: '' }];
  const request = parsed.output;
  if ('unsignedTransaction' in request) return [attempt(() => transactionOf(request))];
  return payloadsOf(request).map((payload) =>
    attempt(() => describe(readPayload({ ...request, payload }), request.hashFunction)),
  );
}

function transactionOf({ signWith, unsignedTransaction, type }: TransactionRequest): Signed {
  if (type === 'TRANSACTION_TYPE_ETHEREUM') {
    const read = readEthereumTransaction(unsignedTransaction);
    const transaction = { ...read, isSponsored: false, ...givenIn(read.data) };
    return { is: 'transaction', transaction };
  }
  if (type !== 'TRANSACTION_TYPE_SOLANA') return { is: 'unreadable', reason: type };
  const transaction = readSolanaTransaction(unsignedTransaction);
  // An id doesn't say whose signature it will be.
  if (CODECS.ADDRESS_FORMAT_SOLANA.parse(signWith).ok) transaction.signedBy(signWith);
  return { is: 'solana', transaction };
}

/** With EIP-55's cases, as the accounts of an organization have. */
const cased = (account: string): string => checksummed(accountOf(account, 'address'));

function casedRight(right: TokenRight | undefined): TokenRight | undefined {
  if (!right) return undefined;
  const tokens = right.tokens.map(({ contract, amount }) => ({
    contract: contract && cased(contract),
    amount,
  }));
  return { spender: cased(right.spender), tokens };
}

/** What a call gives of tokens, now or later, by its form. */
function givenIn(data: string): Pick<ShownTransaction, 'transfer' | 'right'> {
  const transfer = readTokenTransfer(data);
  return {
    transfer: transfer && { ...transfer, to: cased(transfer.to) },
    right: casedRight(readCallRight(data)),
  };
}

/** Each call of what a service sends. */
function readSent({ from, caip2, calls, ...rest }: v.InferOutput<typeof Sent>): readonly Signed[] {
  const { nonce, gasLimit, maxFeePerGas, sponsor: isSponsored = false } = rest;
  const { maxPriorityFeePerGas } = rest;
  const isPriced = gasLimit !== undefined && maxFeePerGas !== undefined;
  const common = {
    ...(calls.length === 1 && { sender: { address: from, chain: caip2 } }),
    chainId: chainIdOf(caip2),
    nonce,
    gas: gasLimit,
    maxFeePerGas,
    maxPriorityFeePerGas,
    maxFee: isPriced && !isSponsored ? gasLimit * maxFeePerGas : undefined,
    isSponsored,
    accessList: [],
    blobs: 0,
    authorizations: [],
  };
  return calls.map(({ to, value = 0n, data = '0x' }) =>
    attempt(() => {
      const account = accountOf(to, 'to');
      const bytes = hexOf(bytesOfHex(data, 'data'));
      const call = { to: checksummed(account), value, data: bytes, ...givenIn(bytes) };
      return { is: 'transaction', transaction: { ...common, ...call } };
    }),
  );
}

/** The addresses that a request to send gives something to: of coins, and of tokens. */
export const recipientsIn = (parameters: Values): readonly string[] =>
  readSigned(parameters).flatMap((signed) =>
    signed.is === 'transaction' ? [signed.transaction.transfer?.to ?? signed.transaction.to] : [],
  );

export const payloadsOf = (
  request: { readonly payload: string } | { readonly payloads: readonly string[] },
): readonly string[] => ('payload' in request ? [request.payload] : request.payloads);

function attempt(read: () => Signed): Signed {
  try {
    return read();
  } catch (error) {
    if (error instanceof SigningRefusal) return { is: 'unreadable', reason: error.message };
    throw error;
  }
}

function describe(payload: Payload, hashFunction: string): Signed {
  if (payload.is === 'authorization') return payload;
  if (payload.is === 'typed-data') {
    return { ...payload, right: casedRight(readMessageRight(payload.typedData)) };
  }
  const as = disguiseOf(payload.bytes);
  if (as) return { is: 'disguised', as };
  if (payload.is === 'text') return { is: 'text', text: messageOf(payload.text) };
  const isHash = hashFunction === 'HASH_FUNCTION_NO_OP';
  const text = isHash ? undefined : textOf(payload.bytes);
  if (text !== undefined) return { is: 'text', text };
  return { is: 'bytes', hex: hexOf(payload.bytes), isHash };
}

/** Text that was sent as hex, with the head of personal messages or without. */
function textOf(bytes: Bytes): string | undefined {
  try {
    return messageOf(fromUtf8(bytes));
  } catch {
    return undefined;
  }
}

const messageOf = (text: string): string => readPersonalMessage(text) ?? text;

/** What bytes are a preimage of: their hash is what a key signs for it. */
function disguiseOf(bytes: Bytes): 'transaction' | 'typed-data' | 'authorization' | undefined {
  if (bytes.length === 66 && bytes[0] === 0x19 && bytes[1] === 0x01) return 'typed-data';
  // EIP-7702: 5 and an RLP list.
  if (bytes[0] === 5 && (bytes[1] ?? 0) >= 0xc0 && bytes.length < 100) return 'authorization';
  return isTransaction(bytes) || isSolanaMessage(bytes) ? 'transaction' : undefined;
}

function isTransaction(bytes: Bytes): boolean {
  try {
    readEthereumTransaction(hexOf(bytes));
    return true;
  } catch (error) {
    if (error instanceof SigningRefusal) return false;
    throw error;
  }
}
