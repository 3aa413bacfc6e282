// Random requests of each kind of signature, signed by this service and verified by viem and by ethers, neither of
// which shares code with it. KEYSTAMP_SIGNATURES says how many in all, KEYSTAMP_SEED of which seed.
import * as ethers from 'ethers';
import * as fc from 'fast-check';
import * as viem from 'viem';
import { hashAuthorization } from 'viem/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/service/database.ts';
import { samples, type Parameter } from '../signing/abi-samples.ts';
import { activityOf, enrol, freshService, openMemory, type Caller, type Json } from './harness.ts';

let database: OpenDatabase;
let root: Caller;
let address: viem.Address;

beforeAll(async () => {
  database = await openMemory();
  root = await enrol(await freshService(database));
  const made = await sign('create_wallet', {
    walletName: 'Signs',
    accounts: [
      {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      },
    ],
  });
  const [first = ''] = made['addresses'] as string[];
  address = viem.getAddress(first);
});
afterAll(() => database.close());

/** The members of the result of an activity. */
async function sign(name: Parameters<Caller['submit']>[0], parameters: Json): Promise<Json> {
  const [result = {}] = Object.values(activityOf(await root.submit(name, parameters)).result);
  return result;
}

/** Whose signature it is: what viem and what ethers say. */
type Signers = readonly [byViem: string, byEthers: string];
type Payload = {
  readonly payload: string;
  readonly signersOf: (signature: viem.Hex) => Promise<Signers>;
};

/** Of bytes that both libraries hash by themselves. */
async function signersOfHash(
  signature: viem.Hex,
  hash: viem.Hex,
  hashByEthers: string = hash,
): Promise<Signers> {
  return [
    await viem.recoverAddress({ hash, signature }),
    ethers.recoverAddress(hashByEthers, signature),
  ];
}

const bytes = (most: number) => fc.uint8Array({ maxLength: most }).map((one) => viem.toHex(one));
const fixed = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((one) => viem.toHex(one));
const addresses = fixed(20).map((one) => viem.getAddress(one));
const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });

const digests = fixed(32).map((hash): Payload => ({
  payload: hash,
  signersOf: (signature) => signersOfHash(signature, hash),
}));
const preimages = bytes(200).map((data): Payload => ({
  payload: data,
  signersOf: (signature) => signersOfHash(signature, viem.keccak256(data), ethers.keccak256(data)),
}));
// The service takes no NUL in its requests.
const texts = text
  .filter((one) => !one.includes('\0'))
  .map((payload): Payload => {
    const data = viem.toHex(payload);
    return {
      payload,
      signersOf: (signature) => signersOfHash(signature, viem.sha256(data), ethers.sha256(data)),
    };
  });
const messages = bytes(200).map((raw): Payload => {
  const head = `\x19Ethereum Signed Message:\n${viem.size(raw)}`;
  return {
    payload: viem.concatHex([viem.toHex(head), raw]),
    signersOf: async (signature) => [
      await viem.recoverMessageAddress({ message: { raw }, signature }),
      ethers.verifyMessage(ethers.getBytes(raw), signature),
    ],
  };
});

type Members = Record<string, { name: string; type: string }[]>;

/** The structs of random parameters, each named by its place. */
const structsOf = (name: string, parameters: readonly Parameter[]): Members =>
  Object.assign(
    {
      [name]: parameters.map(({ type }, at) => ({
        name: `m${at}`,
        type: type.replace('tuple', `${name}_${at}`),
      })),
    },
    ...parameters.map(({ components }, at) => components && structsOf(`${name}_${at}`, components)),
  ) as Members;

const DOMAIN_TYPES: Readonly<Record<string, string>> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
};
const domains = fc
  .record(
    {
      name: text,
      version: text,
      chainId: fc.integer({ min: 1, max: 2 ** 31 }),
      verifyingContract: addresses,
      salt: fixed(32),
    },
    { requiredKeys: [] },
  )
  .filter((domain) => Object.keys(domain).length > 0);

const jsonOf = (value: object): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? String(member) : member,
  );

const typedData = fc
  .tuple(domains, fc.array(samples, { minLength: 1, maxLength: 4 }))
  .map(([domain, list]): Payload => {
    const types = structsOf(
      'Root',
      list.map(({ parameter }) => parameter),
    );
    const EIP712Domain = Object.entries(DOMAIN_TYPES)
      .filter(([name]) => name in domain)
      .map(([name, type]) => ({ name, type }));
    const message = Object.fromEntries(list.map(({ given }, at) => [`m${at}`, given]));
    const data = { domain, primaryType: 'Root', message };
    return {
      payload: jsonOf({ ...data, types: { ...types, EIP712Domain } }),
      signersOf: async (signature) => [
        await viem.recoverTypedDataAddress({ ...data, types, signature }),
        ethers.verifyTypedData(domain, types, message, signature),
      ],
    };
  });

const authorizations = fc
  .record({
    address: addresses,
    chainId: fc.integer({ min: 0, max: 2 ** 31 }),
    nonce: fc.integer({ min: 0, max: 2 ** 40 }),
  })
  .map((authorization): Payload => ({
    payload: JSON.stringify(authorization),
    signersOf: async (signature) => [
      await viem.recoverAddress({ hash: hashAuthorization(authorization), signature }),
      ethers.verifyAuthorization(authorization, signature),
    ],
  }));

const PAYLOADS: readonly (readonly [string, string, string, fc.Arbitrary<Payload>])[] = [
  ['a digest', 'HEXADECIMAL', 'NO_OP', digests],
  ['bytes', 'HEXADECIMAL', 'KECCAK256', preimages],
  ['text', 'TEXT_UTF8', 'SHA256', texts],
  ['a message (EIP-191)', 'HEXADECIMAL', 'KECCAK256', messages],
  ['typed data (EIP-712)', 'EIP712', 'NO_OP', typedData],
  ['an authorization (EIP-7702)', 'EIP7702_AUTHORIZATION', 'NO_OP', authorizations],
];

const numbers = (bits: bigint) => fc.bigInt({ min: 0n, max: 2n ** bits - 1n });
const common = {
  chainId: fc.integer({ min: 1, max: 2 ** 31 }),
  nonce: fc.integer({ min: 0, max: 2 ** 40 }),
  gas: numbers(64n),
  to: fc.option(addresses, { nil: undefined }),
  value: numbers(200n),
  data: bytes(300),
};
const accessList = fc.array(
  fc.record({ address: addresses, storageKeys: fc.array(fixed(32), { maxLength: 3 }) }),
  { maxLength: 3 },
);
const TRANSACTIONS: readonly (readonly [string, fc.Arbitrary<viem.TransactionSerializable>])[] = [
  ['0', fc.record({ ...common, type: fc.constant('legacy' as const), gasPrice: numbers(90n) })],
  [
    '1',
    fc.record({
      ...common,
      type: fc.constant('eip2930' as const),
      gasPrice: numbers(90n),
      accessList,
    }),
  ],
  [
    '2',
    fc
      .record({
        ...common,
        type: fc.constant('eip1559' as const),
        accessList,
        maxFeePerGas: numbers(90n),
        maxPriorityFeePerGas: numbers(90n),
      })
      .filter(({ maxFeePerGas, maxPriorityFeePerGas }) => maxPriorityFeePerGas <= maxFeePerGas),
  ],
];

const KINDS = PAYLOADS.length + TRANSACTIONS.length;
const COUNT = Math.ceil(Number(process.env['KEYSTAMP_SIGNATURES'] ?? 90) / KINDS);
const SEED = Number(process.env['KEYSTAMP_SEED'] ?? 20_261_128);
const A_REQUEST = 20;
const drawn = { numRuns: COUNT, seed: SEED };
const timeout = { timeout: 5000 + COUNT * 1000 };

test.each(PAYLOADS)(
  `behavior: viem and ethers verify ${COUNT} random signatures of %s`,
  timeout,
  async (_, encoding, hashFunction, arbitrary) => {
    const list = fc.sample(arbitrary, drawn);
    for (let at = 0; at < list.length; at += A_REQUEST) {
      const part = list.slice(at, at + A_REQUEST);
      const { signatures } = (await sign('sign_raw_payloads', {
        signWith: address,
        payloads: part.map(({ payload }) => payload),
        encoding: `PAYLOAD_ENCODING_${encoding}`,
        hashFunction: `HASH_FUNCTION_${hashFunction}`,
      })) as { signatures: Record<'r' | 's' | 'v', string>[] };
      expect(signatures).toHaveLength(part.length);
      for (const [place, { payload, signersOf }] of part.entries()) {
        const { r, s, v } = signatures[place] ?? { r: '', s: '', v: '' };
        const signers = await signersOf(`0x${r}${s}${v === '00' ? '1b' : '1c'}`);
        expect(signers, payload).toEqual([address, address]);
      }
    }
  },
);

test.each(TRANSACTIONS)(
  `behavior: viem and ethers verify ${COUNT} random transactions of type %s`,
  timeout,
  async (_, arbitrary) => {
    for (const transaction of fc.sample(arbitrary, drawn)) {
      const unsignedTransaction = viem.serializeTransaction(transaction);
      const { signedTransaction } = await sign('sign_transaction', {
        signWith: address,
        unsignedTransaction,
        type: 'TRANSACTION_TYPE_ETHEREUM',
      });
      const signed = `0x${String(signedTransaction)}` as viem.TransactionSerialized;
      const byViem = await viem.recoverTransactionAddress({ serializedTransaction: signed });
      const byEthers = ethers.Transaction.from(signed);
      expect([byViem, byEthers.from], unsignedTransaction).toEqual([address, address]);
      expect(byEthers.unsignedSerialized).toBe(unsignedTransaction);
      expect(byEthers.hash).toBe(viem.keccak256(signed));
    }
  },
);
