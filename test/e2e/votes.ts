import { createHash, createPrivateKey, createPublicKey, verify } from 'node:crypto';
import { expect } from 'playwright/test';
import type { PasskeyEnvironment } from './passkey-environment.ts';

/*
 * What the service stores of a passkey's stamp, checked as anyone can check it (docs/protocol.md,
 * Votes).
 */

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const decoded = (text = '') => Buffer.from(text, 'base64url');

/** The public key of what the user's authenticator has under an id. */
function publicKeyOf({ device }: PasskeyEnvironment, passkey: string) {
  const held = device
    .credentials()
    .find(({ credentialId }) => Buffer.from(credentialId, 'base64').equals(decoded(passkey)));
  const key = Buffer.from(held?.privateKey ?? '', 'base64');
  return createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
}

/** Demands that a stamp is the profile's passkey's, over exactly this text. */
export function demandPasskeyStamp(
  environment: PasskeyEnvironment,
  value: string,
  text: string,
): void {
  const stamp = JSON.parse(value) as Record<string, string>;
  expect(stamp['credentialId']).toBe(environment.passkey);
  const [authenticatorData, clientData, signature] = [
    decoded(stamp['authenticatorData']),
    decoded(stamp['clientDataJson']),
    decoded(stamp['signature']),
  ];
  const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
  expect(verify('sha256', signed, publicKeyOf(environment, environment.passkey), signature)).toBe(
    true,
  );
  const { challenge } = JSON.parse(clientData.toString()) as { challenge: string };
  expect(decoded(challenge).toString()).toBe(sha256(text).toString('hex'));
}

/** A vote as activities show it. */
export type Vote = Readonly<Record<'message' | 'signature' | 'scheme' | 'userId', string>>;

/** Demands that an activity has one vote, and that it is the passkey's over the stamped body. */
export function demandPasskeyVote(environment: PasskeyEnvironment, votes: readonly Vote[]): void {
  expect(votes).toHaveLength(1);
  for (const { message, signature, scheme, userId } of votes) {
    expect(scheme).toBe('SIGNATURE_SCHEME_TK_WEBAUTHN');
    expect(userId).toBe(environment.userId);
    demandPasskeyStamp(environment, signature, message);
  }
}
