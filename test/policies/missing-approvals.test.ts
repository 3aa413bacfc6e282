import { describe, expect, test } from 'vitest';
import type { SubmitRow } from '../../src/protocol/operation-row.ts';
import { missingApprovals, type Voter } from '../../src/policies/missing-approvals.ts';
import { EXPORTS, OPERATIONS } from '../../src/protocol/operations.ts';
import { readPolicy } from '../../src/policies/policy.ts';
import { credentialFact, requestQuestion, userFact } from '../../src/policies/request-facts.ts';
import { predict } from '../../src/policies/prediction.ts';

const USERS = ['ann', 'bob', 'cem', 'dee'].map((userId) => ({
  userId,
  userTags: userId === 'dee' ? [] : ['admin'],
  userEmail: null,
}));

const voteOf = (userId: string, isPasskey = false) => ({
  user: userFact(
    userId,
    USERS.find((user) => user.userId === userId),
  ),
  credential: credentialFact(userId, {
    isPasskey,
    id: userId,
    type: 'CREDENTIAL_TYPE_API_KEY_P256',
  }),
});
const VOTERS: readonly Voter[] = USERS.map(({ userId }) => ({
  userId,
  votes: userId === 'cem' ? [voteOf(userId), voteOf(userId, true)] : [voteOf(userId)],
}));

const allow = (consensus: string, policyName = 'Two people') =>
  readPolicy({ policyId: policyName, policyName, effect: 'EFFECT_ALLOW', consensus });

const question = (...voters: readonly string[]) =>
  requestQuestion(
    {
      type: 'ACTIVITY_TYPE_UPDATE_WALLET',
      policy: { resource: 'WALLET', action: 'UPDATE', params: ['walletId'] },
      parameters: { walletId: 'w1', walletName: 'Savings' },
    },
    voters.map((id) => voteOf(id)),
    voters[0],
    0,
  );

function missing(consensus: string, ...voters: readonly string[]) {
  const rules = { policies: [allow(consensus)], rootQuorum: { threshold: 2, userIds: ['dee'] } };
  expect(predict(rules, question(...voters)).kind).toBe('consensus');
  return missingApprovals(rules, question(...voters), new Set(voters), VOTERS);
}

describe('missingApprovals', () => {
  test.each([
    ["approvers.filter(u, u.tags.contains('admin')).count() >= 2", 1, ['bob', 'cem']],
    ["approvers.filter(u, u.tags.contains('admin')).count() >= 3", 2, ['bob', 'cem']],
    ["approvers.any(u, u.id == 'ann') && approvers.any(u, u.id == 'dee')", 1, ['dee']],
    // Only a passkey fills the second part, and only Cem has one.
    [
      "approvers.any(u, u.id == 'ann') && credentials.any(c, c.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')",
      1,
      ['cem'],
    ],
    ['approvers.count() >= 5', undefined, ['bob', 'cem', 'dee']],
  ])('behavior: %s', (consensus, count, oneOf) => {
    expect(missing(consensus, 'ann')).toMatchObject([{ by: 'policy', count, oneOf }]);
  });

  test('behavior: the root quorum names its members who have not voted', () => {
    const rules = { policies: [], rootQuorum: { threshold: 2, userIds: ['ann', 'bob', 'cem'] } };
    expect(missingApprovals(rules, question('ann'), new Set(['ann']), VOTERS)).toEqual([
      { by: 'root_quorum', policy: undefined, count: 1, oneOf: ['bob', 'cem'] },
    ]);
  });

  test('attack: nobody is named for a policy that may be something else', () => {
    const rules = { policies: [allow("approvers.any(u, u.alias == 'x')")], rootQuorum: undefined };
    expect(missingApprovals(rules, question('ann'), new Set(['ann']), VOTERS)).toEqual([]);
  });
});

/** What can't be read could only allow it: nothing else does. */
const UNLESS = {
  kind: 'refused',
  policies: [],
  unless: [{ policy: { id: 'p', name: 'P' }, mightDo: ['allow'] }],
};

describe('requestQuestion', () => {
  const verdict = (condition: string, policyName = 'P') => {
    const policy = { policyId: 'p', policyName, effect: 'EFFECT_ALLOW', condition };
    const rootQuorum = { threshold: 1, userIds: ['root'] };
    return predict({ policies: [readPolicy(policy)], rootQuorum }, question('ann'));
  };

  test('behavior: it shows what the operations table says, and no other parameter', () => {
    expect(verdict("activity.kind == 'UPDATE_WALLET'")).toMatchObject({ kind: 'allowed' });
    expect(verdict("activity.params.wallet_id == 'w1'")).toMatchObject({ kind: 'allowed' });
    expect(verdict("activity.params.user_id == 'w1'")).toMatchObject({
      kind: 'refused',
      erring: [{ id: 'p' }],
    });
  });

  test('behavior: an export shows what it lets out, as far as the request says so', () => {
    const verdictOn = (row: SubmitRow, parameters: Record<string, string>, condition: string) => {
      const policy = { policyId: 'p', policyName: 'P', effect: 'EFFECT_ALLOW', condition };
      const rootQuorum = { threshold: 1, userIds: ['root'] };
      const [{ type }] = row.versions;
      const asked = requestQuestion(
        { type, policy: row.policy, parameters },
        [voteOf('ann')],
        'ann',
        0,
      );
      return predict({ policies: [readPolicy(policy)], rootQuorum }, asked).kind;
    };
    const targetPublicKey = `04${'ab'.repeat(64)}`;
    const wallet = { walletId: 'W1', targetPublicKey };
    const { wallet: ofWallet, walletAccount, privateKey } = EXPORTS;
    expect(verdictOn(ofWallet, wallet, "wallet.id == 'w1'")).toBe('allowed');
    expect(verdictOn(ofWallet, wallet, "wallet.id == 'w2'")).toBe('refused');
    expect(verdictOn(ofWallet, wallet, 'wallet.exported')).toBe('unknown');
    expect(verdictOn(ofWallet, wallet, "private_key.id == 'w1'")).toBe('refused');
    const pinned = `activity.params.target_public_key == '${targetPublicKey}'`;
    expect(verdictOn(ofWallet, wallet, pinned)).toBe('allowed');
    const account = { address: '0xAb', targetPublicKey };
    expect(verdictOn(walletAccount, account, "wallet_account.address == '0xAb'")).toBe('allowed');
    expect(verdictOn(walletAccount, account, "wallet_account.address == '0xab'")).toBe('refused');
    expect(verdictOn(walletAccount, account, 'wallet_account.path_indexes[0] == 44')).toBe(
      'unknown',
    );
    expect(verdictOn(walletAccount, account, "wallet.id == 'w1'")).toBe('unknown');
    const key = { privateKeyId: 'k1', targetPublicKey };
    expect(verdictOn(privateKey, key, "private_key.id == 'k1'")).toBe('allowed');
    expect(verdictOn(privateKey, key, "private_key.tags.contains('t')")).toBe('unknown');
  });

  test.each([
    'eth.tx.value > 0',
    "solana.tx.version == '0'",
    'tron.tx.fee_limit > 0',
    'bitcoin.tx.fee > 0',
    'tempo.tx.nonce > 0',
    "secret.static_properties['a'] == 'b'",
  ])('behavior: what a signature is on is not known: %s', (condition) => {
    const policy = { resource: 'WALLET', action: 'SIGN' } as const;
    const type = 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2';
    const asked = requestQuestion({ type, policy, parameters: {} }, [], 'ann', 0);
    const allowing = { policyId: 'p', policyName: 'P', effect: 'EFFECT_ALLOW', condition };
    const rules = {
      policies: [readPolicy(allowing)],
      rootQuorum: { threshold: 1, userIds: ['root'] },
    };
    expect(predict(rules, asked)).toEqual({ kind: 'unknown', causes: ['transaction'] });
  });

  test('error: whose credential it is isn’t known where the request doesn’t say so', () => {
    const isOwn = (policy: SubmitRow['policy'] | undefined, userId: unknown) =>
      requestQuestion({ type: 'T', policy, parameters: { userId } }, [], 'ann', 0).isOwnCredential;
    const credential = { resource: 'CREDENTIAL', action: 'CREATE' } as const;
    expect(isOwn(credential, 'ANN')).toBe(true);
    expect(isOwn(credential, 'bob')).toBe(false);
    expect(isOwn(credential, undefined)).toBeUndefined();
    expect(isOwn(undefined, 'ann')).toBeUndefined();
  });

  test('behavior: what nobody knows here makes no verdict', () => {
    expect(verdict('controls.daily')).toEqual({ kind: 'unknown', causes: ['control'] });
    expect(verdict('some.new.keyword')).toMatchObject(UNLESS);
    const unread = predict({ policies: undefined, rootQuorum: undefined }, question('ann'));
    expect(unread).toEqual({ kind: 'unknown', causes: ['policies_unread', 'root_quorum_unread'] });
  });

  test('attack: a policy made to take for ever is unknown, and soon', () => {
    const nested = (depth: number): string =>
      depth === 0
        ? "'x' == 'y'"
        : `[1,2,3,4,5,6,7,8,9].any(v${String(depth)}, ${nested(depth - 1)})`;
    for (const text of [nested(30), `${'('.repeat(5000)}true${')'.repeat(5000)}`]) {
      expect(verdict(text)).toMatchObject(UNLESS);
    }
    // It is short, and the request's list is long.
    const users = Array.from({ length: 500 }, (_, at) => String(at));
    const parameters = { userIds: users };
    const [{ type }] = OPERATIONS.delete_users.versions;
    const asked = requestQuestion(
      { type, policy: OPERATIONS.delete_users.policy, parameters },
      [voteOf('ann')],
      'ann',
      0,
    );
    const condition = 'activity.params.user_ids.all(a, activity.params.user_ids.any(b, a == b))';
    const policy = { policyId: 'p', policyName: 'P', effect: 'EFFECT_ALLOW', condition };
    const rules = {
      policies: [readPolicy(policy)],
      rootQuorum: { threshold: 1, userIds: ['root'] },
    };
    expect(predict(rules, asked)).toEqual({ kind: 'unknown', causes: ['too_much'] });
  });
});
