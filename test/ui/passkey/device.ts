import {
  createAuthenticator,
  type Authenticator,
} from '../../../src/messaging/passkey/authenticator.ts';
import { asserted, containerOf, untilAborted } from '../../messaging/credentials.ts';
import { createAuthenticator as createPasskey } from '../../webauthn/authenticator.ts';

/*
 * A person with a passkey, for tests of pages: a real key signs what the page really asks for. Only
 * the browser's own prompt is left out.
 */

export type Device = {
  readonly authenticator: Authenticator;
  /** Credential id, base64url. */
  readonly id: string;
  /** The challenge of every prompt so far, as text. */
  readonly prompts: readonly string[];
  /** How the next prompts end: answered, by one of the browser's errors, or not at all. */
  how: 'answer' | 'wait' | DOMException;
};

/** Makes one that answers. */
export function createDevice(): Device {
  const passkey = createPasskey({ origin: 'chrome-extension://a', rpId: 'a' });
  const prompts: string[] = [];
  const get = async (options?: CredentialRequestOptions): Promise<Credential> => {
    const { publicKey, signal } = options ?? {};
    const challenge = new Uint8Array((publicKey?.challenge ?? new ArrayBuffer()) as ArrayBuffer);
    prompts.push(new TextDecoder().decode(challenge));
    if (device.how instanceof DOMException) throw device.how;
    if (device.how === 'wait') return untilAborted(signal ?? undefined);
    return asserted(passkey.assert(challenge));
  };
  const device: Device = {
    authenticator: createAuthenticator({
      container: containerOf({ get }),
      later: () => () => undefined,
    }),
    id: passkey.credentialId,
    prompts,
    how: 'answer',
  };
  return device;
}
