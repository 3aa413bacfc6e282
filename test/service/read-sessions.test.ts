import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { randomId } from '../../src/service/ids.ts';
import { authenticateReadSession } from '../../src/service/read-session.ts';
import { apiKeys, organizations, readSessions } from '../../src/service/schema.ts';
import { stampOf } from '../webauthn/authenticator.ts';
import {
  activityOf,
  demandSubmit,
  effectsOf,
  enrol,
  refusalOf,
  resultOf,
  START,
  type Answer,
  type Caller,
  type TestService,
} from './harness.ts';
import { useFreshService } from './fresh-service.ts';
import { post, withPasskey, type PasskeyUser } from './passkeys.ts';

const WHOAMI = '/public/v1/query/whoami';
const CREATE_SESSION = demandSubmit('create_read_only_session').path;

let database: OpenDatabase;
let service: TestService;
let root: Caller;
let user: PasskeyUser;

useFreshService(async (fresh) => {
  ({ database, service, root } = fresh);
  user = await withPasskey(service, root);
});

const createSession = async (requester: Caller): Promise<string> =>
  String(resultOf(await requester.submit('create_read_only_session', {}))['session']);

const queryWithSession = (session: string, path = WHOAMI, more: object = {}): Promise<Answer> => {
  const body = JSON.stringify({ organizationId: root.organizationId, ...more });
  return post(service, path, body, { 'X-Session': session });
};

const sessionRefusal = (why: RegExp) => ({
  status: 401,
  code: 16,
  turnkey: 'UNAUTHENTICATED',
  message: expect.stringMatching(why),
});

describe('create_read_only_session', () => {
  test('behavior: it says who reads, and until when', async () => {
    const result = resultOf(await user.submit('create_read_only_session', {}));
    expect(result).toEqual({
      organizationId: root.organizationId,
      organizationName: 'Demo organization',
      userId: root.userId,
      username: 'Keystamp user',
      session: expect.stringMatching(/^[\w-]{43}$/),
      sessionExpiry: String((START + 3_600_000) / 1000),
    });
  });

  test('behavior: the same bytes give the same session', async () => {
    const body = user.body('create_read_only_session', {});
    const stamp = { 'X-Stamp': stampOf(user.authenticator, body) };
    const [first, second] = [
      activityOf(await post(service, CREATE_SESSION, body, stamp)),
      activityOf(await post(service, CREATE_SESSION, body, stamp)),
    ];
    expect(second).toEqual(first);
    expect(await database.db.$count(readSessions)).toBe(1);
  });

  test('behavior: a key’s session ends with the key', async () => {
    const other = await enrol(service);
    const life = { expirationSeconds: 90 };
    await database.db.update(apiKeys).set(life).where(eq(apiKeys.id, other.apiKeyId));
    const { sessionExpiry } = resultOf(await other.submit('create_read_only_session', {}));
    expect(sessionExpiry).toBe(String((START + 90_000) / 1000));
  });

  test('error: parameters', async () => {
    const answer = await user.submit('create_read_only_session', { expirationSeconds: '86400' });
    expect(refusalOf(answer)).toMatchObject({ status: 400, turnkey: 'REQUEST_INVALID' });
  });
});

describe('X-Session', () => {
  test.each(['passkey', 'key'])(
    'behavior: a session of a %s reads, again and again',
    async (kind) => {
      const session = await createSession(kind === 'key' ? root : user);
      for (let time = 0; time < 3; time++) {
        expect((await queryWithSession(session)).body).toMatchObject({ userId: root.userId });
      }
      const wallets = await queryWithSession(session, '/public/v1/query/list_wallets');
      expect(wallets.body['wallets']).toHaveLength(4);
      const { userId } = root;
      const passkeys = await queryWithSession(session, '/public/v1/query/get_authenticators', {
        userId,
      });
      expect(passkeys.body['authenticators']).toHaveLength(1);
    },
  );

  test('behavior: its caller has its credential’s end, and never acts alone', async () => {
    const [byKey, byPasskey] = [await createSession(root), await createSession(user)];
    const life = { expirationSeconds: 90 };
    await database.db.update(apiKeys).set(life).where(eq(apiKeys.id, root.apiKeyId));
    const { organizationId, userId, apiKeyId: id, publicKey } = root;
    const callerOf = (session: string) =>
      authenticateReadSession(database.db, session, organizationId, START);
    const who = { organizationId, userId, actsAlone: false };
    const key = { kind: 'api-key', id, publicKey, expiresAt: START + 90_000 };
    expect(await callerOf(byKey)).toEqual({ ...who, credential: key });
    expect(await callerOf(byPasskey)).toEqual({
      ...who,
      credential: {
        kind: 'passkey',
        id: user.authenticatorId,
        publicKey: expect.any(String),
        expiresAt: Infinity,
      },
    });
  });

  test('behavior: if there is also a stamp, the stamp counts', async () => {
    const answer = await root.post(
      WHOAMI,
      JSON.stringify({ organizationId: root.organizationId }),
      { 'X-Session': 'nothing' },
    );
    expect(answer.status).toBe(200);
  });

  test('error: it can’t submit', async () => {
    const session = await createSession(user);
    const body = root.body('create_user_tag', { userTagName: 'By session', userIds: [] });
    const { path } = demandSubmit('create_user_tag');
    const answer = await post(service, path, body, { 'X-Session': session });
    expect(refusalOf(answer)).toEqual({
      status: 401,
      code: 16,
      turnkey: 'SIGNATURE_MISSING',
      message: expect.stringMatching(/without a stamp.*a read-only session only reads$/),
    });
    expect(await effectsOf(service, 'ACTIVITY_TYPE_CREATE_USER_TAG')).toBe(0);
  });

  test('error: it can’t start another one', async () => {
    const session = await createSession(user);
    const body = user.body('create_read_only_session', {});
    expect((await post(service, CREATE_SESSION, body, { 'X-Session': session })).status).toBe(401);
  });

  test('error: an unknown one', async () => {
    const session = await createSession(user);
    for (const token of ['x', session.slice(1), `${session}A`, session.toUpperCase()]) {
      expect(refusalOf(await queryWithSession(token))).toEqual(sessionRefusal(/it is not known/));
    }
  });

  test('error: an hour later', async () => {
    const session = await createSession(user);
    service.time.now += 3_599_000;
    expect((await queryWithSession(session)).status).toBe(200);
    service.time.now += 1000;
    expect(refusalOf(await queryWithSession(session))).toEqual(sessionRefusal(/it has expired/));
  });

  test('error: in another organization, and in none', async () => {
    const session = await createSession(user);
    const elsewhere = { id: randomId(randomBytes), name: 'Elsewhere', createdAt: START };
    await database.db.insert(organizations).values(elsewhere);
    const ask = (organizationId: string) =>
      post(service, WHOAMI, JSON.stringify({ organizationId }), { 'X-Session': session });
    expect(refusalOf(await ask(elsewhere.id))).toEqual({
      status: 400,
      code: 3,
      turnkey: 'ORGANIZATION_MISMATCH',
      message: `organization mismatch: request is targeting organization ("${elsewhere.id}"), but voters are in organization ("${root.organizationId}")`,
    });
    expect(refusalOf(await ask('')).turnkey).toBe('INVALID_ORGANIZATION_ID');
  });

  test('error: after its passkey was removed, while others stay', async () => {
    const [bySelf, byKey] = [await createSession(user), await createSession(root)];
    const authenticatorIds = [user.authenticatorId];
    await root.submit('delete_authenticators', { userId: root.userId, authenticatorIds });
    expect(refusalOf(await queryWithSession(bySelf))).toEqual(
      sessionRefusal(/its credential was removed/),
    );
    expect((await queryWithSession(byKey)).status).toBe(200);
  });

  test('error: after its key was removed', async () => {
    const session = await createSession(root);
    await user.submit('delete_api_keys', { userId: root.userId, apiKeyIds: [root.apiKeyId] });
    expect(refusalOf(await queryWithSession(session))).toEqual(
      sessionRefusal(/its credential was removed/),
    );
  });
});
