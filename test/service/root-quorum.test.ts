import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { organizations, users } from '../../src/service/schema.ts';
import {
  activityOf,
  caller,
  createKey,
  listOf,
  refusalOf,
  resultOf,
  type Answer,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';
import { useFreshService } from './fresh-service.ts';
import type { OpenDatabase } from '../../src/service/database.ts';

/* Who may do anything together, and what nobody else may do. Alice and Bob are root, like `root`. */

const NOBODY = '00000000-0000-4000-8000-000000000000';

let database: OpenDatabase;
let service: TestService;
let root: Caller;
let alice: Caller;
let bob: Caller;
let carol: Caller;

useFreshService(async (fresh) => {
  ({ database, service, root } = fresh);
  [alice, bob, carol] = await Promise.all([giveKey('Alice'), giveKey('Bob'), giveKey('Carol')]);
});

async function idOf(name: string): Promise<string> {
  const found = (await listOf(root, 'list_users', 'users')).find(({ userName }) =>
    String(userName).startsWith(name),
  );
  return String(found?.['userId']);
}

async function giveKey(name: string, lifetime: Json = {}): Promise<Caller> {
  const [userId, key] = [await idOf(name), await createKey()];
  const apiKey = { apiKeyName: 'Laptop', publicKey: key.publicKey, ...lifetime };
  const apiKeys = [{ ...apiKey, curveType: 'API_KEY_CURVE_P256' }];
  const result = resultOf(await root.submit('create_api_keys', { userId, apiKeys }));
  return caller(service, key, { userId, apiKeyId: String((result['apiKeyIds'] as string[])[0]) });
}

const change = (who: Caller, threshold: unknown, ...userIds: readonly string[]) =>
  who.submit('update_root_quorum', { threshold, userIds });
const statusOf = (answer: Answer) => activityOf(answer).status.replace('ACTIVITY_STATUS_', '');
const vote = (who: Caller, answer: Answer) =>
  who.submit('approve_activity', { fingerprint: activityOf(answer).fingerprint });

async function rootQuorum(): Promise<unknown> {
  const { body } = await root.query('get_organization');
  return (body['organizationData'] as Json)['rootQuorum'];
}

describe('update_root_quorum', () => {
  test('behavior: these users are the quorum, the others no more', async () => {
    const answer = await change(root, 2, bob.userId.toUpperCase(), alice.userId);
    expect(resultOf(answer)).toEqual({});
    expect(await rootQuorum()).toEqual({ threshold: 2, userIds: [alice.userId, bob.userId] });
    const renamed = { userId: carol.userId, userName: 'Carol' };
    expect((await root.submit('update_user_name', renamed)).status).toBe(403);
    expect(statusOf(await alice.submit('update_user_name', renamed))).toBe('CONSENSUS_NEEDED');
  });

  test('behavior: a quorum of two proposes, approves and carries out, and no policy has a say', async () => {
    await change(root, 2, alice.userId, bob.userId);
    const waiting = await change(alice, 1, alice.userId);
    expect(statusOf(waiting)).toBe('CONSENSUS_NEEDED');
    expect((await vote(carol, waiting)).status).toBe(403);
    expect((await vote(alice, waiting)).status).toBe(403);
    expect(statusOf(await vote(bob, waiting))).toBe('COMPLETED');
    expect(await rootQuorum()).toEqual({ threshold: 1, userIds: [alice.userId] });
    const { id: activityId } = activityOf(waiting);
    const { body } = await alice.query('get_policy_evaluations', { activityId });
    expect(body['policyEvaluations']).toEqual([]);
  });

  test('error: nobody but the root quorum, whatever policies allow', async () => {
    const policy = { policyName: 'All', effect: 'EFFECT_ALLOW', notes: '' };
    expect((await root.submit('create_policy', policy)).status).toBe(200);
    const renamed = { userId: carol.userId, userName: 'Carol' };
    expect((await carol.submit('update_user_name', renamed)).status).toBe(200);
    const denied = await change(carol, 1, carol.userId);
    expect(denied).toMatchObject({ status: 403, body: { code: 7 } });
    expect(JSON.stringify(denied.body)).not.toContain('OUTCOME_ALLOW');
  });

  test('behavior: a MFA policy that reads the activity is skipped', async () => {
    const mfa = {
      userId: root.userId,
      mfaPolicyName: 'Never here',
      condition: "activity.kind == 'UPDATE_ROOT_QUORUM'",
      requiredAuthenticationMethods: [{ any: [{ type: 'AUTHENTICATION_TYPE_SESSION' }] }],
      order: 0,
    };
    expect((await root.submit('create_mfa_policy', mfa)).status).toBe(200);
    expect(statusOf(await change(root, 1, root.userId))).toBe('COMPLETED');
  });

  test('error: a quorum that its users cannot meet, also once keys have expired', async () => {
    const erin = await idOf('Erin');
    const refused = await change(root, 2, alice.userId, erin);
    expect(refusalOf(refused)).toMatchObject({
      status: 400,
      code: 9,
      message: `a root quorum of 2 cannot be met: only 1 of its users can vote; without a credential: ${erin}`,
    });
    await giveKey('Erin', { expirationSeconds: '60' });
    service.time.now += 61_000;
    expect(refusalOf(await change(root, 2, alice.userId, erin))).toMatchObject({ status: 400 });
    service.time.now -= 61_000;
    expect(statusOf(await change(root, 2, alice.userId, erin))).toBe('COMPLETED');
  });

  test('error: each member that is none', async () => {
    const before = await rootQuorum();
    const wrong: readonly (readonly [Json, string])[] = [
      [{ threshold: 3, userIds: [alice.userId, bob.userId] }, 'threshold'],
      [{ threshold: 0, userIds: [alice.userId] }, 'threshold'],
      [{ threshold: 1.5, userIds: [alice.userId, bob.userId] }, 'threshold'],
      [{ threshold: '1', userIds: [alice.userId] }, 'threshold'],
      [{ userIds: [alice.userId] }, 'threshold'],
      [{ threshold: 1, userIds: [] }, 'userIds'],
      [{ threshold: 1, userIds: [alice.userId, alice.userId] }, 'userIds'],
      [{ threshold: 1, userIds: ['Alice'] }, 'userIds.0'],
      [{ threshold: 1, userIds: [alice.userId], quorum: 1 }, 'quorum'],
    ];
    for (const [parameters, field] of wrong) {
      const { status, message } = refusalOf(await root.submit('update_root_quorum', parameters));
      expect([status, message]).toEqual([400, expect.stringContaining(`parameters.${field}`)]);
    }
    const unknown = await change(root, 1, root.userId, NOBODY);
    expect(refusalOf(unknown)).toMatchObject({
      status: 404,
      message: `unable to find user ${NOBODY} in organization ${root.organizationId}`,
    });
    expect(await rootQuorum()).toEqual(before);
  });

  test('error: a user of another organization, whose quorum stays', async () => {
    const otherId = NOBODY.replace('4', '5');
    const other = { id: otherId, name: 'Other', rootThreshold: 1, createdAt: service.time.now };
    await database.db.insert(organizations).values(other);
    const theirs = { organizationId: otherId, root: true };
    await database.db.update(users).set(theirs).where(eq(users.id, bob.userId));
    expect(refusalOf(await change(root, 1, root.userId, bob.userId))).toMatchObject({
      status: 404,
    });
    expect(statusOf(await change(root, 1, root.userId))).toBe('COMPLETED');
    const [stranger] = await database.db.select().from(users).where(eq(users.id, bob.userId));
    expect(stranger).toMatchObject({ root: true });
  });

  test('behavior: a key that decided alone decides alone no more', async () => {
    const [wallet] = await listOf(alice, 'list_wallets', 'wallets');
    const rename = { walletId: wallet?.['walletId'], walletName: 'Alone' };
    expect(statusOf(await alice.submit('update_wallet', rename))).toBe('COMPLETED');
    await change(root, 2, alice.userId, bob.userId);
    const again = await alice.submit('update_wallet', { ...rename, walletName: 'Not alone' });
    expect(statusOf(again)).toBe('CONSENSUS_NEEDED');
  });

  test('behavior: two changes at once come one after the other', async () => {
    const all = [alice, bob, root];
    const ids = all.map(({ userId }) => userId);
    const answers = await Promise.all(
      all.map((who, at) => change(who, 1, ...ids.slice(at), ...ids.slice(0, at))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});
