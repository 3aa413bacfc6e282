import * as v from 'valibot';
import { toHex, utf8 } from '../../crypto/bytes.ts';
import { sha256 } from '../../crypto/fingerprint.ts';
import { item, type Area } from '../../storage/area.ts';
import type { Caller } from './caller.ts';

/** A request of a page: its own name, and whose it is. The same name of another site is another one. */
export type Named = Pick<Caller, 'origin' | 'privateWindow'> & { readonly name: string };

/**
 * The outbox id of a page's request: a UUID (RFC 9562, version 8) of 122 bits of SHA-256, so that
 * the request is found again after every store but the outbox is gone. In a private window the
 * `secret` of this session of the browser goes into it: ids are on disk, and an origin could be
 * guessed from one whose name is known.
 */
export async function entryIdOf(
  { origin, privateWindow, name }: Named,
  secret: string | null,
): Promise<string> {
  const named = ['keystamp/page', origin, privateWindow, name];
  const digest = await sha256(utf8(JSON.stringify(secret === null ? named : [...named, secret])));
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

/** Names requests for the outbox, over the session area. */
export function createEntryIds(effects: {
  readonly session: Area;
  readonly newId: () => string;
}): (named: Named) => Promise<string> {
  const stored = item(effects.session, 'private.secret', v.string());
  let secret: Promise<string> | undefined;

  const make = async (): Promise<string> => {
    const found = await stored.get();
    if (found !== undefined) return found;
    const made = effects.newId();
    await stored.set(made);
    return made;
  };
  const kept = (): Promise<string> => {
    secret ??= make();
    secret.catch(() => {
      secret = undefined;
    });
    return secret;
  };
  return async (named) => entryIdOf(named, named.privateWindow ? await kept() : null);
}

/** SHA-256 of what was asked in hex, to tell a repeated request from another one. */
export async function digestOf(value: unknown): Promise<string> {
  return toHex(await sha256(utf8(JSON.stringify(value))));
}
