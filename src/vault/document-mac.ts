// Two things that only the holder of a vault key can state about a stored vault: that it wrote
// exactly this text, and that one of its own vault keys was replaced. Both use HMAC-SHA256 (RFC
// 2104) under keys that HKDF (RFC 5869) derives from the vault key. The vault key itself seals
// nothing here and is compared with nothing.
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

const DOCUMENT = 'keystamp/vault/document/v3';
const RETIRED = 'keystamp/vault/retired/v1';

/** The MAC of a document's exact text: 32 bytes, base64url. */
export async function macOf(vaultKey: Bytes, text: string): Promise<string> {
  return hmac.sign(await macKey(vaultKey, DOCUMENT), utf8(text));
}

/** Whether the holder of the vault key wrote this text. False for a MAC of another form, too. */
export async function isAuthentic(vaultKey: Bytes, text: string, mac: string): Promise<boolean> {
  return hmac.verify(await macKey(vaultKey, DOCUMENT), utf8(text), mac);
}

/**
 * The tag that later documents use to say that they replaced this vault key: 32 bytes, base64url.
 * With an old copy open, its tag can be found in the other copy without opening that one. Nobody
 * without the old key can make the tag, so a forged copy can't make a good one look replaced.
 */
export async function retirementTag(vaultKey: Bytes): Promise<string> {
  return hmac.sign(await macKey(vaultKey, RETIRED), utf8('retired'));
}
