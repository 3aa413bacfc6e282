import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/service/database.ts';
import { apiKeys } from '../../src/service/schema.ts';
import {
  base64url,
  createAuthenticator,
  createEllipticKey,
  createRsaKey,
  type Ceremony,
  type NewAuthenticator,
} from '../webauthn/authenticator.ts';
import { encode, type Cbor } from '../webauthn/cbor.ts';
import {
  effectsOf,
  enrol,
  freshService,
  listOf,
  refusalOf,
  resultOf,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';
import { useFreshService } from './fresh-service.ts';
import { register, withPasskey } from './passkeys.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const TYPE = 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2';

let database: OpenDatabase;
let service: TestService;
let root: Caller;

useFreshService((fresh) => {
  ({ database, service, root } = fresh);
});

const create = (...authenticators: NewAuthenticator[]) =>
  root.submit('create_authenticators', { userId: root.userId, authenticators });
const listAuthenticators = async (requester = root) => {
  const { body } = await requester.query('get_authenticators', { userId: requester.userId });
  return body['authenticators'] as Json[];
};

/** A new authenticator with one changed member in its attestation. */
const changedAttestation = (member: string, value: string): NewAuthenticator => {
  const one = createAuthenticator().register();
  return { ...one, attestation: { ...one.attestation, [member]: value } };
};

/** An attestation object whose authenticator data contains another key. */
function withKey(cose: Uint8Array): NewAuthenticator {
  const authenticator = createAuthenticator();
  const one = authenticator.register();
  const object = Buffer.from(one.attestation.attestationObject, 'base64url');
  const own = Buffer.from(authenticator.publicKey, 'base64url');
  const authData = object.subarray(object.indexOf('authData') + 10, object.indexOf(own));
  const attestationObject = encode(
    new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Buffer.concat([authData, cose])],
    ]),
  );
  return {
    ...one,
    attestation: { ...one.attestation, attestationObject: base64url(attestationObject) },
  };
}

const attestationRefusal = (why: RegExp) => ({
  status: 400,
  code: 3,
  turnkey: 'REQUEST_INVALID',
  message: expect.stringMatching(new RegExp(`^invalid attestation: .*${why.source}`)),
});

describe('create_authenticators', () => {
  test.each([
    ['ES256', 'none'],
    ['ES256', 'packed'],
    ['RS256', 'none'],
    ['RS256', 'packed'],
  ] as const)('behavior: %s with an attestation of %s', async (alg, format) => {
    const authenticator = createAuthenticator({ alg });
    const answer = await create(authenticator.register(undefined, { format }));
    const { authenticatorIds } = resultOf(answer) as { authenticatorIds: string[] };
    const record = {
      authenticatorId: authenticatorIds[0],
      authenticatorName: `Passkey ${alg}`,
      credentialId: authenticator.credentialId,
      transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL', 'AUTHENTICATOR_TRANSPORT_HYBRID'],
      attestationType: format,
      aaguid: 'AAAAAAAAAAAAAAAAAAAAAA',
      model: '',
      credential: {
        publicKey: authenticator.publicKey,
        type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR',
      },
      createdAt: { seconds: '1763700000', nanos: '0' },
      updatedAt: { seconds: '1763700000', nanos: '0' },
    };
    expect(await listAuthenticators()).toEqual([record]);
    const users = await listOf(root, 'list_users', 'users');
    const user = users.find((one) => one['userId'] === root.userId);
    expect(user?.['authenticators']).toEqual([record]);
  });

  test('behavior: several at once', async () => {
    const made = [createAuthenticator(), createAuthenticator({ alg: 'RS256' })];
    await create(...made.map((registration) => registration.register()));
    const ids = (await listAuthenticators()).map((one) => one['credentialId']);
    expect(new Set(ids)).toEqual(new Set(made.map((registration) => registration.credentialId)));
  });

  test.each<[string, Partial<Ceremony>, RegExp]>([
    ['of another ceremony', { type: 'webauthn.get' }, /registration response type: webauthn.get/],
    ['with nobody present', { flags: 0x40 }, /user was not present/],
    ['without attested data', { flags: 1 }, /Leftover bytes/],
  ])('error: an attestation %s', async (_what, spoilt, why) => {
    const answer = await create(createAuthenticator().register(undefined, spoilt));
    expect(refusalOf(answer)).toEqual(attestationRefusal(why));
    expect(await listAuthenticators()).toEqual([]);
  });

  test('error: a different challenge than the attestation’s', async () => {
    const registration = createAuthenticator().register();
    const answer = await create({ ...registration, challenge: 'AAAA' });
    expect(refusalOf(answer)).toEqual(attestationRefusal(/registration response challenge/));
  });

  test('error: a different credential id than the attestation’s', async () => {
    const answer = await create(changedAttestation('credentialId', 'AAAA'));
    expect(refusalOf(answer)).toEqual(attestationRefusal(/credentialId is not the one/));
  });

  test('error: unreadable client data', async () => {
    const answer = await create(changedAttestation('clientDataJson', 'AAAA'));
    expect(refusalOf(answer)).toEqual(
      attestationRefusal(/clientDataJson is not base64url of client data/),
    );
  });

  test.each([['AA'], ['oA'], ['!'], ['x'.repeat(60_000)]])(
    'error: an unreadable attestation object: %s',
    async (text) => {
      expect(refusalOf(await create(changedAttestation('attestationObject', text)))).toEqual(
        attestationRefusal(/./),
      );
    },
  );

  test('error: a packed statement by another key', async () => {
    const challenge = new Uint8Array(32);
    const registration = createAuthenticator().register(challenge, { format: 'packed' });
    const object = Buffer.from(registration.attestation.attestationObject, 'base64url');
    // Inside the first number of the statement's signature, however long its numbers are.
    const at = object.indexOf('sig') + 10;
    object[at] = (object[at] ?? 0) ^ 1;
    const attestation = { ...registration.attestation, attestationObject: base64url(object) };
    const answer = await create({ ...registration, attestation });
    expect(refusalOf(answer)).toEqual(
      attestationRefusal(/the signature of the attestation statement/),
    );
  });

  test('error: an algorithm that can’t stamp', async () => {
    const { cose } = createEllipticKey();
    const es384 = Buffer.from(cose);
    // 03 26 is "alg: -7"; 03 38 22 would be -35: one byte longer, so EdDSA (-8) stands in.
    es384[es384.indexOf(Buffer.of(3, 0x26)) + 1] = 0x27;
    expect(refusalOf(await create(withKey(es384)))).toEqual(
      attestationRefusal(/public key alg "-8"/),
    );
  });

  test('error: a point off the curve', async () => {
    const { cose } = createEllipticKey();
    const last = Buffer.from(cose);
    last[last.length - 1] = (last.at(-1) ?? 0) ^ 1;
    expect(refusalOf(await create(withKey(last)))).toEqual(attestationRefusal(/./));
    expect((await create(withKey(cose))).status).toBe(200);
  });

  test('error: an RSA key that’s too short', async () => {
    const { cose } = createRsaKey(1024);
    expect(refusalOf(await create(withKey(cose)))).toEqual(
      attestationRefusal(/less than 2048 bits/),
    );
  });

  test('error: an origin that isn’t in the list', async () => {
    service = await freshService(database, { origins: ['https://a.example'] });
    root = await enrol(service);
    const made = createAuthenticator({ origin: 'https://b.example' });
    expect(refusalOf(await create(made.register()))).toEqual(
      attestationRefusal(/the origin "https:\/\/b.example" is not among those that are taken/),
    );
    expect(
      (await create(createAuthenticator({ origin: 'https://a.example' }).register())).status,
    ).toBe(200);
  });

  test('error: a credential that anyone in the organization already has', async () => {
    const authenticator = createAuthenticator();
    await register(root, authenticator);
    const other = await enrol(service);
    const answer = await other.submit('create_authenticators', {
      userId: other.userId,
      authenticators: [createAuthenticator().register(), authenticator.register()],
    });
    expect(refusalOf(answer)).toEqual({
      status: 409,
      code: 6,
      turnkey: '',
      message: `credential ID ${authenticator.credentialId} has already been registered in this organization`,
    });
    // The whole request is undone, including the good credential.
    expect(await listAuthenticators(other)).toEqual([]);
    expect(await effectsOf(service, TYPE)).toBe(1);
  });

  test('error: an eleventh', async () => {
    const nine = Array.from({ length: 9 }, () => createAuthenticator().register());
    expect((await create(...nine)).status).toBe(200);
    const two = [createAuthenticator().register(), createAuthenticator().register()];
    expect(refusalOf(await create(...two))).toMatchObject({
      status: 429,
      code: 8,
      turnkey: 'SIGNING_QUOTA_EXCEEDED',
      message: 'user has exceeded maximum authenticators: 10',
    });
    expect((await create(createAuthenticator().register())).status).toBe(200);
    expect(await listAuthenticators()).toHaveLength(10);
  });

  test('error: a user that doesn’t exist', async () => {
    const authenticators = [createAuthenticator().register()];
    const answer = await root.submit('create_authenticators', { userId: NOBODY, authenticators });
    expect(refusalOf(answer)).toMatchObject({ status: 404, code: 5 });
    expect((await root.query('get_authenticators', { userId: NOBODY })).status).toBe(404);
  });

  test('error: missing or unknown members', async () => {
    const registration = createAuthenticator().register();
    const { attestation, ...without } = registration;
    for (const authenticators of [
      [],
      [without],
      [{ ...registration, extra: 1 }],
      [{ ...registration, attestation: {} }],
    ]) {
      const answer = await root.submit('create_authenticators', {
        userId: root.userId,
        authenticators,
      });
      expect(refusalOf(answer)).toMatchObject({ status: 400, turnkey: 'REQUEST_INVALID' });
    }
    expect(attestation.transports).toHaveLength(2);
  });
});

describe('delete_authenticators and delete_api_keys', () => {
  const removeAuthenticators = (requester: Caller, authenticatorIds: readonly string[]) =>
    requester.submit('delete_authenticators', { userId: root.userId, authenticatorIds });
  const removeKeys = (requester: Caller, apiKeyIds: readonly string[]) =>
    requester.submit('delete_api_keys', { userId: root.userId, apiKeyIds });
  const last = {
    status: 400,
    code: 9,
    turnkey: '',
    message: expect.stringMatching(/^the last credential of user \S+ cannot be removed/),
  };

  test('behavior: a removed passkey can’t stamp', async () => {
    const user = await withPasskey(service, root);
    expect(resultOf(await removeAuthenticators(root, [user.authenticatorId]))).toEqual({
      authenticatorIds: [user.authenticatorId],
    });
    expect(await listAuthenticators()).toEqual([]);
    expect(refusalOf(await user.query('whoami')).turnkey).toBe('CREDENTIAL_NOT_FOUND');
  });

  test('behavior: a key removed by the passkey can’t stamp', async () => {
    const user = await withPasskey(service, root);
    expect((await root.query('whoami')).status).toBe(200);
    expect(resultOf(await removeKeys(user, [root.apiKeyId]))).toEqual({
      apiKeyIds: [root.apiKeyId],
    });
    for (const answer of [
      await root.query('whoami'),
      await root.submit('create_user_tag', { userTagName: 'Too late', userIds: [] }),
    ]) {
      expect(refusalOf(answer).turnkey).toBe('PUBLIC_KEY_NOT_FOUND');
    }
    expect((await user.query('whoami')).status).toBe(200);
  });

  test('behavior: a credential can remove itself while another one stays', async () => {
    const user = await withPasskey(service, root);
    expect((await removeAuthenticators(user, [user.authenticatorId])).status).toBe(200);
  });

  test('error: the last passkey of a user without keys', async () => {
    const user = await withPasskey(service, root);
    const second = await register(root, createAuthenticator());
    expect((await removeKeys(user, [root.apiKeyId])).status).toBe(200);
    const both = [user.authenticatorId, second];
    expect(refusalOf(await removeAuthenticators(user, both))).toEqual(last);
    expect((await removeAuthenticators(user, [second])).status).toBe(200);
    expect(refusalOf(await removeAuthenticators(user, [user.authenticatorId]))).toEqual(last);
    expect((await user.query('whoami')).status).toBe(200);
  });

  test('error: the last key of a user without passkeys; another user’s doesn’t count', async () => {
    await enrol(service);
    expect(refusalOf(await removeKeys(root, [root.apiKeyId]))).toEqual(last);
    expect((await root.query('whoami')).status).toBe(200);
  });

  test('error: an expired key doesn’t count as a remaining credential', async () => {
    const user = await withPasskey(service, root);
    const life = { expirationSeconds: 60 };
    await database.db.update(apiKeys).set(life).where(eq(apiKeys.id, root.apiKeyId));
    service.time.now += 60_000;
    expect(refusalOf(await removeAuthenticators(user, [user.authenticatorId]))).toEqual(last);
  });

  test('error: the last two, in two concurrent requests', async () => {
    const user = await withPasskey(service, root);
    const answers = await Promise.all([
      removeAuthenticators(root, [user.authenticatorId]),
      removeKeys(user, [root.apiKeyId]),
    ]);
    expect(answers.filter((registration) => registration.status === 200)).toHaveLength(1);
  });

  test('error: credentials that aren’t the user’s', async () => {
    const user = await withPasskey(service, root);
    const other = await enrol(service);
    const ids = { authenticatorIds: [user.authenticatorId], apiKeyIds: [root.apiKeyId] };
    for (const answer of [
      await other.submit('delete_authenticators', {
        userId: other.userId,
        authenticatorIds: ids.authenticatorIds,
      }),
      await other.submit('delete_api_keys', { userId: other.userId, apiKeyIds: ids.apiKeyIds }),
      await removeAuthenticators(root, [user.authenticatorId, NOBODY]),
      await removeKeys(root, [NOBODY]),
    ]) {
      expect(refusalOf(answer)).toMatchObject({
        status: 404,
        message: expect.stringMatching(/^unable to find (authenticator|api key) /),
      });
    }
    expect(await listAuthenticators()).toHaveLength(1);
  });
});
