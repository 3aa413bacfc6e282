// What a request asks a key to sign, read and checked: for the key, and for policies.
import { addressOf } from '../addresses/address.ts';
import { fromHex, type Bytes } from '../crypto/bytes.ts';
import type { Curve, TransactionType } from '../protocol/enums.ts';
import {
  readEthereumTransaction,
  type EthereumTransaction,
} from '../signing/ethereum-transaction.ts';
import * as payloads from '../signing/payload.ts';
import { SigningRefusal } from '../signing/refusal.ts';
import { readSolanaTransaction, type SolanaTransaction } from '../signing/solana-transaction.ts';
import { invalid } from './refusal.ts';
import { curveOf, formatOf, publicKeyOfSigner, type Signature, type Signer } from './signer.ts';

function withRefusals<T>(read: () => T, code: 'INVALID_TRANSACTION' | '' = ''): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SigningRefusal) throw invalid(error.message, code);
    throw error;
  }
}

/** @throws 400 with the reader's words */
export const readPayload = (request: payloads.PayloadRequest) =>
  withRefusals(() => payloads.readPayload(request));

/** The bytes that a signer signs for a payload. @throws 400 */
export function bytesFor(request: payloads.PayloadRequest, signer: Signer, signWith: string) {
  if (formatOf(signer, signWith)?.endsWith('_P2TR')) {
    throw invalid('signWith: this service does not sign for Taproot addresses (BIP-340) yet');
  }
  const payload = readPayload(request);
  return withRefusals(() => payloads.bytesToSign(payload, request.hashFunction, curveOf(signer)));
}

type TransactionRequest = { readonly unsignedTransaction: string; readonly type: TransactionType };

type ReadTransaction =
  | { readonly chain: 'ethereum'; readonly transaction: EthereumTransaction }
  | { readonly chain: 'solana'; readonly transaction: SolanaTransaction };

/** @throws 400 with the reader's words, and for a chain whose transactions aren't read */
export function readTransaction(request: TransactionRequest): ReadTransaction {
  const { unsignedTransaction: hex, type } = request;
  switch (type) {
    case 'TRANSACTION_TYPE_ETHEREUM':
      return withRefusals(
        () => ({ chain: 'ethereum', transaction: readEthereumTransaction(hex) }),
        'INVALID_TRANSACTION',
      );
    case 'TRANSACTION_TYPE_SOLANA':
      return withRefusals(
        () => ({ chain: 'solana', transaction: readSolanaTransaction(hex) }),
        'INVALID_TRANSACTION',
      );
    default: {
      const message = `this service signs no ${type} yet: sign its hash with sign_raw_payload`;
      throw invalid(message, 'UNSUPPORTED_TRANSACTION_TYPE');
    }
  }
}

type ToSign = {
  readonly bytes: Bytes;
  /** The signed transaction, in hex. */
  readonly signedBy: (signature: Signature) => string;
};

/** What a signer signs of a transaction. @throws 400 where it is none of its signers */
export function toSign(read: ReadTransaction, signer: Signer): ToSign {
  if (read.chain === 'ethereum') {
    demandCurve(signer, 'CURVE_SECP256K1', 'Ethereum');
    const { digest: bytes, signedBy } = read.transaction;
    return { bytes, signedBy };
  }
  const curve = demandCurve(signer, 'CURVE_ED25519', 'Solana');
  const { message: bytes, signedBy } = read.transaction;
  const key = { curve, bytes: fromHex(publicKeyOfSigner(signer)) };
  const address = addressOf('ADDRESS_FORMAT_SOLANA', key);
  return { bytes, signedBy: withRefusals(() => signedBy(address), 'INVALID_TRANSACTION') };
}

function demandCurve<T extends Curve>(signer: Signer, expected: T, chain: string): T {
  const curve = curveOf(signer);
  if (curve === expected) return expected;
  const message = `signWith: a key of ${curve} signs no transaction of ${chain}`;
  throw invalid(message, 'INVALID_TRANSACTION');
}
