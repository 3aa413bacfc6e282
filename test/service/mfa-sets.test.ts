import { describe, expect, test } from 'vitest';
import { demandedPolicies } from '../../src/service/policies/mfa.ts';
import { readUsers } from '../../src/service/users.ts';
import { activityOf, resultOf, type Json } from './harness.ts';
import {
  KEY,
  PASSKEY,
  approve,
  database,
  demand,
  method,
  passkey,
  rename,
  root,
  service,
  statusOf,
  useMfaService,
} from './mfa-service.ts';
import { addUser } from './new-user.ts';

/*
 * The vendor's sets of MFA policies (tkhq/docs, features/authentication/mfa/examples). Nothing stamps with a
 * session here, so an API key stands for one. Three of the sets begin with a parameter that only a login
 * shows: every other activity must get past it.
 */

useMfaService();

const profile = (digit: number) =>
  String(digit).repeat(8) +
  `-${String(digit).repeat(4)}`.repeat(3) +
  `-${String(digit).repeat(12)}`;
const login = (digit: number) =>
  `activity.resource == 'AUTH' && activity.params.session_profile_id == '${profile(digit)}'`;
const SMS = { any: [method('SMS_OTP')] };
/** What is asked for everything else: the factor that stamps anyway. */
const REST = { condition: 'true', requiredAuthenticationMethods: [KEY] };

type Set = readonly {
  readonly condition: string;
  readonly requiredAuthenticationMethods: readonly unknown[];
}[];
const SESSION_PROFILE: Set = [
  { condition: login(1), requiredAuthenticationMethods: [KEY, PASSKEY] },
  { condition: "activity.resource == 'AUTH'", requiredAuthenticationMethods: [PASSKEY] },
  { condition: "activity.action == 'SIGN'", requiredAuthenticationMethods: [KEY] },
  REST,
];
const BY_FACTOR: Set = [
  { condition: login(1), requiredAuthenticationMethods: [SMS] },
  { condition: login(3), requiredAuthenticationMethods: [PASSKEY] },
  { condition: login(2), requiredAuthenticationMethods: [KEY, PASSKEY] },
  { condition: "activity.action == 'EXPORT'", requiredAuthenticationMethods: [PASSKEY] },
  REST,
];
const DOWNGRADE: Set = [
  { condition: login(1), requiredAuthenticationMethods: [SMS] },
  { condition: login(2), requiredAuthenticationMethods: [KEY, PASSKEY] },
  { condition: "activity.action == 'SIGN'", requiredAuthenticationMethods: [PASSKEY] },
  REST,
];
const SETS = [
  ['session profile', SESSION_PROFILE],
  ['login by factor', BY_FACTOR],
  ['explicit downgrade', DOWNGRADE],
] as const;

/** Creates a set from its end, so that no policy asks anything of the next. */
async function create(set: Set): Promise<readonly string[]> {
  await root.submit('update_user_phone_number', {
    userId: root.userId,
    userPhoneNumber: '+15005550006',
  });
  const ids: string[] = [];
  for (const [order, one] of [...set.entries()].toReversed()) {
    ids.unshift(await demand({ ...one, mfaPolicyName: `Policy ${String(order)}`, order }));
  }
  return ids;
}

/** Which policy of the user's an activity must satisfy, by its place. */
async function demandedBy(activity: Json): Promise<readonly number[]> {
  const [user] = await readUsers(database.db, root.organizationId, [root.userId]);
  const found = demandedPolicies('', user?.mfaPolicies ?? [], { activity } as never, false);
  return found.map(({ order }) => order);
}

const stampLogin = (digit: number) => ({
  type: 'ACTIVITY_TYPE_STAMP_LOGIN',
  kind: 'STAMP_LOGIN',
  resource: 'AUTH',
  action: 'CREATE',
  params: { session_profile_id: profile(digit) },
});

describe.each(SETS)('%s', (_, set) => {
  test('behavior: nobody is locked out of what is no login', async () => {
    await create(set);
    expect(statusOf(await rename())).toBe('COMPLETED');
  });

  test('behavior: each login asks the policy of its session profile', async () => {
    await create(set);
    for (const [order, { condition }] of set.entries()) {
      const digit = Number(/'(\d)\d{7}-/.exec(condition)?.[1] ?? '0');
      if (digit === 0) continue;
      expect(await demandedBy(stampLogin(digit))).toEqual([order]);
    }
    expect(await demandedBy(stampLogin(9))).toEqual([set === SESSION_PROFILE ? 1 : set.length - 1]);
  });

  test('behavior: its policies are taken away again', async () => {
    const ids = await create(set);
    for (const mfaPolicyId of ids) {
      const answer = await root.submit('delete_mfa_policy', { userId: root.userId, mfaPolicyId });
      expect(statusOf(answer)).toBe('COMPLETED');
    }
  });
});

test('behavior: login by factor asks for the passkey to export, and for it alone', async () => {
  await create(BY_FACTOR);
  expect(
    await demandedBy({ ...stampLogin(1), resource: 'WALLET', action: 'EXPORT', params: {} }),
  ).toEqual([3]);
});

test('behavior: two delegated users take away the policy that locks a user out', async () => {
  const one = await addUser(service, root, { userName: 'One' });
  const two = await addUser(service, root, { userName: 'Two' });
  const lock = await demand({ condition: 'true', requiredAuthenticationMethods: [PASSKEY] });
  const deletion = "activity.resource == 'MFA_POLICY' && activity.action == 'DELETE'";
  const recovery = {
    policyName: 'Recovery',
    effect: 'EFFECT_ALLOW',
    condition: deletion,
    consensus: 'approvers.count() >= 2',
    notes: '',
  };
  resultOf(await passkey.submit('create_policy', recovery));
  expect(statusOf(await rename())).toBe('AUTHENTICATORS_NEEDED');
  const asked = await one.submit('delete_mfa_policy', { userId: root.userId, mfaPolicyId: lock });
  expect(statusOf(asked)).toBe('CONSENSUS_NEEDED');
  expect(statusOf(await approve(two, asked))).toBe('COMPLETED');
  expect(activityOf(await rename()).status).toBe('ACTIVITY_STATUS_COMPLETED');
});
