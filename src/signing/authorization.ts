import { keccak_256 } from '@noble/hashes/sha3.js';
import { RLP } from 'micro-eth-signer/core/rlp.js';
import { concat, type Bytes } from '../crypto/bytes.ts';
import { accountOf, checksummed } from './hex.ts';
import { refuse } from './refusal.ts';
import { integerOf, membersOf, readStrictJson } from './strict-json.ts';

/** An account's code by another contract's, until the next such authorization (EIP-7702). */
export type Authorization = {
  /** With EIP-55's cases; zero takes the code away. */
  readonly address: string;
  /** 0: on every chain. */
  readonly chainId: bigint;
  readonly nonce: bigint;
  /** keccak256(0x05 ‖ rlp([chainId, address, nonce])), 32 bytes. */
  readonly digest: Bytes;
};

/** Reads the JSON text of `{address, chainId, nonce}`. @throws SigningRefusal */
export function readAuthorization(text: string): Authorization {
  const given = membersOf(readStrictJson(text), 'authorization', ['address', 'chainId', 'nonce']);
  if (typeof given.address !== 'string') return refuse('authorization.address: this is no text');
  const account = accountOf(given.address, 'authorization.address');
  const chainId = integerOf(given.chainId, 'authorization.chainId');
  const nonce = integerOf(given.nonce, 'authorization.nonce');
  // EIP-7702: chain ids have 256 bits, a nonce is below 2^64 - 1 (EIP-2681).
  if (chainId < 0n || chainId >= 1n << 256n) refuse('authorization.chainId: not within 256 bits');
  if (nonce < 0n || nonce >= (1n << 64n) - 1n) refuse('authorization.nonce: not below 2^64 - 1');
  const encoded = concat(Uint8Array.of(5), RLP.encode([chainId, account, nonce]));
  return {
    address: checksummed(account),
    chainId,
    nonce,
    digest: Uint8Array.from(keccak_256(encoded)),
  };
}
