import * as v from 'valibot';
import { toHex, utf8 } from '../crypto/bytes.ts';
import { sha256 } from '../crypto/fingerprint.ts';
import { createItem, type Area } from '../storage/area.ts';
import type { Caller } from './caller.ts';

/** A request of a page: its own name, and whose it is. The same name of another site is another one. */
export type RequestKey = Pick<Caller, 'origin' | 'privateWindow'> & { readonly name: string };

/**
 * The outbox id of a page's request: a UUID (RFC 9562, version 8) of 122 bits of SHA-256, so that
 * the request is found again after every store but the outbox is gone. In a private window the
 * `secret` of this session of the browser goes into it: ids are on disk, and an origin could be
 * guessed from one whose name is known.
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

/** Names requests for the outbox, over the session area. */
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

/** SHA-256 of what was asked in hex, to tell a repeated request from another one. */
export async function digestOf(value: unknown): Promise<string> {
  return toHex(await sha256(utf8(JSON.stringify(value))));
}
