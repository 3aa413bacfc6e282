import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fingerprint } from '../../src/crypto/fingerprint.ts';
import { randomBytes, utf8 } from '../../src/crypto/bytes.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { activities } from '../../src/service/schema.ts';
import {
  caller,
  createKey,
  enrol,
  freshService,
  openMemory,
  serviceOver,
  type Answer,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';

/*
 * What policies and the root quorum let through, hold back or refuse, and what votes do. Users of the
 * demo organization: Alice and Bob are root, Carol and Dave are not; Alice and Carol have the tag Treasury.
 */

const DAY = 24 * 3_600_000;
const MASTER = randomBytes(32);

let database: OpenDatabase;
let service: TestService;
let root: Caller;
let carol: Caller;
let dave: Caller;
let walletId: string;
let treasury: string;

beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());

beforeEach(async () => {
  service = await freshService(database, {}, MASTER);
  root = await enrol(service);
  const { users } = (await root.query('list_users')).body as { users: Json[] };
  const idOf = (name: string) =>
    String(users.find(({ userName }) => String(userName).startsWith(name))?.['userId']);
  carol = await giveKey(idOf('Carol'));
  dave = await giveKey(idOf('Dave'));
  const { wallets } = (await root.query('list_wallets')).body as { wallets: Json[] };
  walletId = String(wallets[0]?.['walletId']);
  const { userTags } = (await root.query('list_user_tags')).body as { userTags: Json[] };
  treasury = String(userTags.find(({ tagName }) => tagName === 'Treasury')?.['tagId']);
});

async function giveKey(userId: string): Promise<Caller> {
  const key = await createKey();
  const apiKey = {
    apiKeyName: 'Laptop',
    publicKey: key.publicKey,
    curveType: 'API_KEY_CURVE_P256',
  };
  const { body } = await root.submit('create_api_keys', { userId, apiKeys: [apiKey] });
  const result = resultOf(body, 'createApiKeysResult');
  return caller(service, key, {
    userId,
    apiKeyId: (result['apiKeyIds'] as readonly string[])[0] ?? '',
  });
}

const activityOf = (body: Json) => body['activity'] as Json;
const resultOf = (body: Json, key: string) =>
  (activityOf(body)['result'] as Record<string, Json>)[key] ?? {};
const statusOf = ({ body }: Answer) =>
  String(activityOf(body)['status']).replace('ACTIVITY_STATUS_', '');
const rename = (who: Caller, walletName = 'Renamed') =>
  who.submit('update_wallet', { walletId, walletName });
const vote = (
  who: Caller,
  { body }: Answer,
  name: 'approve_activity' | 'reject_activity' = 'approve_activity',
) => who.submit(name, { fingerprint: activityOf(body)['fingerprint'] });

const executionsOf = ({ body }: Answer) =>
  database.db
    .select({ executions: activities.executions })
    .from(activities)
    .where(eq(activities.id, String(activityOf(body)['id'])));

async function walletName(): Promise<unknown> {
  const { wallets } = (await root.query('list_wallets')).body as { wallets: Json[] };
  return wallets.find((wallet) => wallet['walletId'] === walletId)?.['walletName'];
}

async function addPolicy(parameters: Json): Promise<string> {
  const policy = { policyName: 'Policy', effect: 'EFFECT_ALLOW', notes: '', ...parameters };
  const answer = await root.submit('create_policy', policy);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return String(resultOf(answer.body, 'createPolicyResult')['policyId']);
}

const TWO = { consensus: 'approvers.count() >= 2', condition: "activity.kind == 'UPDATE_WALLET'" };

describe('at submission', () => {
  test('error: nobody but root users without a policy, and nothing stays behind', async () => {
    const answer = await rename(carol);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({
      code: 7,
      message: expect.stringMatching(/No policies evaluated to outcome: Allow$/),
      details: [{ policyEvaluations: [] }],
    });
    const { activities: listed } = (await carol.query('list_activities')).body as {
      activities: Json[];
    };
    expect(listed.every(({ type }) => type !== 'ACTIVITY_TYPE_UPDATE_WALLET')).toBe(true);
  });

  test('behavior: a policy lets its user act, and only that far', async () => {
    const condition = `activity.params.wallet_id == '${walletId}'`;
    const id = await addPolicy({
      consensus: `approvers.any(user, user.id == '${carol.userId}')`,
      condition,
    });
    const done = await rename(carol);
    expect(statusOf(done)).toBe('COMPLETED');
    expect(await walletName()).toBe('Renamed');
    const { body } = await carol.query('get_policy_evaluations', {
      activityId: activityOf(done.body)['id'],
    });
    expect(body['policyEvaluations']).toMatchObject([
      { policyEvaluations: [{ policyId: id, outcome: 'OUTCOME_ALLOW' }] },
    ]);
    expect((await rename(dave)).status).toBe(403);
    const made = await carol.submit('create_user_tag', { userTagName: 'Mine', userIds: [] });
    expect(made.body).toMatchObject({
      details: [{ policyEvaluations: [{ policyId: id, outcome: 'OUTCOME_ERROR' }] }],
    });
  });

  test('behavior: a DENY that matches stands above an ALLOW, but not above the root quorum', async () => {
    await addPolicy({ condition: "activity.resource == 'WALLET'" });
    const id = await addPolicy({
      policyName: 'No',
      effect: 'EFFECT_DENY',
      condition: "activity.action == 'UPDATE'",
    });
    const answer = await rename(carol);
    expect(answer.status).toBe(403);
    expect(answer.body['message']).toContain(`The following policies denied this action: ${id}`);
    expect(statusOf(await rename(root))).toBe('COMPLETED');
  });

  test('behavior: own credentials are everybody’s to change; others’ are not', async () => {
    const { publicKey } = await createKey();
    const apiKeys = [{ apiKeyName: 'Second', publicKey, curveType: 'API_KEY_CURVE_P256' }];
    expect((await carol.submit('create_api_keys', { userId: dave.userId, apiKeys })).status).toBe(
      403,
    );
    expect(statusOf(await carol.submit('create_api_keys', { userId: carol.userId, apiKeys }))).toBe(
      'COMPLETED',
    );
  });

  test('behavior: a policy outside its time does nothing', async () => {
    await addPolicy({
      ...TWO,
      consensus: undefined,
      time: "time.now < Timestamp('2025-01-01T00:00:00Z')",
    });
    const answer = await rename(carol);
    expect(answer.body).toMatchObject({
      details: [{ policyEvaluations: [{ outcome: 'OUTCOME_TIME_INACTIVE' }] }],
    });
  });
});

describe('votes', () => {
  test('behavior: the vote that fills the consensus carries the activity out, once', async () => {
    await addPolicy(TWO);
    const waiting = await rename(carol);
    expect(statusOf(waiting)).toBe('CONSENSUS_NEEDED');
    expect(await walletName()).not.toBe('Renamed');
    const bytes = dave.body('approve_activity', {
      fingerprint: activityOf(waiting.body)['fingerprint'],
    });
    const path = '/public/v1/submit/approve_activity';
    const approved = await dave.post(path, bytes);
    expect(statusOf(approved)).toBe('COMPLETED');
    expect(await walletName()).toBe('Renamed');
    expect(activityOf(approved.body)).toMatchObject({
      id: activityOf(waiting.body)['id'],
      type: 'ACTIVITY_TYPE_UPDATE_WALLET',
      result: { updateWalletResult: { walletId } },
      votes: [
        { userId: carol.userId, selection: 'VOTE_SELECTION_APPROVED' },
        { userId: dave.userId, selection: 'VOTE_SELECTION_APPROVED', message: bytes },
      ],
    });
    const again = await dave.post(path, bytes);
    expect(activityOf(again.body)['votes']).toHaveLength(2);
    expect((await vote(root, waiting)).status).toBe(403);
    expect(await executionsOf(waiting)).toEqual([{ executions: 1 }]);
  });

  test('error: an approval ends with its user', async () => {
    await addPolicy({ ...TWO, consensus: 'approvers.count() >= 3' });
    const erin = await giveKey(await userNamed('Erin'));
    const waiting = await rename(carol);
    await vote(dave, waiting);
    expect((await root.submit('delete_users', { userIds: [dave.userId] })).status).toBe(200);
    expect(statusOf(await vote(erin, waiting))).toBe('CONSENSUS_NEEDED');
    expect(await executionsOf(waiting)).toEqual([{ executions: 0 }]);
  });

  test('behavior: the same bytes by another user are another vote', async () => {
    await addPolicy({ ...TWO, consensus: 'approvers.count() >= 3' });
    const alice = await giveKey(await userNamed('Alice'));
    const waiting = await rename(carol);
    const { fingerprint: named } = activityOf(waiting.body);
    const bytes = dave.body('approve_activity', { fingerprint: named });
    const path = '/public/v1/submit/approve_activity';
    expect(statusOf(await dave.post(path, bytes))).toBe('CONSENSUS_NEEDED');
    expect(statusOf(await dave.post(path, bytes))).toBe('CONSENSUS_NEEDED');
    expect(statusOf(await alice.post(path, bytes))).toBe('COMPLETED');
  });

  test('behavior: canApprove and canReject are the reader’s own', async () => {
    await addPolicy({
      ...TWO,
      consensus: `approvers.filter(user, user.tags.contains('${treasury}')).count() >= 2`,
    });
    const alice = await giveKey(await userNamed('Alice'));
    const activityId = activityOf((await rename(carol)).body)['id'];
    const rights = async (who: Caller) => {
      const { canApprove, canReject } = activityOf(
        (await who.query('get_activity', { activityId })).body,
      );
      return [canApprove, canReject];
    };
    expect(await rights(carol)).toEqual([false, true]);
    expect(await rights(dave)).toEqual([false, false]);
    expect(await rights(alice)).toEqual([true, true]);
    const { activities: pending } = (
      await dave.query('list_activities', { filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'] })
    ).body as { activities: Json[] };
    expect(pending).toMatchObject([{ id: activityId, canApprove: false }]);
  });

  test('error: votes that nothing counts, of a second time, of nothing, and after the end', async () => {
    await addPolicy({
      ...TWO,
      consensus: `approvers.filter(user, user.tags.contains('${treasury}')).count() >= 2`,
    });
    const waiting = await rename(carol);
    for (const selection of ['approve_activity', 'reject_activity'] as const)
      expect((await vote(dave, waiting, selection)).body).toMatchObject({
        code: 7,
        message: expect.stringContaining('No policy and no root quorum counts the vote'),
      });
    expect((await vote(carol, waiting)).body['message']).toContain('approved the activity already');
    const unknown = await dave.submit('approve_activity', {
      fingerprint: `sha256:${'0'.repeat(64)}`,
    });
    expect(unknown).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('No activity found with fingerprint') },
    });
    expect((await dave.submit('approve_activity', { fingerprint: 'sha256:1' })).status).toBe(400);
    const rejected = await vote(root, waiting, 'reject_activity');
    expect(statusOf(rejected)).toBe('REJECTED');
    expect(activityOf(rejected.body)['votes']).toMatchObject([
      {},
      { userId: root.userId, selection: 'VOTE_SELECTION_REJECTED' },
    ]);
    expect((await vote(root, waiting)).body['message']).toContain('does not wait for votes');
    expect(await walletName()).not.toBe('Renamed');
  });

  test('behavior: votes lapse after a day; the activity stays, and takes them again', async () => {
    await addPolicy(TWO);
    const waiting = await rename(carol);
    service.time.now += DAY;
    const first = await vote(dave, waiting);
    expect(statusOf(first)).toBe('CONSENSUS_NEEDED');
    service.time.now += DAY - 1;
    const second = await vote(carol, waiting);
    expect(statusOf(second)).toBe('COMPLETED');
  });

  test('behavior: what fails after the approval is FAILED, and undone', async () => {
    await addPolicy(TWO);
    const waiting = await rename(carol, 'Taken soon');
    const { body } = await root.query('list_wallets');
    const other = (body['wallets'] as Json[])[1]?.['walletId'];
    await root.submit('update_wallet', { walletId: other, walletName: 'Taken soon' });
    const approved = await vote(dave, waiting);
    expect(statusOf(approved)).toBe('FAILED');
    expect(activityOf(approved.body)['failure']).toMatchObject({
      message: 'wallet label must be unique',
    });
  });

  test('behavior: a credential that was removed carries nothing out', async () => {
    await addPolicy(TWO);
    const waiting = await rename(carol);
    const second = await createKey();
    const apiKeys = [
      { apiKeyName: 'Second', publicKey: second.publicKey, curveType: 'API_KEY_CURVE_P256' },
    ];
    await root.submit('create_api_keys', { userId: carol.userId, apiKeys });
    await root.submit('delete_api_keys', { userId: carol.userId, apiKeyIds: [carol.apiKeyId] });
    expect((await vote(carol, waiting)).status).toBe(401);
    expect(statusOf(await vote(dave, waiting))).toBe('FAILED');
    expect(await walletName()).not.toBe('Renamed');
  });

  test('behavior: two services decide once', async () => {
    await addPolicy({ ...TWO, consensus: 'approvers.count() >= 3' });
    const waiting = await rename(carol);
    await vote(dave, waiting);
    const second = await serviceOver(database, {}, MASTER);
    const alice = await giveKey(await userNamed('Alice'));
    const bob = await giveKey(await userNamed('Bob'));
    const atSecond = caller(second, bob, bob);
    const answers = await Promise.all([vote(alice, waiting), vote(atSecond, waiting)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    expect(await executionsOf(waiting)).toEqual([{ executions: 1 }]);
  });
});

describe('the root quorum', () => {
  const demandTwo = () => database.db.execute(sql`update organizations set root_threshold = 2`);

  test('behavior: below its threshold a root user waits for another', async () => {
    const alice = await giveKey(await userNamed('Alice'));
    await rename(alice, 'Before');
    await demandTwo();
    // The first service has read both keys before the threshold changed.
    const waiting = await rename(alice);
    expect(statusOf(waiting)).toBe('CONSENSUS_NEEDED');
    expect((await vote(carol, waiting)).status).toBe(403);
    expect(statusOf(await vote(root, waiting))).toBe('COMPLETED');
    const { body } = await alice.query('get_policy_evaluations', {
      activityId: activityOf(waiting.body)['id'],
    });
    expect(body['policyEvaluations']).toEqual([]);
  });
});

async function userNamed(name: string): Promise<string> {
  const { users } = (await root.query('list_users')).body as { users: Json[] };
  return String(users.find(({ userName }) => String(userName).startsWith(name))?.['userId']);
}

describe('policies', () => {
  test('error: texts that do not hold up, names that are taken', async () => {
    const bad = await root.submit('create_policy', {
      policyName: 'Bad',
      effect: 'EFFECT_ALLOW',
      notes: '',
      condition: "wallet_account.path == 'm/44'",
    });
    expect(bad).toMatchObject({
      status: 400,
      body: {
        code: 3,
        message:
          'invalid policy condition: Expression cannot be evaluated: field does not exist: path',
      },
    });
    await addPolicy({});
    const twice = await root.submit('create_policy', {
      policyName: 'Policy',
      effect: 'EFFECT_DENY',
      notes: '',
    });
    expect(twice).toMatchObject({ status: 400, body: { message: 'policy label must be unique' } });
  });

  test('behavior: an update changes what it names, an empty clause is taken away, and a deleted one is gone', async () => {
    const policyId = await addPolicy(TWO);
    await root.submit('update_policy', { policyId, policyName: 'New', policyConsensus: '' });
    const { policy } = (await carol.query('get_policy', { policyId })).body as { policy: Json };
    expect(policy).toMatchObject({
      policyName: 'New',
      effect: 'EFFECT_ALLOW',
      consensus: '',
      condition: TWO.condition,
    });
    expect((await root.submit('delete_policy', { policyId })).status).toBe(200);
    expect((await root.query('list_policies')).body).toEqual({ policies: [] });
    expect((await root.submit('delete_policy', { policyId })).status).toBe(404);
  });

  test('behavior: the fingerprint that votes name is that of the stamped bytes', async () => {
    await addPolicy(TWO);
    const body = carol.body('update_wallet', { walletId, walletName: 'Renamed' });
    await carol.post('/public/v1/submit/update_wallet', body);
    const answer = await dave.submit('approve_activity', {
      fingerprint: await fingerprint(utf8(body)),
    });
    expect(statusOf(answer)).toBe('COMPLETED');
  });
});
