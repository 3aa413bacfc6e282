import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomBytes, toHex } from '../../src/crypto/bytes.ts';
import {
  openServer,
  transact,
  withSetupLock,
  type OpenDatabase,
} from '../../src/service/database.ts';
import { activities } from '../../src/service/schema.ts';
import { stampOf } from '../webauthn/authenticator.ts';
import { startService, type RunningService } from '../e2e/service.ts';
import { expectOneExecution } from './concurrent-submits.ts';
import {
  activityOf,
  caller,
  createKey,
  demandSubmit,
  effectsOf,
  enrol,
  listOf,
  refusalOf,
  resultOf,
  readSent,
  serviceOver,
  type Json,
  type TestService,
} from './harness.ts';
import { callerWithPasskey, post, withPasskey } from './passkeys.ts';
import { expectRemovedEverywhere } from './removed-key.ts';
import { UNRELEASED_DATABASES } from './unreleased-databases.ts';
import { queryAt, startPostgres, whyNoPostgres, type RunningPostgres } from './postgres.ts';
import { newSetUpCode, TEST_MASTER } from '../set-up-code.ts';

const missing = whyNoPostgres();
const reason = missing ? ` (skipped: ${missing})` : '';
/** How long a row stays locked, for trials: times are asserted then. */
const LOCKED_MS = Number(process.env['KEYSTAMP_LOCKED_MS'] ?? 0);
const MASTER = TEST_MASTER;

describe.skipIf(missing)(`two services on one PostgreSQL server${reason}`, () => {
  let server: RunningPostgres;
  const databases: OpenDatabase[] = [];
  let first: TestService;
  let second: TestService;

  beforeAll(async () => {
    server = await startPostgres();
    // Concurrently: migrations, keys and the demo organization are made once.
    databases.push(...(await Promise.all([openServer(server.url), openServer(server.url)])));
    const [item, two] = databases;
    if (!item || !two) throw new Error('no database');
    [first, second] = await Promise.all([
      serviceOver(item, {}, MASTER),
      serviceOver(two, {}, MASTER),
    ]);
  });
  afterAll(async () => {
    await Promise.all(databases.map((item) => item.close()));
    await server?.stop();
  });

  test('behavior: work as one service', async () => {
    expect(second.info).toEqual(first.info);
    const root = await enrol(first);
    const secondCaller = caller(second, root, root);
    expect(await listOf(secondCaller, 'list_wallets', 'wallets')).toHaveLength(4);
  });

  test('error: a database of an unreleased version is refused as it is, whoever comes first', async () => {
    await server.query('create database unreleased');
    const url = new URL(server.url);
    url.pathname = '/unreleased';
    await queryAt(url.href, UNRELEASED_DATABASES['a database of thirteen migrations']);
    const opened = await Promise.allSettled([openServer(url.href), openServer(url.href)]);
    for (const one of opened) {
      expect(one).toMatchObject({
        status: 'rejected',
        reason: { message: expect.stringContaining('from before 0.1.0 was released') as string },
      });
    }
    expect(await queryAt(url.href, 'select name from organizations')).toEqual([{ name: 'Old' }]);
  });

  test('behavior: a start waits for another process’s setup, however long it takes', async () => {
    const [item] = databases;
    const held = Promise.withResolvers<void>();
    const other = item && withSetupLock(item.db, () => held.promise);
    const starting = openServer(server.url);
    // Longer than anything else waits for a lock.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    held.resolve();
    await other;
    await (await starting).close();
  });

  test('behavior: 20 identical concurrent submits at both have one effect', async () => {
    const root = await enrol(first);
    const secondCaller = caller(second, root, root);
    const path = '/public/v1/submit/create_user_tag';
    const body = root.body('create_user_tag', { userTagName: 'Once', userIds: [root.userId] });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? root : secondCaller).post(path, body)),
    );
    const [activity, ...others] = answers.map((item) => activityOf(item));
    expect(activity?.status).toBe('ACTIVITY_STATUS_COMPLETED');
    for (const other of others) expect(other).toEqual(activity);
    expect(await effectsOf(second, 'ACTIVITY_TYPE_CREATE_USER_TAG')).toBe(1);
    const tags = await listOf(secondCaller, 'list_user_tags', 'userTags');
    expect(tags.filter((item) => item['tagName'] === 'Once')).toHaveLength(1);
  });

  test('behavior: a locked row holds up its own changes, and no others', async () => {
    const root = await enrol(first);
    const [locked, free] = await listOf(root, 'list_wallets', 'wallets');
    const rename = (wallet: Json | undefined, walletName: string) =>
      root.submit('update_wallet', { walletId: wallet?.['walletId'], walletName });
    const holder = new Client({ connectionString: server.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from wallets where id = $1 for update', [locked?.['walletId']]);
    let ended = 0;
    const waiting = Array.from({ length: 20 }, async (_, at) => {
      const answer = await rename(locked, `Locked ${at}`);
      ended += 1;
      return answer;
    });
    const times: number[] = [];
    const started = performance.now();
    do {
      const sent = performance.now();
      activityOf(await rename(free, `Free ${times.length}`));
      times.push(performance.now() - sent);
    } while (times.length < 10 || performance.now() - started < LOCKED_MS);
    if (LOCKED_MS === 0) expect(ended, 'changes of the locked row').toBe(0);
    else expect(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]).toBeLessThan(100);
    await holder.query('rollback');
    await holder.end();
    const { length: done } = (await Promise.all(waiting)).filter(({ status }) => status === 200);
    // Held longer than the service tries, a row's changes get 503 and can be sent again.
    expect(done).toBe(LOCKED_MS === 0 ? 20 : done);
  });

  test('behavior: a single-statement submit runs once, wherever it arrives', () =>
    expectOneExecution([first, second]));

  test('behavior: a code allows three guesses at most, wherever they arrive', async () => {
    const root = await enrol(first);
    const secondCaller = caller(second, root, root);
    const parameters = { otpType: 'OTP_TYPE_EMAIL', contact: 'n@example.com', appName: 'Test' };
    const { otpId } = resultOf(await root.submit('init_otp', parameters));
    const { body } = await readSent(second);
    const code = String((body['codes'] as Json[])[0]?.['code']);
    const otpCode = (code.startsWith('0') ? '1' : '0') + code.slice(1);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        (i % 2 ? root : secondCaller).submit('verify_otp', { otpId, otpCode }),
      ),
    );
    const words = answers.map((item) => refusalOf(item).message);
    expect(words.filter((item) => item === 'invalid OTP code')).toHaveLength(3);
  });

  test('behavior: a passkey of one works at the other, and its bytes have one effect', async () => {
    const root = await enrol(first);
    const user = await withPasskey(first, root);
    const body = user.body('create_user_tag', { userTagName: 'By passkey', userIds: [] });
    const headers = { 'X-Stamp-Webauthn': stampOf(user.authenticator, body) };
    const before = await effectsOf(second, 'ACTIVITY_TYPE_CREATE_USER_TAG');
    const { path } = demandSubmit('create_user_tag');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => post(i % 2 ? first : second, path, body, headers)),
    );
    const [activity, ...others] = answers.map((item) => activityOf(item));
    for (const other of others) expect(other).toEqual(activity);
    expect(await effectsOf(second, 'ACTIVITY_TYPE_CREATE_USER_TAG')).toBe(before + 1);
  });

  test('error: a sign count is accepted once, wherever it arrives', async () => {
    const root = await enrol(first);
    const user = await withPasskey(first, root);
    const { path } = demandSubmit('create_user_tag');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => {
        const body = user.body('create_user_tag', { userTagName: `Count ${i}`, userIds: [] });
        const headers = { 'X-Stamp': stampOf(user.authenticator, body, { signCount: 50 }) };
        return post(i % 2 ? first : second, path, body, headers);
      }),
    );
    expect(answers.filter((item) => item.status === 200)).toHaveLength(1);
    for (const other of answers.filter((item) => item.status !== 200)) {
      expect(refusalOf(other).message).toMatch(/the sign count 50 has not grown since 50/);
    }
  });

  test('error: both refuse a key that one removes, for new and known bytes', async () => {
    await expectRemovedEverywhere([first, second]);
    await expectRemovedEverywhere([second, first]);
  });

  test('error: the last two credentials can’t go at once; sessions end everywhere', async () => {
    const root = await enrol(first);
    const user = await withPasskey(first, root);
    const session = resultOf(await user.submit('create_read_only_session', {}))['session'];
    const read = (where: TestService) =>
      post(
        where,
        '/public/v1/query/whoami',
        JSON.stringify({ organizationId: root.organizationId }),
        {
          'X-Session': String(session),
        },
      );
    expect((await read(second)).status).toBe(200);
    const secondCaller = caller(second, root, root);
    const { userId, apiKeyId } = root;
    const answers = await Promise.all([
      secondCaller.submit('delete_authenticators', {
        userId,
        authenticatorIds: [user.authenticatorId],
      }),
      user.submit('delete_api_keys', { userId, apiKeyIds: [apiKeyId] }),
    ]);
    expect(answers.filter((item) => item.status === 200)).toHaveLength(1);
    const [removed] = answers;
    expect((await read(first)).status).toBe(removed?.status === 200 ? 401 : 200);
  });

  test('behavior: the last factor, shown at both at once, carries the activity out once', async () => {
    const root = await enrol(first);
    const atFirst = await withPasskey(first, root);
    const atSecond = callerWithPasskey(second, atFirst.authenticator, root);
    await caller(second, root, root).query('whoami');
    await root.submit('create_mfa_policy', {
      userId: root.userId,
      mfaPolicyName: 'Both',
      condition: "activity.kind == 'CREATE_USER_TAG'",
      requiredAuthenticationMethods: ['API_KEY', 'PASSKEY'].map((name) => ({
        any: [{ type: `AUTHENTICATION_TYPE_${name}` }],
      })),
      order: 0,
    });
    const tag = { userTagName: 'By two factors', userIds: [] };
    // The key that the second service knows from before acts alone no longer.
    const waiting = activityOf(await caller(second, root, root).submit('create_user_tag', tag));
    expect(waiting.status).toBe('ACTIVITY_STATUS_AUTHENTICATORS_NEEDED');
    const { fingerprint } = waiting;
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        (i % 2 ? atFirst : atSecond).submit('approve_activity', { fingerprint }),
      ),
    );
    const counted = answers.filter((item) => item.status === 200);
    expect(counted.map((item) => activityOf(item).status)).toEqual(['ACTIVITY_STATUS_COMPLETED']);
    const where = sql`${activities.id} = ${waiting.id}`;
    const [row] = (await databases[0]?.db.select().from(activities).where(where)) ?? [];
    expect(row?.executions).toBe(1);
  });

  test('error: one name is given once, however many requests want it', async () => {
    const root = await enrol(first);
    const secondCaller = caller(second, root, root);
    const wallets = await listOf(root, 'list_wallets', 'wallets');
    const answers = await Promise.all(
      wallets.map(({ walletId }, i) =>
        (i % 2 ? root : secondCaller).submit('update_wallet', {
          walletId,
          walletName: 'Contested',
        }),
      ),
    );
    expect(answers.filter((item) => item.status === 200)).toHaveLength(1);
    for (const other of answers.filter((item) => item.status !== 200)) {
      expect(refusalOf(other)).toMatchObject({
        status: 400,
        message: 'wallet label must be unique',
      });
    }
  });

  test('behavior: a transaction that the server ends for a deadlock is retried', async () => {
    const [item, two] = databases;
    if (!item || !two) throw new Error('no database');
    await item.db.execute(
      sql`create table deadlock (id integer primary key, count integer not null)`,
    );
    await item.db.execute(sql`insert into deadlock values (1, 0), (2, 0)`);
    let attempts = 0;
    let held = 0;
    const both = Promise.withResolvers<void>();
    const addTo = (db: OpenDatabase['db'], ...ids: [number, number]) =>
      transact(db, async (tx) => {
        attempts += 1;
        const add = (id: number) =>
          tx.execute(sql`update deadlock set count = count + 1 where id = ${id}`);
        await add(ids[0]);
        held += 1;
        if (held === 2) both.resolve();
        await both.promise;
        await add(ids[1]);
      });
    await Promise.all([addTo(item.db, 1, 2), addTo(two.db, 2, 1)]);
    // The retried one may collide with the other again.
    expect(attempts).toBeGreaterThanOrEqual(3);
    const where = sql`count = 2`;
    const done = await item.db
      .select({ id: sql<number>`id` })
      .from(sql`deadlock`)
      .where(where);
    expect(done).toHaveLength(2);
  });

  test('behavior: two processes, one of them killed, have one effect', async () => {
    const env = { DATABASE_URL: server.url, KEYSTAMP_SERVICE_KEY: toHex(MASTER) };
    const [item, two] = await Promise.all([
      startService({ args: ['--port', '0'], env }),
      startService({ args: ['--port', '0'], env }),
    ]);
    try {
      expect(two.organizationId).toBe(first.info.organizationId);
      const { key, post } = await stranger(item);
      const { organizationId } = item;
      const parameters = { userTagName: 'By processes', userIds: [] };
      const type = 'ACTIVITY_TYPE_CREATE_USER_TAG';
      const body = JSON.stringify({
        type,
        timestampMs: String(Date.now()),
        organizationId,
        parameters,
      });
      const stamp = await key.stamp(body);
      const sent = [item, two, item, two].map((where) => post(where, body, stamp));
      const answers = await Promise.all(sent);
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      await item.kill();
      expect(await post(two, body, stamp)).toEqual(answers[0]);
      const where = sql`${activities.body} = ${body}`;
      const [row] = (await databases[0]?.db.select().from(activities).where(where)) ?? [];
      expect(row?.executions).toBe(1);
    } finally {
      await Promise.all([item.kill(), two.stop()]);
    }
  });

  test('error: another master key is refused at the start, in plain words', async () => {
    const env = { DATABASE_URL: server.url, KEYSTAMP_SERVICE_KEY: toHex(randomBytes(32)) };
    await expect(startService({ args: ['--port', '0'], env })).rejects.toThrow(
      /The master key does not open this database/,
    );
  });
});

async function stranger(at: RunningService) {
  const key = await createKey();
  const enrolment = {
    publicKey: key.publicKey,
    curveType: 'API_KEY_CURVE_P256',
    setUpCode: newSetUpCode(),
  };
  await fetch(`${at.url}/local/enrol`, { method: 'POST', body: JSON.stringify(enrolment) });
  const post = async (where: RunningService, body: string, stamp: string): Promise<unknown> => {
    const path = '/public/v1/submit/create_user_tag';
    const init = { method: 'POST', body, headers: { 'X-Stamp': stamp } };
    return (await fetch(`${where.url}${path}`, init)).json();
  };
  return { key, post };
}
