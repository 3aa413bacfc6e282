import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import { createMac } from '../../src/service/enclave.ts';
import { apiKeys, users } from '../../src/service/schema.ts';
import { createSetUpCode } from '../../src/service/set-up-codes.ts';
import { TEST_MASTER } from '../set-up-code.ts';
import { useFreshService } from './fresh-service.ts';
import {
  caller,
  createKey,
  listOf,
  refusalOf,
  send,
  type Key,
  type TestService,
} from './harness.ts';

const DAY = 86_400_000;
const MAC = createMac(TEST_MASTER);

let service: TestService;
useFreshService((fresh) => {
  ({ service } = fresh);
});

let key: Key;
beforeEach(async () => {
  key = await createKey();
});

const post = (path: string, members: object) =>
  send(service, path, { method: 'POST', body: JSON.stringify(members) });
const registering = (setUpCode: unknown, { publicKey }: Key = key) => ({
  publicKey,
  curveType: 'API_KEY_CURVE_P256',
  setUpCode,
});
const enrolWith = (setUpCode: unknown, by: Key = key) =>
  post('/local/enrol', registering(setUpCode, by));
const readCodes = (headers: Record<string, string>) => send(service, '/local/otp', { headers });

describe('a set-up code', () => {
  test('behavior: registers one key; the same request again gets the same answer', async () => {
    const code = service.createSetUpCode();
    const first = await enrolWith(code);
    expect(first.status).toBe(200);
    expect((await enrolWith(code)).body).toEqual(first.body);
    const other = await enrolWith(code, await createKey());
    expect(refusalOf(other)).toMatchObject({
      status: 409,
      message: 'set-up code: it was used already',
    });
  });

  test('behavior: of ten keys that come with one code at once, one is registered', async () => {
    const code = service.createSetUpCode();
    const keys = await Promise.all(Array.from({ length: 10 }, () => createKey()));
    const answers = await Promise.all(keys.map((one) => enrolWith(code, one)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  });

  test('behavior: one that was refused for its key is not used up', async () => {
    const code = service.createSetUpCode();
    const bad = { ...registering(code), publicKey: `02${'f'.repeat(64)}` };
    expect((await post('/local/enrol', bad)).status).toBe(400);
    expect((await enrolWith(code)).status).toBe(200);
  });

  test('behavior: reads the codes that were sent, once', async () => {
    const headers = { 'X-Set-Up-Code': service.createSetUpCode() };
    expect(await readCodes(headers)).toMatchObject({ status: 200, body: { codes: [] } });
    expect((await readCodes(headers)).status).toBe(409);
    expect((await enrolWith(headers['X-Set-Up-Code'])).status).toBe(409);
  });

  const other = (use: 'local' | 'first-user', master = TEST_MASTER) =>
    createSetUpCode(createMac(master), use, { now: service.time.now, random: randomBytes });
  const changed = (code: string) => (code.startsWith('A') ? 'B' : 'A') + code.slice(1);
  test.each<[string, () => string, RegExp]>([
    ['none', () => '', /there is none/],
    ['a text', () => 'open sesame', /not one of this service/],
    ['a short one', () => 'AAAA', /not one of this service/],
    ['a changed one', () => changed(service.createSetUpCode()), /not one of this service/],
    ['one under another master key', () => other('local', randomBytes(32)), /not one of this/],
    ['one for the first user', () => other('first-user'), /it is for something else/],
  ])('error: %s registers and reads nothing', async (_what, code, words) => {
    for (const answer of [await enrolWith(code()), await readCodes({ 'X-Set-Up-Code': code() })]) {
      expect(refusalOf(answer)).toMatchObject({ status: 401, code: 16 });
      expect(answer.body['message']).toMatch(words);
    }
    const registered = eq(apiKeys.publicKey, key.publicKey);
    expect(await service.database.db.$count(apiKeys, registered)).toBe(0);
  });

  test('error: one that is a day old', async () => {
    const code = service.createSetUpCode();
    service.time.now += DAY;
    const answer = await enrolWith(code);
    expect(answer.body['message']).toBe('set-up code: it has expired');
  });
});

describe('the page with the codes', () => {
  const tab = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };

  test.each(['none', 'cross-site'])(
    'behavior: opens in a tab without a code (%s), and nobody who opened it holds it',
    async (site) => {
      const { status, headers } = await readCodes({ ...tab, 'Sec-Fetch-Site': site });
      expect(status).toBe(200);
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
      expect(headers.get('Content-Security-Policy')).toMatch(/^sandbox; .*frame-ancestors 'none'$/);
    },
  );

  test.each<[string, Record<string, string>, number]>([
    ['a program', {}, 401],
    ['a GET of an extension', { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }, 401],
    ['a frame', { ...tab, 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Site': 'cross-site' }, 401],
    ['the demo dApp’s window', { ...tab, 'Sec-Fetch-Site': 'same-origin' }, 403],
    ['the demo dApp’s request', { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'same-origin' }, 403],
  ])('error: %s gets none', async (_what, headers, status) => {
    expect((await readCodes(headers)).status).toBe(status);
  });

  test('error: the demo dApp can’t use a code either', async () => {
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'X-Set-Up-Code': service.createSetUpCode() };
    expect((await readCodes(headers)).status).toBe(403);
    const body = JSON.stringify(registering(service.createSetUpCode()));
    expect((await send(service, '/local/enrol', { method: 'POST', headers, body })).status).toBe(
      403,
    );
  });
});

describe('the first user', () => {
  const codeFor = (userName: string) =>
    createSetUpCode(MAC, 'first-user', { now: service.time.now, random: randomBytes, userName });
  const registration = (code: string, by: Key = key) =>
    post('/registration', registering(code, by));

  test('behavior: is registered with the name in the code, as a root user who can act', async () => {
    await service.database.db.delete(apiKeys);
    const answer = await registration(codeFor('Frances O’Neill'));
    expect(answer.status).toBe(200);
    const frances = caller(service, key, answer.body as { userId: string; apiKeyId: string });
    const [user] = (await listOf(frances, 'list_users', 'users')).filter(
      ({ userId }) => userId === frances.userId,
    );
    expect(user).toMatchObject({ userName: 'Frances O’Neill' });
    expect(
      (await frances.submit('create_wallet', { walletName: 'First', accounts: [] })).status,
    ).toBe(200);
  });

  test('error: nobody else, once a root user can stamp', async () => {
    expect(refusalOf(await registration(codeFor('Second')))).toMatchObject({
      status: 403,
      message: expect.stringContaining('has a root user already') as string,
    });
    const named = eq(users.name, 'Second');
    expect(await service.database.db.$count(users, named)).toBe(0);
  });

  test('behavior: of two at once one is the first', async () => {
    await service.database.db.delete(apiKeys);
    const keys = await Promise.all([createKey(), createKey()]);
    const answers = await Promise.all(
      keys.map((one, at) => registration(codeFor(`User ${at}`), one)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]));
  });

  test('error: a local code isn’t for that', async () => {
    await service.database.db.delete(apiKeys);
    const answer = await registration(service.createSetUpCode());
    expect(answer.body['message']).toBe('set-up code: it is for something else');
  });
});
