// Calls of contracts as policies see them, of calldata that viem wrote; and of what nobody should write.
import fc from 'fast-check';
import { encodeFunctionData, parseAbi, toFunctionSelector, type Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { readFunctions } from '../../src/protocol/contract-interface.ts';
import { readContractCall } from '../../src/signing/contract-call.ts';
import { abiOf, callOf, samples, type Parameter } from './abi-samples.ts';

const ANN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const BOB = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const ERC20 = parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function approve(address spender, uint256 amount) returns (bool)',
]);

const functionsOf = (abi: unknown) => readFunctions(JSON.stringify(abi));
const transfer = (amount = 5n): Hex =>
  encodeFunctionData({ abi: ERC20, functionName: 'transfer', args: [ANN, amount] });
const read = (data: string, ...abis: readonly unknown[]) =>
  readContractCall(abis.map(functionsOf), data);
const argumentsOf = (data: string, ...abis: readonly unknown[]) => {
  const call = read(data, ...abis);
  return call?.arguments && Object.fromEntries(call.arguments);
};
/** The call's first word after the selector has another value at a byte. */
const withByte = (data: Hex, at: number, byte: string) =>
  `${data.slice(0, 10 + 2 * at)}${byte}${data.slice(12 + 2 * at)}`;

test('property: every argument that viem encodes is what policies see, to its depth', () => {
  const calls = fc
    .array(samples, { maxLength: 5 })
    .map((list) =>
      list.map((one, at) => ({ ...one, parameter: { ...one.parameter, name: `a${at}` } })),
    );
  const seen = { beyond: 0, nested: 0 };
  const property = fc.property(calls, (list) => {
    const { inputs, data } = callOf(list);
    const call = read(data, abiOf(inputs));
    const selector = toFunctionSelector(
      abiOf(inputs)[0] as Parameters<typeof toFunctionSelector>[0],
    );
    const facts = list.flatMap(({ parameter, fact }) =>
      fact === undefined ? [] : [[parameter.name, fact] as const],
    );
    expect(call).toEqual({ name: 'call', selector, arguments: new Map(facts) });
    seen.beyond += list.length - facts.length;
    seen.nested += facts.filter(([, fact]) => Array.isArray(fact)).length;
  });
  const numRuns = Number(process.env['KEYSTAMP_CALL_TRIALS'] ?? 1000);
  fc.assert(property, { numRuns, seed: Number(process.env['KEYSTAMP_SEED'] ?? 20_261_128) });
  expect(Math.min(seen.beyond, seen.nested)).toBeGreaterThan(numRuns / 10);
});

test('property: a call that is changed anywhere never shows what it doesn’t encode', () => {
  const inputs = [
    { name: 'to', type: 'address' },
    { name: 'memo', type: 'string' },
    { name: 'amounts', type: 'uint64[]' },
  ] satisfies readonly Parameter[];
  const [abi] = [abiOf(inputs)];
  const data = encodeFunctionData({
    abi: parseAbi(['function call(address to, string memo, uint64[] amounts)']),
    args: [ANN, 'rent', [1n, 2n]],
  });
  const change = fc.record({
    at: fc.nat(data.length / 2 - 6),
    byte: fc.integer({ min: 0, max: 255 }),
  });
  const property = fc.property(change, ({ at, byte }) => {
    const changed = withByte(data, at, byte.toString(16).padStart(2, '0'));
    const named = argumentsOf(changed, abi);
    if (!named) return;
    // What was read is written by viem as exactly these bytes.
    const { to, memo, amounts } = named;
    const again = encodeFunctionData({
      abi: parseAbi(['function call(address to, string memo, uint64[] amounts)']),
      args: [to as Hex, memo as string, amounts as bigint[]],
    });
    expect(again).toBe(changed);
  });
  fc.assert(property, { numRuns: 3000, seed: 20_261_128 });
});

describe('readContractCall', () => {
  test('behavior: arguments by name, the selector with 0x', () => {
    expect(read(transfer(), ERC20)).toEqual({
      name: 'transfer',
      selector: '0xa9059cbb',
      arguments: new Map<string, unknown>([
        ['to', ANN],
        ['amount', 5n],
      ]),
    });
  });

  test('error: a number beyond 128 bits has no value, and its neighbors keep their places', () => {
    expect(argumentsOf(transfer(2n ** 127n), ERC20)).toEqual({ to: ANN });
    const abi = parseAbi(['function pay(uint256[] amounts)']);
    const data = encodeFunctionData({ abi, args: [[1n, 2n ** 255n, 3n]] });
    expect(argumentsOf(data, abi)).toEqual({ amounts: [1n, undefined, 3n] });
  });

  test.each([
    ['a byte too many', `${transfer()}00`],
    ['a byte too few', transfer().slice(0, -2)],
    ['an address with something before it', withByte(transfer(), 0, '01')],
    ['nothing but the selector', transfer().slice(0, 10)],
  ])('error: %s leaves the name and no argument', (_, data) => {
    expect(read(data, ERC20)).toEqual({
      name: 'transfer',
      selector: '0xa9059cbb',
      arguments: undefined,
    });
  });

  const TEXTS = parseAbi(['function note(string a, string b)']);
  const texts = encodeFunctionData({ abi: TEXTS, args: ['one', 'two'] });
  const list = (count: bigint) =>
    `${texts.slice(0, 10)}${[0x20n, count].map((one) => one.toString(16).padStart(64, '0')).join('')}`;
  test.each([
    ['two texts at one place', withByte(texts, 63, '40')],
    ['a text at the end', withByte(texts, 62, 'ff')],
    ['an offset beyond any number', withByte(texts, 0, 'ff')],
  ])('error: %s is not read', (_, data) => {
    expect(argumentsOf(data, TEXTS)).toBeUndefined();
  });

  test.each([2n ** 255n, 5001n, 1n])('error: a list of %s items that are not there', (count) => {
    const abi = parseAbi(['function note(uint256[] a)']);
    const data = list(count).replace(/^0x.{8}/, toFunctionSelector('note(uint256[])'));
    expect(argumentsOf(data, abi)).toBeUndefined();
  });

  test('error: types that nest too deep are no function', () => {
    const deep = abiOf([{ name: 'a', type: `uint256${'[1]'.repeat(40)}` }]);
    expect(read(callOf([]).data, deep)).toBeUndefined();
  });

  test('error: two arguments of one name, and one without, can’t be named', () => {
    const parameter = (name: string) => ({ name, type: 'uint256' });
    const abi = [{ ...abiOf(['a', 'a', '', 'b'].map(parameter))[0], name: 'f' }];
    const data = encodeFunctionData({
      abi: parseAbi(['function f(uint256, uint256, uint256, uint256)']),
      args: [1n, 2n, 3n, 4n],
    });
    expect(argumentsOf(data, abi)).toEqual({ b: 4n });
  });

  test('behavior: names that every object has are names like any other', () => {
    const inputs = ['__proto__', 'constructor', 'hasOwnProperty'].map((name) => ({
      name,
      type: 'bool',
    }));
    const call = read(
      encodeFunctionData({
        abi: parseAbi(['function call(bool, bool, bool)']),
        args: [true, false, true],
      }),
      abiOf(inputs),
    );
    expect([...(call?.arguments ?? [])]).toEqual([
      ['__proto__', true],
      ['constructor', false],
      ['hasOwnProperty', true],
    ]);
  });

  test('behavior: of overloads, the selector says which', () => {
    const abi = parseAbi(['function pay(address to)', 'function pay(address to, uint256 amount)']);
    const data = encodeFunctionData({ abi, functionName: 'pay', args: [BOB, 7n] });
    expect(argumentsOf(data, abi)).toEqual({ to: BOB, amount: 7n });
  });

  test('error: two functions of one selector are none', () => {
    const abi = parseAbi([
      'function burn(uint256 amount)',
      'function collate_propagate_storage(bytes16 a)',
    ]);
    const data = encodeFunctionData({ abi, functionName: 'burn', args: [1n] });
    expect(read(data, abi)).toBeUndefined();
    expect(read(data, [abi[0]], [abi[1]])).toBeUndefined();
    expect(read(data, [abi[0]], abi)).toBeUndefined();
    expect(read(data, [abi[0]])).toMatchObject({ name: 'burn' });
  });

  test('error: interfaces that name arguments differently are none, also within one', () => {
    const other = parseAbi(['function transfer(address amount, uint256 to)']);
    expect(read(transfer(), ERC20, other)).toBeUndefined();
    expect(read(transfer(), [...ERC20, ...other])).toBeUndefined();
    expect(read(transfer(), ERC20, ERC20)).toMatchObject({ name: 'transfer' });
  });

  test('behavior: an interface without the function says nothing about it', () => {
    const other = parseAbi(['function pay(address to)']);
    expect(read(transfer(), other, ERC20)).toMatchObject({ name: 'transfer' });
    expect(read(transfer(), other)).toBeUndefined();
    expect(read(transfer(), {}, 'text')).toBeUndefined();
  });
});
