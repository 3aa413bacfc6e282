import { toHex, utf8, type Bytes } from './bytes.ts';

/** SHA-256, 32 bytes, by the platform: an implementation in script would be 4 KB of the worker. */
export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** SHA-256 of a body's UTF-8, 64 hex digits, lower case. */
export async function digestOfBody(body: string): Promise<string> {
  return toHex(await sha256(utf8(body)));
}

/**
 * The service's name for a request: `sha256:` and the lower-case hex digest of the exact body
 * bytes, of a text its UTF-8 (docs/protocol.md, Fingerprints).
 */
export async function fingerprint(body: string | Bytes): Promise<string> {
  return `sha256:${toHex(await sha256(typeof body === 'string' ? utf8(body) : body))}`;
}
