// What a request asks a key to sign, read and checked: for the key, and for policies.
import type { TransactionType } from '../protocol/enums.ts';
import { readEthereumTransaction } from '../signing/ethereum-transaction.ts';
import * as payloads from '../signing/payload.ts';
import { SigningRefusal } from '../signing/refusal.ts';
import { invalid } from './refusal.ts';
import { curveOf, formatOf, type Signer } from './signer.ts';

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

/** @throws 400 with the reader's words, and for another chain than Ethereum's */
export function readTransaction({ unsignedTransaction, type }: TransactionRequest) {
  if (type !== 'TRANSACTION_TYPE_ETHEREUM') {
    const message = `this service signs no ${type} yet: sign its hash with sign_raw_payload`;
    throw invalid(message, 'UNSUPPORTED_TRANSACTION_TYPE');
  }
  return withRefusals(() => readEthereumTransaction(unsignedTransaction), 'INVALID_TRANSACTION');
}

/** @throws 400 */
export function demandCurve(signer: Signer, type: TransactionType): void {
  const curve = curveOf(signer);
  if (curve === 'CURVE_SECP256K1') return;
  throw invalid(`signWith: a key of ${curve} signs no ${type}`, 'INVALID_TRANSACTION');
}
