import { secp256k1 } from '@noble/curves/secp256k1.js';
import { addressOf } from '../addresses/address.ts';
import type { Bytes } from '../crypto/bytes.ts';

/**
 * Who signed a digest on secp256k1: the key, compressed in 33 bytes, and its Ethereum address in lower case.
 * @param signature 65 bytes: the recovery id, r and s
 * @throws for numbers that no signature has
 */
export function recoverSigner(
  signature: Bytes,
  digest: Bytes,
): { readonly publicKey: Bytes; readonly address: string } {
  const point = secp256k1.Signature.fromBytes(signature, 'recovered').recoverPublicKey(digest);
  const publicKey = Uint8Array.from(point.toBytes(true));
  const key = { curve: 'CURVE_SECP256K1', bytes: publicKey } as const;
  return { publicKey, address: addressOf('ADDRESS_FORMAT_ETHEREUM', key).toLowerCase() };
}
