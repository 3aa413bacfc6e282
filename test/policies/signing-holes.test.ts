// What policies on signing leave open: each hole in a table of conditions that have it and conditions that don't.
import { encodeFunctionData, maxUint256, parseAbi, type Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { isUnreadable, readPolicy } from '../../src/policies/policy.ts';
import { policyWarnings, type Surroundings } from '../../src/policies/policy-warnings.ts';
import { rawWarnings } from '../../src/policies/raw-signing.ts';
import { readClause } from '../../src/service/policies/clause.ts';

const [ALLOW, DENY] = ['EFFECT_ALLOW', 'EFFECT_DENY'] as const;
type Policy = {
  readonly effect?: string;
  readonly condition?: string;
  readonly consensus?: string;
  readonly time?: string;
};

const read = ({ effect = ALLOW, ...clauses }: Policy, at = 0) => {
  const one = { policyId: `p${String(at)}`, policyName: `P${String(at)}`, effect, ...clauses };
  const policy = readPolicy(one);
  expect([clauses, isUnreadable(policy)]).toEqual([clauses, false]);
  return policy;
};

/** The warnings of some kinds about a policy, beside others. */
function found(policy: Policy, kinds: RegExp, around: Surroundings = {}) {
  return policyWarnings(read(policy), around).filter(({ kind }) => kinds.test(kind));
}
const beside = (...others: readonly Policy[]): Surroundings => ({
  policies: others.map((one, at) => read(one, at + 1)),
});

const TOKEN = "eth.tx.to == '0x5fbdb2315678afecb367f032d93f642f64180aa3'";
const MAINNET = 'eth.tx.chain_id == 1';
const ARGS = 'eth.tx.contract_call_args';

describe('a condition on a contract’s call', () => {
  const args = `${ARGS}['amount'] <= 5`;
  const token = "eth.tx.to == '0xaa'";
  const [anyContract, anyChain] = [{ kind: 'call_any_contract' }, { kind: 'any_chain' }];

  test.each([
    [args, [anyContract, anyChain]],
    ["eth.tx.function_name == 'pay'", [anyContract, anyChain]],
    ["eth.tx.function_signature == '0xa9059cbb'", [anyContract, anyChain]],
    [`${token} && ${args}`, [anyChain]],
    [`1 == eth.tx.chain_id && ${args}`, [anyContract]],
    [`${MAINNET} && ${args} && (${token} || eth.tx.to == '0xbb')`, []],
    [`${MAINNET} && ${args} && eth.tx.to in ['0xaa', '0xbb']`, []],
    // The amount decides alone.
    [`(${MAINNET} && ${token}) || ${args}`, [anyContract, anyChain]],
    [`!(${token}) && eth.tx.chain_id != 1 && ${args}`, [anyContract, anyChain]],
    [`eth.tx.to == eth.tx.from && ${MAINNET} && ${args}`, [anyContract]],
    ['eth.tx.value < 5', [anyChain]],
    [`eth.tx.value < 5 && ${token}`, [anyChain]],
    [`eth.tx.value < 5 && ${MAINNET}`, []],
    [`eth.tx.value < 5 && eth.tx.chain_id in [1, 8453]`, []],
    ['eth.tx.chain_id >= 1 && eth.tx.chain_id <= 10', []],
    [`!(${MAINNET} || eth.tx.chain_id == 10)`, [anyChain]],
    // In both readings of it.
    [`${MAINNET} && ${token} || ${MAINNET} && eth.tx.value < 5`, []],
    ["activity.action == 'SIGN'", []],
    ["activity.kind == 'SIGN_RAW_PAYLOAD' && eth.tx.value < 5", []],
  ])('behavior: an ALLOW with %s leaves open %j', (condition, expected) => {
    expect(found({ condition }, /^(?:call_any_contract|any_chain)$/)).toEqual(expected);
  });

  test('behavior: a DENY on arguments is skipped where they have no value, one on the name is not', () => {
    const isCall = "activity.kind == 'SIGN_TRANSACTION'";
    const denied = (condition: string) => found({ effect: DENY, condition }, /./);
    expect(denied(`${isCall} && ${args}`)).toEqual([{ kind: 'deny_call' }]);
    expect(denied(`${isCall} && eth.tx.function_name == 'approve'`)).toEqual([]);
    expect(denied('eth.tx.value > 5')).toEqual([]);
  });
});

describe('typed data for any contract', () => {
  test.each([
    ["eth.eip_712.domain.name == 'USD Coin' && eth.eip_712.primary_type == 'Permit'", true],
    ["eth.eip_712.domain.verifying_contract != '0xaa'", true],
    ["eth.eip_712.domain.verifying_contract == '0xaa'", false],
    ["activity.params.encoding == 'PAYLOAD_ENCODING_EIP712'", false],
  ])('behavior: %s: %s', (condition, isOpen) => {
    const kinds = found({ condition }, /^message_any_contract$/);
    expect(kinds).toEqual(isOpen ? [{ kind: 'message_any_contract' }] : []);
  });
});

const ROUTER = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';
const approval = (spender: string, amount: bigint) =>
  encodeFunctionData({
    abi: parseAbi(['function approve(address spender, uint256 amount)']),
    args: [spender as Hex, amount],
  });

describe('allowances', () => {
  const APPROVE = "eth.tx.function_name == 'approve'";
  const spender = (subject: string) => ({ kind: 'grant_any_spender', subject });
  const amount = (subject: string) => ({ kind: 'grant_any_amount', subject });
  const M = 'eth.eip_712.message';

  test.each([
    [APPROVE, [spender('approve'), amount('approve')]],
    ["eth.tx.function_signature == '0x095ea7b3'", [spender('approve'), amount('approve')]],
    ["eth.tx.data[0..10] == '0x095ea7b3'", [spender('approve'), amount('approve')]],
    ["eth.tx.function_name in ['transfer', 'approve']", [spender('approve'), amount('approve')]],
    [`${APPROVE} && ${ARGS}['spender'] == '${ROUTER}'`, [amount('approve')]],
    [`${APPROVE} && ${ARGS}['spender'] != '${ROUTER}'`, [spender('approve'), amount('approve')]],
    [`${APPROVE} && ${ARGS}['amount'] <= 1000`, [spender('approve')]],
    [`${APPROVE} && ${ARGS}['amount'] > 1000`, [spender('approve'), amount('approve')]],
    [`${APPROVE} && ${ARGS}['_spender'] == '${ROUTER}' && ${ARGS}['_value'] <= 1000`, []],
    [`${APPROVE} && ${ARGS}['spender'] in ['${ROUTER}'] && ${ARGS}['wad'] == 0`, []],
    // The token of Permit2's is no spender.
    [
      `eth.tx.function_signature == '0x87517c45' && ${ARGS}['token'] == '${ROUTER}'`,
      [spender('approve'), amount('approve')],
    ],
    ["eth.tx.function_name == 'setApprovalForAll'", [spender('setApprovalForAll')]],
    [`eth.tx.function_name == 'setApprovalForAll' && ${ARGS}['operator'] == '${ROUTER}'`, []],
    ["eth.tx.function_name == 'permit'", [spender('permit'), amount('permit')]],
    [`eth.tx.data[0..74] == '${approval(ROUTER, 1n).slice(0, 74)}'`, [amount('approve')]],
    [`eth.tx.data == '${approval(ROUTER, 5n)}'`, []],
    [
      `eth.tx.data[0..10] == '0x095ea7b3' && eth.tx.data[34..74] == '${ROUTER.slice(2)}' && eth.tx.data[74..138] == '${approval(ROUTER, 5n).slice(74)}'`,
      [],
    ],
    [
      `eth.tx.data[0..10] == '0x095ea7b3' && eth.tx.data[74..138] == '${approval(ROUTER, 5n).slice(74)}'`,
      [spender('approve')],
    ],
    // Neither of them is an allowance.
    ["eth.tx.function_name == 'transfer'", []],
    ["eth.tx.data[0..10] == '0xa9059cbb'", []],
    ["eth.tx.data == '0x'", []],
    [TOKEN, []],
    [
      "eth.eip_712.primary_type == 'Permit' && eth.eip_712.domain.verifying_contract == '0xaa'",
      [spender('Permit'), amount('Permit')],
    ],
    [`eth.eip_712.primary_type == 'Permit' && ${M}['spender'] == '${ROUTER}'`, [amount('Permit')]],
    [
      `eth.eip_712.primary_type == 'Permit' && ${M}['spender'] == '${ROUTER}' && ${M}['value'] <= 1000`,
      [],
    ],
    [
      `eth.eip_712.primary_type == 'PermitSingle' && ${M}['details']['amount'] <= 1000`,
      [spender('PermitSingle')],
    ],
    [
      `eth.eip_712.primary_type == 'PermitBatchTransferFrom' && ${M}['permitted'].all(p, p['amount'] < 5) && ${M}['spender'] == '${ROUTER}'`,
      [],
    ],
    [
      `eth.eip_712.primary_type == 'PermitBatch' && ${M}['details'].count() <= 2`,
      [spender('PermitBatch'), amount('PermitBatch')],
    ],
    ["eth.eip_712.primary_type == 'Mail'", []],
    ["activity.params.encoding == 'PAYLOAD_ENCODING_EIP712'", []],
  ])('behavior: %s gives %j', (condition, expected) => {
    expect(found({ condition }, /^grant_/)).toEqual(expected);
    expect(found({ effect: DENY, condition }, /^grant_/)).toEqual([]);
  });

  test('behavior: what viem encodes for an endless allowance is what is meant', () => {
    const endless = `eth.tx.data == '${approval(ROUTER, maxUint256)}'`;
    expect(found({ condition: endless }, /^grant_/)).toEqual([amount('approve')]);
  });
});

describe('a call whose contract has no interface', () => {
  const NAMED = `${TOKEN} && eth.tx.function_name == 'transfer'`;
  const [, address = ''] = /'(.*)'/.exec(TOKEN) ?? [];
  const none = { kind: 'no_interface', subject: address };

  test.each([
    [NAMED, [], [none]],
    [NAMED, ['0xaa'], [none]],
    [NAMED, ['0x5FbDB2315678afecb367f032d93F642f64180aa3'], []],
    // A contract that is excluded needs none.
    [`!(${TOKEN}) && eth.tx.to == '0xaa' && ${ARGS}['a'] == 1`, ['0xaa'], []],
    ["eth.tx.function_name == 'transfer'", [], [{ kind: 'no_interfaces' }]],
    ["eth.tx.function_name == 'transfer'", ['0xaa'], []],
    [TOKEN, [], []],
    [`${TOKEN} && eth.tx.data[0..10] == '0xa9059cbb'`, [], []],
    [NAMED, undefined, []],
  ] as const)('behavior: %s with %j', (condition, contracts, expected) => {
    for (const effect of [ALLOW, DENY]) {
      expect(found({ effect, condition }, /^no_interface/, { contracts })).toEqual(expected);
    }
  });
});

const RAW = "activity.kind == 'SIGN_RAW_PAYLOAD'";
const SIGN = "activity.action == 'SIGN'";
const LIMIT = { effect: DENY, condition: 'eth.tx.value > 1000' };
const ONE = "approvers.any(user, user.id == 'ann')";
const OTHER = "approvers.any(user, user.id == 'bob')";
const ENCODING = 'activity.params.encoding';
const HASH = 'activity.params.hash_function';

describe('raw signing beside rules', () => {
  test.each<readonly [string, Policy, Policy, boolean]>([
    ['all signing beside a DENY', { condition: SIGN }, LIMIT, true],
    ['everything', {}, LIMIT, true],
    ['raw signing alone', { condition: RAW }, LIMIT, true],
    ['several payloads', { condition: "activity.kind == 'SIGN_RAW_PAYLOADS'" }, LIMIT, true],
    ['for a quorum, too', { condition: SIGN, consensus: 'approvers.count() >= 2' }, LIMIT, true],
    [
      'typed data alone',
      { condition: `${RAW} && ${ENCODING} == 'PAYLOAD_ENCODING_EIP712'` },
      LIMIT,
      false,
    ],
    [
      'authorizations',
      { condition: `${RAW} && ${ENCODING} == 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION'` },
      LIMIT,
      true,
    ],
    // Its conditions see them.
    ['one delegate', { condition: "eth.eip_7702_authorization.address == '0xaa'" }, LIMIT, false],
    ['no raw signing', { condition: "activity.kind == 'SIGN_TRANSACTION'" }, LIMIT, false],
    ['other things', { condition: "activity.resource == 'WALLET'" }, LIMIT, false],
    ['transactions alone', { condition: MAINNET }, LIMIT, false],
    // An Ethereum transaction's hash is no message of Ed25519, and a Solana message no hash.
    [
      'Ed25519 alone',
      { condition: `${RAW} && ${HASH} == 'HASH_FUNCTION_NOT_APPLICABLE'` },
      LIMIT,
      false,
    ],
    ['SHA-256 alone', { condition: `${RAW} && ${HASH} == 'HASH_FUNCTION_SHA256'` }, LIMIT, false],
    [
      'Solana, by Ed25519',
      { condition: `${RAW} && ${HASH} == 'HASH_FUNCTION_NOT_APPLICABLE'` },
      { effect: DENY, condition: 'solana.tx.transfers.count() > 1' },
      true,
    ],
    [
      'Solana, by ECDSA',
      { condition: `${RAW} && ${HASH} == 'HASH_FUNCTION_KECCAK256'` },
      { effect: DENY, condition: 'solana.tx.transfers.count() > 1' },
      false,
    ],
    [
      'messages, by their hash',
      { condition: `${RAW} && ${HASH} == 'HASH_FUNCTION_NO_OP'` },
      { effect: DENY, condition: "eth.eip_712.primary_type == 'Permit'" },
      true,
    ],
    [
      'messages among several',
      {
        condition: `activity.kind == 'SIGN_RAW_PAYLOADS' && ${ENCODING} == 'PAYLOAD_ENCODING_EIP712'`,
      },
      { effect: DENY, condition: "eth.eip_712.primary_type == 'Permit'" },
      true,
    ],
    // Beside another ALLOW: a limit to the same people alone.
    [
      'the same people',
      { condition: RAW, consensus: ONE },
      { condition: MAINNET, consensus: ONE },
      true,
    ],
    ['everybody, beside one', { condition: RAW }, { condition: MAINNET, consensus: ONE }, true],
    [
      'one alone is everybody',
      { condition: RAW, consensus: 'approvers.count() >= 1' },
      { condition: MAINNET, consensus: ONE },
      true,
    ],
    ['others', { condition: RAW, consensus: OTHER }, { condition: MAINNET, consensus: ONE }, false],
    [
      'more of them',
      { condition: RAW, consensus: `${ONE} && approvers.count() >= 2` },
      { condition: MAINNET, consensus: ONE },
      false,
    ],
    [
      'who may sign anything',
      { condition: SIGN, consensus: ONE },
      { condition: MAINNET, consensus: ONE },
      false,
    ],
    // With another wallet.
    [
      'one wallet',
      { condition: `${RAW} && wallet.id == 'w'` },
      { effect: DENY, condition: "wallet.id == 'w' && eth.tx.value > 5" },
      true,
    ],
    [
      'any wallet',
      { condition: RAW },
      { effect: DENY, condition: "wallet.id == 'w' && eth.tx.value > 5" },
      true,
    ],
    [
      'another wallet',
      { condition: `${RAW} && wallet.id == 'v'` },
      { effect: DENY, condition: "wallet.id == 'w' && eth.tx.value > 5" },
      false,
    ],
    [
      'no rule at all',
      { condition: RAW },
      { effect: DENY, condition: "activity.kind == 'EXPORT_WALLET'" },
      false,
    ],
  ])('behavior: %s', (_, allow, rule, isOpen) => {
    const around = found(allow, /^raw_/, beside(rule));
    expect(around.map(({ kind }) => kind)).toEqual(isOpen ? ['raw_allowed'] : []);
    const ofRule = found(rule, /^raw_/, beside(allow));
    expect(ofRule.map(({ kind }) => kind)).toEqual(isOpen ? ['raw_around'] : []);
    if (!isOpen) return;
    expect(around).toMatchObject([{ policies: ['P1'] }]);
    // The DENY that is offered is one that the service stores, and closes it.
    const [{ offer } = { offer: '' }] = around as unknown as readonly { offer: string }[];
    expect(readClause('condition', offer)).toBeTruthy();
    const closing = { effect: DENY, condition: offer };
    expect(found(allow, /^raw_/, beside(rule, closing))).toEqual([]);
    expect(found(rule, /^raw_/, beside(allow, closing))).toEqual([]);
    // Not if it is for some people, or at some times.
    for (const some of [
      { consensus: ONE },
      { time: "time.now >= Timestamp('2026-03-01T00:00:00Z')" },
    ]) {
      expect(found(allow, /^raw_/, beside(rule, { ...closing, ...some }))).toHaveLength(1);
    }
  });

  test('behavior: the publisher’s narrower DENY leaves hashes of other functions open', () => {
    const narrow = {
      effect: DENY,
      condition:
        "activity.type == 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2' && activity.params.hash_function == 'HASH_FUNCTION_NO_OP' && activity.params.encoding != 'PAYLOAD_ENCODING_EIP712'",
    };
    expect(found({ condition: SIGN }, /^raw_/, beside(LIMIT, narrow))).toHaveLength(1);
  });

  test('behavior: nothing is said while the other policies aren’t known, or can’t be read', () => {
    expect(found({ condition: SIGN }, /^(?:raw_|delegations)/)).toEqual([]);
    const unread = readPolicy({
      policyId: 'u',
      policyName: 'U',
      effect: DENY,
      condition: 'eth.tx.',
    });
    expect(found({ condition: SIGN }, /^raw_/, { policies: [unread] })).toEqual([]);
  });
});

describe('transactions that delegate', () => {
  const CLOSED = { effect: DENY, condition: "eth.tx.type == 'TYPE_4'" };

  test.each<readonly [string, readonly Policy[], boolean]>([
    [MAINNET, [], true],
    [`${MAINNET} && eth.tx.value < 5`, [], true],
    [`${MAINNET} && eth.tx.type != 'TYPE_4'`, [], false],
    [`${MAINNET} && eth.tx.type == 'TYPE_2'`, [], false],
    [`${MAINNET} && eth.tx.type in ['TYPE_2', 'LEGACY']`, [], false],
    [`${MAINNET} && !(eth.tx.type == 'TYPE_4')`, [], false],
    [MAINNET, [CLOSED], false],
    [MAINNET, [{ ...CLOSED, consensus: ONE }], true],
    // What a service sends brings none.
    [`${MAINNET} && activity.kind == 'ETH_SEND_TRANSACTION'`, [], false],
    [SIGN, [], false],
    [SIGN, [LIMIT], true],
    [SIGN, [LIMIT, CLOSED], false],
    [RAW, [LIMIT], false],
    ["eth.eip_712.primary_type == 'Mail'", [], false],
  ])('behavior: %s beside %j: %s', (condition, others, isOpen) => {
    const warnings = found({ condition }, /^delegations$/, beside(...others));
    expect(warnings).toEqual(isOpen ? [{ kind: 'delegations', offer: CLOSED.condition }] : []);
    expect(found({ effect: DENY, condition }, /^delegations$/, beside(...others))).toEqual([]);
  });
});

test('error: of what takes too many steps to ask nothing is said, and no more is asked', () => {
  const terms = Array.from({ length: 60 }, (_, at) => `eth.tx.value > ${String(at)}`);
  const others = [1, 2, 3].map((at) => read({ effect: DENY, condition: terms.join(' && ') }, at));
  const asked = (left: number) => {
    const steps = { left };
    const kinds = rawWarnings(read({ condition: SIGN }), others, steps).map(({ kind }) => kind);
    return { kinds, isOver: steps.left <= 0 };
  };
  expect(asked(500_000)).toEqual({ kinds: ['raw_allowed', 'delegations'], isOver: false });
  for (const left of [500, 1000, 2000]) expect(asked(left)).toEqual({ kinds: [], isOver: true });
});
