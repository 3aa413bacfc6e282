import { describe, expect, test } from 'vitest';
import { missingFactors } from '../../src/policies/demanded-factors.ts';
import { missingApprovals } from '../../src/policies/missing-approvals.ts';
import { readPolicy } from '../../src/policies/policy.ts';
import { requestQuestion, userFact } from '../../src/policies/request-facts.ts';
import { predict } from '../../src/policies/prediction.ts';
import { OPERATIONS, policyFactsOf, ROWS } from '../../src/protocol/operations.ts';

/* What only the root quorum may do: no policy is asked, neither one that allows nor one that denies. */

const [ALICE, BOB, CAROL] = ['a', 'b', 'c'].map(
  (letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`,
) as [string, string, string];
const POLICIES = [
  {
    policyId: '1',
    policyName: 'All',
    effect: 'EFFECT_ALLOW',
    consensus: '',
    condition: '',
    notes: '',
  },
  {
    policyId: '2',
    policyName: 'None',
    effect: 'EFFECT_DENY',
    consensus: '',
    condition: '',
    notes: '',
  },
].map((one) => readPolicy(one));

function verdict(type: string, voters: readonly string[], threshold = 2, policies = POLICIES) {
  const votes = voters.map((id) => ({ user: userFact(id, undefined), credential: {} }));
  const asked = { type, policy: policyFactsOf(type), parameters: {} };
  const question = requestQuestion(asked, votes, voters[0], 0);
  return predict({ policies, rootQuorum: { threshold, userIds: [ALICE, BOB] } }, question);
}

const ROOT_ONLY = [
  OPERATIONS.update_root_quorum.versions[0].type,
  OPERATIONS.update_organization_name.versions[0].type,
  'ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE',
  'ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE',
];

describe('what only the root quorum may do', () => {
  test.each(ROOT_ONLY)('behavior: %s is predicted by the root quorum alone', (type) => {
    expect(verdict(type, [ALICE])).toMatchObject({ kind: 'consensus', by: 'root_quorum' });
    expect(verdict(type, [ALICE, BOB])).toMatchObject({ kind: 'allowed', by: 'root_quorum' });
    expect(verdict(type, [BOB], 1)).toMatchObject({ kind: 'allowed', by: 'root_quorum' });
    expect(verdict(type, [CAROL])).toMatchObject({ kind: 'refused', policies: [], erring: [] });
  });

  test('behavior: of those who are missing, only its members are named', () => {
    const { type } = OPERATIONS.update_root_quorum.versions[0];
    const votes = [{ user: userFact(ALICE, undefined), credential: {} }];
    const asked = { type, policy: policyFactsOf(type), parameters: {} };
    const two = { policyId: '3', policyName: 'Two', effect: 'EFFECT_ALLOW' };
    const policies = [readPolicy({ ...two, consensus: 'approvers.count() >= 2' })];
    const rules = { policies, rootQuorum: { threshold: 2, userIds: [ALICE, BOB] } };
    const missing = missingApprovals(
      rules,
      requestQuestion(asked, votes, ALICE, 0),
      new Set([ALICE]),
      [
        { userId: BOB, votes: [{ user: userFact(BOB, undefined), credential: {} }] },
        { userId: CAROL, votes: [{ user: userFact(CAROL, undefined), credential: {} }] },
      ],
    );
    expect(missing).toEqual([{ by: 'root_quorum', policy: undefined, count: 1, oneOf: [BOB] }]);
  });

  test('behavior: an MFA policy that reads the activity is skipped, any other is not', () => {
    const { type } = OPERATIONS.update_root_quorum.versions[0];
    const asked = { type, policy: policyFactsOf(type), parameters: {} };
    const { facts } = requestQuestion(asked, [], ALICE, 0);
    const steps = [{ any: [{ type: 'AUTHENTICATION_TYPE_PASSKEY' }] }];
    const key = { type: 'AUTHENTICATION_TYPE_API_KEY', id: undefined };
    const missing = (condition: string) =>
      missingFactors([{ condition, requiredAuthenticationMethods: steps }], facts, key);
    expect(missing("activity.kind == 'UPDATE_ROOT_QUORUM'")).toEqual([]);
    expect(missing('true')).toEqual([{ methods: steps[0]?.any, isCertain: true }]);
  });

  test('behavior: anything else asks the policies', () => {
    const { type } = OPERATIONS.update_wallet.versions[0];
    expect(verdict(type, [CAROL])).toMatchObject({ kind: 'refused', policies: [{ id: '2' }] });
    const rest = ROWS.flatMap((row) =>
      row.kind === 'submit' && row.policy === 'root_quorum' ? row.versions : [],
    );
    expect(rest.map(({ type: one }) => one)).toEqual(ROOT_ONLY.slice(0, 2));
  });
});

test('behavior: the user’s own credentials are theirs in whatever letters the request names them', () => {
  const type = 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2';
  const ask = (userId: string) => {
    const parameters = { userId };
    return requestQuestion({ type, policy: policyFactsOf(type), parameters }, [], ALICE, 0);
  };
  for (const userId of [ALICE, ALICE.toUpperCase()]) {
    expect(ask(userId).isOwnCredential, userId).toBe(true);
  }
  expect(ask(BOB).isOwnCredential).toBe(false);
});

test('behavior: its answer is known although the policies could not be read', () => {
  const [type] = ROOT_ONLY;
  const asked = { type: type ?? '', policy: policyFactsOf(type ?? ''), parameters: {} };
  const votes = [{ user: userFact(ALICE, undefined), credential: {} }];
  const rules = { policies: undefined, rootQuorum: { threshold: 2, userIds: [ALICE, BOB] } };
  expect(predict(rules, requestQuestion(asked, votes, ALICE, 0))).toMatchObject({
    kind: 'consensus',
    by: 'root_quorum',
  });
});
