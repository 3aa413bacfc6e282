import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import * as v from 'valibot';
import { CODECS } from '../addresses/codecs.ts';
import { concat, fromHex, toHex, type Bytes } from '../crypto/bytes.ts';
import type { MadeSignature } from '../protocol/audit-file.ts';
import type { Curve } from '../protocol/enums.ts';
import type { Values } from '../protocol/parse.ts';
import {
  hashOfSigned,
  readEthereumTransaction,
  readSignature,
} from '../signing/ethereum-transaction.ts';
import { hexOf } from '../signing/hex.ts';
import { bytesToSign, readPayload, type Payload } from '../signing/payload.ts';
import { readSolanaTransaction, solanaSignatureIn } from '../signing/solana-transaction.ts';
import { recoverSigner } from './recover-signer.ts';
import { payloadsOf, Request, Sent } from './signing.ts';

/*
 * What a key has signed: whether the signature is over what was asked for, by the key that was named, and
 * what an auditor compares of it. Load lazily: it comes with curves and codecs.
 */

const Signature = v.object({ r: v.string(), s: v.string(), v: v.string() });
type Signature = v.InferOutput<typeof Signature>;
const Result = v.union([
  Signature,
  v.object({ signatures: v.array(Signature) }),
  v.object({ signedTransaction: v.string() }),
]);
type Request = v.InferOutput<typeof Request>;

/** `unchecked`: what signs is named by an id, or by an address that doesn't say its key. */
export type SignatureCheck = 'proved' | 'wrong' | 'unchecked';

/** A public key in hex that somebody says is the one that signs. */
export type StatedKey = { readonly curve: Curve; readonly publicKey: string };

/** Of a result: whether it is what was asked for, and each signature in it as far as it can be read. */
export type MadeSignatures = {
  readonly check: SignatureCheck;
  readonly signatures: readonly MadeSignature[];
};

const WRONG: MadeSignatures = { check: 'wrong', signatures: [] };
const UNKNOWN = { chain: null, digest: null, publicKey: null, signature: null, hash: null };

/** Whether a result is the signature that parameters ask for, by the key that they name. */
export const checkSigned = (parameters: Values, result: unknown): SignatureCheck =>
  readMadeSignatures(parameters, result).check;

/**
 * Reads the signatures in a result and checks them against the parameters that ask for them.
 * @param stated of a private key that is named by its id: a check by it is as good as the word for it
 */
export function readMadeSignatures(
  parameters: Values,
  result: unknown,
  stated?: StatedKey,
): MadeSignatures {
  const sent = v.safeParse(Sent, parameters);
  if (sent.success) {
    // A service that sends keeps the signature.
    const { from, caip2 } = sent.output;
    return { check: 'unchecked', signatures: [{ ...UNKNOWN, signWith: from, chain: caip2 }] };
  }
  const [request, answer] = [v.safeParse(Request, parameters), v.safeParse(Result, result)];
  if (!request.success || !answer.success) return WRONG;
  const { signWith } = request.output;
  try {
    const key = keyOf(signWith) ?? keyOfStated(stated);
    if (!key) return { check: 'unchecked', signatures: [{ ...UNKNOWN, signWith }] };
    const made = pairsOf(request.output, answer.output, key);
    const signatures = made?.flatMap((one) => {
      const publicKey = signingKey(key, one);
      return publicKey ? [describe(signWith, key, one, publicKey)] : [];
    });
    return signatures && signatures.length === made?.length
      ? { check: 'proved', signatures }
      : WRONG;
  } catch {
    // Whatever it is, it isn't the signature.
    return WRONG;
  }
}

type Pair = {
  readonly bytes: Bytes;
  readonly signature: Signature;
  readonly chainId: bigint | undefined;
  readonly hash: string | null;
};

/** Each signature with the bytes that it should be over; undefined if they aren't as many. */
function pairsOf(
  request: Request,
  answer: v.InferOutput<typeof Result>,
  { curves: [curve = 'CURVE_SECP256K1'], publicKey }: Key,
): readonly Pair[] | undefined {
  if ('unsignedTransaction' in request) {
    if (!('signedTransaction' in answer)) return undefined;
    const { signedTransaction } = answer;
    if (request.type === 'TRANSACTION_TYPE_SOLANA') {
      const unsigned = readSolanaTransaction(request.unsignedTransaction);
      // Also of a key that is named by its id.
      const signer = publicKey && CODECS.ADDRESS_FORMAT_SOLANA.encode(publicKey);
      const signature = signer && solanaSignatureIn(unsigned, signedTransaction, signer);
      if (!signature) return undefined;
      return [{ bytes: unsigned.message, signature, chainId: undefined, hash: null }];
    }
    const { digest, signedBy, chainId } = readEthereumTransaction(request.unsignedTransaction);
    const signature = readSignature(signedTransaction);
    const isSame = signedBy(signature) === signedTransaction.replace(/^0x/, '').toLowerCase();
    if (!isSame) return undefined;
    return [{ bytes: digest, signature, chainId, hash: hashOfSigned(signedTransaction) }];
  }
  if ('signedTransaction' in answer) return undefined;
  const signatures = 'signatures' in answer ? answer.signatures : [answer];
  const payloads = payloadsOf(request);
  if (signatures.length !== payloads.length) return undefined;
  return payloads.flatMap((payload, at) => {
    const signature = signatures[at];
    const read = readPayload({ ...request, payload });
    const bytes = bytesToSign(read, request.hashFunction, curve);
    return signature ? [{ bytes, signature, chainId: chainIdIn(read), hash: null }] : [];
  });
}

/** The chain that a payload names; undefined for one that holds on every chain, or doesn't say. */
function chainIdIn(payload: Payload): bigint | undefined {
  if (payload.is === 'authorization') return payload.authorization.chainId || undefined;
  if (payload.is !== 'typed-data') return undefined;
  const named = payload.typedData.domain.members.get('chainId');
  return named?.is === 'atom' && typeof named.value === 'bigint' ? named.value : undefined;
}

function describe(signWith: string, key: Key, made: Pair, publicKey: Bytes): MadeSignature {
  const { bytes, signature, chainId, hash } = made;
  return {
    signWith,
    chain: chainId === undefined ? null : `eip155:${chainId}`,
    digest: hexOf(key.curves.includes('CURVE_ED25519') ? sha256(bytes) : bytes),
    publicKey: toHex(publicKey),
    signature: toHex(joinedOf(signature)),
    hash,
  };
}

/** What an address says of its key: the curves that it may be of, and the key or how it is recognized. */
type Key = {
  readonly curves: readonly Curve[];
  readonly publicKey?: Bytes;
  readonly ethereum?: string;
};

function keyOf(signWith: string): Key | undefined {
  const ethereum = CODECS.ADDRESS_FORMAT_ETHEREUM.parse(signWith);
  if (ethereum.ok) return { curves: ['CURVE_SECP256K1'], ethereum: signWith.toLowerCase() };
  if (/^0[23][0-9a-f]{64}$/.test(signWith)) {
    return { curves: ['CURVE_SECP256K1', 'CURVE_P256'], publicKey: fromHex(signWith) };
  }
  const solana = CODECS.ADDRESS_FORMAT_SOLANA.parse(signWith);
  return solana.ok
    ? { curves: ['CURVE_ED25519'], publicKey: Uint8Array.from(solana.payload) }
    : undefined;
}

function keyOfStated(stated: StatedKey | undefined): Key | undefined {
  return stated && { curves: [stated.curve], publicKey: fromHex(stated.publicKey) };
}

const joinedOf = ({ r, s }: Signature): Bytes =>
  concat(fromHex(r.padStart(64, '0')), fromHex(s.padStart(64, '0')));

/** The public key that a signature is by, if that is the one which was named. */
function signingKey(key: Key, { bytes, signature: made }: Pair): Bytes | undefined {
  const signature = joinedOf(made);
  if (key.ethereum !== undefined) {
    const signer = recoverSigner(concat(fromHex(made.v), signature), bytes);
    // A high S is refused by Ethereum (EIP-2).
    const options = { prehash: false, lowS: true };
    const isLow = secp256k1.verify(signature, bytes, signer.publicKey, options);
    return isLow && signer.address === key.ethereum ? signer.publicKey : undefined;
  }
  const { publicKey } = key;
  const isBy = (one: Bytes) => key.curves.some((curve) => verify(curve, signature, bytes, one));
  return publicKey && isBy(publicKey) ? publicKey : undefined;
}

function verify(curve: Curve, signature: Bytes, bytes: Bytes, publicKey: Bytes): boolean {
  try {
    switch (curve) {
      case 'CURVE_SECP256K1':
        return secp256k1.verify(signature, bytes, publicKey, { prehash: false });
      case 'CURVE_P256':
        return p256.verify(signature, bytes, publicKey, { prehash: false, lowS: false });
      case 'CURVE_ED25519':
        // As Solana's validators do: no key or point of small order (RFC 8032 leaves it open).
        return ed25519.verify(signature, bytes, publicKey, { zip215: false });
    }
  } catch {
    // No point of this curve.
    return false;
  }
}
