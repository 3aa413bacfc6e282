import * as base64url from '../../crypto/base64url.ts';
import type { RandomBytes } from '../../crypto/bytes.ts';
import { MAX_PASSKEYS, type AllowedCredential, type Transport } from '../../protocol/passkey.ts';
import type { Authenticator } from './authenticator.ts';

/*
 * How one of our own pages creates a passkey for the service.
 */

export type PasskeyOptions = {
  readonly name: string;
  /** The profile it's for: authenticators list it next to the name. */
  readonly profileName: string;
  /** Null: the extension's own origin. */
  readonly rpId: string | null;
  /** Passkeys that the authenticator must not have yet. */
  readonly exclude: readonly AllowedCredential[];
};

export type RegisteredPasskey = {
  readonly id: string;
  readonly transports: readonly Transport[];
  /** The member of `authenticators` that registers it (docs/protocol.md, Stamps by passkeys). */
  readonly registration: Readonly<Record<string, unknown>>;
};

/**
 * Prompts for a new passkey before anything else, so that the click counts for the prompt. The user
 * handle is random: an authenticator replaces the passkey it has for the same handle (WebAuthn 3,
 * 6.3.3), and nobody can be identified by it. Errors: `passkey_*`.
 */
export async function registerPasskey(
  authenticator: Authenticator,
  random: RandomBytes,
  { name, profileName, rpId, exclude }: PasskeyOptions,
): Promise<RegisteredPasskey> {
  const challenge = random(32);
  const result = await authenticator.register({
    challenge,
    rpId,
    userHandle: random(32),
    userName: `${name} (${profileName})`,
    exclude: exclude.slice(0, 2 * MAX_PASSKEYS),
    userVerification: 'preferred',
  });
  const { credentialId, clientDataJson, attestationObject, transports } = result;
  const registration = {
    authenticatorName: name,
    challenge: base64url.encode(challenge),
    attestation: {
      credentialId,
      clientDataJson,
      attestationObject,
      transports: transports.map(
        (transport) => `AUTHENTICATOR_TRANSPORT_${transport.toUpperCase()}`,
      ),
    },
  };
  return { id: credentialId, transports, registration };
}
