// From passkey to key-encryption key. Only pages import this: the prompt for the output runs there.
import { KeystampError } from '../protocol/errors.ts';
import { utf8, type Bytes } from './bytes.ts';

const LENGTH = 32;
const INFO = utf8('keystamp/vault/prf/v1');

/**
 * The key-encryption key, 32 bytes, from the PRF output (WebAuthn 3, 10.1.4) of a passkey for
 * `salt`. HKDF-SHA256 (RFC 5869) uses the same salt, the wrapping's own 32 random bytes, so that no
 * two wrappings share a key, even if an authenticator ignores its input. The caller wipes both.
 * `malformed` for an output or a salt of another length.
 */
export async function derivePrfKek(output: Bytes, salt: Bytes): Promise<Bytes> {
  for (const { length } of [output, salt]) {
    if (length !== LENGTH) {
      throw new KeystampError('malformed', `A PRF output has ${LENGTH} bytes, got ${length}.`);
    }
  }
  const key = await crypto.subtle.importKey('raw', output, 'HKDF', false, ['deriveBits']);
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt, info: INFO };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, LENGTH * 8));
}
