import * as v from 'valibot';
import { toHex, utf8 } from '../crypto/bytes.ts';
import { sha256 } from '../crypto/fingerprint.ts';
import { createItem, type Area } from '../storage/area.ts';
import type { Caller } from './caller.ts';

/** A page's request: its name, and whose it is. Different sites may use the same name. */
export type RequestKey = Pick<Caller, 'origin' | 'privateWindow'> & { readonly name: string };

/**
 * The outbox id of a page's request: a UUID (RFC 9562, version 8) of 122 bits of SHA-256, so that
 * the request is found again even after every store but the outbox is gone. For a private window it
 * includes a `secret` of this browser session: ids are on disk, and a known name would otherwise
 * let anyone guess the origin.
 */
export async function entryIdOf(
  { origin, privateWindow, name }: RequestKey,
  secret: string | null,
): Promise<string> {
  const parts = ['keystamp/page', origin, privateWindow, name];
  const digest = await sha256(utf8(JSON.stringify(secret === null ? parts : [...parts, secret])));
  const bytes = digest.slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = toHex(bytes);
  const bounds = [0, 8, 12, 16, 20, 32];
  return bounds
    .slice(1)
    .map((end, at) => hex.slice(bounds[at], end))
    .join('-');
}

/** Derives outbox ids; the secret is in the session area. */
export function createEntryIds(effects: {
  readonly session: Area;
  readonly newId: () => string;
}): (key: RequestKey) => Promise<string> {
  const stored = createItem(effects.session, 'private.secret', v.string());
  let secret: Promise<string> | undefined;

  const readOrCreate = async (): Promise<string> => {
    const found = await stored.get();
    if (found !== undefined) return found;
    const created = effects.newId();
    await stored.set(created);
    return created;
  };
  const readSecret = (): Promise<string> => {
    secret ??= readOrCreate();
    secret.catch(() => {
      secret = undefined;
    });
    return secret;
  };
  return async (key) => entryIdOf(key, key.privateWindow ? await readSecret() : null);
}

/** SHA-256 of a request in hex, to tell a repeated request from a different one. */
export async function digestOf(value: unknown): Promise<string> {
  return toHex(await sha256(utf8(JSON.stringify(value))));
}
