// What the browser says about a WebAuthn ceremony (WebAuthn 3, 5.8.1), and the origins taken.
import * as v from 'valibot';
import * as base64url from '../crypto/base64url.ts';
import { fromUtf8 } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';

/** Origins whose passkeys are taken, such as `https://example.com`; undefined: every one. */
export type Origins = readonly string[] | undefined;

const ClientData = v.object({ type: v.string(), challenge: v.string(), origin: v.string() });
/** The members that are looked at; `challenge` is base64url. */
export type ClientData = v.InferOutput<typeof ClientData>;

/** The client data of its base64url; undefined when it is none. */
export function readClientData(encoded: string): ClientData | undefined {
  try {
    const parsed = v.safeParse(ClientData, JSON.parse(fromUtf8(base64url.decode(encoded))));
    return parsed.success ? parsed.output : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof KeystampError) return undefined;
    throw error;
  }
}

/** A text from outside as a message repeats it. */
export const quote = (text: string): string => JSON.stringify(text.slice(0, 200));

/** Why an origin is refused, or undefined. */
export function originFault(origin: string, origins: Origins): string | undefined {
  if (origins === undefined || origins.includes(origin)) return undefined;
  return `the origin ${quote(origin)} is not among those that are taken (${origins.join(', ')})`;
}
