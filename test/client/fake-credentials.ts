import { afterAll, beforeAll, vi } from 'vitest';
import type { AuthenticatorEffects } from '../../src/client/passkey/authenticator.ts';
import type { Assertion } from '../webauthn/authenticator.ts';

/*
 * What a page gets from `navigator.credentials`, for tests without a browser. The end-to-end tests
 * use the real one.
 */

type Container = NonNullable<AuthenticatorEffects['container']>;
type Extensions = AuthenticationExtensionsClientOutputs;

const toBuffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

const decodeBuffer = (text: string) => toBuffer(Buffer.from(text, 'base64url'));

class AssertionResponse {
  readonly clientDataJSON: ArrayBuffer;
  readonly authenticatorData: ArrayBuffer;
  readonly signature: ArrayBuffer;
  readonly userHandle = null;

  constructor({ clientDataJson, authenticatorData, signature }: Assertion) {
    this.clientDataJSON = decodeBuffer(clientDataJson);
    this.authenticatorData = decodeBuffer(authenticatorData);
    this.signature = decodeBuffer(signature);
  }
}

class AttestationResponse {
  readonly clientDataJSON = toBuffer(Buffer.from('client data'));
  readonly attestationObject = toBuffer(Buffer.from('attestation object'));
  readonly getTransports = () => ['internal', 'hybrid', 'smart-card'];
}

class FakePublicKeyCredential {
  readonly type = 'public-key';
  readonly id: string;
  readonly rawId: ArrayBuffer;
  readonly authenticatorAttachment = 'platform';
  readonly response: object;
  readonly getClientExtensionResults: () => Extensions;

  constructor(id: string, response: object, extensions: Extensions = {}) {
    this.id = id;
    this.rawId = decodeBuffer(id);
    this.response = response;
    this.getClientExtensionResults = () => extensions;
  }
}

/** Provides the browser's credential classes while a file's tests run. */
export function stubBrowserCredentials(): void {
  beforeAll(() => {
    vi.stubGlobal('PublicKeyCredential', FakePublicKeyCredential);
    vi.stubGlobal('AuthenticatorAssertionResponse', AssertionResponse);
    vi.stubGlobal('AuthenticatorAttestationResponse', AttestationResponse);
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });
}

// `instanceof` takes these for the browser's own, because of the classes above.
const createCredential = (...args: ConstructorParameters<typeof FakePublicKeyCredential>) =>
  new FakePublicKeyCredential(...args) as unknown as Credential;

/** A credential as `get` returns it. */
export const assertionCredential = (assertion: Assertion, extensions?: Extensions): Credential =>
  createCredential(assertion.credentialId, new AssertionResponse(assertion), extensions);

/** A credential as `create` returns it. */
export const attestationCredential = (id: string, extensions?: Extensions): Credential =>
  createCredential(id, new AttestationResponse(), extensions);

/** A container with the given members and nothing else. */
export function createContainer(members: Partial<Container>): Container {
  const refuse = () => Promise.reject(new Error('not asked for here'));
  return { get: refuse, create: refuse, ...members };
}

/** Waits like a prompt until its signal ends it. */
export function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}
