// The vendor's published client as two users: one writes policies and submits, the other votes. The
// expected records have the client's own types.
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { TurnkeyClient, TurnkeyRequestError } from '@turnkey/http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { enrol, freshService, openMemory, type TestService } from './harness.ts';
import { listen, type Listening } from './listening-service.ts';

let database: OpenDatabase;
let service: TestService;
let server: Listening;
let organizationId: string;
let walletId: string;
let root: TurnkeyClient;
let carol: TurnkeyClient;
let dave: TurnkeyClient;
let carolId: string;

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

function clientOf(secret: ReturnType<typeof generatePrivateKey>): TurnkeyClient {
  const apiPublicKey = toHex(publicKeyOf('P256', secret));
  const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey: toHex(secret) });
  return new TurnkeyClient({ baseUrl: server.baseUrl }, stamper);
}

/** A client for a user, with a key that a root user gives them. */
async function clientFor(
  caller: Awaited<ReturnType<typeof enrol>>,
  userId: string,
): Promise<TurnkeyClient> {
  const secret = generatePrivateKey('P256');
  const publicKey = toHex(publicKeyOf('P256', secret));
  const apiKeys = [{ apiKeyName: 'Laptop', publicKey, curveType: 'API_KEY_CURVE_P256' }];
  await caller.submit('create_api_keys', { userId, apiKeys });
  return clientOf(secret);
}

beforeEach(async () => {
  service = await freshService(database);
  ({ organizationId } = service.info);
  const first = await enrol(service);
  root = await clientFor(first, first.userId);
  const { users } = await root.getUsers({ organizationId });
  const idOf = (name: string) => users.find(({ userName }) => userName === name)?.userId ?? '';
  carolId = idOf('Carol Chen');
  carol = await clientFor(first, carolId);
  dave = await clientFor(first, idOf('Dave Dorn'));
  const { wallets } = await root.getWallets({ organizationId });
  walletId = wallets[0]?.walletId ?? '';
});

type Policy = Awaited<ReturnType<TurnkeyClient['getPolicy']>>['policy'];
const at = () => ({ seconds: expect.stringMatching(/^\d+$/), nanos: '0' });

const TWO = {
  policyName: 'Two rename',
  effect: 'EFFECT_ALLOW',
  consensus: 'approvers.count() >= 2',
  condition: "activity.kind == 'UPDATE_WALLET'",
  notes: 'For all wallets',
} as const;

async function createPolicy(): Promise<string> {
  const { activity } = await root.createPolicy(submission('ACTIVITY_TYPE_CREATE_POLICY_V3', TWO));
  return activity.result.createPolicyResult?.policyId ?? '';
}

const rename = () =>
  carol.updateWallet(submission('ACTIVITY_TYPE_UPDATE_WALLET', { walletId, walletName: 'By two' }));

describe('@turnkey/http', () => {
  test('behavior: policies are written, read, changed and deleted', async () => {
    const policyId = await createPolicy();
    const expected: Policy = { policyId, ...TWO, createdAt: at(), updatedAt: at() };
    expect((await carol.getPolicy({ organizationId, policyId })).policy).toEqual(expected);
    const change = { policyId, policyEffect: 'EFFECT_DENY' } as const;
    const { activity } = await root.updatePolicy(
      submission('ACTIVITY_TYPE_UPDATE_POLICY_V2', change),
    );
    expect(activity.result.updatePolicyResultV2).toEqual({ policyId });
    const { policies } = await carol.getPolicies({ organizationId });
    expect(policies).toEqual([{ ...expected, effect: 'EFFECT_DENY' }]);
    await root.deletePolicy(submission('ACTIVITY_TYPE_DELETE_POLICY', { policyId }));
    expect(await carol.getPolicies({ organizationId })).toEqual({ policies: [] });
  });

  test('behavior: one submits, the other approves and gets the result', async () => {
    const policyId = await createPolicy();
    const { activity: waiting } = await rename();
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const { fingerprint, id: activityId } = waiting;
    const found = await dave.getActivity({ organizationId, activityId });
    expect(found.activity).toMatchObject({ canApprove: true, canReject: true });
    const { activity } = await dave.approveActivity(
      submission('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint }),
    );
    expect(activity).toMatchObject({ id: activityId, status: 'ACTIVITY_STATUS_COMPLETED' });
    expect(activity.result.updateWalletResult).toEqual({ walletId });
    const { policyEvaluations } = await dave.getPolicyEvaluations({ organizationId, activityId });
    expect(policyEvaluations).toEqual(
      ['OUTCOME_REQUIRES_CONSENSUS', 'OUTCOME_ALLOW'].map((outcome, index) => ({
        id: expect.any(String) as string,
        activityId,
        organizationId,
        voteId: activity.votes[index]?.id,
        policyEvaluations: [{ policyId, outcome }],
        createdAt: at(),
      })),
    );
  });

  test('behavior: one submits, the other rejects', async () => {
    await createPolicy();
    const { fingerprint } = (await rename()).activity;
    const { activity } = await dave.rejectActivity(
      submission('ACTIVITY_TYPE_REJECT_ACTIVITY', { fingerprint }),
    );
    expect(activity.status).toBe('ACTIVITY_STATUS_REJECTED');
    expect(activity.votes.map(({ selection }) => selection)).toEqual([
      'VOTE_SELECTION_APPROVED',
      'VOTE_SELECTION_REJECTED',
    ]);
  });

  test('behavior: a factor is demanded, read and shown, with the second key of the same user', async () => {
    const { users } = await root.getUsers({ organizationId });
    const { apiKeys = [] } = users.find(({ userId }) => userId === carolId) ?? {};
    const [first] = apiKeys.map(({ apiKeyId }) => apiKeyId);
    const second = await clientFor(await enrol(service), carolId);
    const after = await root.getUser({ organizationId, userId: carolId });
    const other = after.user.apiKeys.find(({ apiKeyId }) => apiKeyId !== first)?.apiKeyId;
    const steps = [first, other].map((id = '') => ({
      any: [{ type: 'AUTHENTICATION_TYPE_API_KEY' as const, id }],
    }));
    await createPolicy();
    const { activity: made } = await root.createMfaPolicy(
      submission('ACTIVITY_TYPE_CREATE_MFA_POLICY', {
        userId: carolId,
        mfaPolicyName: 'Both keys',
        condition: "activity.kind == 'UPDATE_WALLET'",
        requiredAuthenticationMethods: steps,
        order: 0,
      }),
    );
    const mfaPolicyId = made.result.createMfaPolicyResult?.mfaPolicyId ?? '';
    const { user } = await root.getUser({ organizationId, userId: carolId });
    expect(user.mfaPolicies).toEqual([
      {
        mfaPolicyId,
        mfaPolicyName: 'Both keys',
        condition: "activity.kind == 'UPDATE_WALLET'",
        requiredAuthenticationMethods: steps,
        order: 0,
        createdAt: at(),
        updatedAt: at(),
      },
    ]);
    const { activity: waiting } = await rename();
    expect(waiting.status).toBe('ACTIVITY_STATUS_AUTHENTICATORS_NEEDED');
    const { id: activityId, fingerprint } = waiting;
    const { mfaStatuses } = await carol.getMfaStatus({ organizationId, activityId });
    expect(mfaStatuses).toEqual([
      {
        mfaPolicyId,
        userId: carolId,
        satisfied: false,
        satisfiedMethods: steps[0]?.any,
        requiredMethods: steps,
      },
    ]);
    const approval = submission('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint });
    expect((await second.approveActivity(approval)).activity.status).toBe(
      'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    );
    const { activity } = await dave.approveActivity(approval);
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    await root.deleteMfaPolicy(
      submission('ACTIVITY_TYPE_DELETE_MFA_POLICY', { userId: carolId, mfaPolicyId }),
    );
    expect((await root.getUser({ organizationId, userId: carolId })).user.mfaPolicies).toEqual([]);
  });

  test('error: what policies deny is refused with what each of them said', async () => {
    const policyId = await createPolicy();
    const parameters = { userId: carolId, userName: 'Carol' };
    const refusal = await carol
      .updateUserName(submission('ACTIVITY_TYPE_UPDATE_USER_NAME', parameters))
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TurnkeyRequestError);
    expect(refusal).toMatchObject({
      code: 7,
      details: [
        {
          '@type': 'type.googleapis.com/errors.v1.PolicyEnginePermissionError',
          message: 'No policies evaluated to outcome: Allow',
          policyEvaluations: [{ policyId, outcome: 'OUTCOME_DENY_IMPLICIT' }],
        },
      ],
    });
  });
});
