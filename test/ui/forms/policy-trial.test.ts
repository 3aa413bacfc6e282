import { describe, expect, test } from 'vitest';
import { readPolicy, type PolicyText } from '../../../src/policies/policy.ts';
import type { Activity, Vote } from '../../../src/protocol/service-records.ts';
import { trialOutcome } from '../../../src/ui/forms/policy-trial.ts';

const ALICE = 'a'.repeat(8);
const KEY = `02${'ab'.repeat(32)}`;
/** A Monday at noon. */
const ASKED_AT = Date.UTC(2026, 10, 23, 12);

const at = { seconds: '0', nanos: '0' };
const users: Parameters<typeof trialOutcome>[2] = [
  {
    userId: ALICE,
    userName: 'Alice',
    userTags: ['treasury'],
    apiKeys: [
      {
        apiKeyId: 'key',
        apiKeyName: 'Laptop',
        credential: { publicKey: KEY, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
        createdAt: at,
        updatedAt: at,
      },
    ],
    authenticators: [],
    mfaPolicies: [],
  },
];

const vote = (more: Partial<Vote> = {}): Vote => ({
  id: 'v',
  userId: ALICE,
  activityId: 'x',
  selection: 'VOTE_SELECTION_APPROVED',
  message: '',
  publicKey: KEY,
  signature: '',
  scheme: 'SIGNATURE_SCHEME_TK_API_P256',
  createdAt: at,
  ...more,
});

const activity = (more: Partial<Activity> = {}): Activity => ({
  id: 'x',
  organizationId: 'o',
  status: 'ACTIVITY_STATUS_COMPLETED',
  type: 'ACTIVITY_TYPE_UPDATE_WALLET',
  intent: { updateWalletIntent: { walletId: 'w', walletName: 'Payroll' } },
  result: {},
  votes: [vote()],
  fingerprint: '',
  canApprove: false,
  canReject: false,
  createdAt: { seconds: String(ASKED_AT / 1000), nanos: '0' },
  ...more,
});

const allow = (condition: string, consensus = 'true', time?: string): PolicyText => ({
  policyId: 'p',
  policyName: 'Tried',
  effect: 'EFFECT_ALLOW',
  condition,
  consensus,
  ...(time !== undefined && { time }),
});
const RENAMES = "activity.kind == 'UPDATE_WALLET'";
const outcome = (policy: PolicyText, of: Activity = activity()) =>
  trialOutcome(readPolicy(policy), of, users);

describe('what a policy would have said', () => {
  test('behavior: to what it is about, and to what it isn’t', () => {
    expect(outcome(allow(RENAMES))).toBe('allow');
    expect(outcome(allow("activity.kind == 'DELETE_USERS'"))).toBe('deny_implicit');
    expect(outcome({ ...allow(RENAMES), effect: 'EFFECT_DENY' })).toBe('deny_explicit');
    expect(outcome({ ...allow("activity.action == 'EXPORT'"), effect: 'EFFECT_DENY' })).toBe(
      'none',
    );
  });

  test('behavior: counts the approvals that were given, by their users, tags and credentials', () => {
    const two = allow(RENAMES, 'approvers.count() >= 2');
    expect(outcome(two)).toBe('requires_consensus');
    expect(outcome(two, activity({ votes: [vote(), vote({ userId: 'b' })] }))).toBe('allow');
    const rejected = vote({ userId: 'b', selection: 'VOTE_SELECTION_REJECTED' });
    expect(outcome(two, activity({ votes: [vote(), rejected] }))).toBe('requires_consensus');
    expect(outcome(allow(RENAMES, "approvers.any(u, u.tags.contains('treasury'))"))).toBe('allow');
    expect(outcome(allow(RENAMES, "credentials.any(c, c.id == 'key')"))).toBe('allow');
  });

  test('behavior: at the moment when it was asked for', () => {
    const hours = (cron: string) => allow(RENAMES, 'true', `CronSpan('${cron}', '2h', 'UTC')`);
    expect(outcome(hours('0 11 * * 1'))).toBe('allow');
    expect(outcome(hours('0 15 * * 1'))).toBe('time_inactive');
  });

  test('error: what isn’t known is never made a verdict', () => {
    const other = activity({ type: 'ACTIVITY_TYPE_OF_TOMORROW', intent: { other: {} } });
    expect(outcome(allow("activity.resource == 'WALLET'"), other)).toBeUndefined();
    expect(
      outcome(
        allow(RENAMES, "approvers.any(u, u.tags.contains('x'))"),
        activity({ votes: [vote({ userId: 'gone' })] }),
      ),
    ).toBeUndefined();
    expect(outcome(allow('wallt ==', 'true'))).toBeUndefined();
    expect(
      outcome(
        allow(RENAMES, 'true', "CronSpan('0 11 * * 1', '2h', 'UTC')"),
        activity({ createdAt: undefined }),
      ),
    ).toBeUndefined();
  });

  test('error: what a policy reads and the activity doesn’t have is an error', () => {
    expect(outcome(allow(`${RENAMES} && wallet.id == 'w'`))).toBe('error');
  });
});
