// Passkey to key-encryption key. Only pages import this: the prompt that gives the output runs there.
import { KeystampError } from '../protocol/errors.ts';
import { utf8, type Bytes } from './bytes.ts';

const LENGTH = 32;
const INFO = utf8('keystamp/vault/prf/v1');

/**
 * The key-encryption key, 32 bytes, of a PRF output (WebAuthn 3, 10.1.4) that a passkey gave for `salt`:
 * HKDF-SHA256 (RFC 5869) with that salt, 32 random bytes of the one wrapping, as its salt too, so that
 * no two wrappings share a key even where an authenticator made nothing of its input. The caller wipes
 * both; `malformed` for an output or a salt of another length.
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
