import { parseOrThrow } from '../../src/protocol/parse.ts';
import { profile, TURNKEY_TRUST, type Profile } from '../../src/protocol/profile.ts';

export const OWN_HOST = 'abcdefghijklmnopabcdefghijklmnop';
/** The origin of the extension's pages. */
export const ownOrigin = `chrome-extension://${OWN_HOST}`;

/** A profile at the deployed service with just one passkey, unless changed. */
export function profileWith(
  id: string,
  rpId: string | null = null,
  members: Partial<Profile> = {},
): Profile {
  return parseOrThrow(profile, {
    id: crypto.randomUUID(),
    name: 'Demo',
    colour: 'blue',
    order: 0,
    service: 'turnkey',
    baseUrl: 'https://api.turnkey.com',
    organizationId: crypto.randomUUID(),
    keyId: null,
    passkeys: { rpId, credentials: [{ id, name: 'Laptop', transports: ['internal'] }] },
    authorization: { usual: 'passkey', passkeyOnly: [] },
    otpGeneration: 'enclave',
    passkeyHeader: 'X-Stamp-Webauthn',
    trust: TURNKEY_TRUST,
    known: null,
    ...members,
  });
}
