import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { PasskeyAnswer } from '../../src/protocol/passkey.ts';

/*
 * Assertions as a browser and an authenticator make them together (WebAuthn 3, 5.8.1 and 6.1), by
 * Node's own cryptography.
 */

export const PASSKEY_ALGORITHMS = ['ES256', 'RS256'] as const;
export type PasskeyAlgorithm = (typeof PASSKEY_ALGORITHMS)[number];

/** What goes into an assertion; tests spoil single members. */
export type Ceremony = {
  readonly challenge: Uint8Array;
  readonly type: string;
  readonly origin: string;
  readonly rpId: string;
  /** User present (1), user verified (4). */
  readonly flags: number;
  /** More members of the client data, or other ones. */
  readonly more?: Readonly<Record<string, unknown>>;
};

export type Assertion = Readonly<Record<'clientData' | 'authenticatorData' | 'signature', Buffer>>;

/** A credential with its private key. */
export type TestPasskey = {
  /** Base64url. */
  readonly id: string;
  readonly publicKey: KeyObject;
  /** Each counts one more. */
  readonly assert: (ceremony: Ceremony) => Assertion;
};

export const sha256 = (data: string | Uint8Array): Buffer =>
  createHash('sha256').update(data).digest();

const keyPairOf = (algorithm: PasskeyAlgorithm) =>
  algorithm === 'ES256'
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Makes a fresh credential. */
export function createPasskey(algorithm: PasskeyAlgorithm = 'ES256'): TestPasskey {
  const { publicKey, privateKey } = keyPairOf(algorithm);
  let counter = 0;
  return {
    id: randomBytes(32).toString('base64url'),
    publicKey,
    assert: ({ challenge, type, origin, rpId, flags, more }) => {
      counter += 1;
      const text = Buffer.from(challenge).toString('base64url');
      const members = { type, challenge: text, origin, crossOrigin: false, ...more };
      const clientData = Buffer.from(JSON.stringify(members));
      const count = Buffer.alloc(4);
      count.writeUInt32BE(counter);
      const authenticatorData = Buffer.concat([sha256(rpId), Buffer.of(flags), count]);
      const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
      return { clientData, authenticatorData, signature: sign('sha256', signed, privateKey) };
    },
  };
}

/** An assertion as the page hands it to the worker. */
export function answerOf({ id }: TestPasskey, assertion: Assertion): PasskeyAnswer {
  return {
    credentialId: id,
    authenticatorData: assertion.authenticatorData.toString('base64url'),
    clientDataJson: assertion.clientData.toString('base64url'),
    signature: assertion.signature.toString('base64url'),
  };
}
