import { describe, expect, test } from 'vitest';
import type { ApiKeyCurve } from '../../src/crypto/schemes.ts';
import {
  caller,
  createKey,
  effectsOf,
  enrol,
  listOf,
  refusalOf,
  resultOf,
  START,
  type Caller,
  type Json,
  type Key,
  type TestService,
} from './harness.ts';
import { useFreshService } from './fresh-service.ts';
import { withPasskey } from './passkeys.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const TYPE = 'ACTIVITY_TYPE_CREATE_API_KEYS_V2';

let service: TestService;
let root: Caller;

useFreshService((fresh) => {
  ({ service, root } = fresh);
});

const create = (apiKeys: readonly Json[], userId = root.userId) =>
  root.submit('create_api_keys', { userId, apiKeys });

/** What a request says of a key. */
const entryOf = ({ publicKey, curve }: Key, changes: Json = {}): Json => ({
  apiKeyName: `Key on ${curve}`,
  publicKey,
  curveType: `API_KEY_CURVE_${curve}`,
  ...changes,
});
const newEntry = async (changes?: Json, curve?: ApiKeyCurve) =>
  entryOf(await createKey(curve), changes);
const newEntries = (count: number, changes?: Json) =>
  Promise.all(Array.from({ length: count }, () => newEntry(changes)));

/** Registers a key for root; the calls that it stamps. */
async function withKey(changes: Json = {}, curve?: ApiKeyCurve, known?: Key): Promise<Caller> {
  const key = known ?? (await createKey(curve));
  const { apiKeyIds } = resultOf(await create([entryOf(key, changes)])) as { apiKeyIds: string[] };
  return caller(service, key, { userId: root.userId, apiKeyId: apiKeyIds[0] ?? '' });
}

const remove = (user: Caller) =>
  root.submit('delete_api_keys', { userId: root.userId, apiKeyIds: [user.apiKeyId] });
const tag = (requester: Caller, userTagName: string) =>
  requester.submit('create_user_tag', { userTagName, userIds: [] });
const namesOf = async () =>
  (await listOf(root, 'get_api_keys', 'apiKeys')).map((one) => String(one['apiKeyName']));
const expired = { status: 401, turnkey: 'API_KEY_EXPIRED', message: 'expired api key' };

describe('create_api_keys', () => {
  test.each(['P256', 'SECP256K1', 'ED25519'] as const)(
    'behavior: a %s key stamps at once, and is listed',
    async (curve) => {
      const user = await withKey({}, curve);
      const identity = (await user.query('whoami')).body;
      expect(identity['userId']).toBe(root.userId);
      expect((await tag(user, 'By the new key')).status).toBe(200);
      const times = { seconds: String(START / 1000), nanos: '0' };
      const apiKey = {
        credential: { publicKey: user.publicKey, type: `CREDENTIAL_TYPE_API_KEY_${curve}` },
        apiKeyId: user.apiKeyId,
        apiKeyName: `Key on ${curve}`,
        createdAt: times,
        updatedAt: times,
      };
      const { apiKeyId, userId } = user;
      expect((await root.query('get_api_key', { apiKeyId })).body).toEqual({ apiKey });
      const { body } = await root.query('get_api_keys', { userId });
      expect(body['apiKeys']).toContainEqual(apiKey);
      const users = await listOf(root, 'list_users', 'users');
      const own = users.find((one) => one['userId'] === userId);
      expect(own?.['apiKeys']).toContainEqual(apiKey);
    },
  );

  test('behavior: several at once, in the order of the request, for another user', async () => {
    const other = await enrol(service);
    const keys = [await createKey('P256'), await createKey('ED25519')];
    const upper = keys.map((key) => entryOf(key, { publicKey: key.publicKey.toUpperCase() }));
    const { apiKeyIds } = resultOf(await create(upper, other.userId)) as { apiKeyIds: string[] };
    for (const [at, key] of keys.entries()) {
      const apiKeyId = apiKeyIds[at] ?? '';
      const user = caller(service, key, { userId: other.userId, apiKeyId });
      expect((await user.query('whoami')).body['userId']).toBe(other.userId);
      const { body } = await root.query('get_api_key', { apiKeyId });
      expect(body['apiKey']).toMatchObject({ credential: { publicKey: key.publicKey } });
    }
    expect(await effectsOf(service, TYPE)).toBe(1);
  });

  test('behavior: a passkey registers one, too', async () => {
    const user = await withPasskey(service, root);
    const apiKeys = [await newEntry()];
    const answer = await user.submit('create_api_keys', { userId: root.userId, apiKeys });
    expect(answer.status).toBe(200);
  });

  test('behavior: it stamps until its lifetime is over', async () => {
    const user = await withKey({ expirationSeconds: '60' });
    const { body } = await root.query('get_api_key', { apiKeyId: user.apiKeyId });
    expect(body['apiKey']).toMatchObject({ expirationSeconds: '60' });
    service.time.now += 59_999;
    expect((await user.query('whoami')).status).toBe(200);
    expect((await tag(user, 'In time')).status).toBe(200);
    service.time.now += 1;
    expect(refusalOf(await user.query('whoami'))).toMatchObject(expired);
    expect(refusalOf(await tag(user, 'Too late'))).toMatchObject(expired);
  });

  test('behavior: a key that was removed and added again stamps at once', async () => {
    const user = await withKey();
    expect((await tag(user, 'Before')).status).toBe(200);
    await remove(user);
    await withKey({}, 'P256', user);
    expect((await tag(user, 'After')).status).toBe(200);
  });

  test('behavior: an expired key that was added again stamps at once', async () => {
    const user = await withKey({ expirationSeconds: '60' });
    expect((await tag(user, 'Before')).status).toBe(200);
    service.time.now += 60_000;
    expect(refusalOf(await tag(user, 'Between'))).toMatchObject(expired);
    await remove(user);
    await withKey({}, 'P256', user);
    expect((await tag(user, 'After')).status).toBe(200);
  });
});

describe('the limits of a user’s keys', () => {
  const tooMany = (message: string) => ({
    status: 429,
    code: 8,
    turnkey: 'SIGNING_QUOTA_EXCEEDED',
    message,
  });
  const short = (apiKeyName: string) => withKey({ apiKeyName, expirationSeconds: '60' });

  test('error: an eleventh long-lived one', async () => {
    // The enrolled key is one of them.
    expect((await create(await newEntries(8))).status).toBe(200);
    const message = 'user has exceeded maximum long-lived api keys: 10';
    expect(refusalOf(await create(await newEntries(2)))).toEqual(tooMany(message));
    expect(await namesOf()).toHaveLength(9);
    expect((await create(await newEntries(1))).status).toBe(200);
    expect(refusalOf(await create(await newEntries(1)))).toEqual(tooMany(message));
    expect((await create(await newEntries(10, { expirationSeconds: '60' }))).status).toBe(200);
    const other = await enrol(service);
    expect((await create(await newEntries(9), other.userId)).status).toBe(200);
  });

  test('behavior: an eleventh with a lifetime ends the expired ones, and no other', async () => {
    await short('Expired 1');
    await short('Expired 2');
    service.time.now += 60_000;
    await create(await newEntries(8, { expirationSeconds: '60', apiKeyName: 'Live' }));
    await short('New');
    expect(new Set(await namesOf())).toEqual(new Set(['Key of Keystamp user', 'Live', 'New']));
    expect(await namesOf()).toHaveLength(10);
  });

  test('behavior: an eleventh with a lifetime ends the oldest if none has expired', async () => {
    const oldest = await short('Oldest');
    service.time.now += 1;
    await create(await newEntries(9, { expirationSeconds: '60' }));
    expect((await oldest.query('whoami')).status).toBe(200);
    service.time.now += 1;
    await short('New');
    expect(refusalOf(await oldest.query('whoami')).turnkey).toBe('PUBLIC_KEY_NOT_FOUND');
    expect(await namesOf()).toHaveLength(11);
    expect(await namesOf()).not.toContain('Oldest');
  });

  test('error: more with a lifetime than can be at once', async () => {
    const eleven = await newEntries(11, { expirationSeconds: '60' });
    const message = 'user has exceeded maximum short-lived api keys: 10';
    expect(refusalOf(await create(eleven))).toEqual(tooMany(message));
    expect(await namesOf()).toHaveLength(1);
  });
});

describe('refused keys', () => {
  test('error: one that anyone in the organization already has', async () => {
    const other = await enrol(service);
    const refusal = (key: Key) => ({
      status: 409,
      code: 6,
      turnkey: '',
      message: `public key ${key.publicKey} has already been registered in this organization`,
    });
    expect(refusalOf(await create([await newEntry(), entryOf(other)]))).toEqual(refusal(other));
    const twice = await createKey();
    expect(refusalOf(await create([entryOf(twice), entryOf(twice)]))).toEqual(refusal(twice));
    // The whole request is undone, including the good key.
    expect(await namesOf()).toHaveLength(2);
    expect(await effectsOf(service, TYPE)).toBe(0);
  });

  test.each<[string, Json, RegExp]>([
    ['no point of P-256', { publicKey: `02${'0'.repeat(62)}01` }, /66 hex digits are not a point/],
    ['an Ed25519 key as P-256', { publicKey: 'd7'.repeat(32) }, /A public key is 66 hex digits/],
    ['an uncompressed key', { publicKey: `04${'ab'.repeat(64)}` }, /A public key is 66 hex digits/],
    ['not hex', { publicKey: 'x'.repeat(66) }, /A public key is 66 hex digits/],
    ['a P-256 key as Ed25519', { curveType: 'API_KEY_CURVE_ED25519' }, /or 64 hex digits/],
  ])('error: %s', async (_what, changes, words) => {
    const answer = await create([await newEntry(), await newEntry(changes)]);
    expect(refusalOf(answer)).toMatchObject({ status: 400, code: 3, turnkey: 'REQUEST_INVALID' });
    expect(answer.body['message']).toMatch(words);
    expect(answer.body['message']).toContain('parameters.apiKeys.1.publicKey');
    expect(await namesOf()).toHaveLength(1);
  });

  test.each([60, '0', '-1', '1.5', '1e3', '1000000000', ''])(
    'error: a lifetime of %j',
    async (expirationSeconds) => {
      expect(refusalOf(await create([await newEntry({ expirationSeconds })]))).toMatchObject({
        status: 400,
        turnkey: 'REQUEST_INVALID',
        message: expect.stringMatching(
          /^invalid api key expiration: parameters\.apiKeys\.0\.expirationSeconds: /,
        ),
      });
    },
  );

  test('error: no name, no curve, no key at all, unknown members, more than fit', async () => {
    const entry = await newEntry();
    const { apiKeyName: _name, ...nameless } = entry;
    const { curveType: _curve, ...curveless } = entry;
    for (const apiKeys of [
      [],
      [nameless],
      [curveless],
      [{ ...entry, curveType: 'CURVE_P256' }],
      [{ ...entry, extra: 1 }],
      await newEntries(21),
    ]) {
      expect(refusalOf(await create(apiKeys))).toMatchObject({
        status: 400,
        turnkey: 'REQUEST_INVALID',
      });
    }
  });

  test('error: for a user that doesn’t exist, or for another user by one who isn’t root', async () => {
    expect(refusalOf(await create([await newEntry()], NOBODY))).toEqual({
      status: 404,
      code: 5,
      turnkey: '',
      message: `unable to find user ${NOBODY} in organization ${root.organizationId}`,
    });
    const users = await listOf(root, 'list_users', 'users');
    const carol = String(users.find((one) => one['userName'] === 'Carol Chen')?.['userId']);
    const key = await createKey();
    resultOf(await create([entryOf(key)], carol));
    const requester = caller(service, key, { userId: carol, apiKeyId: NOBODY });
    const apiKeys = [await newEntry()];
    const ofOther = { userId: root.userId, apiKeys };
    const answer = await requester.submit('create_api_keys', ofOther);
    expect(refusalOf(answer)).toMatchObject({ status: 403, code: 7 });
  });
});

test('behavior: a user keeps stamping with a new key when the first one is removed', async () => {
  const user = await withKey();
  expect((await remove({ ...user, apiKeyId: root.apiKeyId })).status).toBe(200);
  expect((await user.query('whoami')).status).toBe(200);
});
