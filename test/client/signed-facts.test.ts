// What the extension says of a transaction before it is asked for, beside what the service says of it.
import fc from 'fast-check';
import { encodeFunctionData, parseAbi, serializeTransaction, type Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { signedFacts } from '../../src/client/signed-facts.ts';
import { readPolicy } from '../../src/policies/policy.ts';
import { predict } from '../../src/policies/prediction.ts';
import { requestQuestion } from '../../src/policies/request-facts.ts';
import { readFunctions } from '../../src/protocol/contract-interface.ts';
import { signedNames } from '../../src/service/policies/signed-names.ts';
import type { Signer } from '../../src/service/signer.ts';
import { abiOf, callOf, samples } from '../signing/abi-samples.ts';
import transactions from '../vectors/signing/ethereum-transactions.json' with { type: 'json' };

const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const ANN = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ERC20 = parseAbi(['function transfer(address to, uint256 amount)']);

const { keys } = transactions as unknown as {
  keys: Record<string, { curve: string; publicKey: string; ethereumAddress?: string }>;
};
const [key = { curve: '', publicKey: '' }] = Object.values(keys);
const SIGNER = { kind: 'private-key', key } as unknown as Signer;

/** As the service lists them. */
const listOf = (...abis: readonly unknown[]) => ({
  smartContractInterfaces: abis.map((abi, at) => ({
    smartContractInterfaceId: `i${at}`,
    smartContractAddress: TOKEN.toLowerCase(),
    smartContractInterface: JSON.stringify(abi),
    type: at % 2 === 0 ? 'ETHEREUM' : 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
    label: 'Token',
  })),
});
const signing = (data: Hex, signWith: string = ANN) => ({
  signWith,
  unsignedTransaction: serializeTransaction({
    chainId: 1,
    nonce: 3,
    to: TOKEN,
    value: 2n ** 130n,
    data,
    gas: 100_000n,
    maxFeePerGas: 10n,
    maxPriorityFeePerGas: 1n,
  }),
  type: 'TRANSACTION_TYPE_ETHEREUM' as const,
});
const sending = (data: Hex) => ({ from: ANN, caip2: 'eip155:1', calls: [{ to: TOKEN, data }] });

async function byService(request: ReturnType<typeof signing>, ...abis: readonly unknown[]) {
  const interfaces = abis.map((abi) => readFunctions(JSON.stringify(abi)));
  const names = await signedNames(request, SIGNER, () => Promise.resolve(interfaces));
  const { tx } = names['eth'] as { tx: Record<string, unknown> };
  const { from, ...others } = tx;
  expect(from).toMatch(/^0x/);
  return others;
}

test('property: extension and service see the same of any call that viem encodes', async () => {
  const calls = fc
    .array(samples, { maxLength: 4 })
    .map((list) =>
      list.map((one, at) => ({ ...one, parameter: { ...one.parameter, name: `a${at}` } })),
    );
  const property = fc.asyncProperty(calls, async (list) => {
    const { inputs, data } = callOf(list);
    const request = signing(data);
    const { names, unknown } = signedFacts(request, listOf(abiOf(inputs))) ?? {};
    expect(unknown).toEqual([]);
    expect(names).toEqual({ ...(await byService(request, abiOf(inputs))), from: ANN });
    expect(names?.['function_name']).toBe('call');
  });
  await fc.assert(property, { numRuns: 300, seed: 20_261_128 });
});

const transfer = encodeFunctionData({ abi: ERC20, args: [ANN, 5n] });
const CALL = ['function_name', 'function_signature', 'contract_call_args'];

describe('signedFacts', () => {
  test.each([
    ['the list could not be read', transfer, undefined],
    ['no interface has the function', transfer, listOf(parseAbi(['function pay()']))],
    ['the calldata has a byte too many', `${transfer}00` as Hex, listOf(ERC20)],
    [
      'interfaces differ',
      transfer,
      listOf(ERC20, parseAbi(['function transfer(address amount, uint256 to)'])),
    ],
  ])('error: a call is not known where %s', (_, data, list) => {
    expect(signedFacts(signing(data), list)?.unknown).toEqual(CALL);
  });

  test('behavior: without an interface, and without a call, the names are missing', () => {
    for (const [data, list] of [
      [transfer, listOf()],
      ['0x', listOf(ERC20)],
    ] as const) {
      const { names, unknown } = signedFacts(signing(data), list) ?? {};
      expect(unknown).toEqual([]);
      expect(Object.keys(names ?? {})).not.toContain('function_name');
    }
  });

  test('behavior: what the service takes from the chain, and a signer named by id, are not known', () => {
    const sent = signedFacts(sending(transfer), listOf(ERC20));
    expect(sent?.unknown).toEqual(expect.arrayContaining(['type', 'nonce', 'gas', 'gas_price']));
    expect(sent?.names).toMatchObject({ from: ANN, to: TOKEN, chain_id: 1n, value: 0n });
    const id = '5b8d6c1e-0000-4000-8000-000000000001';
    expect(signedFacts(signing(transfer, id), listOf(ERC20))?.unknown).toEqual(['from']);
  });

  test('error: several calls, and what is no transaction of Ethereum, are nothing that is known', () => {
    const two = { ...sending(transfer), calls: [{ to: TOKEN }, { to: ANN }] };
    expect(signedFacts(two, listOf())).toBeUndefined();
    for (const type of ['TRANSACTION_TYPE_SOLANA', 'TRANSACTION_TYPE_TRON']) {
      expect(signedFacts({ ...signing(transfer), type }, listOf())).toBeUndefined();
    }
    expect(signedFacts({ signWith: ANN, unsignedTransaction: '00' }, listOf())).toBeUndefined();
  });
});

describe('a prediction', () => {
  const verdict = (condition: string, data: Hex, list: unknown, effect = 'EFFECT_ALLOW') => {
    const policy = { resource: 'PRIVATE_KEY', action: 'SIGN' } as const;
    const parameters = signing(data);
    const signed = signedFacts(parameters, list);
    const type = 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2';
    const asked = requestQuestion({ type, policy, parameters, signed }, [], 'ann', 0);
    const one = { policyId: 'p', policyName: 'P', effect, condition };
    const rootQuorum = { threshold: 1, userIds: ['root'] };
    return predict({ policies: [readPolicy(one)], rootQuorum }, asked).kind;
  };
  const args = 'eth.tx.contract_call_args';

  test.each([
    [`${args}['to'] == '${ANN}' && ${args}['amount'] <= 5`, 'allowed'],
    [`${args}['amount'] > 5`, 'refused'],
    [`eth.tx.function_name == 'transfer' && eth.tx.function_signature == '0xa9059cbb'`, 'allowed'],
    [`${args}['memo'] != 'rent'`, 'refused'],
    // Whether case matters isn't published.
    [`${args}['to'] == '${ANN.toLowerCase()}'`, 'unknown'],
    ['eth.tx.value > 0', 'refused'],
    ["solana.tx.version == '0'", 'refused'],
  ])('behavior: %s is %s', (condition, kind) => {
    expect(verdict(condition, transfer, listOf(ERC20))).toBe(kind);
  });

  test('error: what a call asks for is never guessed', () => {
    const allowing = `${args}['to'] == '${ANN}'`;
    expect(verdict(allowing, transfer, undefined)).toBe('unknown');
    expect(verdict(allowing, `${transfer}00`, listOf(ERC20))).toBe('unknown');
    expect(verdict(allowing, transfer, listOf())).toBe('refused');
  });

  test('error: a list with a number beyond 128 bits errs where it is asked', () => {
    const pay = parseAbi(['function pay(uint256[] amounts)']);
    const data = encodeFunctionData({ abi: pay, args: [[1n, 2n ** 128n]] });
    const amounts = `${args}['amounts']`;
    for (const one of [
      `${amounts}.any(a, a == 1)`,
      `${amounts}.contains(1)`,
      `${amounts}[1] > 1`,
    ]) {
      expect(verdict(one, data, listOf(pay))).toBe('refused');
      // An error is no match: a DENY that errs denies nothing.
      expect(verdict(one, data, listOf(pay), 'EFFECT_DENY')).toBe('refused');
    }
    expect(verdict(`${amounts}[0] == 1 && ${amounts}.count() == 2`, data, listOf(pay))).toBe(
      'allowed',
    );
  });
});
