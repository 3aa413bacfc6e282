// The vendor's newest clients on what governs an organization: types, paths, members and results are theirs.
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { TurnkeyClient } from '@turnkey/http';
import { Turnkey } from '@turnkey/sdk-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { enrol, freshService, openMemory, type Caller, type TestService } from './harness.ts';
import { listen, type Listening } from './listening-service.ts';

let database: OpenDatabase;
let service: TestService;
let server: Listening;
let organizationId: string;
let first: Caller;
let root: TurnkeyClient;
let sdk: ReturnType<Turnkey['apiClient']>;
let rootId: string;

beforeAll(async () => {
  database = await openMemory();
  server = await listen((request) => service.handle(request));
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const submission = <T extends string, P>(type: T, parameters: P) => ({
  type,
  timestampMs: String(service.time.now),
  organizationId,
  parameters,
});

/** Gives a user a key, and the vendor's two clients that key. */
async function clientsFor(userId: string) {
  const secret = generatePrivateKey('P256');
  const [apiPublicKey, apiPrivateKey] = [toHex(publicKeyOf('P256', secret)), toHex(secret)];
  const key = { apiKeyName: 'Vendor', publicKey: apiPublicKey, curveType: 'API_KEY_CURVE_P256' };
  await first.submit('create_api_keys', { userId, apiKeys: [key] });
  const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey });
  const apiBaseUrl = server.baseUrl;
  return {
    http: new TurnkeyClient({ baseUrl: apiBaseUrl }, stamper),
    sdk: new Turnkey({
      apiBaseUrl,
      apiPublicKey,
      apiPrivateKey,
      defaultOrganizationId: organizationId,
    }).apiClient(),
  };
}

beforeEach(async () => {
  // The vendor's second client stamps the time of its own clock.
  service = await freshService(database);
  service.time.now = Date.now();
  ({ organizationId } = service.info);
  first = await enrol(service);
  rootId = first.userId;
  ({ http: root, sdk } = await clientsFor(rootId));
});

async function idOf(name: string): Promise<string> {
  const { users } = await root.getUsers({ organizationId });
  return users.find(({ userName }) => userName.startsWith(name))?.userId ?? '';
}

describe('the root quorum', () => {
  test('behavior: two root users by the vendor’s client: one proposes, the other approves', async () => {
    const [aliceId, bobId] = [await idOf('Alice'), await idOf('Bob')];
    const [{ http: alice }, { http: bob }] = [await clientsFor(aliceId), await clientsFor(bobId)];
    const { activity } = await root.updateRootQuorum(
      submission('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 2, userIds: [aliceId, bobId] }),
    );
    expect(activity.result.updateRootQuorumResult).toEqual({});
    const back = submission('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 1, userIds: [bobId] });
    const { activity: waiting } = await alice.updateRootQuorum(back);
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const { fingerprint } = waiting;
    const { activity: done } = await bob.approveActivity(
      submission('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint }),
    );
    expect(done).toMatchObject({ id: waiting.id, status: 'ACTIVITY_STATUS_COMPLETED' });
    const { organizationData } = await bob.getOrganization({ organizationId });
    expect(organizationData.rootQuorum).toEqual({ threshold: 1, userIds: [bobId] });
  });

  test('behavior: the vendor’s newest client', async () => {
    const { activity } = await sdk.updateRootQuorum({ threshold: 1, userIds: [rootId] });
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });
});

describe('policies', () => {
  const two = [
    { policyName: 'A', effect: 'EFFECT_ALLOW', notes: '' },
    { policyName: 'B', effect: 'EFFECT_DENY', notes: '', condition: "activity.action == 'EXPORT'" },
  ] as const;

  test('behavior: created and deleted in batches, by both clients', async () => {
    const { activity } = await root.createPolicies(
      submission('ACTIVITY_TYPE_CREATE_POLICIES', { policies: [...two] }),
    );
    const { policyIds = [] } = activity.result.createPoliciesResult ?? {};
    const { policies } = await root.getPolicies({ organizationId });
    expect(policies.map(({ policyId }) => policyId)).toEqual(policyIds);
    const { activity: gone } = await root.deletePolicies(
      submission('ACTIVITY_TYPE_DELETE_POLICIES', { policyIds }),
    );
    expect(gone.result.deletePoliciesResult).toEqual({ policyIds });
    const made = await sdk.createPolicies({ policies: [...two] });
    expect(made.policyIds).toHaveLength(2);
    expect(await sdk.deletePolicies({ policyIds: made.policyIds })).toMatchObject({
      policyIds: made.policyIds,
    });
    expect(await root.getPolicies({ organizationId })).toEqual({ policies: [] });
  });

  test('behavior: the MFA policies of a user', async () => {
    const { mfaPolicyId } = await sdk.createMfaPolicy({
      userId: rootId,
      mfaPolicyName: 'Sessions',
      condition: "activity.kind == 'DELETE_USERS'",
      requiredAuthenticationMethods: [{ any: [{ type: 'AUTHENTICATION_TYPE_SESSION' }] }],
      order: 3,
    });
    const { mfaPolicies } = await sdk.getMfaPolicies({ userId: rootId });
    const { user } = await root.getUser({ organizationId, userId: rootId });
    expect(mfaPolicies).toEqual(user.mfaPolicies);
    const { mfaPolicy } = await root.getMfaPolicy({ organizationId, userId: rootId, mfaPolicyId });
    expect([mfaPolicy]).toEqual(mfaPolicies);
  });
});

describe('private keys and their tags', () => {
  test('behavior: keys are created with tags, the tags change and go', async () => {
    const { activity } = await root.createPrivateKeyTag(
      submission('ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG', {
        privateKeyTagName: 'Hot',
        privateKeyIds: [],
      }),
    );
    const { privateKeyTagId = '' } = activity.result.createPrivateKeyTagResult ?? {};
    const made = await sdk.createPrivateKeys({
      privateKeys: [
        {
          privateKeyName: 'Deployer',
          curve: 'CURVE_SECP256K1',
          privateKeyTags: [privateKeyTagId],
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        },
        {
          privateKeyName: 'Signer',
          curve: 'CURVE_ED25519',
          privateKeyTags: [],
          addressFormats: ['ADDRESS_FORMAT_SOLANA', 'ADDRESS_FORMAT_SUI'],
        },
      ],
    });
    const ids = made.privateKeys.map(({ privateKeyId = '' }) => privateKeyId);
    const { privateKeys } = await root.getPrivateKeys({ organizationId });
    expect(
      ids.map((id) => privateKeys.find(({ privateKeyId }) => privateKeyId === id)),
    ).toMatchObject([
      { privateKeyName: 'Deployer', privateKeyTags: [privateKeyTagId], imported: false },
      { privateKeyName: 'Signer', addresses: made.privateKeys[1]?.addresses, exported: false },
    ]);
    const [deployer = '', signer = ''] = ids;
    const changed = await sdk.updatePrivateKeyTag({
      privateKeyTagId,
      newPrivateKeyTagName: 'Warm',
      addPrivateKeyIds: [signer],
      removePrivateKeyIds: [deployer],
    });
    expect(changed).toMatchObject({ privateKeyTagId });
    const { privateKeyTags } = await root.listPrivateKeyTags({ organizationId });
    expect(privateKeyTags).toEqual([
      expect.objectContaining({ tagName: 'Warm', tagType: 'TAG_TYPE_PRIVATE_KEY' }),
    ]);
    const gone = await sdk.deletePrivateKeyTags({ privateKeyTagIds: [privateKeyTagId] });
    expect(gone).toMatchObject({ privateKeyTagIds: [privateKeyTagId], privateKeyIds: [signer] });
  });

  test('behavior: accounts of wallets are deleted', async () => {
    const { accounts } = await root.getWalletAccounts({ organizationId });
    const walletAccountIds = accounts.slice(0, 2).map(({ walletAccountId }) => walletAccountId);
    const { activity } = await root.deleteWalletAccounts(
      submission('ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS', {
        walletAccountIds,
        deleteWithoutExport: true,
      }),
    );
    expect(activity.result.deleteWalletAccountsResult).toEqual({ walletAccountIds });
    const [next = ''] = accounts.slice(2).map(({ walletAccountId }) => walletAccountId);
    const more = { walletAccountIds: [next], deleteWithoutExport: true };
    expect(await sdk.deleteWalletAccounts(more)).toMatchObject({ walletAccountIds: [next] });
    const { accounts: left } = await root.getWalletAccounts({ organizationId });
    const leftIds = left.map(({ walletAccountId }) => walletAccountId);
    expect(leftIds).not.toEqual(expect.arrayContaining([...walletAccountIds, next]));
  });
});

describe('the organization', () => {
  test('behavior: its name and its settings', async () => {
    const { activity } = await root.updateOrganizationName(
      submission('ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME', { organizationName: 'Acme' }),
    );
    const named = { organizationId, organizationName: 'Acme' };
    expect(activity.result.updateOrganizationNameResult).toEqual(named);
    const again = await sdk.updateOrganizationName({ organizationName: 'Acme 2' });
    expect(again).toMatchObject({ organizationName: 'Acme 2' });
    const { configs } = await root.getOrganizationConfigs({ organizationId });
    expect(configs.features).toEqual([]);
    expect(configs.quorum).toMatchObject({ threshold: 1 });
    expect(configs.quorum?.userIds).toContain(rootId);
  });

  test('behavior: IP allowlists are set, read, enforced and removed', async () => {
    const rules = [{ cidr: '127.0.0.1/32', label: 'Here' }, { cidr: '203.0.113.7/24' }];
    const { activity } = await root.setIpAllowlist(
      submission('ACTIVITY_TYPE_SET_IP_ALLOWLIST', { enabled: true, rules }),
    );
    expect(activity.result.setIpAllowlistResult).toEqual({});
    const { allowlist } = await sdk.getIpAllowlist({});
    const createdAt = String(service.time.now);
    expect(allowlist).toEqual({
      organizationId,
      enabled: true,
      rules: [
        { cidr: '127.0.0.1/32', label: 'Here', createdAt },
        { cidr: '203.0.113.0/24', label: '', createdAt },
      ],
      onEvaluationError: 'DENY',
    });
    await sdk.setIpAllowlist({ publicKey: first.publicKey, rules: [{ cidr: '203.0.113.7/32' }] });
    expect((await first.query('whoami')).status).toBe(403);
    const ofKey = { organizationId, publicKey: first.publicKey };
    expect((await root.getIpAllowlist(ofKey)).allowlist.rules).toHaveLength(1);
    await sdk.removeIpAllowlist({ publicKey: first.publicKey });
    expect((await first.query('whoami')).status).toBe(200);
    const { activity: gone } = await root.removeIpAllowlist(
      submission('ACTIVITY_TYPE_REMOVE_IP_ALLOWLIST', {}),
    );
    expect(gone.result.removeIpAllowlistResult).toEqual({});
    expect((await sdk.getIpAllowlist({})).allowlist.rules).toEqual([]);
  });
});

describe('older versions, by the types of the vendor’s client', () => {
  test('behavior: each is answered under its own names', async () => {
    const post = async (name: string, type: string, parameters: object) => {
      const body = JSON.stringify({ ...submission(type, parameters) });
      const stamp = await root.stamper.stamp(body);
      const response = await fetch(`${server.baseUrl}/public/v1/submit/${name}`, {
        method: 'POST',
        body,
        headers: { [stamp.stampHeaderName]: stamp.stampHeaderValue },
      });
      expect(response.status).toBe(200);
      const { activity } = (await response.json()) as {
        activity: Awaited<ReturnType<TurnkeyClient['getActivity']>>['activity'];
      };
      const read = await root.getActivity({ organizationId, activityId: activity.id });
      expect(read.activity.type).toBe(type);
      return read.activity;
    };
    const selectors = [
      { subject: 'activity.kind', operator: 'OPERATOR_EQUAL', targets: ['UPDATE_WALLET'] },
    ];
    const policy = { policyName: 'Old', effect: 'EFFECT_ALLOW' as const, notes: '' };
    const made = await post('create_policy', 'ACTIVITY_TYPE_CREATE_POLICY_V2', {
      ...policy,
      selectors,
    });
    expect(made.intent.createPolicyIntentV2).toEqual({ ...policy, selectors });
    const { policyId = '' } = made.result.createPolicyResult ?? {};
    const changed = await post('update_policy', 'ACTIVITY_TYPE_UPDATE_POLICY', {
      policyId,
      policyNotes: 'New',
    });
    expect(changed.result.updatePolicyResult).toEqual({ policyId });
    const listed = (await root.getPolicy({ organizationId, policyId })).policy;
    expect(listed).toMatchObject({ notes: 'New', condition: "activity.kind == 'UPDATE_WALLET'" });
  });
});
