import { KeystampError } from '../protocol/errors.ts';
import { concat, randomBytes, type Bytes, type RandomBytes } from './bytes.ts';

const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/**
 * AES-256-GCM: a new random nonce (12 bytes), then the ciphertext with its tag (16 bytes). One key
 * must not seal more than 2^32 times (NIST SP 800-38D 8.3), far more than any user does.
 */
export async function seal(
  key: Bytes,
  plaintext: Bytes,
  aad: Bytes,
  random: RandomBytes = randomBytes,
): Promise<Bytes> {
  const iv = random(NONCE_LENGTH);
  const cryptoKey = await importKey(key, 'encrypt');
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: aad },
    cryptoKey,
    plaintext,
  );
  return concat(iv, new Uint8Array(sealed));
}

/** The plaintext sealed by {@link seal}. `malformed` for another key, other `aad` or any damage. */
export async function open(key: Bytes, sealed: Bytes, aad: Bytes): Promise<Bytes> {
  if (sealed.length < NONCE_LENGTH + TAG_LENGTH) throw unreadable();
  const iv = sealed.subarray(0, NONCE_LENGTH);
  const cryptoKey = await importKey(key, 'decrypt');
  try {
    const plaintext = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv, additionalData: aad },
      cryptoKey,
      sealed.subarray(NONCE_LENGTH),
    );
    return new Uint8Array(plaintext);
  } catch {
    throw unreadable();
  }
}

function importKey(key: Bytes, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  // Web Crypto would silently accept 16 bytes and use AES-128.
  if (key.length !== 32) {
    throw new KeystampError('malformed', `An AES-256 key has 32 bytes, got ${key.length}.`);
  }
  return crypto.subtle.importKey('raw', key, 'AES-GCM', false, [use]);
}

function unreadable(): KeystampError {
  return new KeystampError(
    'malformed',
    'The sealed bytes do not open: damaged, or of another key.',
  );
}
