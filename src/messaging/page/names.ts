import { toHex, utf8 } from '../../crypto/bytes.ts';
import { sha256 } from '../../crypto/fingerprint.ts';
import type { Caller } from './caller.ts';

/** A request of a page: its own name, and whose it is. The same name of another site is another one. */
export type Named = Pick<Caller, 'origin' | 'privateWindow'> & { readonly name: string };

/**
 * The outbox id of a page's request: a UUID (RFC 9562, version 8) of 122 bits of SHA-256, so that
 * the request is found again after every store but the outbox is gone.
 */
export async function entryIdOf({ origin, privateWindow, name }: Named): Promise<string> {
  const digest = await sha256(utf8(JSON.stringify(['keystamp/page', origin, privateWindow, name])));
  const bytes = digest.slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = toHex(bytes);
  const cuts = [0, 8, 12, 16, 20, 32];
  return cuts
    .slice(1)
    .map((end, at) => hex.slice(cuts[at], end))
    .join('-');
}

/** SHA-256 of what was asked in hex, to tell a repeated request from another one. */
export async function digestOf(value: unknown): Promise<string> {
  return toHex(await sha256(utf8(JSON.stringify(value))));
}
