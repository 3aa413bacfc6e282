import {
  createAuthenticator,
  type Authenticator,
} from '../../../src/client/passkey/authenticator.ts';
import {
  assertionCredential,
  createContainer,
  untilAborted,
} from '../../client/fake-credentials.ts';
import { createAuthenticator as createPasskey } from '../../webauthn/authenticator.ts';

/*
 * A person with a passkey, for tests of pages: a real key signs what the page really asks for. Only
 * the browser's own prompt is left out.
 */

export type PasskeyDevice = {
  readonly authenticator: Authenticator;
  /** Credential id, base64url. */
  readonly id: string;
  /** The challenge of every prompt so far, as text. */
  readonly prompts: readonly string[];
  /** How the next prompts end: answered, by one of the browser's errors, or not at all. */
  outcome: 'answer' | 'wait' | DOMException;
};

/** Makes one that answers. */
export function createPasskeyDevice(): PasskeyDevice {
  const passkey = createPasskey({ origin: 'chrome-extension://a', rpId: 'a' });
  const prompts: string[] = [];
  const get = async (options?: CredentialRequestOptions): Promise<Credential> => {
    const { publicKey, signal } = options ?? {};
    const challenge = new Uint8Array((publicKey?.challenge ?? new ArrayBuffer()) as ArrayBuffer);
    prompts.push(new TextDecoder().decode(challenge));
    if (device.outcome instanceof DOMException) throw device.outcome;
    if (device.outcome === 'wait') return untilAborted(signal ?? undefined);
    return assertionCredential(passkey.assert(challenge));
  };
  const device: PasskeyDevice = {
    authenticator: createAuthenticator({
      container: createContainer({ get }),
      later: () => () => undefined,
    }),
    id: passkey.credentialId,
    prompts,
    outcome: 'answer',
  };
  return device;
}
