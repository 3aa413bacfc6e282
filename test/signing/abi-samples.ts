// Random types of an ABI with values of them, and calls of them by viem.
import fc from 'fast-check';
import { encodeFunctionData, type Abi } from 'viem';

export type Parameter = { name: string; type: string; components?: Parameter[] };
/** A type with a value of it: as viem takes it, as it is shown, and as policies see it. */
export type Sample = { parameter: Parameter; given: unknown; shown: Shown; fact: Argument };
export type Shown = string | readonly Shown[];
/** Undefined: beyond 128 bits. */
export type Argument = string | bigint | boolean | undefined | readonly Argument[];

export const abiOf = (inputs: readonly Parameter[]) => [
  { type: 'function', name: 'call', stateMutability: 'nonpayable', inputs, outputs: [] },
];

export function encode(inputs: readonly Parameter[], args: readonly unknown[]): `0x${string}` {
  return encodeFunctionData({ abi: abiOf(inputs) as Abi, functionName: 'call', args });
}

const sample = (type: string, given: unknown, shown: string, fact: Argument = shown): Sample => ({
  parameter: { name: 'x', type },
  given,
  shown,
  fact,
});

const intFact = (value: bigint) =>
  value >= -(2n ** 127n) && value < 2n ** 127n ? value : undefined;
const intSample = (type: string, bits: number, value: bigint): Sample => ({
  ...sample(type, bits <= 48 ? Number(value) : value, `${value}`),
  fact: intFact(value),
});

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`;

const uints = fc
  .integer({ min: 1, max: 32 })
  .chain((bytes) =>
    fc
      .bigInt({ min: 0n, max: 2n ** BigInt(8 * bytes) - 1n })
      .map((value) => intSample(`uint${8 * bytes}`, 8 * bytes, value)),
  );
const ints = fc
  .integer({ min: 1, max: 32 })
  .chain((bytes) =>
    fc
      .bigInt({ min: -(2n ** BigInt(8 * bytes - 1)), max: 2n ** BigInt(8 * bytes - 1) - 1n })
      .map((value) => intSample(`int${8 * bytes}`, 8 * bytes, value)),
  );
const fixedBytes = fc
  .uint8Array({ minLength: 1, maxLength: 32 })
  .map((bytes) => sample(`bytes${bytes.length}`, hex(bytes), hex(bytes)));
const others = fc.oneof(
  fc.boolean().map((value) => sample('bool', value, String(value), value)),
  fc.uint8Array({ maxLength: 70 }).map((bytes) => sample('bytes', hex(bytes), hex(bytes))),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => sample('string', text, text)),
  fc
    .constantFrom(
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    )
    .map((address) => sample('address', address, address)),
);

/** Values of any type: arrays of one type, whose values are made from one seed each. */
export const { any: samples } = fc.letrec<{ any: Sample; tuple: Sample; list: Sample }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    uints,
    ints,
    fixedBytes,
    others,
    tie('tuple'),
    tie('list'),
  ),
  tuple: fc.array(tie('any'), { minLength: 1, maxLength: 4 }).map((members) => ({
    parameter: {
      name: 't',
      type: 'tuple',
      components: members.map(({ parameter }, at) => ({ ...parameter, name: `m${at}` })),
    },
    given: Object.fromEntries(members.map(({ given }, at) => [`m${at}`, given])),
    shown: members.map(({ shown }) => shown),
    fact: members.map(({ fact }) => fact),
  })),
  list: fc
    .tuple(tie('any'), fc.integer({ min: 0, max: 3 }), fc.boolean())
    .map(([{ parameter, given, shown, fact }, length, isFixed]) => {
      const count = isFixed ? Math.max(1, length) : length;
      return {
        parameter: { ...parameter, type: `${parameter.type}[${isFixed ? count : ''}]` },
        given: Array(count).fill(given),
        shown: Array<Shown>(count).fill(shown),
        fact: Array<Argument>(count).fill(fact),
      };
    }),
}));

export const callOf = (list: readonly Sample[]) => {
  const inputs = list.map(({ parameter }) => parameter);
  return {
    inputs,
    data: encode(
      inputs,
      list.map(({ given }) => given),
    ),
  };
};
