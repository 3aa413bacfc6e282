// The vendor's published client with its own passkey stamper, against a listening server. Only the
// browser's part, `navigator.credentials`, comes from the tests.
import { TurnkeyClient } from '@turnkey/http';
import { WebauthnStamper } from '@turnkey/webauthn-stamper';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OpenDatabase } from '../../src/service/database.ts';
import { createAuthenticator, type Authenticator } from '../webauthn/authenticator.ts';
import { enrol, freshService, openMemory, type Caller, type TestService } from './harness.ts';
import { listen, type Listening } from './listening-service.ts';
import { register } from './passkeys.ts';

const ORIGIN = 'https://wallet.example';
const RP_ID = 'wallet.example';

let database: OpenDatabase;
let service: TestService;
let server: Listening;
let baseUrl: string;
let root: Caller;
let authenticator: Authenticator;

beforeAll(async () => {
  database = await openMemory();
  server = await listen((request) => service.handle(request));
  ({ baseUrl } = server);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

beforeEach(async () => {
  service = await freshService(database, { origins: [ORIGIN] });
  root = await enrol(service);
  authenticator = createAuthenticator({ origin: ORIGIN, rpId: RP_ID });
  await register(root, authenticator);
  vi.stubGlobal('navigator', { credentials: { get: answer } });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const buffer = (text: string): ArrayBuffer =>
  Uint8Array.from(Buffer.from(text, 'base64url')).buffer;

/** What `navigator.credentials.get` returns to a page with this authenticator. */
async function answer({ publicKey }: CredentialRequestOptions) {
  const { challenge, rpId } = publicKey ?? {};
  if (!(challenge instanceof Uint8Array)) throw new Error('no challenge');
  const made = authenticator.assert(challenge, rpId === undefined ? {} : { rpId });
  return {
    id: made.credentialId,
    rawId: buffer(made.credentialId),
    type: 'public-key',
    response: {
      clientDataJSON: buffer(made.clientDataJson),
      authenticatorData: buffer(made.authenticatorData),
      signature: buffer(made.signature),
      userHandle: null,
    },
    getClientExtensionResults: () => ({}),
  };
}

const client = (rpId = RP_ID) => new TurnkeyClient({ baseUrl }, new WebauthnStamper({ rpId }));
const submit = (type: string, parameters: object) => ({
  type,
  timestampMs: String(service.time.now),
  organizationId: root.organizationId,
  parameters,
});

describe('@turnkey/http with @turnkey/webauthn-stamper', () => {
  test('behavior: queries', async () => {
    const { organizationId, userId } = root;
    expect(await client().getWhoami({ organizationId })).toMatchObject({ organizationId, userId });
    const { authenticators } = await client().getAuthenticators({ organizationId, userId });
    expect(authenticators).toEqual([
      expect.objectContaining({
        credentialId: authenticator.credentialId,
        credential: {
          publicKey: authenticator.publicKey,
          type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR',
        },
      }),
    ]);
  });

  test('behavior: submits, and the vote is the passkey’s', async () => {
    const { activity } = await client().updateUserName({
      ...submit('ACTIVITY_TYPE_UPDATE_USER_NAME', {}),
      type: 'ACTIVITY_TYPE_UPDATE_USER_NAME',
      parameters: { userId: root.userId, userName: 'By vendor' },
    });
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(activity.votes[0]).toMatchObject({
      publicKey: authenticator.publicKey,
      scheme: 'SIGNATURE_SCHEME_TK_WEBAUTHN',
      message: expect.stringContaining('By vendor'),
    });
  });

  test('behavior: registers another passkey and removes it', async () => {
    const more = createAuthenticator({ alg: 'RS256', origin: ORIGIN, rpId: RP_ID });
    const { activity } = await client().createAuthenticators({
      ...submit('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', {}),
      type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2',
      parameters: {
        userId: root.userId,
        authenticators: [vendorParameters(more)],
      },
    });
    const { authenticatorIds = [] } = activity.result.createAuthenticatorsResult ?? {};
    expect(authenticatorIds).toHaveLength(1);
    const removed = await client().deleteAuthenticators({
      ...submit('ACTIVITY_TYPE_DELETE_AUTHENTICATORS', {}),
      type: 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS',
      parameters: { userId: root.userId, authenticatorIds },
    });
    expect(removed.activity.result.deleteAuthenticatorsResult).toEqual({ authenticatorIds });
  });

  test('behavior: starts a read-only session, which reads', async () => {
    const { activity } = await client().createReadOnlySession({
      ...submit('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {}),
      type: 'ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION',
      parameters: {},
    });
    const { session = '', userId } = activity.result.createReadOnlySessionResult ?? {};
    expect(userId).toBe(root.userId);
    const response = await fetch(`${baseUrl}/public/v1/query/list_wallets`, {
      method: 'POST',
      body: JSON.stringify({ organizationId: root.organizationId }),
      headers: { 'X-Session': session },
    });
    expect(response.status).toBe(200);
  });

  test('error: a refusal becomes the vendor’s error', async () => {
    const { organizationId } = root;
    await expect(client('other.example').getWhoami({ organizationId })).rejects.toThrow(
      /could not verify WebAuthN signature: the RP id/,
    );
    authenticator = createAuthenticator({ origin: ORIGIN, rpId: RP_ID });
    await expect(client().getWhoami({ organizationId })).rejects.toThrow(
      /credential ID could not be found in organization/,
    );
  });
});

function vendorParameters(authenticator: Authenticator) {
  const { attestation, ...rest } = authenticator.register();
  const transports: ('AUTHENTICATOR_TRANSPORT_INTERNAL' | 'AUTHENTICATOR_TRANSPORT_HYBRID')[] = [
    'AUTHENTICATOR_TRANSPORT_INTERNAL',
    'AUTHENTICATOR_TRANSPORT_HYBRID',
  ];
  return { ...rest, attestation: { ...attestation, transports } };
}
