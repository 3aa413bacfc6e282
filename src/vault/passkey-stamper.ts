import * as v from 'valibot';
import * as base64url from '../crypto/base64url.ts';
import { equal, fromUtf8, toHex, utf8 } from '../crypto/bytes.ts';
import { sha256 } from '../crypto/fingerprint.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { PasskeyAnswer } from '../protocol/passkey.ts';
import type { Profile } from '../protocol/profile.ts';
import type { Stamper } from './stampers.ts';

/** What makes a stamp by passkey. */
export type Assertion = {
  readonly profile: Profile;
  readonly answer: PasskeyAnswer;
  /** Origin of the extension's own pages, where the prompt ran. */
  readonly ownOrigin: string;
};

const clientData = v.looseObject({
  type: v.literal('webauthn.get'),
  challenge: v.string(),
  origin: v.string(),
  crossOrigin: v.optional(v.literal(false)),
});

/** rpIdHash (32), flags (1), signCount (4): WebAuthn 3, 6.1. */
const MIN_DATA_LENGTH = 37;
const USER_PRESENT = 0x01;

/**
 * A stamper for one body: the one that the passkey signed. Our own page runs the prompt, but it
 * isn't trusted either: the response must be about exactly these bytes, made in this extension, by
 * one of this profile's credentials and for its domain, with a person present. Checking the
 * signature itself is up to the service, which has the public key. Errors: `passkey_missing`,
 * `passkey_unknown`, `passkey_invalid`.
 */
export function createPasskeyStamper({ profile, answer, ownOrigin }: Assertion): Stamper {
  const { passkeys, passkeyHeader: header } = profile;
  return {
    stamp: async (body) => {
      if (!passkeys) throw new KeystampError('passkey_missing');
      const { rpId, credentials } = passkeys;
      const { authenticatorData, clientDataJson, credentialId, signature } = answer;
      // Without a list, the authenticator chose, and the service knows its own credentials.
      if (credentials.length > 0 && !credentials.some(({ id }) => id === credentialId)) {
        throw new KeystampError('passkey_unknown');
      }
      const [client, data] = decodeAnswer(clientDataJson, authenticatorData);
      const challenge = base64url.encode(utf8(toHex(await sha256(utf8(body)))));
      const isOurAnswer = client.challenge === challenge && isOwnOrigin(client.origin, ownOrigin);
      const isUserPresent = ((data[32] ?? 0) & USER_PRESENT) !== 0;
      if (!isOurAnswer || !isUserPresent || !(await isForDomain(rpId, ownOrigin, data)))
        throw invalidPasskey();
      // In the vendor's member order.
      const value = { authenticatorData, clientDataJson, credentialId, signature };
      return { header, value: JSON.stringify(value) };
    },
  };
}

function decodeAnswer(clientDataJson: string, authenticatorData: string) {
  try {
    const data = base64url.decode(authenticatorData);
    if (data.length < MIN_DATA_LENGTH) throw invalidPasskey();
    const json: unknown = JSON.parse(fromUtf8(base64url.decode(clientDataJson)));
    return [v.parse(clientData, json), data] as const;
  } catch {
    throw invalidPasskey();
  }
}

/**
 * Firefox signs a hash of the extension's id in letters, which is the same in every installation,
 * while its pages have an origin of the installation (MDN, Web Authentication in extensions;
 * Firefox 150).
 */
const FIREFOX_SIGNED_ORIGIN = /^moz-extension:\/\/[a-p]{32,64}$/;

function isOwnOrigin(signed: string, ownOrigin: string): boolean {
  if (signed === ownOrigin) return true;
  return ownOrigin.startsWith('moz-extension:') && FIREFOX_SIGNED_ORIGIN.test(signed);
}

/** Whether the data is for the domain. Chromium uses an extension's whole origin for its own. */
async function isForDomain(
  rpId: string | null,
  ownOrigin: string,
  data: Uint8Array,
): Promise<boolean> {
  const names = rpId === null ? [ownOrigin, new URL(ownOrigin).host] : [rpId];
  const hashes = await Promise.all(names.map((name) => sha256(utf8(name))));
  return hashes.some((hash) => equal(hash, data.slice(0, 32)));
}

function invalidPasskey(): KeystampError {
  return new KeystampError('passkey_invalid');
}
