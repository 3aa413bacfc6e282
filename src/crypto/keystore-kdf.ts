// From a password to the key of an Ethereum keystore file (Web3 Secret Storage, version 3). Only the
// pages' Worker imports this.
import { scrypt } from '@noble/hashes/scrypt.js';
import { KeystampError } from '../protocol/errors.ts';
import { utf8, wipe, type Bytes } from './bytes.ts';
import { kdfFault, type KeystoreKdf } from './keystore-kdf-parameters.ts';

/**
 * The derived key, 32 bytes. The password is taken as it is typed: the wallets that write these
 * files don't normalize it. `kdf_refused` for parameters beyond the bounds. Scrypt is noble's,
 * because hash-wasm's can't say how far it is. The caller wipes the result.
 *
 * @param onProgress gets the part that is done, from 0 to 1; PBKDF2 by Web Crypto doesn't tell
 */
export async function deriveKeystoreKey(
  password: string,
  kdf: KeystoreKdf,
  onProgress: (done: number) => void,
): Promise<Bytes> {
  if (kdfFault(kdf)) throw new KeystampError('kdf_refused');
  const secret = utf8(password);
  try {
    if (kdf.kdf === 'pbkdf2') return await deriveByPbkdf2(secret, kdf);
    const { n, r, p, salt } = kdf;
    // Its own limit is as high as ours.
    return scrypt(secret, salt, { N: n, r, p, dkLen: 32, onProgress });
  } finally {
    wipe(secret);
  }
}

async function deriveByPbkdf2(
  secret: Bytes,
  { salt, c: iterations }: Extract<KeystoreKdf, { kdf: 'pbkdf2' }>,
): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256));
}
