// What a passkey signed (docs/protocol.md, Stamps by passkeys). The library handles CBOR, COSE and
// the signature.
import * as base64url from '../crypto/base64url.ts';
import { concat, equal, fromHex, toHex, utf8, type Bytes } from '../crypto/bytes.ts';
import { sha256 } from '../crypto/fingerprint.ts';
import type { PasskeyAnswer } from '../protocol/passkey.ts';
import type { RegisteredPasskey } from './attestation.ts';
import {
  originFault,
  quote,
  readClientData,
  type ClientData,
  type Origins,
} from './client-data.ts';
import { unauthenticated, type Refusal } from './refusal.ts';

/** Loaded by the first passkey: it takes longer than the rest of the service's start-up. */
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/** What a stamp must match. */
export type ExpectedAssertion = {
  /** The exact body that came with the stamp. */
  readonly body: Bytes;
  readonly credential: Pick<RegisteredPasskey, 'publicKey' | 'rpIdHash'>;
  readonly origins: Origins;
};

/**
 * Checks type, challenge, origin, RP id, user presence and signature, in this order. Returns the
 * authenticator's signature count, 0 when it keeps none. Throws `Refusal` 401 SIGNATURE_INVALID
 * that names what's wrong.
 */
export async function verifyAssertion(
  answer: PasskeyAnswer,
  expected: ExpectedAssertion,
): Promise<number> {
  const { body, credential, origins } = expected;
  const clientData = readClientData(answer.clientDataJson);
  if (!clientData) throw signatureRefusal('clientDataJson is not base64url of client data');
  const fault = await clientDataFault(clientData, body, origins);
  if (fault !== undefined) throw signatureRefusal(fault);
  const authData = await readAuthenticatorData(answer.authenticatorData);
  if (!authData) throw signatureRefusal('authenticatorData cannot be read');
  const { rpIdHash, flags, counter } = authData;
  // The library compares with the id; the service only got its hash, at registration.
  if (!equal(rpIdHash, fromHex(credential.rpIdHash))) {
    throw signatureRefusal('the RP id is not the one that the credential was registered for');
  }
  if (!flags.up) throw signatureRefusal('nobody was present at the authenticator (flag UP)');
  if (!(await isSignatureValid(answer, credential.publicKey))) {
    throw signatureRefusal(
      'the signature is not of this authenticatorData and clientDataJson by the key of the credential',
    );
  }
  return counter;
}

async function clientDataFault(
  { type, challenge, origin }: ClientData,
  body: Bytes,
  origins: Origins,
): Promise<string | undefined> {
  if (type !== 'webauthn.get') return `the type is ${quote(type)}, not "webauthn.get"`;
  if (challenge !== base64url.encode(utf8(toHex(await sha256(body))))) {
    return 'the challenge is not of this body: it must be the 64 lower-case hex digits of its SHA-256, as text';
  }
  return originFault(origin, origins);
}

async function readAuthenticatorData(encoded: string) {
  const { parseAuthenticatorData } = await loadHelpers();
  try {
    return parseAuthenticatorData(base64url.decode(encoded));
  } catch {
    // Whatever can't be read came from outside.
    return undefined;
  }
}

async function isSignatureValid(
  { authenticatorData, clientDataJson, signature }: PasskeyAnswer,
  publicKey: string,
): Promise<boolean> {
  const { verifySignature } = await loadHelpers();
  const clientDataHash = await sha256(base64url.decode(clientDataJson));
  const data = concat(base64url.decode(authenticatorData), clientDataHash);
  const credentialPublicKey = base64url.decode(publicKey);
  try {
    return await verifySignature({
      signature: base64url.decode(signature),
      data,
      credentialPublicKey,
    });
  } catch {
    // Not even a signature of its algorithm: not DER, or the wrong length.
    return false;
  }
}

function signatureRefusal(reason: string): Refusal {
  return unauthenticated(`could not verify WebAuthN signature: ${reason}`, 'SIGNATURE_INVALID');
}
