import { describe, expect, test } from 'vitest';
import { clausesOf, type Selector } from '../../src/service/policy-selectors.ts';
import { Refusal } from '../../src/service/refusal.ts';
import { useFreshService } from './fresh-service.ts';
import { activityOf, caller, createKey, listOf, refusalOf } from './harness.ts';
import type { Answer, Caller, Json, TestService } from './harness.ts';

/* Older types of submits: taken as they are stamped, answered as they are published. */

let service: TestService;
let root: Caller;
let carolId: string;

useFreshService(async (fresh) => {
  ({ service, root } = fresh);
  const users = await listOf(root, 'list_users', 'users');
  carolId = String(users.find(({ userName }) => userName === 'Carol Chen')?.['userId']);
});

/** An activity's intent and result, each with its key. */
const partsOf = (answer: Answer) => {
  const { intent, result, type } = activityOf(answer);
  const { activity: _full, ...own } = result;
  return { type, intent, result: own };
};

const SELECTORS: readonly Selector[] = [
  {
    subject: 'activity.type',
    operator: 'OPERATOR_EQUAL',
    target: 'ACTIVITY_TYPE_UPDATE_USER_NAME',
  },
  { subject: 'user.id', operator: 'OPERATOR_EQUAL', target: '' },
];
const selectorsFor = (userId: string) =>
  SELECTORS.map((one) => (one.target === '' ? { ...one, target: userId } : one));

describe('older versions', () => {
  test('behavior: CREATE_POLICY and CREATE_POLICY_V2 mean what their selectors say', async () => {
    const selectors = selectorsFor(carolId);
    const lists = selectors.map(({ target = '', ...one }) => ({ ...one, targets: [target] }));
    const policy = { policyName: 'First', effect: 'EFFECT_ALLOW', notes: 'Of old' };
    const first = { ...policy, selectors };
    const second = { policyName: 'Second', effect: 'EFFECT_ALLOW', selectors: lists };
    const one = await root.submit('create_policy', first, 'ACTIVITY_TYPE_CREATE_POLICY');
    const two = await root.submit('create_policy', second, 'ACTIVITY_TYPE_CREATE_POLICY_V2');
    const listed = await listOf(root, 'list_policies', 'policies');
    const [listedOne, listedTwo] = ['First', 'Second'].map((name) =>
      listed.find(({ policyName }) => policyName === name),
    );
    const policyId = listedOne?.['policyId'];
    expect(partsOf(one)).toEqual({
      type: 'ACTIVITY_TYPE_CREATE_POLICY',
      intent: { createPolicyIntent: first },
      result: { createPolicyResult: { policyId } },
    });
    expect(partsOf(two)).toEqual({
      type: 'ACTIVITY_TYPE_CREATE_POLICY_V2',
      intent: { createPolicyIntentV2: second },
      result: { createPolicyResult: { policyId: listedTwo?.['policyId'] } },
    });
    const clauses = {
      consensus: `approvers.any(user, user.id == '${carolId}')`,
      condition: "activity.type == 'ACTIVITY_TYPE_UPDATE_USER_NAME'",
    };
    expect(listedOne).toMatchObject({ ...policy, ...clauses });
    expect(listedTwo).toMatchObject({ policyName: 'Second', ...clauses, notes: '' });
    const carol = await giveOldKey();
    const named = { userId: carolId, userName: 'Carol C' };
    expect((await carol.submit('update_user_name', named)).status).toBe(200);
    expect((await carol.submit('delete_users', { userIds: [root.userId] })).status).toBe(403);
  });

  test('behavior: UPDATE_POLICY has no time, and leaves it as it is', async () => {
    const time = "CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')";
    const policy = { policyName: 'Days', effect: 'EFFECT_ALLOW', notes: '', time };
    await root.submit('create_policy', policy);
    const [listed] = await listOf(root, 'list_policies', 'policies');
    const { policyId } = listed ?? {};
    const change = { policyId, policyName: 'Weekdays', policyNotes: 'Only' };
    const answer = await root.submit('update_policy', change, 'ACTIVITY_TYPE_UPDATE_POLICY');
    expect(partsOf(answer)).toEqual({
      type: 'ACTIVITY_TYPE_UPDATE_POLICY',
      intent: { updatePolicyIntent: change },
      result: { updatePolicyResult: { policyId } },
    });
    const [after] = await listOf(root, 'list_policies', 'policies');
    expect(after).toMatchObject({ policyName: 'Weekdays', notes: 'Only', time });
    const more = await root.submit(
      'update_policy',
      { policyId, time: '' },
      'ACTIVITY_TYPE_UPDATE_POLICY',
    );
    expect(refusalOf(more).message).toContain('parameters.time');
  });

  test('behavior: CREATE_API_KEYS takes P-256 keys alone', async () => {
    const { publicKey } = await createKey();
    const apiKeys = [{ apiKeyName: 'Old', publicKey }];
    const asked = { userId: carolId, apiKeys };
    const answer = await root.submit('create_api_keys', asked, 'ACTIVITY_TYPE_CREATE_API_KEYS');
    const keys = (await root.query('get_api_keys', { userId: carolId })).body['apiKeys'] as Json[];
    expect(keys).toMatchObject([
      { apiKeyName: 'Old', credential: { publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' } },
    ]);
    expect(partsOf(answer)).toEqual({
      type: 'ACTIVITY_TYPE_CREATE_API_KEYS',
      intent: { createApiKeysIntent: asked },
      result: { createApiKeysResult: { apiKeyIds: [keys[0]?.['apiKeyId']] } },
    });
    const ed25519 = (await createKey('ED25519')).publicKey;
    const withCurve = [{ ...apiKeys[0], curveType: 'API_KEY_CURVE_P256' }];
    for (const [wrong, field] of [
      [[{ apiKeyName: 'Old', publicKey: ed25519 }], 'apiKeys.0.publicKey'],
      [withCurve, 'apiKeys.0.curveType'],
      [[], 'apiKeys'],
    ] as const) {
      const refused = await root.submit(
        'create_api_keys',
        { userId: carolId, apiKeys: wrong },
        'ACTIVITY_TYPE_CREATE_API_KEYS',
      );
      expect(refusalOf(refused).message).toContain(`parameters.${field}`);
    }
  });

  test('behavior: CREATE_USERS_V3 is what V4 is', async () => {
    const { publicKey } = await createKey();
    const apiKeys = [{ apiKeyName: 'Old', publicKey, curveType: 'API_KEY_CURVE_P256' }];
    const users = [
      { userName: 'Frank', apiKeys, authenticators: [], oauthProviders: [], userTags: [] },
    ];
    const answer = await root.submit('create_users', { users }, 'ACTIVITY_TYPE_CREATE_USERS_V3');
    const listed = await listOf(root, 'list_users', 'users');
    const frank = listed.find(({ userName }) => userName === 'Frank');
    expect(partsOf(answer)).toEqual({
      type: 'ACTIVITY_TYPE_CREATE_USERS_V3',
      intent: { createUsersIntentV3: { users } },
      result: { createUsersResult: { userIds: [frank?.['userId']] } },
    });
  });

  test('behavior: CREATE_PRIVATE_KEYS answers with ids alone', async () => {
    const privateKeys = [
      {
        privateKeyName: 'Old',
        curve: 'CURVE_SECP256K1',
        privateKeyTags: [],
        addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
      },
    ];
    const type = 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS';
    const answer = await root.submit('create_private_keys', { privateKeys }, type);
    const listed = await listOf(root, 'list_private_keys', 'privateKeys');
    const made = listed.find(({ privateKeyName }) => privateKeyName === 'Old');
    expect(partsOf(answer)).toEqual({
      type,
      intent: { createPrivateKeysIntent: { privateKeys } },
      result: { createPrivateKeysResult: { privateKeyIds: [made?.['privateKeyId']] } },
    });
  });

  test('behavior: one that waits is carried out as what it was, and its kind covers it', async () => {
    const kind = "activity.kind == 'CREATE_API_KEYS'";
    const policy = {
      policyName: 'By two',
      effect: 'EFFECT_ALLOW',
      notes: '',
      condition: kind,
      consensus: 'approvers.count() >= 2',
    };
    await root.submit('create_policy', policy);
    const carol = await giveOldKey();
    const { publicKey } = await createKey();
    const asked = { userId: root.userId, apiKeys: [{ apiKeyName: 'Waits', publicKey }] };
    const waiting = await carol.submit('create_api_keys', asked, 'ACTIVITY_TYPE_CREATE_API_KEYS');
    expect(activityOf(waiting).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const { fingerprint } = activityOf(waiting);
    const done = partsOf(await root.submit('approve_activity', { fingerprint }));
    expect(done).toMatchObject({
      type: 'ACTIVITY_TYPE_CREATE_API_KEYS',
      result: { createApiKeysResult: { apiKeyIds: [expect.any(String)] } },
    });
  });

  test('error: a type of another path, and one that nobody published', async () => {
    const { path } = { path: '/public/v1/submit/update_policy' };
    for (const type of ['ACTIVITY_TYPE_CREATE_POLICY', 'ACTIVITY_TYPE_UPDATE_POLICY_V9']) {
      const body = root
        .body('update_policy', { policyId: carolId })
        .replace('ACTIVITY_TYPE_UPDATE_POLICY_V2', type);
      expect(refusalOf(await root.post(path, body))).toMatchObject({
        status: 400,
        message: expect.stringContaining('this path takes ACTIVITY_TYPE_UPDATE_POLICY_V2'),
      });
    }
  });
});

/** A caller for Carol, whose key came by the older type. */
async function giveOldKey(): Promise<Caller> {
  const key = await createKey();
  const apiKeys = [{ apiKeyName: 'Old', publicKey: key.publicKey }];
  const asked = { userId: carolId, apiKeys };
  await root.submit('create_api_keys', asked, 'ACTIVITY_TYPE_CREATE_API_KEYS');
  return caller(service, key, { userId: carolId, apiKeyId: '' });
}

describe('clausesOf', () => {
  const of = (subject: string, operator: string, ...targets: readonly string[]) =>
    clausesOf([{ subject, operator: `OPERATOR_${operator}`, targets }]);

  test.each([
    [of('activity.private_key.id', 'EQUAL', 'a'), { condition: "private_key.id == 'a'" }],
    [of('activity.kind', 'NOT_EQUAL', 'A'), { condition: "activity.kind != 'A'" }],
    [of('activity.kind', 'IN', 'A', 'B'), { condition: "activity.kind in ['A', 'B']" }],
    [
      of('activity.kind', 'NOT_IN', 'A', 'B'),
      { condition: "(activity.kind != 'A' && activity.kind != 'B')" },
    ],
    [of('eth.tx.value', 'LESS_THAN_OR_EQUAL', '10'), { condition: 'eth.tx.value <= 10' }],
    [
      of('user.tags', 'CONTAINS', 't'),
      { consensus: "approvers.any(user, user.tags.contains('t'))" },
    ],
    [
      of('user.tags', 'CONTAINS_ONE', 't', 'u'),
      { consensus: "approvers.any(user, (user.tags.contains('t') || user.tags.contains('u')))" },
    ],
  ])('behavior: %j', (clauses, expected) => {
    expect(clauses).toEqual(expected);
  });

  test('error: what would be another clause than it says', () => {
    for (const attempt of [
      () => of('activity.kind', 'EQUAL', "A' || true || '"),
      () => of("activity.kind == 'A' || true || activity.kind", 'EQUAL', 'A'),
      () => of('activity.kind', 'EQUAL', 'A', 'B'),
      () => of('activity.kind', 'EQUAL'),
      () => of('activity.kind', 'IN_ANY', 'A'),
      () => of('eth.tx.value', 'MORE_THAN', '1 || true'),
      () => clausesOf([{ subject: 'constructor', operator: 'constructor', target: 'A' }]),
      () => clausesOf([{}]),
    ]) {
      expect(attempt).toThrow(Refusal);
    }
  });

  test('error: a clause that would be longer than any may be', async () => {
    const targets = Array.from({ length: 20 }, (_, at) => `${at}`.padStart(1000, 'A'));
    const selectors = [{ subject: 'activity.kind', operator: 'OPERATOR_IN', targets }];
    const policy = { policyName: 'Long', effect: 'EFFECT_ALLOW', selectors };
    const refused = await root.submit('create_policy', policy, 'ACTIVITY_TYPE_CREATE_POLICY_V2');
    expect(refusalOf(refused)).toMatchObject({
      status: 400,
      message: expect.stringContaining('parameters.condition'),
    });
  });

  test('error: a name that there is not is refused as in any clause', async () => {
    const policy = {
      policyName: 'Odd',
      effect: 'EFFECT_ALLOW',
      selectors: [{ subject: 'activity.user', operator: 'OPERATOR_EQUAL', target: 'a' }],
    };
    const refused = await root.submit('create_policy', policy, 'ACTIVITY_TYPE_CREATE_POLICY');
    expect(refusalOf(refused)).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^invalid policy condition: .*field does not exist/),
    });
  });
});
