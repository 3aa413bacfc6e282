import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8, type Bytes } from '../crypto/bytes.ts';
import type { Curve, HashFunction, PayloadEncoding } from '../protocol/enums.ts';
import { readAuthorization, type Authorization } from './authorization.ts';
import { bytesOfHex } from './hex.ts';
import { refuse } from './refusal.ts';
import { readTypedData, type TypedData } from './typed-data.ts';

/* The payload of sign_raw_payload: what it is, and the bytes that a key of a curve signs for it. */

export type PayloadRequest = {
  readonly payload: string;
  readonly encoding: PayloadEncoding;
  readonly hashFunction: HashFunction;
};

export type Payload =
  | { readonly is: 'bytes'; readonly bytes: Bytes }
  | { readonly is: 'text'; readonly text: string; readonly bytes: Bytes }
  | { readonly is: 'typed-data'; readonly typedData: TypedData }
  | { readonly is: 'authorization'; readonly authorization: Authorization };

/** @throws SigningRefusal */
export function readPayload({ payload, encoding }: PayloadRequest): Payload {
  switch (encoding) {
    case 'PAYLOAD_ENCODING_HEXADECIMAL':
      return { is: 'bytes', bytes: bytesOfHex(payload, 'payload') };
    case 'PAYLOAD_ENCODING_TEXT_UTF8':
      return { is: 'text', text: payload, bytes: utf8(payload) };
    case 'PAYLOAD_ENCODING_EIP712':
      return { is: 'typed-data', typedData: readTypedData(payload) };
    case 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION':
      return { is: 'authorization', authorization: readAuthorization(payload) };
  }
}

/** What a key signs: with ECDSA a digest of 32 bytes, with Ed25519 the message itself. @throws SigningRefusal */
export function bytesToSign(payload: Payload, hashFunction: HashFunction, curve: Curve): Bytes {
  if (payload.is === 'typed-data' || payload.is === 'authorization') {
    if (hashFunction !== 'HASH_FUNCTION_NO_OP') {
      refuse('hashFunction: this encoding is hashed by its own rules: use HASH_FUNCTION_NO_OP');
    }
    if (curve !== 'CURVE_SECP256K1') refuse('encoding: keys of this curve have no use for it');
    return payload.is === 'typed-data' ? payload.typedData.digest : payload.authorization.digest;
  }
  const { bytes } = payload;
  if (curve === 'CURVE_ED25519') {
    if (hashFunction === 'HASH_FUNCTION_NOT_APPLICABLE') return bytes;
    return refuse('hashFunction: Ed25519 keys take HASH_FUNCTION_NOT_APPLICABLE only');
  }
  switch (hashFunction) {
    case 'HASH_FUNCTION_NO_OP':
      return bytes.length === 32 ? bytes : refuse('expected a 32-bytes-long digest');
    case 'HASH_FUNCTION_SHA256':
      return Uint8Array.from(sha256(bytes));
    case 'HASH_FUNCTION_KECCAK256':
      return Uint8Array.from(keccak_256(bytes));
    case 'HASH_FUNCTION_NOT_APPLICABLE':
      return refuse('hashFunction: ECDSA keys sign a digest: say how it is made');
  }
}
