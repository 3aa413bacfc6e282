import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromHex, utf8 } from '../../src/crypto/bytes.ts';
import { encodeStamp, verifyStamp } from '../../src/crypto/stamp.ts';
import { fingerprint } from '../../src/crypto/fingerprint.ts';
import { parseActivity, parseResult } from '../../src/protocol/envelope.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { expectOneExecution } from './concurrent-submits.ts';
import {
  activityOf,
  demandSubmit,
  effectsOf,
  enrol,
  freshService,
  listOf,
  openMemory,
  refusalOf,
  resultOf,
  serviceOver,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';

const TYPE = 'ACTIVITY_TYPE_UPDATE_WALLET';
const PATH = '/public/v1/submit/update_wallet';
const MASTER = fromHex('11'.repeat(32));

let database: OpenDatabase;
let service: TestService;
let root: Caller;
let wallets: Json[];

beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());
beforeEach(async () => {
  service = await freshService(database, {}, MASTER);
  root = await enrol(service);
  wallets = await listOf(root, 'list_wallets', 'wallets');
});

const walletId = () => String(wallets[0]?.['walletId']);
const walletNames = async () =>
  (await listOf(root, 'list_wallets', 'wallets')).map((w) => w['walletName']);

describe('the answer', () => {
  test('behavior: has the flat activity, timestampMs, and the full one under result', async () => {
    const parameters = { walletId: walletId(), walletName: 'Renamed' };
    const text = root.body('update_wallet', parameters);
    const activity = activityOf(await root.post(PATH, text));
    expect(activity).toMatchObject({
      organizationId: root.organizationId,
      status: 'ACTIVITY_STATUS_COMPLETED',
      type: TYPE,
      timestampMs: (JSON.parse(text) as Json)['timestampMs'],
      intent: { updateWalletIntent: parameters },
      fingerprint: await fingerprint(text),
      canApprove: false,
      canReject: true,
      createdAt: { seconds: String(service.time.now / 1000), nanos: '0' },
      failure: null,
    });
    expect(activity.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
    expect(activity.result['updateWalletResult']).toEqual({ walletId: walletId() });

    const full = activity.result.activity;
    expect(Object.keys(full).toSorted()).toEqual(
      [
        'id',
        'organizationId',
        'status',
        'type',
        'intent',
        'result',
        'votes',
        'fingerprint',
        'canApprove',
        'canReject',
        'createdAt',
        'updatedAt',
      ].toSorted(),
    );
    expect(full['result']).toEqual({ updateWalletResult: { walletId: walletId() } });
    expect(full['createdAt']).toBe(String(service.time.now));
  });

  test('behavior: the client can read it, flat or nested', async () => {
    const answer = await root.submit('update_wallet', { walletId: walletId(), walletName: 'X' });
    const [version] = demandSubmit('update_wallet').versions;
    const flat = parseActivity(answer.body);
    expect(parseResult(version, flat)).toEqual({ walletId: walletId() });
    const { id, organizationId, status, type, result } = activityOf(answer);
    const thin = { id, organizationId, status, type, result: { activity: result.activity } };
    expect(parseActivity({ activity: thin })).toMatchObject({ id, fingerprint: flat.fingerprint });
  });

  test('behavior: anyone can verify the vote again', async () => {
    const text = root.body('update_wallet', { walletId: walletId(), walletName: 'Voted' });
    const { votes } = activityOf(await root.post(PATH, text));
    expect(votes).toHaveLength(1);
    const [vote] = votes;
    expect(vote).toMatchObject({
      userId: root.userId,
      user: { userId: root.userId, userName: 'Keystamp user', userTags: [] },
      selection: 'VOTE_SELECTION_APPROVED',
      message: text,
      publicKey: root.publicKey,
      scheme: 'SIGNATURE_SCHEME_TK_API_P256',
    });
    const member = (name: string) => (vote?.[name] ?? '') as unknown as string;
    const header = encodeStamp({
      publicKey: member('publicKey'),
      scheme: member('scheme'),
      signature: member('signature'),
    });
    const verified = await verifyStamp(header, utf8(member('message')));
    expect(verified.publicKey).toBe(root.publicKey);
  });

  test('behavior: members sent as null are dropped, also from the echo', async () => {
    const parameters = { walletId: walletId(), walletName: null };
    const { intent } = activityOf(await root.submit('update_wallet', parameters));
    expect(intent).toEqual({ updateWalletIntent: { walletId: walletId() } });
  });

  test('behavior: get_activity returns the same activity', async () => {
    const done = activityOf(await root.submit('update_wallet', { walletId: walletId() }));
    const asked = await root.query('get_activity', { activityId: done.id });
    expect(asked.body['activity']).toEqual(done);
  });
});

describe('exactly once', () => {
  test('behavior: the same bytes give the same activity, whoever acted in between', async () => {
    const text = root.body('update_wallet', { walletId: walletId(), walletName: 'First' });
    const first = activityOf(await root.post(PATH, text));
    await root.submit('update_wallet', { walletId: walletId(), walletName: 'Second' });
    expect(activityOf(await root.post(PATH, text))).toEqual(first);
    expect(await walletNames()).toContain('Second');
    expect(await effectsOf(service, TYPE)).toBe(2);
  });

  test('behavior: 20 identical concurrent submits have one effect', async () => {
    const text = root.body('create_user_tag', { userTagName: 'Once', userIds: [root.userId] });
    const path = '/public/v1/submit/create_user_tag';
    const answers = await Promise.all(Array.from({ length: 20 }, () => root.post(path, text)));
    expect(new Set(answers.map((item) => activityOf(item).id)).size).toBe(1);
    expect(await effectsOf(service, 'ACTIVITY_TYPE_CREATE_USER_TAG')).toBe(1);
    const tags = await listOf(root, 'list_user_tags', 'userTags');
    expect(tags.filter((tag) => tag['tagName'] === 'Once')).toHaveLength(1);
  });

  test('behavior: a single-statement submit also runs once', () => expectOneExecution([service]));

  test('error: two accounts with one path leave nothing of their wallet', async () => {
    const account = {
      curve: 'CURVE_ED25519',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/501'/0'/0'",
      addressFormat: 'ADDRESS_FORMAT_SOLANA',
    };
    const twice = { walletName: 'Twice', accounts: [account, account] };
    expect(refusalOf(await root.submit('create_wallet', twice))).toMatchObject({
      status: 409,
      message: 'path already exists in wallet account: the same account is asked for twice',
    });
    expect(await walletNames()).not.toContain('Twice');
  });

  test('behavior: two services on one database share activities', async () => {
    const other = await serviceOver(database, {}, MASTER);
    expect(other.info).toEqual(service.info);
    const text = root.body('update_wallet', { walletId: walletId(), walletName: 'Shared' });
    const first = activityOf(await root.post(PATH, text));
    const stamp = await root.stamp(text);
    const request = new Request(`http://localhost${PATH}`, {
      method: 'POST',
      body: text,
      headers: { 'X-Stamp': stamp },
    });
    expect(await (await other.handle(request)).json()).toEqual({ activity: first });
  });

  test('error: a refused submit leaves no activity and no effect', async () => {
    const [, second] = wallets;
    const taken = second?.['walletName'];
    const answer = await root.submit('update_wallet', { walletId: walletId(), walletName: taken });
    expect(refusalOf(answer)).toEqual({
      status: 400,
      code: 3,
      turnkey: '',
      message: 'wallet label must be unique',
    });
    expect(await listOf(root, 'list_activities', 'activities')).toEqual([]);
    expect(await walletNames()).toEqual(wallets.map((item) => item['walletName']));
  });
});

describe('list_activities', () => {
  test('behavior: newest first, ten by default, with pages and filters', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 12; i++) {
      service.time.now += 10;
      const answer = await root.submit('update_wallet', {
        walletId: walletId(),
        walletName: `N${i}`,
      });
      ids.unshift(activityOf(answer).id);
    }
    const list = async (parameters: Json) => {
      const answer = await root.query('list_activities', parameters);
      return (answer.body['activities'] as Json[]).map((item) => item['id']);
    };
    expect(await list({})).toEqual(ids.slice(0, 10));
    expect(await list({ paginationOptions: { limit: '100' } })).toEqual(ids);
    expect(await list({ paginationOptions: { limit: '3', after: ids[3] } })).toEqual(
      ids.slice(4, 7),
    );
    expect(await list({ paginationOptions: { limit: '2', before: ids[3] } })).toEqual(
      ids.slice(1, 3),
    );
    expect(await list({ filterByType: ['ACTIVITY_TYPE_CREATE_WALLET'] })).toEqual([]);
    expect(await list({ filterByType: [TYPE], paginationOptions: { limit: '1' } })).toEqual([
      ids[0],
    ]);
    expect(await list({ filterByStatus: ['ACTIVITY_STATUS_FAILED'] })).toEqual([]);
  });

  test.each(['0', '101', '-1', 'ten'])('error: limit %s', async (limit) => {
    const answer = await root.query('list_activities', { paginationOptions: { limit } });
    expect(refusalOf(answer)).toMatchObject({ status: 400, turnkey: 'REQUEST_INVALID' });
    expect(answer.body['message']).toMatch(/paginationOptions\.limit.*1 to 100/);
  });

  test('error: an activity that doesn’t exist', async () => {
    const answer = await root.query('get_activity', { activityId: root.userId });
    expect(refusalOf(answer)).toMatchObject({ status: 404, code: 5 });
    expect(answer.body['message']).toMatch(/^unable to find activity/);
  });
});

describe('bad requests', () => {
  const envelope = (change: Json) =>
    JSON.stringify({
      ...(JSON.parse(root.body('update_wallet', { walletId: walletId() })) as Json),
      ...change,
    });

  test.each([
    [
      'another path’s type',
      { type: 'ACTIVITY_TYPE_CREATE_WALLET' },
      /type: this path takes ACTIVITY_TYPE_UPDATE_WALLET/,
    ],
    ['no type', { type: undefined }, /missing field `type`/],
    ['a number as timestamp', { timestampMs: 1 }, /timestampMs: This has another type/],
    ['no parameters', { parameters: undefined }, /missing field `parameters`/],
    ['a list as parameters', { parameters: [] }, /parameters/],
    ['a member too many', { extra: 1 }, /extra: This member does not belong here/],
    ['no wallet', { parameters: {} }, /missing field `parameters.walletId`/],
    ['no id', { parameters: { walletId: 'x' } }, /parameters.walletId: An id has 36 characters/],
    [
      'a strange member',
      { parameters: { walletId: 'x', colour: 1 } },
      /parameters.colour: This member/,
    ],
    [
      'an inherited name',
      { parameters: { walletId: 'x', constructor: 1 } },
      /parameters.constructor: This member/,
    ],
    ['an empty name', { parameters: { walletId: 'x', walletName: '' } }, /parameters/],
    [
      'NUL in a name',
      { parameters: { walletId: 'x', walletName: 'a\0' } },
      /character that is not allowed/,
    ],
    [
      'half a surrogate',
      { parameters: { walletId: 'x', walletName: '\ud800' } },
      /character that is not allowed/,
    ],
  ])('error: %s', async (_what, change, words) => {
    const answer = await root.post(PATH, envelope(change));
    expect(refusalOf(answer)).toMatchObject({ status: 400, code: 3, turnkey: 'REQUEST_INVALID' });
    expect(answer.body['message']).toMatch(words);
  });

  test('error: a name of 65 characters is too long, 64 isn’t', async () => {
    const rename = (walletName: string) =>
      root.submit('update_wallet', { walletId: walletId(), walletName });
    expect((await rename('x'.repeat(64))).status).toBe(200);
    const answer = await rename('x'.repeat(65));
    expect(answer.body['message']).toBe(
      'invalid request body: parameters.walletName: Use 1 to 64 characters.',
    );
  });

  test('behavior: __proto__ members are refused and change nothing', async () => {
    const text = root
      .body('update_wallet', { walletId: walletId() })
      .replace('"parameters":{', '"parameters":{"__proto__":{"walletName":"Polluted"},');
    const answer = await root.post(PATH, text);
    expect(answer.status).toBe(400);
    expect(await walletNames()).not.toContain('Polluted');
    expect(Object.hasOwn(Object.prototype, 'walletName')).toBe(false);
  });

  test('behavior: generateAppProofs is accepted', async () => {
    expect((await root.post(PATH, envelope({ generateAppProofs: true }))).status).toBe(200);
    expect(resultOf(await root.post(PATH, envelope({ generateAppProofs: null })))).toEqual({
      walletId: walletId(),
    });
  });
});
