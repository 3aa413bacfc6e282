import { afterAll, beforeAll, vi } from 'vitest';
import type { AuthenticatorEffects } from '../../src/messaging/passkey/authenticator.ts';
import type { Assertion } from '../webauthn/authenticator.ts';

/*
 * What a page gets from `navigator.credentials`, for tests without a browser. The end-to-end tests
 * have the real one.
 */

type Container = NonNullable<AuthenticatorEffects['container']>;
type Extensions = AuthenticationExtensionsClientOutputs;

const buffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

const decoded = (text: string) => buffer(Buffer.from(text, 'base64url'));

class AssertionResponse {
  readonly clientDataJSON: ArrayBuffer;
  readonly authenticatorData: ArrayBuffer;
  readonly signature: ArrayBuffer;
  readonly userHandle = null;

  constructor({ clientDataJson, authenticatorData, signature }: Assertion) {
    this.clientDataJSON = decoded(clientDataJson);
    this.authenticatorData = decoded(authenticatorData);
    this.signature = decoded(signature);
  }
}

class AttestationResponse {
  readonly clientDataJSON = buffer(Buffer.from('client data'));
  readonly attestationObject = buffer(Buffer.from('attestation object'));
  readonly getTransports = () => ['internal', 'hybrid', 'smart-card'];
}

class PublicKey {
  readonly type = 'public-key';
  readonly id: string;
  readonly rawId: ArrayBuffer;
  readonly authenticatorAttachment = 'platform';
  readonly response: object;
  readonly getClientExtensionResults: () => Extensions;

  constructor(id: string, response: object, extensions: Extensions = {}) {
    this.id = id;
    this.rawId = decoded(id);
    this.response = response;
    this.getClientExtensionResults = () => extensions;
  }
}

/** The browser's classes of credentials are there while the tests of a file run. */
export function standInForBrowser(): void {
  beforeAll(() => {
    vi.stubGlobal('PublicKeyCredential', PublicKey);
    vi.stubGlobal('AuthenticatorAssertionResponse', AssertionResponse);
    vi.stubGlobal('AuthenticatorAttestationResponse', AttestationResponse);
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });
}

// A page takes them for the browser's own by `instanceof`, which the classes above satisfy.
const credential = (...given: ConstructorParameters<typeof PublicKey>) =>
  new PublicKey(...given) as unknown as Credential;

/** A credential as `get` answers it. */
export const asserted = (assertion: Assertion, extensions?: Extensions): Credential =>
  credential(assertion.credentialId, new AssertionResponse(assertion), extensions);

/** A credential as `create` answers it. */
export const registered = (id: string, extensions?: Extensions): Credential =>
  credential(id, new AttestationResponse(), extensions);

/** A container whose members do as told, and which asks for nothing else. */
export function containerOf(members: Partial<Container>): Container {
  const never = () => Promise.reject(new Error('not asked for here'));
  return { get: never, create: never, ...members };
}

/** Does what a prompt would do until its signal ends it. */
export function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}
