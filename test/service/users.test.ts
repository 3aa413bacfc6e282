import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/service/database.ts';
import {
  apiKeys,
  authenticators,
  organizations,
  users,
  userTags,
} from '../../src/service/schema.ts';
import { createAuthenticator } from '../webauthn/authenticator.ts';
import {
  activityOf,
  caller,
  createKey,
  enrol,
  listOf,
  refusalOf,
  resultOf,
  send,
  type Answer,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';
import { useFreshService } from './fresh-service.ts';
import { addUser, apiKeyEntry, userEntry } from './new-user.ts';
import { callerWithPasskey } from './passkeys.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let database: OpenDatabase;
let service: TestService;
let root: Caller;

useFreshService((fresh) => {
  ({ database, service, root } = fresh);
});

const create = (...entries: readonly Json[]) => root.submit('create_users', { users: entries });
const remove = (...userIds: readonly unknown[]) => root.submit('delete_users', { userIds });
const newUser = async (change: Json = {}) => userEntry(await createKey(), change);
const keys = (count: number, change: Json = {}) =>
  Promise.all(Array.from({ length: count }, async () => apiKeyEntry(await createKey(), change)));
const userIds = async () =>
  (await listOf(root, 'list_users', 'users')).map((user) => String(user['userId']));
const userRecord = async (userId: unknown) =>
  (await root.query('get_user', { userId })).body['user'] as Json;
const firstTag = async () =>
  String((await listOf(root, 'list_user_tags', 'userTags'))[0]?.['tagId']);

/** Root, and everybody in the demo organization who may not be deleted. */
const rootIds = async () => {
  const { body } = await root.query('get_organization');
  const data = body['organizationData'] as { rootQuorum: { userIds: string[] } };
  return data.rootQuorum.userIds;
};

describe('create_users', () => {
  test('behavior: each with keys of every curve, a passkey and tags, who stamp at once', async () => {
    const [p256, k256, ed] = [
      await createKey('P256'),
      await createKey('SECP256K1'),
      await createKey('ED25519'),
    ];
    const authenticator = createAuthenticator();
    const tagId = await firstTag();
    const grace = userEntry(p256, {
      userEmail: 'grace@example.com',
      userPhoneNumber: '+15555550123',
      apiKeys: [p256, k256, ed].map((key) => apiKeyEntry(key)),
      authenticators: [authenticator.register()],
      userTags: [tagId],
    });
    const { userIds: ids } = resultOf(await create(grace)) as { userIds: string[] };
    const [userId = ''] = ids;
    expect(ids).toHaveLength(1);
    const record = await userRecord(userId);
    expect(record).toMatchObject({
      userId,
      userName: 'Grace Hopper',
      userEmail: 'grace@example.com',
      userPhoneNumber: '+15555550123',
      userTags: [tagId],
      oauthProviders: [],
    });
    expect((record['apiKeys'] as Json[]).map((key) => key['credential'])).toEqual(
      expect.arrayContaining([
        { publicKey: p256.publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
        { publicKey: k256.publicKey, type: 'CREDENTIAL_TYPE_API_KEY_SECP256K1' },
        { publicKey: ed.publicKey, type: 'CREDENTIAL_TYPE_API_KEY_ED25519' },
      ]),
    );
    for (const key of [p256, k256, ed]) {
      const answer = await caller(service, key, { userId, apiKeyId: '' }).query('whoami');
      expect(answer.body).toMatchObject({ userId, username: 'Grace Hopper' });
    }
    const byPasskey = callerWithPasskey(service, authenticator, { ...root, userId });
    expect((await byPasskey.query('whoami')).body).toMatchObject({ userId });
    expect(await rootIds()).not.toContain(userId);
  });

  test('behavior: several come in their order, after all others', async () => {
    service.time.now += 1;
    const before = await userIds();
    const entries = await Promise.all(
      ['Ada', 'Barbara', 'Cynthia'].map((userName) => newUser({ userName })),
    );
    const { userIds: created } = resultOf(await create(...entries)) as { userIds: string[] };
    expect(await userIds()).toEqual([...before, ...created]);
    const names = await Promise.all(created.map(userRecord));
    expect(names.map((user) => user['userName'])).toEqual(['Ada', 'Barbara', 'Cynthia']);
  });

  test('behavior: a passkey alone is enough', async () => {
    const entry = await newUser({
      apiKeys: [],
      authenticators: [createAuthenticator().register()],
    });
    expect((await create(entry)).status).toBe(200);
  });

  test('error: nobody without a credential that lasts', async () => {
    const before = await userIds();
    const message =
      'invalid request body: parameters.users.0.apiKeys: A user needs a passkey, or an API key without expirationSeconds.';
    for (const apiKeys of [[], await keys(1, { expirationSeconds: '60' })]) {
      expect(refusalOf(await create(await newUser({ apiKeys })))).toEqual({
        status: 400,
        code: 3,
        turnkey: 'REQUEST_INVALID',
        message,
      });
    }
    const both = [...(await keys(1)), ...(await keys(1, { expirationSeconds: '60' }))];
    expect((await create(await newUser({ apiKeys: both }))).status).toBe(200);
    expect(await userIds()).toHaveLength(before.length + 1);
  });

  test.each<[string, () => Promise<Json>, number, RegExp]>([
    ['no name', () => newUser({ userName: '' }), 400, /users\.0\.userName/],
    ['no email address', () => newUser({ userEmail: 'grace' }), 400, /^invalid email address/],
    ['no phone number', () => newUser({ userPhoneNumber: '0123' }), 400, /userPhoneNumber/],
    [
      'a sign-in provider',
      () => newUser({ oauthProviders: [{ providerName: 'Google', oidcToken: 'a.b.c' }] }),
      400,
      /oauthProviders: This service has no sign-in providers/,
    ],
    [
      'a key that is no point',
      async () =>
        newUser({ apiKeys: [{ ...(await keys(1))[0], publicKey: `02${'ff'.repeat(32)}` }] }),
      400,
      /parameters\.users\.0\.apiKeys\.0\.publicKey/,
    ],
    ['a tag that does not exist', () => newUser({ userTags: [NOBODY] }), 404, /user tag 0000/],
    [
      'eleven long-lived keys',
      async () => newUser({ apiKeys: await keys(11) }),
      429,
      /^user has exceeded maximum long-lived api keys: 10$/,
    ],
    [
      'eleven expiring ones',
      async () =>
        newUser({
          apiKeys: [...(await keys(1)), ...(await keys(11, { expirationSeconds: '60' }))],
        }),
      429,
      /^user has exceeded maximum short-lived api keys: 10$/,
    ],
  ])('error: %s, and then no user is created at all', async (_, makeEntry, status, message) => {
    const before = await userIds();
    const answer = await create(await newUser(), await makeEntry());
    expect(answer.status).toBe(status);
    expect(answer.body['message']).toMatch(
      new RegExp(message.source.replace('users\\.0', 'users\\.1'), message.flags),
    );
    expect(await userIds()).toEqual(before);
  });

  test('error: a key that somebody has already, or that two of them share', async () => {
    const key = await createKey();
    const shared = await create(userEntry(key), userEntry(key));
    expect(refusalOf(shared)).toMatchObject({ status: 409, code: 6 });
    const known = { ...root, publicKey: root.publicKey };
    expect(refusalOf(await create(userEntry(known))).message).toBe(
      `public key ${root.publicKey} has already been registered in this organization`,
    );
  });

  test('error: more users than an organization may have', async () => {
    const known = (await userIds()).length;
    const row = (at: number) => ({
      id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      organizationId: root.organizationId,
      name: `User ${at}`,
      root: false,
      createdAt: 0,
      updatedAt: 0,
    });
    await database.db
      .insert(users)
      .values(Array.from({ length: 99 - known }, (_, at) => row(at + 1)));
    expect((await create(await newUser(), await newUser())).body['message']).toBe(
      'organization has exceeded maximum users: 100',
    );
    expect((await create(await newUser())).status).toBe(200);
    expect(refusalOf(await create(await newUser()))).toMatchObject({ status: 429, code: 8 });
  });

  test('behavior: the same bytes again create nobody else', async () => {
    const body = root.body('create_users', { users: [await newUser()] });
    const path = '/public/v1/submit/create_users';
    const first = activityOf(await root.post(path, body));
    const after = await userIds();
    expect(activityOf(await root.post(path, body))).toEqual(first);
    expect(await userIds()).toEqual(after);
  });
});

describe('delete_users', () => {
  const countOf = async (userId: string) => ({
    apiKeys: await database.db.$count(apiKeys, eq(apiKeys.userId, userId)),
    passkeys: await database.db.$count(authenticators, eq(authenticators.userId, userId)),
    tags: await database.db.$count(userTags, eq(userTags.userId, userId)),
  });

  test('behavior: the user is gone with keys, passkeys and tags, and stamps no more', async () => {
    const tagId = await firstTag();
    const grace = await addUser(service, root, {
      authenticators: [createAuthenticator().register()],
      userTags: [tagId],
    });
    const session = resultOf(await grace.submit('create_read_only_session', {}));
    const began = await grace.submit('init_import_wallet', { userId: grace.userId });
    expect(began.status).toBe(403);
    expect(await countOf(grace.userId)).toEqual({ apiKeys: 1, passkeys: 1, tags: 1 });
    expect(resultOf(await remove(grace.userId.toUpperCase()))).toEqual({
      userIds: [grace.userId],
    });
    expect(await userIds()).not.toContain(grace.userId);
    expect(await countOf(grace.userId)).toEqual({ apiKeys: 0, passkeys: 0, tags: 0 });
    expect(refusalOf(await grace.query('whoami'))).toMatchObject({
      status: 401,
      turnkey: 'PUBLIC_KEY_NOT_FOUND',
    });
    expect((await grace.submit('create_read_only_session', {})).status).toBe(401);
    const reading = await send(service, '/public/v1/query/whoami', {
      method: 'POST',
      body: JSON.stringify({ organizationId: root.organizationId }),
      headers: { 'X-Session': String(session['session']) },
    });
    expect(reading.status).toBe(401);
    // The key is free again.
    expect((await create(userEntry(grace))).status).toBe(200);
  });

  test('behavior: what they did stays, with their records as they were', async () => {
    const grace = await addUser(service, root);
    const own = { userId: grace.userId, apiKeys: await keys(1) };
    const { id } = activityOf(await grace.submit('create_api_keys', own));
    resultOf(await remove(grace.userId));
    const { body } = await root.query('get_activity', { activityId: id });
    const activity = body['activity'] as { votes: { userId: string; user: Json }[] };
    expect(activity.votes[0]).toMatchObject({
      userId: grace.userId,
      user: { userName: 'Grace Hopper' },
    });
  });

  test('error: a member of the root quorum, and then nobody is deleted', async () => {
    const grace = await addUser(service, root);
    for (const member of await rootIds()) {
      expect(refusalOf(await remove(grace.userId, member))).toEqual({
        status: 400,
        code: 3,
        turnkey: '',
        message: 'quorum users missing',
      });
    }
    expect(await userIds()).toContain(grace.userId);
  });

  test('error: one that does not exist, one twice, none', async () => {
    const grace = await addUser(service, root);
    expect(refusalOf(await remove(grace.userId, NOBODY))).toMatchObject({
      status: 404,
      message: `unable to find user ${NOBODY} in organization ${root.organizationId}`,
    });
    expect((await remove(grace.userId, grace.userId)).status).toBe(400);
    expect((await remove()).status).toBe(400);
    expect(await userIds()).toContain(grace.userId);
  });

  test('error: the last user who has a credential; another organization’s don’t count', async () => {
    // Root users without credentials can't stamp; so a policy lets somebody else do it.
    const grace = await addUser(service, root);
    const policy = { policyName: 'Cleaning', effect: 'EFFECT_ALLOW', notes: '' };
    const condition = "activity.kind == 'DELETE_USERS'";
    resultOf(await root.submit('create_policy', { ...policy, condition }));
    const elsewhere = { id: NOBODY, name: 'Elsewhere', createdAt: service.time.now };
    await database.db.insert(organizations).values(elsewhere);
    const moved = { organizationId: elsewhere.id };
    await database.db.update(users).set(moved).where(eq(users.id, root.userId));
    await database.db.update(apiKeys).set(moved).where(eq(apiKeys.userId, root.userId));
    const answer = await grace.submit('delete_users', { userIds: [grace.userId] });
    expect(refusalOf(answer)).toMatchObject({
      status: 400,
      code: 9,
      message: expect.stringMatching(/^the last user with a credential cannot be deleted/),
    });
    expect((await grace.query('whoami')).status).toBe(200);
  });

  test('behavior: of two concurrent deletions one is carried out', async () => {
    const [one, two] = [await addUser(service, root), await addUser(service, root)];
    const ids = [one.userId, two.userId];
    const answers = await Promise.all([remove(...ids), remove(...ids.toReversed())]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  });
});

describe('what waits for a user who is deleted', () => {
  const statusOf = (answer: Answer) => activityOf(answer).status.replace('ACTIVITY_STATUS_', '');
  const approve = (who: Caller, { fingerprint }: { fingerprint: string }) =>
    who.submit('approve_activity', { fingerprint });
  const renaming = async (who: Caller) => {
    const [wallet] = await listOf(root, 'list_wallets', 'wallets');
    return who.submit('update_wallet', {
      walletId: wallet?.['walletId'],
      walletName: 'Renamed',
    });
  };
  const demand = (count: number) =>
    root.submit('create_policy', {
      policyName: 'Several',
      effect: 'EFFECT_ALLOW',
      consensus: `approvers.count() >= ${count}`,
      condition: "activity.kind == 'UPDATE_WALLET'",
      notes: '',
    });

  test('behavior: their approval counts no more', async () => {
    await demand(3);
    const [ada, grace, kay] = [
      await addUser(service, root, { userName: 'Ada' }),
      await addUser(service, root),
      await addUser(service, root, { userName: 'Kay' }),
    ];
    const asked = activityOf(await renaming(ada));
    expect(asked.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect(statusOf(await approve(grace, asked))).toBe('CONSENSUS_NEEDED');
    resultOf(await remove(grace.userId));
    expect(statusOf(await approve(kay, asked))).toBe('CONSENSUS_NEEDED');
    const last = await addUser(service, root, { userName: 'Last' });
    expect(statusOf(await approve(last, asked))).toBe('COMPLETED');
  });

  test('behavior: what they asked for is not carried out', async () => {
    await demand(2);
    const [ada, grace, kay] = [
      await addUser(service, root, { userName: 'Ada' }),
      await addUser(service, root),
      await addUser(service, root, { userName: 'Kay' }),
    ];
    const asked = activityOf(await renaming(grace));
    resultOf(await remove(grace.userId));
    expect(statusOf(await approve(ada, asked))).toBe('CONSENSUS_NEEDED');
    const answer = await approve(kay, asked);
    expect(statusOf(answer)).toBe('FAILED');
    const { failure } = activityOf(answer) as unknown as { failure: { message: string } };
    expect(failure.message).toMatch(/The credential that submitted the activity was removed\./);
  });

  test('behavior: a policy can say whom somebody may delete', async () => {
    const [ada, grace, kay] = [
      await addUser(service, root, { userName: 'Ada' }),
      await addUser(service, root),
      await addUser(service, root, { userName: 'Kay' }),
    ];
    await root.submit('create_policy', {
      policyName: 'Kay only',
      effect: 'EFFECT_ALLOW',
      condition: `activity.kind == 'DELETE_USERS' && activity.params.user_ids.all(id, id == '${kay.userId}')`,
      notes: '',
    });
    const denied = await ada.submit('delete_users', { userIds: [grace.userId] });
    expect(denied.status).toBe(403);
    expect((await ada.submit('delete_users', { userIds: [kay.userId] })).status).toBe(200);
  });

  test('behavior: a deletion while the user stamps leaves either outcome whole', async () => {
    for (let round = 0; round < 3; round += 1) {
      const grace = await addUser(service, root);
      const own = { userId: grace.userId, apiKeys: await keys(1) };
      const [stamped, session, deleted] = await Promise.all([
        grace.submit('create_api_keys', own),
        grace.submit('create_read_only_session', {}),
        remove(grace.userId),
      ]);
      expect(deleted.status).toBe(200);
      for (const { status } of [stamped, session]) expect([200, 401]).toContain(status);
      expect(await database.db.$count(apiKeys, eq(apiKeys.userId, grace.userId))).toBe(0);
    }
  });
});

test('behavior: an enrolled user stays in the root quorum and is not deleted', async () => {
  const other = await enrol(service);
  expect(refusalOf(await remove(other.userId)).message).toBe('quorum users missing');
});
