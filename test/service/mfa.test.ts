import { describe, expect, test } from 'vitest';
import { activityOf, caller, createKey } from './harness.ts';
import {
  DAY,
  KEY,
  PASSKEY,
  approve,
  demand,
  executionsOf,
  giveKey,
  method,
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
import { withPasskey } from './passkeys.ts';

/* Which factors activities wait for, and what counts as one. */

useMfaService();

describe('the submitter', () => {
  test('behavior: a root user waits for the other factor, and it is carried out once', async () => {
    const mfaPolicyId = await demand();
    const waiting = await rename();
    expect(statusOf(waiting)).toBe('AUTHENTICATORS_NEEDED');
    expect(await walletName()).not.toBe('Renamed');
    expect(await mfaStatusesOf(waiting)).toEqual([
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
    expect(await mfaStatusesOf(waiting)).toMatchObject([{ satisfied: true }]);
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
    expect(await mfaStatusesOf(waiting)).toMatchObject([{ satisfied: false }]);
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
    expect(await mfaStatusesOf(waiting)).toMatchObject([
      { satisfiedMethods: [method('API_KEY'), method('PASSKEY')] },
    ]);
    await root.submit('delete_authenticators', {
      userId: root.userId,
      authenticatorIds: [passkey.authenticatorId],
    });
    expect(await mfaStatusesOf(waiting)).toMatchObject([{ satisfiedMethods: [method('API_KEY')] }]);
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
    expect(await mfaStatusesOf(waiting)).toMatchObject([{ mfaPolicyId, satisfied: false }]);
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

  test('behavior: one that errs is skipped, and the one after it holds', async () => {
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
    expect(await mfaStatusesOf(waiting)).toMatchObject([{ satisfied: false }]);
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
    const elsewhere = caller(await secondService(), root, root);
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
