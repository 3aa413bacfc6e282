import * as base64url from './base64url.ts';
import type { Bytes } from './bytes.ts';

/** The MAC of a message under an HMAC key (RFC 2104), base64url. */
export async function sign(key: CryptoKey, message: Bytes): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.sign('HMAC', key, message)));
}

/** Whether a MAC belongs to this message. False for a MAC of another form, too. */
export async function verify(key: CryptoKey, message: Bytes, mac: string): Promise<boolean> {
  let bytes: Bytes;
  try {
    bytes = base64url.decode(mac);
  } catch {
    return false;
  }
  return crypto.subtle.verify('HMAC', key, bytes, message);
}
