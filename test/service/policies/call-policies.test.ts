// Policies on what a contract is asked to do, by the interfaces that the organization stored.
import { encodeFunctionData, parseAbi, serializeTransaction, type Abi, type Hex } from 'viem';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { randomBytes } from '../../../src/crypto/bytes.ts';
import type { OpenDatabase } from '../../../src/service/database.ts';
import { randomId } from '../../../src/service/ids.ts';
import { contractInterfaces, organizations } from '../../../src/service/schema.ts';
import { useFreshService } from '../fresh-service.ts';
import {
  activityOf,
  resultOf,
  type Answer,
  type Caller,
  type Json,
  type TestService,
} from '../harness.ts';
import { addUser } from '../new-user.ts';

const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const PAYROLL = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const STRANGER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const ERC20 = parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function approve(address spender, uint256 amount) returns (bool)',
]);

let database: OpenDatabase;
let service: TestService;
let root: Caller;
let trader: Caller;
let address: string;

useFreshService(async (fresh) => {
  ({ database, service, root } = fresh);
  trader = await addUser(service, root, { userName: 'Trader' });
  const account = {
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/60'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  };
  const wallet = { walletName: 'Trading', accounts: [account] };
  const { addresses } = resultOf(await root.submit('create_wallet', wallet));
  address = String((addresses as string[])[0]);
});

const store = async (abi: unknown, change: Json = {}) => {
  const answer = await root.submit('create_smart_contract_interface', {
    smartContractAddress: TOKEN,
    smartContractInterface: JSON.stringify(abi),
    type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
    label: 'Token',
    notes: '',
    ...change,
  });
  return String(resultOf(answer)['smartContractInterfaceId']);
};

let policies = 0;
const policy = async (condition: string, change: Json = {}) => {
  policies += 1;
  const values = { policyName: `P ${policies}`, effect: 'EFFECT_ALLOW', condition, notes: '' };
  return resultOf(await root.submit('create_policy', { ...values, ...change }))['policyId'];
};

const call = (data: string, to = TOKEN) =>
  trader.submit('sign_transaction', {
    signWith: address,
    unsignedTransaction: serializeTransaction({
      chainId: 1,
      nonce: 0,
      to: to as Hex,
      data: data as Hex,
      gas: 100_000n,
      maxFeePerGas: 10n,
      maxPriorityFeePerGas: 1n,
    }),
    type: 'TRANSACTION_TYPE_ETHEREUM',
  });
const encoded = (functionName: 'transfer' | 'approve', to: Hex, amount: bigint) =>
  encodeFunctionData({ abi: ERC20, functionName, args: [to, amount] });
const transfer = (to: Hex, amount = 5n) => call(encoded('transfer', to, amount));

const outcomesOf = ({ body }: Answer) => {
  const [detail] = body['details'] as { policyEvaluations?: { outcome: string }[] }[];
  return (detail?.policyEvaluations ?? []).map(({ outcome }) => outcome.replace('OUTCOME_', ''));
};
const outcomes = async (answer: Promise<Answer>) => {
  const got = await answer;
  return got.status === 200 ? ['SIGNED'] : outcomesOf(got);
};

const TO_PAYROLL = [
  `eth.tx.to == '${TOKEN.toLowerCase()}'`,
  "eth.tx.function_name == 'transfer'",
  "eth.tx.function_signature == '0xa9059cbb'",
  `eth.tx.contract_call_args['to'] == '${PAYROLL.toLowerCase()}'`,
  "eth.tx.contract_call_args['amount'] <= 100",
].join(' && ');

describe('a token’s transfer', () => {
  test('behavior: only to the address that a policy names, up to its amount', async () => {
    await store(ERC20);
    await policy(TO_PAYROLL);
    expect(await outcomes(transfer(PAYROLL, 100n))).toEqual(['SIGNED']);
    expect(await outcomes(transfer(PAYROLL, 101n))).toEqual(['DENY_IMPLICIT']);
    expect(await outcomes(transfer(STRANGER))).toEqual(['DENY_IMPLICIT']);
    expect(await outcomes(call(encoded('approve', PAYROLL, 5n)))).toEqual(['ERROR']);
    // Beyond 128 bits an amount has no value.
    expect(await outcomes(transfer(PAYROLL, 2n ** 200n))).toEqual(['ERROR']);
  });

  test('error: a call that an encoder would not write has no arguments', async () => {
    await store(ERC20);
    await policy(TO_PAYROLL);
    const data = encoded('transfer', PAYROLL, 5n);
    for (const other of [`${data}00`, data.slice(0, -2), data.slice(0, 10), '0xa9059c']) {
      expect(await outcomes(call(other))).toEqual(['ERROR']);
    }
    // To the same contract by the same function: the selector alone says that.
    await policy("eth.tx.function_name == 'transfer'", { effect: 'EFFECT_DENY' });
    expect((await outcomes(call(`${data}00`))).toSorted()).toEqual(['DENY_EXPLICIT', 'ERROR']);
  });

  test('error: without an interface, with another address’s or another organization’s', async () => {
    await policy(TO_PAYROLL);
    expect(await outcomes(transfer(PAYROLL))).toEqual(['ERROR']);
    await store(ERC20, { smartContractAddress: STRANGER });
    const stranger = randomId(randomBytes);
    const at = { createdAt: service.time.now, updatedAt: service.time.now };
    await database.db.insert(organizations).values({ id: stranger, name: 'Other', ...at });
    const id = await store(ERC20);
    const theirs = { organizationId: stranger };
    await database.db.update(contractInterfaces).set(theirs).where(eq(contractInterfaces.id, id));
    expect(await outcomes(transfer(PAYROLL))).toEqual(['ERROR']);
    await store(ERC20, { smartContractAddress: TOKEN.toLowerCase() });
    expect(await outcomes(transfer(PAYROLL))).toEqual(['SIGNED']);
  });

  test('error: an interface that names the arguments otherwise makes none of them known', async () => {
    await store(ERC20);
    await policy(TO_PAYROLL);
    const swapped = parseAbi(['function transfer(address amount, uint256 to)']);
    const id = await store(swapped);
    expect(await outcomes(transfer(PAYROLL))).toEqual(['ERROR']);
    await root.submit('delete_smart_contract_interface', { smartContractInterfaceId: id });
    expect(await outcomes(transfer(PAYROLL))).toEqual(['SIGNED']);
  });

  test('error: more interfaces of one contract than are read make none known', async () => {
    await policy(TO_PAYROLL);
    for (let at = 0; at < 10; at += 1) await store(ERC20, { label: `Token ${at}` });
    expect(await outcomes(transfer(PAYROLL))).toEqual(['SIGNED']);
    await store(ERC20, { label: 'One more' });
    expect(await outcomes(transfer(PAYROLL))).toEqual(['ERROR']);
  });

  test('behavior: an interface that is deleted while a vote waits decides nothing', async () => {
    const id = await store(ERC20);
    const second = await addUser(service, root, { userName: 'Second' });
    await policy(TO_PAYROLL, { consensus: 'approvers.count() >= 2' });
    const waiting = activityOf(await transfer(PAYROLL));
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    await root.submit('delete_smart_contract_interface', { smartContractInterfaceId: id });
    const { fingerprint } = waiting;
    expect((await second.submit('approve_activity', { fingerprint })).status).toBe(403);
    await store(ERC20, { label: 'Token again' });
    const again = activityOf(await second.submit('approve_activity', { fingerprint }));
    expect(again.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });
});

describe('arguments of any type', () => {
  const abi = parseAbi([
    'struct Leg { address to; uint96[] amounts; bool isLast }',
    'function route(Leg[] legs, bytes32 id, string memo, int64 change)',
  ]) as Abi;
  const legs = (isLast: boolean) =>
    encodeFunctionData({
      abi,
      functionName: 'route',
      args: [
        [
          { to: PAYROLL, amounts: [1n, 2n], isLast: false },
          { to: STRANGER, amounts: [], isLast },
        ],
        `0x${'ab'.repeat(32)}`,
        'rent',
        -7n,
      ],
    });
  const args = 'eth.tx.contract_call_args';

  test.each([
    [`${args}['legs'].count() == 2 && ${args}['legs'][0][0] == '${PAYROLL}'`, 'SIGNED'],
    [`${args}['legs'].all(leg, leg[1].all(amount, amount < 3))`, 'SIGNED'],
    [`${args}['legs'].any(leg, leg[2] == true)`, 'SIGNED'],
    [`${args}['id'] == '0x${'AB'.repeat(32)}' && ${args}['memo'] == 'rent'`, 'SIGNED'],
    [`${args}['change'] < 0`, 'SIGNED'],
    // Members of a struct stand in order, by no name.
    [`${args}['legs'][0]['to'] == '${PAYROLL}'`, 'ERROR'],
    [`${args}['legs'][2][0] != '${PAYROLL}'`, 'ERROR'],
    [`${args}['memo'] != 5`, 'ERROR'],
    [`${args}['note'] != 'rent'`, 'ERROR'],
    [`${args}['legs'][1][2] == false`, 'DENY_IMPLICIT'],
  ])('behavior: %s', async (condition, outcome) => {
    await store(abi);
    await policy(condition);
    expect(await outcomes(call(legs(true)))).toEqual([outcome]);
  });

  test('error: a list with a number beyond 128 bits errs where it is asked, and nowhere else', async () => {
    const pay = parseAbi(['function pay(uint256[] amounts, address to)']);
    await store(pay);
    const data = encodeFunctionData({ abi: pay, args: [[1n, 2n ** 128n], PAYROLL] });
    await policy(`${args}['amounts'].all(amount, amount < 5)`);
    await policy(`${args}['amounts'].any(amount, amount == 1)`);
    await policy(`${args}['amounts'].contains(1)`);
    await policy(`${args}['amounts'].filter(amount, true)[1] != 1`);
    expect(await outcomes(call(data))).toEqual(['ERROR', 'ERROR', 'ERROR', 'ERROR']);
    await policy(`${args}['amounts'][0] == 1 && ${args}['amounts'].count() == 2`);
    expect(await outcomes(call(data))).toEqual(['SIGNED']);
  });
});
