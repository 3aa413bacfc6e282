// Requests that want one row at the same moment, each over a connection of its own.
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromHex, randomBytes } from '../../src/crypto/bytes.ts';
import { openServer, type OpenDatabase } from '../../src/service/database.ts';
import {
  activityOf,
  caller,
  createKey,
  enrol,
  listOf,
  refusalOf,
  resultOf,
  readSent,
  serviceOver,
  type Answer,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';
import { addUser } from './new-user.ts';
import { sealBundle, startImport, submitImport } from './key-import.ts';
import { startPostgres, whyNoPostgres, type RunningPostgres } from './postgres.ts';

/*
 * The embedded database has one connection, so there two requests never meet. Here a third connection
 * holds the row until all of them wait for it: what they read before that they have all read.
 */

const missing = whyNoPostgres();
const reason = missing ? ` (skipped: ${missing})` : '';
const MASTER = fromHex('55'.repeat(32));

describe.skipIf(missing)(`requests that meet at one row${reason}`, { timeout: 60_000 }, () => {
  let server: RunningPostgres;
  const databases: OpenDatabase[] = [];
  let first: TestService;
  let second: TestService;
  let root: Caller;
  /** The same user at the other service. */
  let there: Caller;

  beforeAll(async () => {
    server = await startPostgres();
    const services: TestService[] = [];
    for (let count = 0; count < 2; count += 1) {
      const database = await openServer(server.url);
      databases.push(database);
      services.push(await serviceOver(database, {}, MASTER));
    }
    [first, second] = services as [TestService, TestService];
    root = await enrol(first);
    there = caller(second, root, root);
  }, 120_000);
  afterAll(async () => {
    await Promise.all(databases.map((one) => one.close()));
    await server?.stop();
  });

  async function waitForWaiting(count: number): Promise<void> {
    const waiting = "select pid from pg_stat_activity where wait_event_type = 'Lock'";
    await expect.poll(() => server.query(waiting), { timeout: 20_000 }).toHaveLength(count);
  }

  /** The answers to requests that all stood before a row of a table when it was let go; `meanwhile` they stood. */
  async function meetAt(
    table: string,
    id: unknown,
    requests: readonly (() => Promise<Answer>)[],
    meanwhile?: () => Promise<Answer>,
  ): Promise<readonly Answer[]> {
    const holder = new Client({ connectionString: server.url });
    await holder.connect();
    try {
      await holder.query('begin');
      const { rowCount } = await holder.query(`select from ${table} where id = $1 for update`, [
        id,
      ]);
      expect(rowCount).toBe(1);
      const answers = Promise.all(requests.map((request) => request()));
      await waitForWaiting(requests.length);
      if (meanwhile) expect((await meanwhile()).status).toBe(200);
      await holder.query('commit');
      return await answers;
    } finally {
      await holder.end();
    }
  }

  const statuses = (answers: readonly Answer[]) =>
    answers.map(({ status }) => status).toSorted((a, b) => a - b);

  test('behavior: a policy that goes while a claim waits allows nothing', async () => {
    const nina = await addUser(first, root, { userName: 'Nina' });
    const policy = { policyName: 'Tags', effect: 'EFFECT_ALLOW', notes: '', condition: 'true' };
    const { policyId } = resultOf(await root.submit('create_policy', policy));
    const names = async () =>
      (await listOf(root, 'list_wallets', 'wallets')).map(({ walletName }) => walletName);
    const [wallet] = await listOf(root, 'list_wallets', 'wallets');
    const rename = (walletName: string) => () =>
      nina.submit('update_wallet', { walletId: wallet?.['walletId'], walletName });
    for (const name of ['Allowed', 'Known']) expect((await rename(name)()).status).toBe(200);
    const remove = () => there.submit('delete_policy', { policyId });
    const answers = await meetAt('users', nina.userId, [rename('Waited')], remove);
    expect(statuses(answers)).toEqual([403]);
    expect(await names()).toContain('Known');
  });

  test('behavior: a target takes one import', async () => {
    const target = await startImport(first, root);
    const [row] = await server.query('select id from import_targets order by created_at desc');
    const requests = await Promise.all(
      [root, there, root, there].map(async (requester, at) => {
        const bundle = await sealBundle(target, randomBytes(32));
        return () => submitImport(requester, bundle, { privateKeyName: `Raced ${at}` });
      }),
    );
    const answers = await meetAt('import_targets', row?.['id'], requests);
    expect(statuses(answers)).toEqual([200, 400, 400, 400]);
    for (const answer of answers.filter(({ status }) => status === 400)) {
      expect(refusalOf(answer).message).toMatch(/^the import bundle has been used already/);
    }
    const keys = await listOf(root, 'list_private_keys', 'privateKeys');
    expect(
      keys.filter(({ privateKeyName }) => String(privateKeyName).startsWith('Raced')),
    ).toHaveLength(1);
  });

  test('behavior: a code and its token work once', async () => {
    const contact = 'name@example.com';
    const parameters = { otpType: 'OTP_TYPE_EMAIL', contact, appName: 'Test' };
    const { otpId } = resultOf(
      await root.submit('init_otp', parameters, 'ACTIVITY_TYPE_INIT_OTP_V2'),
    );
    const { body } = await readSent(first);
    const otpCode = (body['codes'] as Json[]).find((one) => one['otpId'] === otpId)?.['code'];
    const verify = (who: Caller) => () =>
      who.submit('verify_otp', { otpId, otpCode }, 'ACTIVITY_TYPE_VERIFY_OTP');
    const verified = await meetAt('otps', otpId, [verify(root), verify(there), verify(root)]);
    expect(statuses(verified)).toEqual([200, 400, 400]);
    const done = verified.find(({ status }) => status === 200);
    const verificationToken = done && resultOf(done)['verificationToken'];
    const [token] = await server.query('select id from verification_tokens where used_at is null');
    const change = (who: Caller) => () =>
      who.submit('update_user_email', {
        userId: root.userId,
        userEmail: contact,
        verificationToken,
      });
    const changed = await meetAt('verification_tokens', token?.['id'], [
      change(root),
      change(there),
    ]);
    expect(statuses(changed)).toEqual([200, 409]);
  });

  test('behavior: votes that meet are counted one after the other', async () => {
    const users = await listOf(root, 'list_users', 'users');
    const giveKey = async (name: string, at: TestService) => {
      const userId = String(
        users.find(({ userName }) => String(userName).startsWith(name))?.['userId'],
      );
      const key = await createKey();
      const apiKey = {
        apiKeyName: `Key of ${name}`,
        publicKey: key.publicKey,
        curveType: 'API_KEY_CURVE_P256',
      };
      await root.submit('create_api_keys', { userId, apiKeys: [apiKey] });
      return caller(at, key, { userId, apiKeyId: '' });
    };
    const carol = await giveKey('Carol', first);
    const [dave, erin] = [await giveKey('Dave', first), await giveKey('Erin', second)];
    const policyOf = (count: number, kind: string) =>
      root.submit('create_policy', {
        policyName: `${count} for ${kind}`,
        effect: 'EFFECT_ALLOW',
        notes: '',
        consensus: `approvers.count() >= ${count}`,
        condition: `activity.kind == '${kind}'`,
      });
    await policyOf(2, 'CREATE_USER_TAG');
    await policyOf(3, 'UPDATE_WALLET');
    const vote =
      (who: Caller, { fingerprint }: { readonly fingerprint: string }) =>
      () =>
        who.submit('approve_activity', { fingerprint });
    const executions = async (id: string) =>
      (await server.query(`select executions from activities where id = '${id}'`))[0]?.[
        'executions'
      ];

    const two = activityOf(
      await carol.submit('create_user_tag', { userTagName: 'Two', userIds: [] }),
    );
    const decided = await meetAt('activities', two.id, [vote(dave, two), vote(erin, two)]);
    expect([statuses(decided), await executions(two.id)]).toEqual([[200, 403], 1]);

    const [wallet] = await listOf(root, 'list_wallets', 'wallets');
    const name = { walletId: wallet?.['walletId'], walletName: 'Named by three' };
    const three = activityOf(await carol.submit('update_wallet', name));
    const both = await meetAt('activities', three.id, [vote(dave, three), vote(erin, three)]);
    const ends = both.map((answer) => activityOf(answer).status).toSorted();
    expect(ends).toEqual(['ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_CONSENSUS_NEEDED']);
    expect(await executions(three.id)).toBe(1);

    const rejected = activityOf(
      await carol.submit('create_user_tag', { userTagName: 'Not', userIds: [] }),
    );
    const reject = () => erin.submit('reject_activity', { fingerprint: rejected.fingerprint });
    const ended = await meetAt('activities', rejected.id, [vote(dave, rejected), reject]);
    expect(statuses(ended)).toEqual([200, 403]);
    const isRejected = (await executions(rejected.id)) === 0;
    const [row] = await server.query(`select status from activities where id = '${rejected.id}'`);
    expect(row?.['status']).toBe(`ACTIVITY_STATUS_${isRejected ? 'REJECTED' : 'COMPLETED'}`);
  });
});
