// Passkeys at a service under test: registered by a user with an API key, with their own callers.
import {
  createAuthenticator,
  stampOf,
  type Authenticator,
  type AuthenticatorOptions,
} from '../webauthn/authenticator.ts';
import { caller, resultOf, send, type Answer, type Caller, type TestService } from './harness.ts';

/** A passkey, its id at the service, and its user's calls, stamped by it in `X-Stamp`. */
export type PasskeyUser = Caller & {
  readonly authenticator: Authenticator;
  readonly authenticatorId: string;
};

/** Registers an authenticator's credential for the caller. */
export async function register(root: Caller, authenticator: Authenticator): Promise<string> {
  const parameters = { userId: root.userId, authenticators: [authenticator.register()] };
  const { authenticatorIds } = resultOf(await root.submit('create_authenticators', parameters));
  return String((authenticatorIds as string[])[0]);
}

/** Gives a user a passkey, and the calls that it stamps. */
export async function withPasskey(
  service: TestService,
  root: Caller,
  options: AuthenticatorOptions = {},
): Promise<PasskeyUser> {
  const authenticator = createAuthenticator(options);
  const authenticatorId = await register(root, authenticator);
  return { ...callerWithPasskey(service, authenticator, root), authenticator, authenticatorId };
}

/** Calls stamped by an authenticator, whether or not the service knows it. */
export function callerWithPasskey(
  service: TestService,
  authenticator: Authenticator,
  user: Caller,
): Caller {
  const { userId, apiKeyId } = user;
  const key = {
    curve: 'P256',
    publicKey: authenticator.publicKey,
    stamp: async (body: string) => stampOf(authenticator, body),
  } as const;
  return caller(service, key, { userId, apiKeyId });
}

/** Posts exact bytes with exact headers. */
export function post(
  service: TestService,
  path: string,
  body: string,
  headers: Record<string, string>,
): Promise<Answer> {
  return send(service, path, { method: 'POST', body, headers });
}
