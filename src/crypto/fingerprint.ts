import { toHex, utf8, type Bytes } from './bytes.ts';

/** SHA-256, 32 bytes, by the platform: an implementation in script would add 4 KB to the worker. */
export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** SHA-256 of a body's UTF-8, as 64 lower-case hex digits. */
export async function digestOfBody(body: string): Promise<string> {
  return toHex(await sha256(utf8(body)));
}

/**
 * The service's name for a request: `sha256:` and the lower-case hex digest of the exact body
 * bytes. For a text, of its UTF-8 (docs/protocol.md, Fingerprints).
 */
export async function fingerprint(body: string | Bytes): Promise<string> {
  return `sha256:${toHex(await sha256(typeof body === 'string' ? utf8(body) : body))}`;
}
