// A private key as wallets take it, for a person who exports it.
import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import { concat, toHex, wipe } from '../crypto/bytes.ts';
import { publicKeyOf } from '../crypto/keys.ts';

/** A form in which wallets take a private key. */
export type KeyForm = 'hex' | 'solana' | 'wif' | 'wif_testnet';

const WIF_VERSIONS = { wif: 0x80, wif_testnet: 0xef } as const;

/**
 * A private key (32 bytes) as text: hex; base58 of key and public key as Solana wallets have it; WIF
 * of a key with a compressed public key for Bitcoin (docs/protocol.md, Encryption of bundles).
 */
export function keyText(privateKey: Uint8Array, form: KeyForm): string {
  if (form === 'hex') return toHex(privateKey);
  const whole =
    form === 'solana'
      ? concat(privateKey, publicKeyOf('ED25519', privateKey))
      : withChecksum(concat(Uint8Array.of(WIF_VERSIONS[form]), privateKey, Uint8Array.of(1)));
  const text = base58.encode(whole);
  wipe(whole);
  return text;
}

function withChecksum(payload: Uint8Array): Uint8Array {
  const whole = concat(payload, sha256(sha256(payload)).subarray(0, 4));
  wipe(payload);
  return whole;
}
