import { describe, expect, test } from 'vitest';
import { fromHex, toHex, utf8 } from '../../../src/crypto/bytes.ts';
import { publicKeyOf } from '../../../src/crypto/keys.ts';
import { pathFault, publicKeyAt, readPath, seedOf } from '../../../src/keys/phrase/derivation.ts';
import vectors from '../../vectors/slip-0010.json' with { type: 'json' };

const API_CURVE = { CURVE_ED25519: 'ED25519', CURVE_P256: 'P256' } as const;
const cases = vectors.flatMap(({ source, curve, seed, nodes }) =>
  nodes.flatMap(([path = '', , key = '']) =>
    path === 'm' ? [] : [{ source, curve, seed, path, key }],
  ),
);

describe('publicKeyAt', () => {
  test.each(cases)('behavior: $source, $path', ({ curve, seed, path, key }) => {
    if (curve !== 'CURVE_ED25519' && curve !== 'CURVE_P256') throw new Error(curve);
    const expected = publicKeyOf(API_CURVE[curve], fromHex(key));
    expect(toHex(publicKeyAt(fromHex(seed), curve, path))).toBe(toHex(expected));
  });

  // BIP-32, Test vector 1.
  test.each([
    ["m/0'", '035a784662a4a20a65bf6aab9ae98a6c068a81c52e4b032c0fb5400c706cfccc56'],
    ["m/0'/1", '03501e454bf00751f24b1b489aa925215d66af2234e3891c3b21a52bedb3cd711c'],
    ["m/0'/1/2'", '0357bfe1e341d01c69fe5654309956cbea516822fba8a601743a012a7896ee8dc2'],
    ["m/0'/1/2'/2", '02e8445082a72f29b75ca48748a914df60622a609cacfce8ed0e35804560741d29'],
    [
      "m/0'/1/2'/2/1000000000",
      '022a471424da5e657499d1ff51cb43c47481a03b1e77f951fe64cec9f5a48f7011',
    ],
  ])('behavior: BIP-32 vector 1, %s', (path, expected) => {
    const seed = fromHex('000102030405060708090a0b0c0d0e0f');
    expect(toHex(publicKeyAt(seed, 'CURVE_SECP256K1', path))).toBe(expected);
  });

  test('error: no key at a path that the curve has none at', () => {
    const seed = new Uint8Array(64);
    for (const path of ['', 'm', "44'/0'", "m/44'/", 'm/2147483648', 'm/-1', 'm/1h', ' m/1']) {
      expect(pathFault('CURVE_SECP256K1', path), path).toBe('path');
      expect(() => publicKeyAt(seed, 'CURVE_SECP256K1', path)).toThrow();
    }
    expect(pathFault('CURVE_ED25519', "m/44'/0")).toBe('hardened_only');
    expect(() => publicKeyAt(seed, 'CURVE_ED25519', "m/44'/0")).toThrow();
    expect(readPath("m/44'/0/2147483647'")).toEqual([0x8000002c, 0, 0xffffffff]);
  });
});

describe('seedOf', () => {
  test('behavior: the first phrase of BIP-39’s vectors, without a passphrase', async () => {
    const phrase = utf8(`${'abandon '.repeat(11)}about`);
    expect(toHex(await seedOf(phrase))).toBe(
      '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
    );
  });
});
