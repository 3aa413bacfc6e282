// What the browser says about a WebAuthn ceremony (WebAuthn 3, 5.8.1), and the accepted origins.
import * as v from 'valibot';
import * as base64url from '../crypto/base64url.ts';
import { fromUtf8 } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';

/** Accepted origins of passkeys, such as `https://example.com`; undefined means every origin. */
export type Origins = readonly string[] | undefined;

const ClientData = v.object({ type: v.string(), challenge: v.string(), origin: v.string() });
/** The members that the service reads; `challenge` is base64url. */
export type ClientData = v.InferOutput<typeof ClientData>;

/** Client data decoded from base64url; undefined when it isn't client data. */
export function readClientData(encoded: string): ClientData | undefined {
  try {
    const parsed = v.safeParse(ClientData, JSON.parse(fromUtf8(base64url.decode(encoded))));
    return parsed.success ? parsed.output : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof KeystampError) return undefined;
    throw error;
  }
}

/** Text from outside, quoted for a message. */
export const quote = (text: string): string => JSON.stringify(text.slice(0, 200));

/** Why the service refuses an origin, or undefined. */
export function originFault(origin: string, origins: Origins): string | undefined {
  if (origins === undefined || origins.includes(origin)) return undefined;
  return `the origin ${quote(origin)} is not among those that are taken (${origins.join(', ')})`;
}
