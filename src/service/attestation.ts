// Registers passkeys. The library handles CBOR, COSE and the attestation formats.
import * as base64url from '../crypto/base64url.ts';
import { fromHex, toHex, type Bytes } from '../crypto/bytes.ts';
import { originFault, readClientData, type Origins } from './client-data.ts';
import { invalid, type Refusal } from './refusal.ts';

/**
 * COSE numbers (RFC 9053): algorithms that stamp (docs/protocol.md, Stamps by passkeys), and
 * ES256's curve.
 */
const ES256 = -7;
const RS256 = -257;
const P256 = 1;
/** Bytes of the shortest accepted modulus, 2048 bits. */
const MIN_RSA_BYTES = 256;

/** Loaded by the first passkey: it takes longer than the rest of the service's start-up. */
const loadLibrary = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/** An attestation as a request carries it, all base64url. */
export type Attestation = {
  readonly challenge: string;
  readonly attestation: {
    readonly credentialId: string;
    readonly clientDataJson: string;
    readonly attestationObject: string;
  };
};

/** A passkey as the database stores it. */
export type RegisteredPasskey = {
  /** Base64url. */
  readonly credentialId: string;
  /** Base64url of the COSE key. */
  readonly publicKey: string;
  /** SHA-256 of the RP id, hex. The service never gets the id itself. */
  readonly rpIdHash: string;
  readonly signCount: number;
  /** Base64url of 16 bytes. */
  readonly aaguid: string;
  /** Such as `none` or `packed`. */
  readonly attestationType: string;
};

/**
 * Checks client data, challenge, origin, user presence, attestation statement and key. Throws
 * `Refusal` 400 that names what's wrong.
 */
export async function verifyAttestation(
  { challenge, attestation }: Attestation,
  origins: Origins,
): Promise<RegisteredPasskey> {
  const { credentialId, clientDataJson, attestationObject } = attestation;
  const clientData = readClientData(clientDataJson);
  if (!clientData) throw attestationRefusal('clientDataJson is not base64url of client data');
  const { origin } = clientData;
  const fault = originFault(origin, origins);
  if (fault !== undefined) throw attestationRefusal(fault);
  const response = { clientDataJSON: clientDataJson, attestationObject };
  const { fmt, publicKey, authData } = await verifyWithLibrary(
    credentialId,
    response,
    challenge,
    origin,
  );
  const { rpIdHash, aaguid = new Uint8Array(16), counter, credentialID } = authData;
  if (!credentialID || base64url.encode(credentialID) !== credentialId) {
    throw attestationRefusal('credentialId is not the one in the attestation object');
  }
  return {
    credentialId,
    publicKey: base64url.encode(publicKey),
    rpIdHash: toHex(rpIdHash),
    signCount: counter,
    aaguid: base64url.encode(aaguid),
    attestationType: fmt,
  };
}

async function verifyWithLibrary(
  id: string,
  response: { readonly clientDataJSON: string; readonly attestationObject: string },
  expectedChallenge: string,
  expectedOrigin: string,
) {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { decodeAttestationObject, parseAuthenticatorData } = await loadHelpers();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge,
      expectedOrigin,
      // Stampers ask for it as "preferred" (docs/protocol.md, Stamps by passkeys).
      requireUserVerification: false,
      supportedAlgorithmIDs: [ES256, RS256],
    });
    if (!verified) throw new Error('the signature of the attestation statement does not hold');
    const { fmt, credential, attestationObject } = registrationInfo;
    await demandUsableKey(credential.publicKey);
    const authData = parseAuthenticatorData(
      decodeAttestationObject(attestationObject).get('authData'),
    );
    return { fmt, publicKey: credential.publicKey, authData };
  } catch (error) {
    // The library throws plain errors, and broken CBOR can cause any error.
    throw attestationRefusal(error instanceof Error ? error.message : 'it cannot be read');
  }
}

/** Demands a key that can verify signatures: an attestation of `none` proves nothing about it. */
async function demandUsableKey(publicKey: Bytes): Promise<void> {
  const { cose, decodeCredentialPublicKey, verifySignature } = await loadHelpers();
  const key = decodeCredentialPublicKey(publicKey);
  const isElliptic = cose.isCOSEPublicKeyEC2(key) && key.get(cose.COSEKEYS.crv) === P256;
  const modulus = cose.isCOSEPublicKeyRSA(key) ? key.get(cose.COSEKEYS.n) : undefined;
  const matchesAlgorithm =
    key.get(cose.COSEKEYS.alg) === ES256 ? isElliptic : modulus !== undefined;
  if (!matchesAlgorithm) throw new Error('the key is not one of its algorithm');
  if (modulus && modulus.length < MIN_RSA_BYTES)
    throw new Error('the RSA key has less than 2048 bits');
  // Imports the key, which fails for a point off the curve.
  const signature = isElliptic ? fromHex('3006020101020101') : new Uint8Array(MIN_RSA_BYTES);
  await verifySignature({ signature, data: new Uint8Array(1), credentialPublicKey: publicKey });
}

function attestationRefusal(reason: string): Refusal {
  return invalid(`invalid attestation: ${reason.slice(0, 500)}`, 'REQUEST_INVALID');
}
