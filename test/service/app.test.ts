import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import { ROWS } from '../../src/protocol/operations.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import {
  createKey,
  demandSubmit,
  effectsOf,
  enrol,
  freshService,
  openMemory,
  refusalOf,
  send,
  serviceOver,
  URL_BASE,
  type Caller,
  type TestService,
} from './harness.ts';

const MASTER = randomBytes(32);
const WHOAMI = '/public/v1/query/whoami';

let database: OpenDatabase;
let service: TestService;
let root: Caller;

// No test here changes what another test reads, so one organization serves them all.
beforeAll(async () => {
  database = await openMemory();
  service = await freshService(database, {}, MASTER);
  root = await enrol(service);
});
afterAll(() => database.close());

describe('routes', () => {
  test.each(ROWS.map((row) => [row.path]))(
    'behavior: %s exists and requires a stamp',
    async (path) => {
      const answer = await send(service, path, { method: 'POST', body: '{}' });
      expect(answer.body['turnkeyErrorCode']).toBe('SIGNATURE_MISSING');
    },
  );

  test('error: an unknown path, and GET on a known one', async () => {
    const unknown = await send(service, '/public/v1/submit/delete_everything', { method: 'POST' });
    expect(refusalOf(unknown)).toEqual({ status: 404, code: 5, turnkey: '', message: 'not found' });
    const get = await send(service, WHOAMI);
    expect(get.status).toBe(405);
    expect(get.headers.get('Allow')).toBe('POST, OPTIONS');
  });
});

describe('CORS', () => {
  test('behavior: open for results and refusals', async () => {
    const preflight = await send(service, WHOAMI, {
      method: 'OPTIONS',
      headers: { Origin: 'https://app.example', 'Access-Control-Request-Headers': 'x-stamp' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toBe('*');
    const refused = await send(service, WHOAMI, { method: 'POST', body: '{}' });
    const answered = await root.query('whoami');
    for (const { headers } of [preflight, refused, answered]) {
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(headers.get('Access-Control-Expose-Headers')).toBe('Date, X-Request-Id');
      expect(headers.get('Date')).toBe(new Date(service.time.now).toUTCString());
    }
  });
});

describe('bodies', () => {
  test.each([
    ['nothing', ''],
    ['no JSON', '{"organizationId":'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d)],
  ])('error: %s', async (_what, body) => {
    const answer = await send(service, WHOAMI, { method: 'POST', body });
    expect(refusalOf(answer)).toEqual({
      status: 400,
      code: 3,
      turnkey: 'REQUEST_INVALID',
      message: 'bad request body',
    });
  });

  test('error: nested too deeply, refused at once and without a crash', async () => {
    const body = `{"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const answer = await send(service, WHOAMI, { method: 'POST', body });
    expect(answer.body['message']).toMatch(/nested too deeply/);
  });

  test.each([
    '{"organizationId":"a","organizationId":"b"}',
    '{"x":null,"x":1}',
    '{"x":1,"\\u0078":1}',
    '{"a":[{"b" \n:1,"b":2}]}',
    '{"__proto__":1,"__proto__":2}',
  ])('error: a duplicate name: %s', async (body) => {
    const answer = await send(service, WHOAMI, { method: 'POST', body });
    expect(refusalOf(answer)).toMatchObject({
      status: 400,
      message: 'bad request body: a name stands twice',
    });
  });

  test('behavior: text that only looks like a name isn’t one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
        const body = JSON.stringify({ x: value, '": {"': ['"a":', '\\":', value] }, null, 1);
        const answer = await send(service, WHOAMI, { method: 'POST', body });
        expect(answer.body['message']).not.toMatch(/stands twice/);
      }),
      { numRuns: 200 },
    );
  });

  test('error: over 1 MiB, declared or not', async () => {
    const body = JSON.stringify({ x: 'x'.repeat(1_048_577) });
    const declared = { method: 'POST', body, headers: { 'Content-Length': String(body.length) } };
    const streamed = { method: 'POST', body: new Blob([body]).stream(), duplex: 'half' } as const;
    for (const init of [declared, streamed]) {
      const answer = await send(service, WHOAMI, init);
      expect(refusalOf(answer)).toMatchObject({ status: 413, code: 3 });
      expect(answer.body['message']).toMatch(/1048576 bytes at most/);
    }
  });

  test('behavior: random bodies never cause a fault, on any path', async () => {
    const paths = fc.constantFrom(...ROWS.map((row) => row.path));
    await fc.assert(
      fc.asyncProperty(paths, fc.json({ maxDepth: 4 }), async (path, body) => {
        const { status } = await root.post(path, body);
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 150 },
    );
  });

  test('behavior: random parameters never cause a fault, on any operation', async () => {
    const cases = fc.constantFrom(...ROWS).chain((row) => {
      const value = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(root.userId, '', 'CURVE_SECP256K1', '{}', null, [], '__proto__'),
        fc.jsonValue({ maxDepth: 2 }),
      );
      const versions = row.kind === 'submit' ? row.versions : [{ type: '', fields: row.fields }];
      return fc.constantFrom(...versions).chain(({ type, fields }) => {
        const members = Object.fromEntries(Object.keys(fields).map((name) => [name, value]));
        return fc.tuple(fc.constant(row), fc.constant(type), fc.record(members));
      });
    });
    await fc.assert(
      fc.asyncProperty(cases, async ([row, type, parameters]) => {
        const { organizationId } = root;
        const timestampMs = String(service.time.now);
        const submit = { type, timestampMs, organizationId, parameters };
        const body = row.kind === 'submit' ? submit : { organizationId, ...parameters };
        expect((await root.post(row.path, JSON.stringify(body))).status).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
  });

  test('behavior: random stamps never cause a fault', async () => {
    const body = JSON.stringify({ organizationId: root.organizationId });
    const members = { publicKey: fc.string(), scheme: fc.string(), signature: fc.string() };
    const stamps = fc
      .record(members)
      .map((item) => Buffer.from(JSON.stringify(item)).toString('base64url'));
    await fc.assert(
      fc.asyncProperty(stamps, async (stamp) => {
        expect((await root.post(WHOAMI, body, { 'X-Stamp': stamp })).status).toBe(401);
      }),
    );
  });

  test('error: a fault reveals nothing about itself', async () => {
    const lines: string[] = [];
    const broken = await serviceOver(database, { log: (line) => lines.push(line) }, MASTER);
    const requester = await enrol(broken);
    await database.db.execute('alter table wallets rename to wallets_gone');
    try {
      const answer = await requester.query('list_wallets');
      expect(refusalOf(answer)).toEqual({
        status: 500,
        code: 13,
        turnkey: 'INTERNAL',
        message: 'internal server error',
      });
    } finally {
      await database.db.execute('alter table wallets_gone rename to wallets');
    }
    expect(lines.join('\n')).toMatch(/^fault: Error \("42P01"\)\n +at /);
    expect(lines.join('\n')).not.toContain(requester.organizationId);
  });
});

describe('rates', () => {
  /** Two users of the organization, at a service with a limit. */
  const limitedTo = async (rate: number) => {
    const limited = await serviceOver(database, { rates: { organization: rate } }, MASTER);
    return { limited, users: [await enrol(limited), await enrol(limited)] as const };
  };
  const silent = (headers: Headers) =>
    Array.from(headers.keys()).filter((name) => /rate|retry/.test(name));

  test('behavior: no limit unless one is set, and no header mentions it', async () => {
    const answers = await Promise.all(Array.from({ length: 150 }, () => root.query('whoami')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(silent(answers[0]?.headers ?? new Headers())).toEqual([]);
  });

  test('error: a minute’s worth at once for all keys, then the published 429', async () => {
    const { limited, users } = await limitedTo(1);
    const [item, other] = users;
    const ask = (i: number) => (i % 2 ? item : other).query('whoami');
    for (let i = 0; i < 60; i++) expect((await ask(i)).status).toBe(200);
    const refused = await ask(0);
    const facts = { status: 429, code: 8, turnkey: 'RATE_LIMIT_EXCEEDED' };
    expect(refusalOf(refused)).toEqual({
      ...facts,
      message: 'Resource exhausted; please wait a minute and try again.',
    });
    expect(refused.body['details']).toHaveLength(1);
    expect(silent(refused.headers)).toEqual([]);
    const tag = () => item.submit('create_user_tag', { userTagName: 'Limited', userIds: [] });
    expect(refusalOf(await tag())).toEqual({
      ...facts,
      message:
        'Too many requests in a short period of time. Please wait a few minutes and try again.',
    });
    // The bucket refills all the time, and a refusal takes nothing from it.
    limited.time.now += 999;
    expect((await ask(0)).status).toBe(429);
    limited.time.now += 1;
    expect((await tag()).status).toBe(200);
    expect((await ask(0)).status).toBe(429);
    limited.time.now += 3_600_000;
    for (let i = 0; i < 60; i++) expect((await ask(i)).status).toBe(200);
    expect((await ask(0)).status).toBe(429);
  });

  const say = async (answer: ReturnType<typeof send>) => {
    const { status, message } = refusalOf(await answer);
    return status === 200 ? 'done' : `${status} ${String(message)}`;
  };
  const OF_TYPE =
    '429 Too many requests for this type of activity. Please wait a few minutes and try again.';

  test('error: one operation’s own limit leaves the others alone', async () => {
    const limited = await serviceOver(database, { rates: { operation: 1 } }, MASTER);
    const user = await enrol(limited);
    const tag = () => user.submit('create_user_tag', { userTagName: 'Limited', userIds: [] });
    for (let i = 0; i < 60; i++) await tag();
    expect(await say(tag())).toBe(OF_TYPE);
    expect(await say(user.submit('create_wallet', { walletName: 'Free', accounts: [] }))).toBe(
      'done',
    );
    for (let i = 0; i < 60; i++) await user.query('whoami');
    expect(await say(user.query('whoami'))).toBe(
      '429 Resource exhausted; please wait a minute and try again.',
    );
    expect(await say(user.query('list_wallets'))).toBe('done');
  });

  test('error: a group’s limit is shared by its operations, and a refusal counts nowhere', async () => {
    const rates = { organization: 3, operation: 2, group: 1 };
    const limited = await serviceOver(database, { rates }, MASTER);
    const user = await enrol(limited);
    const tag = () => user.submit('create_user_tag', { userTagName: 'Limited', userIds: [] });
    const rename = () => user.submit('update_user_name', { userId: user.userId, userName: 'New' });
    const wallet = () => user.submit('create_wallet', { walletName: 'Also free', accounts: [] });
    for (let i = 0; i < 30; i++) await Promise.all([tag(), rename()]);
    // Both are about users. More of them than the organization's own bucket holds:
    for (let i = 0; i < 130; i++) expect(await say(i % 2 ? tag() : rename())).toBe(OF_TYPE);
    expect(await say(wallet())).toBe('done');
    limited.time.now += 1000;
    expect(await say(rename())).toBe('done');
    expect(await say(rename())).toBe(OF_TYPE);
  });

  test('behavior: unstamped requests and the local helpers don’t count', async () => {
    const { limited, users } = await limitedTo(1);
    const { organizationId } = users[0];
    const body = JSON.stringify({ organizationId });
    for (let i = 0; i < 100; i++) {
      await send(limited, WHOAMI, { method: 'POST', body });
      expect((await send(limited, '/local/info')).status).toBe(200);
    }
    expect((await users[0].query('whoami')).status).toBe(200);
  });
});

describe('local helpers', () => {
  const enrolment = async (change: object = {}) => {
    const { publicKey } = await createKey();
    const setUpCode = service.createSetUpCode();
    return JSON.stringify({ publicKey, curveType: 'API_KEY_CURVE_P256', setUpCode, ...change });
  };

  test('behavior: info names the organization and the trusted keys', async () => {
    const { body } = await send(service, '/local/info');
    // Another test here may have renamed it.
    expect(body).toEqual({ ...service.info, organizationName: expect.any(String) as string });
    expect(body['enclaveQuorumPublic']).toMatch(/^04[0-9a-f]{128}$/);
    expect(body['otpPublic']).not.toBe(body['enclaveQuorumPublic']);
  });

  test('behavior: the same key enrolls once, even concurrently', async () => {
    const body = await enrolment({ userName: 'Me' });
    const enrolled = await Promise.all(
      Array.from({ length: 5 }, () => send(service, '/local/enrol', { method: 'POST', body })),
    );
    expect(new Set(enrolled.map((item) => JSON.stringify(item.body))).size).toBe(1);
    expect(enrolled[0]?.body).toEqual({
      organizationId: service.info.organizationId,
      userId: expect.any(String),
      apiKeyId: expect.any(String),
    });
  });

  test.each([
    ['a curve of nobody', { curveType: 'P256' }],
    ['a key of another curve', { curveType: 'API_KEY_CURVE_ED25519' }],
    ['a point not on the curve', { publicKey: `02${'f'.repeat(64)}` }],
    ['no key', { publicKey: undefined }],
    ['a name too long', { userName: 'x'.repeat(65) }],
    ['a member too many', { root: false }],
  ])('error: %s', async (_what, change) => {
    const init = { method: 'POST', body: await enrolment(change) };
    expect(refusalOf(await send(service, '/local/enrol', init))).toMatchObject({
      status: 400,
      turnkey: 'REQUEST_INVALID',
    });
  });

  test.each(['/local/info', '/local/otp', '/local/effects', '/local/votes'])(
    'error: %s doesn’t exist for other machines',
    async (path) => {
      for (const name of ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via']) {
        expect((await send(service, path, { headers: { [name]: '10.0.0.1' } })).status).toBe(404);
      }
      expect((await send(service, path, {}, '192.168.1.5')).status).toBe(404);
      expect((await send(service, path, {}, '::ffff:10.0.0.1')).status).toBe(404);
      expect((await send(service, path, {}, '')).status).toBe(404);
    },
  );

  test.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])(
    'behavior: %s is this machine',
    async (address) => {
      expect((await send(service, '/local/info', {}, address)).status).toBe(200);
    },
  );

  test.each([
    'https://evil.example',
    'http://localhost:3000',
    'null',
    'file://',
    'chrome-extension://x.evil.example/',
  ])('error: a page of %s can’t read codes, enroll or pay', async (origin) => {
    const headers = { Origin: origin };
    for (const init of [{ headers }, { headers, method: 'POST', body: await enrolment() }]) {
      for (const path of ['/local/otp', '/local/enrol', '/checkout/x/pay']) {
        const answer = await send(service, path, init);
        expect(answer.status).toBe(403);
      }
    }
    const preflight = await send(service, '/local/enrol', { headers, method: 'OPTIONS' });
    expect(preflight.status).toBe(403);
  });

  test.each(['chrome-extension://abcdefghijklmnop', 'moz-extension://0a-1b', URL_BASE])(
    'behavior: %s can',
    async (origin) => {
      const { status, headers } = await send(service, '/local/otp', {
        headers: { Origin: origin, 'X-Set-Up-Code': service.createSetUpCode() },
      });
      expect(status).toBe(200);
      expect(headers.get('Access-Control-Allow-Origin')).toBe(origin === URL_BASE ? null : origin);
      expect(headers.get('Cache-Control')).toBe('no-store');
    },
  );

  test('behavior: effects are counted by type', async () => {
    const wallet = { walletName: 'New', accounts: [] };
    const [{ type }] = demandSubmit('create_wallet').versions;
    const before = await effectsOf(service, type);
    expect((await root.submit('create_wallet', wallet)).status).toBe(200);
    expect(await effectsOf(service, type)).toBe(before + 1);
    const { body } = await send(service, '/local/effects');
    const status = 'ACTIVITY_STATUS_COMPLETED';
    const rows = { type, status, activities: before + 1, executions: before + 1 };
    expect(body['activities']).toContainEqual(rows);
  });
});
