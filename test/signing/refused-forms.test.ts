import { concatHex, serializeTransaction, toHex, toRlp, type Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { readEthereumTransaction } from '../../src/signing/ethereum-transaction.ts';
import { readTypedData } from '../../src/signing/typed-data.ts';

/* What reads as a transaction and must not be signed: libraries take some of it. */

const TO = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

describe('the shortest RLP', () => {
  const members: readonly Hex[] = [
    '0x05',
    '0x3b9aca00',
    '0x5208',
    TO,
    '0x07',
    '0x',
    '0x7a69',
    '0x',
    '0x',
  ];
  const items = members.map((member) => toRlp(member));
  const list = (given: readonly Hex[], head?: Hex) => {
    const body = concatHex(given);
    const length = (body.length - 2) / 2;
    return concatHex([head ?? toHex(0xc0 + length), body]);
  };
  const withItem = (at: number, item: Hex) => list(items.with(at, item));

  test('behavior: is read', () => {
    const read = readEthereumTransaction(list(items));
    expect(read).toMatchObject({ nonce: 5n, value: 7n, chainId: 31337n, type: 'LEGACY' });
  });

  test.each<readonly [what: string, hex: () => Hex]>([
    ['a small number with a length', () => withItem(0, '0x8105')],
    ['a zero in place of nothing', () => withItem(7, '0x00')],
    ['a number with a zero before it', () => withItem(4, '0x820007')],
    ['an address with a long length', () => withItem(3, concatHex(['0xb814', TO]))],
    [
      'a list with a long length',
      () => list(items, toHex((0xf8 << 8) + (concatHex(items).length - 2) / 2)),
    ],
    ['bytes after it', () => concatHex([list(items), '0x00'])],
    ['one member more', () => list([...items, '0x80'])],
  ])('error: %s is refused', (_, hex) => {
    expect(() => readEthereumTransaction(hex())).toThrow(/^transaction: /);
  });
});

describe('an authorization in a transaction', () => {
  const signed = (s: bigint) =>
    serializeTransaction({
      type: 'eip7702',
      chainId: 31337,
      to: TO,
      authorizationList: [
        {
          address: TO,
          chainId: 31337,
          nonce: 0,
          r: toHex(1n, { size: 32 }),
          s: toHex(s, { size: 32 }),
          yParity: 0,
        },
      ],
    });

  test('behavior: has S up to half the order', () => {
    const { authorizations } = readEthereumTransaction(signed(HALF_ORDER));
    expect(authorizations).toMatchObject([{ chainId: 31337n, nonce: 0n }]);
  });

  test('error: more of it is refused, as chains do', () => {
    expect(() => readEthereumTransaction(signed(HALF_ORDER + 1n))).toThrow(/half the order/);
  });
});

test('error: one that no pool takes is too long', () => {
  const data = toHex(new Uint8Array(131_073));
  const long = serializeTransaction({ type: 'eip1559', chainId: 31337, to: TO, data });
  expect(() => readEthereumTransaction(long)).toThrow('transaction: more than 131072 bytes');
});

describe('typed data', () => {
  const typedData = (change: object) =>
    JSON.stringify({
      types: { Mail: [{ name: 'pair', type: 'uint8[2]' }] },
      primaryType: 'Mail',
      domain: {},
      message: { pair: [1, 2] },
      ...change,
    });

  test('behavior: with a list of a fixed length is read', () => {
    expect(readTypedData(typedData({})).encodedType).toBe('Mail(uint8[2] pair)');
  });

  test.each([{ pair: [1] }, { pair: [1, 2, 3] }])(
    'error: a list of another length: %j',
    (message) => {
      expect(() => readTypedData(typedData({ message }))).toThrow(/has 2 items/);
    },
  );

  test('error: a domain whose type is missing says so', () => {
    const domain = { name: 'App' };
    expect(() => readTypedData(typedData({ domain }))).toThrow(/types\.EIP712Domain is missing/);
  });
});
