import { p256 } from '@noble/curves/nist.js';
import { signBundle } from '../../../src/crypto/bundle.ts';
import { toHex, type Bytes } from '../../../src/crypto/bytes.ts';
import * as ecdsa from '../../../src/crypto/p256.ts';

/** A signer that a test's profile trusts, so that it can sign what the service never would. */
export async function createBundleSigner() {
  const scalar: Bytes = p256.utils.randomSecretKey();
  const key = await ecdsa.importSigningKey(scalar, p256.getPublicKey(scalar));
  const publicKey: Bytes = p256.getPublicKey(scalar, false);
  const signer = { publicKey, sign: (message: Bytes) => ecdsa.sign(key, message) };
  return {
    publicKeyHex: toHex(publicKey),
    sign: (data: object) => signBundle(data, signer),
  };
}
