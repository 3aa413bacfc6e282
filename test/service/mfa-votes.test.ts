import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { activityOf, createKey, refusalOf, type Caller, type Json } from './harness.ts';
import {
  DAY,
  KEY,
  PASSKEY,
  approve,
  database,
  demand,
  executionsOf,
  giveKey,
  idOf,
  method,
  mfaPolicy,
  mfaStatusesOf,
  passkey,
  reject,
  rename,
  root,
  secondService,
  service,
  statusOf,
  useMfaService,
  walletId,
  walletName,
} from './mfa-service.ts';
import { callerWithPasskey, withPasskey, type PasskeyUser } from './passkeys.ts';

/* Factors of several users, and which policies are taken. Carol and Dave are no root users. */

useMfaService();

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
    expect(await mfaStatusesOf(waiting, dave.userId)).toEqual([]);
    expect(await mfaStatusesOf(waiting, carol.userId)).toMatchObject([{ satisfied: false }]);
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

  test('error: an approval whose factors are missing counts for nothing in later votes', async () => {
    await root.submit('create_policy', {
      ...TWO,
      policyName: 'Three',
      consensus: 'approvers.count() >= 3',
      condition: "activity.kind == 'CREATE_USER_TAG'",
    });
    await demand({ condition: 'true' }, carol.userId);
    const erin = await giveKey('Erin');
    const waiting = await dave.submit('create_user_tag', { userTagName: 'Paid', userIds: [] });
    expect(statusOf(await approve(carol, waiting))).toBe('AUTHENTICATORS_NEEDED');
    // Three users have approved, and one of them has yet to show a factor.
    expect(statusOf(await approve(erin, waiting))).toBe('AUTHENTICATORS_NEEDED');
    expect(await executionsOf(waiting)).toBe(0);
    expect(statusOf(await approve(carolsPasskey, waiting))).toBe('COMPLETED');
    expect(await executionsOf(waiting)).toBe(1);
  });

  test('error: a rejection shows no factor', async () => {
    await demand({}, carol.userId);
    const waiting = await rename(dave);
    await approve(carol, waiting);
    expect(statusOf(await reject(carolsPasskey, waiting))).toBe('REJECTED');
    expect(await mfaStatusesOf(waiting, carol.userId)).toMatchObject([
      { satisfied: false, satisfiedMethods: [method('API_KEY')] },
    ]);
  });

  test('error: nothing is decided once a factor of the submitter is gone', async () => {
    await root.submit('create_policy', {
      ...TWO,
      policyName: 'Carol',
      consensus: `approvers.any(user, user.id == '${carol.userId}') || approvers.count() >= 9`,
      condition: "activity.kind == 'CREATE_USER_TAG'",
    });
    const davesPasskey = await withPasskey(service, dave);
    await demand({ condition: 'true' }, dave.userId);
    await demand({ condition: 'true' }, carol.userId);
    const waiting = await dave.submit('create_user_tag', { userTagName: 'Paid', userIds: [] });
    expect(statusOf(await approve(davesPasskey, waiting))).toBe('CONSENSUS_NEEDED');
    expect(statusOf(await approve(carol, waiting))).toBe('AUTHENTICATORS_NEEDED');
    const authenticatorIds = [davesPasskey.authenticatorId];
    const removed = { userId: dave.userId, authenticatorIds };
    expect((await root.submit('delete_authenticators', removed)).status).toBe(200);
    expect(statusOf(await approve(carolsPasskey, waiting))).toBe('AUTHENTICATORS_NEEDED');
    expect(await executionsOf(waiting)).toBe(0);
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
    const second = await secondService();
    const there = callerWithPasskey(second, passkey.authenticator, root);
    const answers = await Promise.all([approve(passkey, waiting), approve(there, waiting)]);
    expect(answers.filter(({ status }) => status === 200).map(statusOf)).toEqual(['COMPLETED']);
    expect(await executionsOf(waiting)).toBe(1);
  });
});

describe('with a root quorum of several', () => {
  const setThreshold = (count: number) =>
    database.db.execute(sql`update organizations set root_threshold = ${count}`);

  test('error: two factors of one root user are one vote of it', async () => {
    const alice = await giveKey('Alice');
    await demand();
    await setThreshold(2);
    const waiting = await rename();
    expect(statusOf(waiting)).toBe('AUTHENTICATORS_NEEDED');
    expect(statusOf(await approve(passkey, waiting))).toBe('CONSENSUS_NEEDED');
    expect(await executionsOf(waiting)).toBe(0);
    expect(statusOf(await approve(alice, waiting))).toBe('COMPLETED');
    expect(await executionsOf(waiting)).toBe(1);
  });

  test('error: a root user whose factors are missing is no vote of it', async () => {
    const [alice, bob] = [await giveKey('Alice'), await giveKey('Bob')];
    await demand();
    await setThreshold(3);
    const waiting = await rename(alice);
    expect(statusOf(await approve(root, waiting))).toBe('AUTHENTICATORS_NEEDED');
    expect(statusOf(await approve(bob, waiting))).toBe('AUTHENTICATORS_NEEDED');
    expect(await executionsOf(waiting)).toBe(0);
    expect(statusOf(await approve(passkey, waiting))).toBe('COMPLETED');
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
