import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { queryBody } from '../../src/protocol/envelope.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { normalCidr } from '../../src/service/ip-allowlist.ts';
import { apiKeys, ipAllowlists, organizations, wallets } from '../../src/service/schema.ts';
import { useFreshService } from './fresh-service.ts';
import {
  activityOf,
  caller,
  createKey,
  demandSubmit,
  enrol,
  listOf,
  refusalOf,
  resultOf,
  send,
  type Answer,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';
import { withPasskey } from './passkeys.ts';

/* From which addresses requests may come: the organization's, or those by one API key. */

const HOME = '127.0.0.1';
const OFFICE = '203.0.113.7';
const ELSEWHERE = '198.51.100.1';
const NO_ACTIVITY = `sha256:${'0'.repeat(64)}`;
const LOOPBACK = { cidr: '127.0.0.0/24' };
const OFFICE_RANGE = { cidr: '203.0.113.0/24', label: 'Office' };

let database: OpenDatabase;
let service: TestService;
let root: Caller;
let other: Caller;

useFreshService(async (fresh) => {
  ({ database, service, root } = fresh);
  other = await enrol(service);
});

const set = (parameters: Json, who = root) => who.submit('set_ip_allowlist', parameters);
const enforce = (...rules: readonly Json[]) => set({ enabled: true, rules });
const remove = (parameters: Json = {}) => root.submit('remove_ip_allowlist', parameters);
const read = async (parameters: Json = {}) =>
  (await root.query('get_ip_allowlist', parameters)).body['allowlist'] as Json;

/** Asks who it is, from an address. */
async function askFrom(address: string, who = root): Promise<Answer> {
  const body = queryBody(who.organizationId, {});
  const headers = { 'X-Stamp': await who.stamp(body) };
  return send(service, '/public/v1/query/whoami', { method: 'POST', body, headers }, address);
}
const statusFrom = async (address: string, who = root) => (await askFrom(address, who)).status;

/** Submits from an address. */
async function submitFrom(address: string, parameters: Json, who = root): Promise<Answer> {
  const body = who.body('set_ip_allowlist', parameters);
  const headers = { 'X-Stamp': await who.stamp(body) };
  const path = '/public/v1/submit/set_ip_allowlist';
  return send(service, path, { method: 'POST', body, headers }, address);
}

describe('the allowlist of the organization', () => {
  test('behavior: once enforced, queries and submits from elsewhere are refused', async () => {
    expect(await statusFrom(ELSEWHERE)).toBe(200);
    expect(resultOf(await enforce(LOOPBACK, OFFICE_RANGE))).toEqual({});
    expect([await statusFrom(HOME), await statusFrom(OFFICE)]).toEqual([200, 200]);
    expect(refusalOf(await askFrom(ELSEWHERE))).toEqual({
      status: 403,
      code: 7,
      turnkey: 'REQUEST_NOT_AUTHORIZED',
      message: `request not authorized: the IP allowlist of this organization does not admit ${ELSEWHERE}`,
    });
    const before = await read();
    expect((await submitFrom(ELSEWHERE, { rules: [] })).status).toBe(403);
    expect(await read()).toEqual(before);
    expect(resultOf(await remove())).toEqual({});
    expect(await statusFrom(ELSEWHERE)).toBe(200);
  });

  test('behavior: stored without being enforced, it refuses nobody', async () => {
    for (const staged of [{ enabled: false }, {}]) {
      expect((await set({ ...staged, rules: [OFFICE_RANGE] })).status).toBe(200);
      expect(await statusFrom(ELSEWHERE)).toBe(200);
      expect(await read()).toMatchObject({ enabled: false, rules: [OFFICE_RANGE] });
    }
  });

  test('behavior: read as it was set: replaced whole, in normal form, each range once', async () => {
    expect(await read()).toEqual({
      organizationId: root.organizationId,
      enabled: false,
      rules: [],
      onEvaluationError: 'DENY',
    });
    await enforce(OFFICE_RANGE, LOOPBACK);
    const rules = [
      { cidr: '127.0.0.1/20', label: 'Here' },
      { cidr: '127.0.8.9/20', label: 'The same' },
      { cidr: '2001:DB8:0:0::7/48' },
    ];
    expect((await enforce(...rules)).status).toBe(200);
    const createdAt = String(service.time.now);
    expect(await read()).toEqual({
      organizationId: root.organizationId,
      enabled: true,
      rules: [
        { cidr: '127.0.0.0/20', label: 'Here', createdAt },
        { cidr: '2001:db8::/48', label: '', createdAt },
      ],
      onEvaluationError: 'DENY',
    });
    expect(await statusFrom('2001:db8:0:ffff::1')).toBe(200);
    expect(await statusFrom('2001:db8:1::1')).toBe(403);
    expect(await statusFrom('::ffff:127.0.15.255')).toBe(200);
    expect(await statusFrom('::ffff:127.0.16.0')).toBe(403);
  });

  test('behavior: an address that isn’t known is refused, unless the list says otherwise', async () => {
    await enforce(LOOPBACK);
    expect(refusalOf(await askFrom('')).message).toContain('an unknown address');
    await set({ enabled: true, rules: [LOOPBACK], onEvaluationError: 'ALLOW' });
    expect(await statusFrom('')).toBe(200);
    expect(await statusFrom(ELSEWHERE)).toBe(403);
  });

  test('behavior: it binds passkeys and read-only sessions, and stands before the rate', async () => {
    const session = resultOf(await root.submit('create_read_only_session', {}))['session'];
    const passkey = await withPasskey(service, root);
    await enforce(LOOPBACK);
    const bySession = (address: string) =>
      send(
        service,
        '/public/v1/query/whoami',
        {
          method: 'POST',
          body: queryBody(root.organizationId, {}),
          headers: { 'X-Session': String(session) },
        },
        address,
      );
    expect((await bySession(HOME)).status).toBe(200);
    expect((await bySession(ELSEWHERE)).status).toBe(403);
    expect((await passkey.query('whoami')).status).toBe(200);
    await enforce(LOOPBACK);
    expect((await send(service, '/local/info')).status).toBe(200);
  });

  test('error: whoever acted alone before it was set is bound by it, whatever was sent before', async () => {
    const [wallet] = await listOf(root, 'list_wallets', 'wallets');
    const rename = { walletId: wallet?.['walletId'], walletName: 'Alone' };
    const body = root.body('update_wallet', rename);
    const { path } = demandSubmit('update_wallet');
    // The service has read the key, and knows that its user acts alone.
    expect((await root.post(path, body)).status).toBe(200);
    expect((await submitFrom(OFFICE, { enabled: true, rules: [OFFICE_RANGE] }, other)).status).toBe(
      200,
    );
    expect((await root.post(path, body)).status).toBe(403);
    expect((await root.submit('update_wallet', { ...rename, walletName: 'More' })).status).toBe(
      403,
    );
    expect((await root.submit('approve_activity', { fingerprint: NO_ACTIVITY })).status).toBe(403);
    const stored = await database.db.select({ name: wallets.name }).from(wallets);
    expect(stored.map(({ name }) => name)).toContain('Alone');
    expect(stored.map(({ name }) => name)).not.toContain('More');
  });

  test('behavior: of several at once, one stays', async () => {
    const lists = [[LOOPBACK], [LOOPBACK, OFFICE_RANGE], [OFFICE_RANGE, LOOPBACK]];
    const answers = await Promise.all(lists.map((rules) => enforce(...rules)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await database.db.$count(ipAllowlists)).toBe(1);
  });

  test('error: one that would shut out its own author, enabled or emptied', async () => {
    const before = await read();
    for (const rules of [[], [OFFICE_RANGE]]) {
      expect(refusalOf(await set({ enabled: true, rules }))).toEqual({
        status: 400,
        code: 9,
        turnkey: '',
        message: `this IP allowlist would shut out its own author: it does not admit ${HOME}, where this request comes from`,
      });
      expect(await read()).toEqual(before);
    }
    expect((await submitFrom(OFFICE, { enabled: true, rules: [OFFICE_RANGE] })).status).toBe(200);
    expect(await statusFrom(HOME)).toBe(403);
  });
});

describe('the allowlist of an API key', () => {
  const ofKey = (who: Caller, ...rules: readonly Json[]) =>
    set({ publicKey: who.publicKey.toUpperCase(), rules });

  test('behavior: stands in for the organization’s, where that is enforced', async () => {
    expect((await ofKey(other, OFFICE_RANGE)).status).toBe(200);
    expect(await statusFrom(HOME, other)).toBe(200);
    await enforce(LOOPBACK);
    expect(await statusFrom(HOME, other)).toBe(403);
    expect(await statusFrom(OFFICE, other)).toBe(200);
    expect([await statusFrom(HOME), await statusFrom(OFFICE)]).toEqual([200, 403]);
    const { publicKey } = other;
    expect(await read({ publicKey })).toMatchObject({ publicKey, rules: [OFFICE_RANGE] });
    expect(await read({ publicKey })).not.toHaveProperty('enabled');
    expect((await remove({ publicKey })).status).toBe(200);
    expect(await statusFrom(HOME, other)).toBe(200);
  });

  test('error: one’s own that leaves out one’s address, also by what is removed or enabled later', async () => {
    expect((await ofKey(root, OFFICE_RANGE)).status).toBe(200);
    expect((await enforce(LOOPBACK)).status).toBe(400);
    expect((await ofKey(root, LOOPBACK)).status).toBe(200);
    expect((await enforce(OFFICE_RANGE)).status).toBe(200);
    expect((await ofKey(root, OFFICE_RANGE)).status).toBe(400);
    expect((await remove({ publicKey: root.publicKey })).status).toBe(400);
    expect(await statusFrom(HOME)).toBe(200);
  });

  test('behavior: goes with its key', async () => {
    await ofKey(other, OFFICE_RANGE);
    await enrolSecondKey(other);
    const gone = { userId: other.userId, apiKeyIds: [other.apiKeyId] };
    expect((await root.submit('delete_api_keys', gone)).status).toBe(200);
    expect(await database.db.$count(ipAllowlists)).toBe(0);
  });

  test('error: a key that the organization doesn’t have, and one of another organization', async () => {
    const { publicKey } = await createKey();
    const message = `unable to find api key ${publicKey} in organization ${root.organizationId}`;
    expect(refusalOf(await set({ publicKey, rules: [] }))).toMatchObject({ status: 404, message });
    const organizationId = '00000000-0000-5000-8000-000000000000';
    await database.db.insert(organizations).values({ id: organizationId, name: 'X', createdAt: 1 });
    const theirs = eq(apiKeys.publicKey, other.publicKey);
    await database.db.update(apiKeys).set({ organizationId }).where(theirs);
    expect((await ofKey(other, OFFICE_RANGE)).status).toBe(404);
    expect(await read({ publicKey: other.publicKey })).toMatchObject({ rules: [] });
  });
});

async function enrolSecondKey(who: Caller): Promise<void> {
  const { publicKey } = await createKey();
  const key = { apiKeyName: 'Spare', publicKey, curveType: 'API_KEY_CURVE_P256' };
  await root.submit('create_api_keys', { userId: who.userId, apiKeys: [key] });
}

describe('what the service takes', () => {
  test('behavior: an allowlist of another organization binds nobody here', async () => {
    const organizationId = '00000000-0000-5000-8000-000000000000';
    await database.db.insert(organizations).values({ id: organizationId, name: 'X', createdAt: 1 });
    await database.db.insert(ipAllowlists).values({
      organizationId,
      publicKey: null,
      enabled: true,
      rules: '[]',
      onEvaluationError: 'DENY',
    });
    expect(await statusFrom(ELSEWHERE)).toBe(200);
    expect(await read()).toMatchObject({ enabled: false });
    expect((await remove()).status).toBe(404);
  });

  test('error: each member that is none', async () => {
    const range = (cidr: unknown, more: Json = {}) => ({ rules: [LOOPBACK, { cidr, ...more }] });
    const v4 = Array.from({ length: 11 }, (_, at) => ({ cidr: `10.0.${at}.0/24` }));
    const v6 = Array.from({ length: 11 }, (_, at) => ({ cidr: `fd00:${at}::/48` }));
    const wrong: readonly (readonly [Json, string])[] = [
      ...[
        '127.0.0.1',
        '10.0.0.0/19',
        '10.0.0.0/33',
        '10.0.0.0/024',
        '10.0.0/24',
        '256.0.0.0/24',
        '010.0.0.0/24',
        '2001:db8::/47',
        '2001:db8::/129',
        '2001:db8/48',
        '::1%lo/128',
        '[::1]/128',
        '::1]@[::2/128',
        'localhost/32',
        '',
        24,
      ].map((cidr) => [range(cidr), 'rules.1.cidr'] as const),
      [range('::1/128', { label: 'a'.repeat(65) }), 'rules.1.label'],
      [range('::1/128', { note: '' }), 'rules.1.note'],
      [{ rules: v4 }, 'rules'],
      [{ rules: v6 }, 'rules'],
      [{}, 'rules'],
      [{ rules: [], enabled: 'true' }, 'enabled'],
      [{ rules: [], publicKey: '02' }, 'publicKey'],
      [{ rules: [], onEvaluationError: 'MAYBE' }, 'onEvaluationError'],
    ];
    for (const [parameters, field] of wrong) {
      const { status, message } = refusalOf(await set(parameters));
      expect([status, message]).toEqual([400, expect.stringContaining(`parameters.${field}`)]);
    }
    const most = [...v4.slice(1), ...v6.slice(1)];
    expect((await set({ rules: most })).status).toBe(200);
    expect((await read())['rules']).toHaveLength(20);
  });

  test.each([
    ['192.168.1.100/24', '192.168.1.0/24'],
    ['203.0.113.42/32', '203.0.113.42/32'],
    ['10.1.255.255/20', '10.1.240.0/20'],
    ['2001:0DB8::1/48', '2001:db8::/48'],
    ['2001:db8:1:2:3:4:5:6/65', '2001:db8:1:2::/65'],
    ['::1/128', '::1/128'],
    ['::ffff:10.0.0.1/120', '::ffff:a00:0/120'],
  ])('behavior: %s is %s', (text, normal) => {
    expect(normalCidr(text)).toBe(normal);
  });

  test('behavior: it waits for approvals like any other, and is checked when it is carried out', async () => {
    const { userId } = other;
    await root.submit('update_root_quorum', { threshold: 2, userIds: [root.userId, userId] });
    const waiting = activityOf(await enforce(OFFICE_RANGE));
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const { fingerprint } = waiting;
    const done = activityOf(await other.submit('approve_activity', { fingerprint }));
    expect(done).toMatchObject({ status: 'ACTIVITY_STATUS_FAILED' });
    expect(await statusFrom(HOME)).toBe(200);
  });
});

describe('update_organization_name', () => {
  test('behavior: the name is everywhere, and only the root quorum changes it', async () => {
    const named = await root.submit('update_organization_name', { organizationName: 'Acme' });
    const { organizationId } = root;
    expect(resultOf(named)).toEqual({ organizationId, organizationName: 'Acme' });
    expect((await root.query('whoami')).body).toMatchObject({ organizationName: 'Acme' });
    const { body } = await root.query('get_organization');
    expect(body['organizationData']).toMatchObject({ name: 'Acme' });
    expect((await send(service, '/local/info')).body).toMatchObject({ organizationName: 'Acme' });
    const all = { policyName: 'All', effect: 'EFFECT_ALLOW', notes: '' };
    await root.submit('create_policy', all);
    const key = await createKey();
    const apiKey = { apiKeyName: 'K', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' };
    const newcomer = { userName: 'New', apiKeys: [apiKey], authenticators: [] };
    const made = await root.submit('create_users', {
      users: [{ ...newcomer, oauthProviders: [], userTags: [] }],
    });
    const [userId = ''] = resultOf(made)['userIds'] as string[];
    const nobody = caller(service, key, { userId, apiKeyId: '' });
    const denied = await nobody.submit('update_organization_name', { organizationName: 'Mine' });
    expect(denied.status).toBe(403);
    for (const organizationName of ['', 'A'.repeat(65), 7, '<b>']) {
      const wrong = await root.submit('update_organization_name', { organizationName });
      expect(refusalOf(wrong).message).toContain('parameters.organizationName');
    }
  });

  test('behavior: get_organization_configs has the quorum', async () => {
    const userIds = [other.userId, root.userId];
    await root.submit('update_root_quorum', { threshold: 2, userIds });
    const { body } = await root.query('get_organization_configs');
    const { features, quorum } = body['configs'] as { features: Json[]; quorum: Json };
    expect(features).toEqual([]);
    expect(quorum).toEqual({ threshold: 2, userIds: expect.arrayContaining(userIds) as string[] });
  });
});
