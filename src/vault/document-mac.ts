// What only the holder of a vault key can say of a stored vault: that it wrote this very text, and
// that a vault key of its own has been replaced. Both by HMAC-SHA256 (RFC 2104) under keys that HKDF
// (RFC 5869) derives from the vault key, which seals nothing and is compared with nothing itself.
import { utf8, type Bytes } from '../crypto/bytes.ts';
import * as hmac from '../crypto/hmac.ts';

const SALT = new Uint8Array(32);

async function macKey(vaultKey: Bytes, purpose: string): Promise<CryptoKey> {
  const key = await crypto.subtle.importKey('raw', vaultKey, 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: SALT, info: utf8(purpose) },
    key,
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign', 'verify'],
  );
}

const DOCUMENT = 'keystamp/vault/document/v2';
const RETIRED = 'keystamp/vault/retired/v1';

/** The MAC of a document's exact text: 32 bytes, base64url. */
export async function macOf(vaultKey: Bytes, text: string): Promise<string> {
  return hmac.sign(await macKey(vaultKey, DOCUMENT), utf8(text));
}

/** Whether the holder of the vault key wrote this text. False as well for a MAC of another form. */
export async function isAuthentic(vaultKey: Bytes, text: string, mac: string): Promise<boolean> {
  return hmac.verify(await macKey(vaultKey, DOCUMENT), utf8(text), mac);
}

/**
 * The tag by which later documents say that they took this vault key's place: 32 bytes, base64url.
 * Whoever opens an old copy can look for its tag in the other copy without opening that one, and
 * nobody without the old key can make it, so a forged copy cannot make a good one look replaced.
 */
export async function retirementTag(vaultKey: Bytes): Promise<string> {
  return hmac.sign(await macKey(vaultKey, RETIRED), utf8('retired'));
}
