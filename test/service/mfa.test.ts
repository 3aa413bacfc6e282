import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { activities } from '../../src/service/schema.ts';
import {
  activityOf,
  caller,
  createKey,
  enrol,
  freshService,
  openMemory,
  refusalOf,
  resultOf,
  serviceOver,
  type Answer,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';
import { callerWithPasskey, withPasskey, type PasskeyUser } from './passkeys.ts';

/*
 * Which factors activities wait for, and what counts as one. `root` is a root user who decides alone
 * but for MFA; Carol and Dave are no root users.
 */

const DAY = 24 * 3_600_000;
const MASTER = randomBytes(32);

let database: OpenDatabase;
let service: TestService;
let root: Caller;
let passkey: PasskeyUser;
let walletId: string;

beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());

beforeEach(async () => {
  service = await freshService(database, {}, MASTER);
  root = await enrol(service);
  passkey = await withPasskey(service, root);
  const { wallets } = (await root.query('list_wallets')).body as { wallets: Json[] };
  walletId = String(wallets[0]?.['walletId']);
});

const method = (type: string, id?: string) => ({
  type: `AUTHENTICATION_TYPE_${type}`,
  ...(id && { id }),
});
const KEY = { any: [method('API_KEY')] };
const PASSKEY = { any: [method('PASSKEY')] };

const mfaPolicy = (userId: string, parameters: Json = {}) => ({
  userId,
  mfaPolicyName: 'Both',
  condition: "activity.kind == 'UPDATE_WALLET'",
  requiredAuthenticationMethods: [KEY, PASSKEY],
  order: 0,
  ...parameters,
});

async function demand(
  parameters: Json = {},
  userId = root.userId,
  by: Caller = root,
): Promise<string> {
  const answer = await by.submit('create_mfa_policy', mfaPolicy(userId, parameters));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return String(resultOf(answer)['mfaPolicyId']);
}

const rename = (who: Caller = root, walletName = 'Renamed') =>
  who.submit('update_wallet', { walletId, walletName });
const statusOf = (answer: Answer) => activityOf(answer).status.replace('ACTIVITY_STATUS_', '');
const approve = (who: Caller, waiting: Answer) =>
  who.submit('approve_activity', { fingerprint: activityOf(waiting).fingerprint });
const reject = (who: Caller, waiting: Answer) =>
  who.submit('reject_activity', { fingerprint: activityOf(waiting).fingerprint });

async function walletName(): Promise<unknown> {
  const { wallets } = (await root.query('list_wallets')).body as { wallets: Json[] };
  return wallets.find((wallet) => wallet['walletId'] === walletId)?.['walletName'];
}

async function statusesOf(waiting: Answer, userId?: string): Promise<Json[]> {
  const { id: activityId } = activityOf(waiting);
  const { body } = await root.query('get_mfa_status', { activityId, ...(userId && { userId }) });
  return body['mfaStatuses'] as Json[];
}

async function executionsOf(waiting: Answer): Promise<number | undefined> {
  const [row] = await database.db
    .select({ executions: activities.executions })
    .from(activities)
    .where(eq(activities.id, activityOf(waiting).id));
  return row?.executions;
}

async function idOf(name: string): Promise<string> {
  const { users } = (await root.query('list_users')).body as { users: Json[] };
  return String(users.find(({ userName }) => String(userName).startsWith(name))?.['userId']);
}

async function giveKey(name: string): Promise<Caller> {
  const userId = await idOf(name);
  const key = await createKey();
  const apiKey = {
    apiKeyName: 'Laptop',
    publicKey: key.publicKey,
    curveType: 'API_KEY_CURVE_P256',
  };
  const answer = await root.submit('create_api_keys', { userId, apiKeys: [apiKey] });
  const [apiKeyId = ''] = resultOf(answer)['apiKeyIds'] as readonly string[];
  return caller(service, key, { userId, apiKeyId });
}

describe('the submitter', () => {
  test('behavior: a root user waits for the other factor, and it is carried out once', async () => {
    const mfaPolicyId = await demand();
    const waiting = await rename();
    expect(statusOf(waiting)).toBe('AUTHENTICATORS_NEEDED');
    expect(await walletName()).not.toBe('Renamed');
    expect(await statusesOf(waiting)).toEqual([
      {
        mfaPolicyId,
        userId: root.userId,
        satisfied: false,
        satisfiedMethods: [{ type: 'AUTHENTICATION_TYPE_API_KEY' }],
        requiredMethods: [
          { any: [{ type: 'AUTHENTICATION_TYPE_API_KEY' }] },
          { any: [{ type: 'AUTHENTICATION_TYPE_PASSKEY' }] },
        ],
      },
    ]);
    const body = passkey.body('approve_activity', {
      fingerprint: activityOf(waiting).fingerprint,
    });
    const done = await passkey.post('/public/v1/submit/approve_activity', body);
    expect(statusOf(done)).toBe('COMPLETED');
    expect(activityOf(done)).toMatchObject({
      id: activityOf(waiting).id,
      result: { updateWalletResult: { walletId } },
      votes: [{ userId: root.userId }, { userId: root.userId, message: body }],
    });
    expect(await walletName()).toBe('Renamed');
    const again = await passkey.post('/public/v1/submit/approve_activity', body);
    expect(activityOf(again).votes).toHaveLength(2);
    expect(await executionsOf(waiting)).toBe(1);
    expect(await statusesOf(waiting)).toMatchObject([{ satisfied: true }]);
  });

  test('behavior: the order of the factors does not matter', async () => {
    await demand();
    const waiting = await rename(passkey);
    expect(statusOf(waiting)).toBe('AUTHENTICATORS_NEEDED');
    expect(statusOf(await approve(root, waiting))).toBe('COMPLETED');
  });

  test('behavior: a factor that fills every step is enough', async () => {
    await demand({ requiredAuthenticationMethods: [PASSKEY, PASSKEY] });
    expect(statusOf(await rename(passkey))).toBe('COMPLETED');
    const waiting = await rename(root, 'Again');
    expect(statusOf(await approve(passkey, waiting))).toBe('COMPLETED');
  });

  test('error: the same factor again, and another one of the same type, add nothing', async () => {
    await demand();
    const second = await createKey();
    const apiKeys = [
      { apiKeyName: 'Second', publicKey: second.publicKey, curveType: 'API_KEY_CURVE_P256' },
    ];
    await root.submit('create_api_keys', { userId: root.userId, apiKeys });
    const waiting = await rename();
    for (const who of [root, caller(service, second, root)]) {
      const answer = await approve(who, waiting);
      expect(answer.status).toBe(403);
      expect(answer.body['message']).toContain('none of the missing factors');
    }
    expect(await statusesOf(waiting)).toMatchObject([{ satisfied: false }]);
    expect(statusOf(await approve(passkey, waiting))).toBe('COMPLETED');
  });

  test('behavior: the same bytes stamped by two credentials are two factors', async () => {
    await demand({ requiredAuthenticationMethods: [PASSKEY] });
    await withPasskey(service, passkey);
    await demand({
      mfaPolicyName: 'Each',
      order: -1,
      requiredAuthenticationMethods: [
        { any: [method('API_KEY', root.apiKeyId)] },
        { any: [method('PASSKEY', passkey.authenticatorId)] },
        { any: [method('PASSKEY')] },
      ],
    });
    const body = root.body('update_wallet', { walletId, walletName: 'Renamed' });
    const path = '/public/v1/submit/update_wallet';
    const waiting = await root.post(path, body);
    expect(statusOf(waiting)).toBe('AUTHENTICATORS_NEEDED');
    // The submission again is no vote.
    expect(statusOf(await passkey.post(path, body))).toBe('AUTHENTICATORS_NEEDED');
    const vote = root.body('approve_activity', { fingerprint: activityOf(waiting).fingerprint });
    expect((await root.post('/public/v1/submit/approve_activity', vote)).status).toBe(403);
    const done = await passkey.post('/public/v1/submit/approve_activity', vote);
    expect(statusOf(done)).toBe('COMPLETED');
  });

  test('error: another user’s passkey is no factor of the submitter', async () => {
    await demand();
    const waiting = await rename();
    const carol = await giveKey('Carol');
    const theirs = await withPasskey(service, carol);
    const answer = await approve(theirs, waiting);
    expect(answer.status).toBe(403);
    const bob = await giveKey('Bob');
    // Bob is a root user: his vote would count, but only after the submitter's factors.
    expect((await approve(bob, waiting)).body['message']).toContain('more factors of the user');
    expect(statusOf(await reject(bob, waiting))).toBe('REJECTED');
    expect((await approve(passkey, waiting)).status).toBe(403);
    expect(await walletName()).not.toBe('Renamed');
  });

  test('behavior: the submitter may take it back', async () => {
    await demand();
    const waiting = await rename();
    expect(statusOf(await reject(root, waiting))).toBe('REJECTED');
  });

  test('behavior: a passkey that was removed since is none', async () => {
    await demand({ requiredAuthenticationMethods: [KEY, PASSKEY, { any: [method('SESSION')] }] });
    const waiting = await rename(passkey);
    await approve(root, waiting);
    expect(await statusesOf(waiting)).toMatchObject([
      { satisfiedMethods: [method('API_KEY'), method('PASSKEY')] },
    ]);
    await root.submit('delete_authenticators', {
      userId: root.userId,
      authenticatorIds: [passkey.authenticatorId],
    });
    expect(await statusesOf(waiting)).toMatchObject([{ satisfiedMethods: [method('API_KEY')] }]);
  });

  test('behavior: factors lapse after a day, and are given again', async () => {
    await demand();
    const waiting = await rename();
    service.time.now += DAY;
    const first = await approve(passkey, waiting);
    expect(statusOf(first)).toBe('AUTHENTICATORS_NEEDED');
    service.time.now += DAY - 1;
    expect(statusOf(await approve(root, waiting))).toBe('COMPLETED');
    expect(await executionsOf(waiting)).toBe(1);
  });

  test('behavior: what is already demanded stays demanded when the policy is deleted', async () => {
    const mfaPolicyId = await demand();
    const waiting = await rename();
    await root.submit('delete_mfa_policy', { userId: root.userId, mfaPolicyId });
    expect(await statusesOf(waiting)).toMatchObject([{ mfaPolicyId, satisfied: false }]);
    expect((await approve(root, waiting)).status).toBe(403);
    expect(statusOf(await rename(root, 'Free'))).toBe('COMPLETED');
    service.time.now += DAY;
    expect(statusOf(await approve(root, waiting))).toBe('COMPLETED');
  });

  test('behavior: operations that everybody may do wait, too', async () => {
    await demand({ condition: 'true' });
    const waiting = await root.submit('create_read_only_session', {});
    expect(statusOf(waiting)).toBe('AUTHENTICATORS_NEEDED');
    expect(statusOf(await approve(passkey, waiting))).toBe('COMPLETED');
  });
});

describe('which policy', () => {
  test('behavior: the lowest of those that hold, alone', async () => {
    await demand({ mfaPolicyName: 'Later', order: 5 });
    await demand({
      mfaPolicyName: 'First',
      order: 1,
      condition: 'true',
      requiredAuthenticationMethods: [KEY],
    });
    await demand({ mfaPolicyName: 'Other', order: 0, condition: "activity.action == 'DELETE'" });
    expect(statusOf(await rename())).toBe('COMPLETED');
  });

  test('behavior: one that errs is satisfied besides the one that holds', async () => {
    await demand({
      mfaPolicyName: 'Errs',
      order: 0,
      condition: "wallet.id == 'a'",
      requiredAuthenticationMethods: [PASSKEY],
    });
    await demand(
      {
        mfaPolicyName: 'Holds',
        order: 1,
        condition: 'true',
        requiredAuthenticationMethods: [KEY],
      },
      root.userId,
      passkey,
    );
    const waiting = await rename(passkey);
    expect(statusOf(waiting)).toBe('AUTHENTICATORS_NEEDED');
    expect(await statusesOf(waiting)).toMatchObject([{ satisfied: true }, { satisfied: false }]);
    expect(statusOf(await approve(root, waiting))).toBe('COMPLETED');
  });

  test('behavior: an id means that credential and no other', async () => {
    const second = await withPasskey(service, root);
    await demand({
      requiredAuthenticationMethods: [{ any: [method('PASSKEY', second.authenticatorId)] }],
    });
    const waiting = await rename();
    expect((await approve(passkey, waiting)).status).toBe(403);
    expect(statusOf(await approve(second, waiting))).toBe('COMPLETED');
  });

  test('behavior: a new policy holds at once, for a key that another process has read before', async () => {
    const elsewhere = caller(await serviceOver(database, {}, MASTER), root, root);
    expect(statusOf(await rename(elsewhere, 'Before'))).toBe('COMPLETED');
    await demand();
    expect(statusOf(await rename(elsewhere))).toBe('AUTHENTICATORS_NEEDED');
  });

  test('behavior: users show theirs in lists and votes', async () => {
    const mfaPolicyId = await demand({ notes: 'For wallets' });
    const shown = { mfaPolicyId, mfaPolicyName: 'Both', order: 0, notes: 'For wallets' };
    const { user } = (await root.query('get_user', { userId: root.userId })).body;
    expect(user).toMatchObject({ mfaPolicies: [shown] });
    const [vote] = activityOf(await rename()).votes;
    expect(vote?.['user']).toMatchObject({ mfaPolicies: [shown] });
  });
});

describe('with consensus', () => {
  const TWO = {
    policyName: 'Two',
    effect: 'EFFECT_ALLOW',
    notes: '',
    consensus: 'approvers.count() >= 2',
    condition: "activity.kind == 'UPDATE_WALLET'",
  };
  let carol: Caller;
  let dave: Caller;
  let carolsPasskey: PasskeyUser;

  beforeEach(async () => {
    await root.submit('create_policy', TWO);
    carol = await giveKey('Carol');
    dave = await giveKey('Dave');
    carolsPasskey = await withPasskey(service, carol);
  });

  test('behavior: the submitter’s factors first, then votes', async () => {
    await demand({}, carol.userId);
    const waiting = await rename(carol);
    expect(statusOf(waiting)).toBe('AUTHENTICATORS_NEEDED');
    const { id: activityId } = activityOf(waiting);
    const rights = async (who: Caller) => {
      const { activity } = (await who.query('get_activity', { activityId })).body as {
        activity: Json;
      };
      return [activity['canApprove'], activity['canReject']];
    };
    expect(await rights(dave)).toEqual([false, true]);
    expect(await rights(carol)).toEqual([true, true]);
    expect((await approve(dave, waiting)).status).toBe(403);
    expect(statusOf(await approve(carolsPasskey, waiting))).toBe('CONSENSUS_NEEDED');
    expect(await rights(carol)).toEqual([false, true]);
    expect(await rights(dave)).toEqual([true, true]);
    expect(statusOf(await approve(dave, waiting))).toBe('COMPLETED');
    expect(await executionsOf(waiting)).toBe(1);
  });

  test('behavior: an approver’s vote counts once its factors are shown', async () => {
    await demand({}, carol.userId);
    const waiting = await rename(dave);
    expect(statusOf(waiting)).toBe('CONSENSUS_NEEDED');
    expect(statusOf(await approve(carol, waiting))).toBe('AUTHENTICATORS_NEEDED');
    expect(await walletName()).not.toBe('Renamed');
    expect(await statusesOf(waiting, dave.userId)).toEqual([]);
    expect(await statusesOf(waiting, carol.userId)).toMatchObject([{ satisfied: false }]);
    expect((await approve(carol, waiting)).status).toBe(403);
    expect(statusOf(await approve(carolsPasskey, waiting))).toBe('COMPLETED');
    expect(await executionsOf(waiting)).toBe(1);
  });

  test('behavior: others can fill the consensus while an approver has yet to show a factor', async () => {
    await demand({}, carol.userId);
    const waiting = await rename(dave);
    await approve(carol, waiting);
    const erin = await giveKey('Erin');
    expect(statusOf(await approve(erin, waiting))).toBe('COMPLETED');
    expect((await approve(carolsPasskey, waiting)).status).toBe(403);
  });

  test('error: a request that policies deny is refused after its factors, and never carried out', async () => {
    await demand({ condition: 'true' }, carol.userId);
    const parameters = { userId: dave.userId, userName: 'Eve' };
    const waiting = await carol.submit('update_user_name', parameters);
    expect(statusOf(waiting)).toBe('AUTHENTICATORS_NEEDED');
    const refused = await approve(carolsPasskey, waiting);
    expect(refused.status).toBe(403);
    expect(await executionsOf(waiting)).toBe(0);
  });

  test('behavior: after a day the submitter proves again before others vote', async () => {
    await demand({}, carol.userId);
    const waiting = await rename(carol);
    await approve(carolsPasskey, waiting);
    service.time.now += DAY;
    expect((await approve(dave, waiting)).status).toBe(403);
    expect(statusOf(await approve(carol, waiting))).toBe('AUTHENTICATORS_NEEDED');
    expect(statusOf(await approve(carolsPasskey, waiting))).toBe('CONSENSUS_NEEDED');
    expect(statusOf(await approve(dave, waiting))).toBe('COMPLETED');
  });

  test('behavior: two services count one factor, and carry out once', async () => {
    await demand({ requiredAuthenticationMethods: [KEY, PASSKEY] }, root.userId);
    const waiting = await rename();
    const second = await serviceOver(database, {}, MASTER);
    const there = callerWithPasskey(second, passkey.authenticator, root);
    const answers = await Promise.all([approve(passkey, waiting), approve(there, waiting)]);
    expect(answers.filter(({ status }) => status === 200).map(statusOf)).toEqual(['COMPLETED']);
    expect(await executionsOf(waiting)).toBe(1);
  });
});

describe('policies', () => {
  const refused = async (parameters: Json, userId = root.userId) =>
    refusalOf(await root.submit('create_mfa_policy', mfaPolicy(userId, parameters)));

  test('error: what the user cannot satisfy, in the published words', async () => {
    const carolId = await idOf('Carol');
    const message = (id: string, methods: string) =>
      `user (${id}) cannot satisfy mfa policy requirement: mfa policy 'Both' requires one of ${methods} but user does not, or will not, have a matching credential`;
    expect(await refused({ requiredAuthenticationMethods: [PASSKEY] }, carolId)).toMatchObject({
      status: 400,
      code: 3,
      message: message(carolId, '["Passkey"]'),
    });
    const impossible = [
      [method('PASSKEY', root.apiKeyId)],
      [method('API_KEY', passkey.authenticatorId)],
      [method('OAUTH'), method('EMAIL_OTP')],
      [method('SMS_OTP')],
      [method('SESSION', root.apiKeyId)],
    ];
    for (const any of impossible) {
      const { status, message: said } = await refused({
        requiredAuthenticationMethods: [KEY, { any }],
      });
      expect([status, said]).toEqual([400, expect.stringContaining('requires one of')]);
    }
    const expiring = await createKey();
    await root.submit('create_api_keys', {
      userId: carolId,
      apiKeys: [
        {
          apiKeyName: 'Short',
          publicKey: expiring.publicKey,
          curveType: 'API_KEY_CURVE_P256',
          expirationSeconds: '600',
        },
      ],
    });
    expect(await refused({ requiredAuthenticationMethods: [KEY] }, carolId)).toMatchObject({
      message: message(carolId, '["ApiKey"]'),
    });
    const email = { any: [method('EMAIL_OTP'), method('PASSKEY')] };
    await demand({ requiredAuthenticationMethods: [email] }, carolId);
  });

  test('error: texts that do not hold up, names and places that are taken, unknown users', async () => {
    expect((await refused({ condition: 'activity.knid' })).message).toBe(
      'invalid policy condition: Expression cannot be evaluated: field does not exist: knid',
    );
    expect((await refused({ requiredAuthenticationMethods: [] })).status).toBe(400);
    expect((await refused({ requiredAuthenticationMethods: [{ any: [] }] })).status).toBe(400);
    expect((await refused({ order: 0.5 })).status).toBe(400);
    expect((await refused({ order: '0' })).status).toBe(400);
    await demand({ condition: 'false' });
    expect((await refused({ order: 1 })).message).toBe('mfa policy label must be unique');
    expect((await refused({ mfaPolicyName: 'New' })).message).toBe(
      'mfa policy order must be unique',
    );
    expect((await refused({}, walletId)).status).toBe(404);
  });

  test('error: only one’s own id deletes it, and only once', async () => {
    const mfaPolicyId = await demand({ condition: 'false' });
    const carolId = await idOf('Carol');
    const remove = (userId: string) => root.submit('delete_mfa_policy', { userId, mfaPolicyId });
    expect((await remove(carolId)).status).toBe(404);
    expect((await remove(root.userId)).status).toBe(200);
    expect((await remove(root.userId)).status).toBe(404);
  });

  test('behavior: a policy that holds for everything guards its own deletion', async () => {
    const mfaPolicyId = await demand({ condition: 'true' });
    const waiting = await root.submit('delete_mfa_policy', { userId: root.userId, mfaPolicyId });
    expect(statusOf(waiting)).toBe('AUTHENTICATORS_NEEDED');
    expect(statusOf(await approve(passkey, waiting))).toBe('COMPLETED');
    expect(statusOf(await rename())).toBe('COMPLETED');
  });

  test('error: the factors of an activity of another organization', async () => {
    const answer = await root.query('get_mfa_status', { activityId: walletId });
    expect(answer.status).toBe(404);
  });
});
