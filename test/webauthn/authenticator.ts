import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { concat, utf8, type Bytes } from '../../src/crypto/bytes.ts';
import { encode, type Cbor } from './cbor.ts';

/*
 * A software authenticator and the browser around it: what WebAuthn 3 has the two return.
 */

type Algorithm = 'ES256' | 'RS256';

/** One ceremony, as an authenticator and a browser perform it unless a test changes something. */
export type Ceremony = {
  readonly type: string;
  readonly origin: string;
  readonly rpId: string;
  /** Flags byte of the authenticator data: 1 present, 4 verified, 0x40 attested data. */
  readonly flags: number;
  readonly signCount: number;
  /** Members of the client data, added or replacing others. */
  readonly more?: Readonly<Record<string, unknown>>;
};

export type AuthenticatorOptions = {
  readonly alg?: Algorithm;
  readonly rpId?: string;
  readonly origin?: string;
  /** False for one that keeps no count, like synced passkeys. */
  readonly counts?: boolean;
};

/** An attestation in the form that `create_authenticators` accepts. */
export type NewAuthenticator = {
  readonly authenticatorName: string;
  readonly challenge: string;
  readonly attestation: {
    readonly credentialId: string;
    readonly clientDataJson: string;
    readonly attestationObject: string;
    readonly transports: readonly string[];
  };
};

/** The four members of a passkey's stamp. */
export type Assertion = {
  readonly authenticatorData: string;
  readonly clientDataJson: string;
  readonly credentialId: string;
  readonly signature: string;
};

export type Authenticator = ReturnType<typeof createAuthenticator>;

const PRESENT = 1;
const VERIFIED = 4;
const ATTESTED = 0x40;

export const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** The challenge of a body: UTF-8 of 64 hex digits (docs/protocol.md, Stamps by passkeys). */
export const challengeOf = (body: string): Bytes =>
  utf8(createHash('sha256').update(body).digest('hex'));

/**
 * A fresh authenticator with one credential. Each ceremony increments its count, if it keeps one.
 */
export function createAuthenticator(options: AuthenticatorOptions = {}) {
  const { alg = 'ES256', rpId = 'localhost', origin = 'http://localhost', counts = true } = options;
  const { privateKey, cose } = createKey(alg);
  const id = randomBytes(32);
  const credentialId = base64url(id);
  let count = 0;
  const begin = (type: string, flags: number, overrides: Partial<Ceremony>): Ceremony => {
    if (counts) count += 1;
    return { type, origin, rpId, flags, signCount: count, ...overrides };
  };

  return {
    alg,
    credentialId,
    /** The COSE key, base64url. */
    publicKey: base64url(cose),
    /** What `navigator.credentials.create` returns; `packed` is signed by the credential itself. */
    register: (
      challenge: Uint8Array = randomBytes(32),
      { format = 'none', ...overrides }: Partial<Ceremony> & { format?: 'none' | 'packed' } = {},
    ): NewAuthenticator => {
      const flags = PRESENT | VERIFIED | ATTESTED;
      const ceremony = begin('webauthn.create', flags, overrides);
      const clientData = clientDataOf(challenge, ceremony);
      const length = Uint8Array.of(id.length >> 8, id.length & 0xff);
      const authData = concat(authDataOf(ceremony), new Uint8Array(16), length, id, cose);
      const signed = sign('sha256', concat(authData, sha256(clientData)), privateKey);
      const statement = new Map<string, Cbor>(
        format === 'packed'
          ? [
              ['alg', COSE_ALGORITHM[alg]],
              ['sig', signed],
            ]
          : [],
      );
      const object = new Map<string, Cbor>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authData],
      ]);
      return {
        authenticatorName: `Passkey ${alg}`,
        challenge: base64url(challenge),
        attestation: {
          credentialId,
          clientDataJson: base64url(clientData),
          attestationObject: base64url(encode(object)),
          transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL', 'AUTHENTICATOR_TRANSPORT_HYBRID'],
        },
      };
    },
    /** What `navigator.credentials.get` returns. */
    assert: (challenge: Uint8Array, overrides: Partial<Ceremony> = {}): Assertion => {
      const ceremony = begin('webauthn.get', PRESENT | VERIFIED, overrides);
      const clientData = clientDataOf(challenge, ceremony);
      const authData = authDataOf(ceremony);
      const signature = sign('sha256', concat(authData, sha256(clientData)), privateKey);
      return {
        authenticatorData: base64url(authData),
        clientDataJson: base64url(clientData),
        credentialId,
        signature: base64url(signature),
      };
    },
  };
}

/** The header value of a body's stamp. */
export function stampOf(
  authenticator: Authenticator,
  body: string,
  overrides: Partial<Ceremony> = {},
): string {
  return JSON.stringify(authenticator.assert(challengeOf(body), overrides));
}

function clientDataOf(challenge: Uint8Array, { type, origin, more }: Ceremony): Uint8Array {
  const clientData = { type, challenge: base64url(challenge), origin, crossOrigin: false, ...more };
  return utf8(JSON.stringify(clientData));
}

function authDataOf({ rpId, flags, signCount }: Ceremony): Uint8Array {
  const rest = new Uint8Array(5);
  rest[0] = flags;
  new DataView(rest.buffer).setUint32(1, signCount);
  return concat(sha256(utf8(rpId)), rest);
}

/** RFC 9053 and RFC 8812. */
const COSE_ALGORITHM: Readonly<Record<Algorithm, number>> = { ES256: -7, RS256: -257 };

type CreatedKey = { readonly privateKey: KeyObject; readonly cose: Uint8Array };

function createKey(alg: Algorithm): CreatedKey {
  return alg === 'ES256' ? createEllipticKey() : createRsaKey(2048);
}

/** A key of ES256, and its COSE form (RFC 9053, 7.1.1). */
export function createEllipticKey(): CreatedKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = new Map<number, Cbor>([
    [1, 2],
    [3, COSE_ALGORITHM.ES256],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  return { privateKey, cose: encode(cose) };
}

/** A key of RS256, and its COSE form (RFC 8230, 4). */
export function createRsaKey(modulusLength: number): CreatedKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const cose = new Map<number, Cbor>([
    [1, 3],
    [3, COSE_ALGORITHM.RS256],
    [-1, Buffer.from(n, 'base64url')],
    [-2, Buffer.from(e, 'base64url')],
  ]);
  return { privateKey, cose: encode(cose) };
}
