import { describe, expect, test } from 'vitest';
import { fromHex, toHex } from '../../src/crypto/bytes.ts';
import {
  deriveAccounts,
  parsePath,
  slip10Ed25519,
  slip10P256,
} from '../../src/service/derivation.ts';
import vectors from '../vectors/slip-0010.json' with { type: 'json' };

const cases = vectors.flatMap(({ source, curve, seed, nodes }) =>
  nodes.map(([path = '', chainCode, key]) => ({ source, curve, seed, path, chainCode, key })),
);

describe('slip10', () => {
  test.each(cases)('behavior: $source, $path', ({ curve, seed, path, chainCode, key }) => {
    const derive = curve === 'CURVE_ED25519' ? slip10Ed25519 : slip10P256;
    const node = derive(fromHex(seed), parsePath(path));
    expect({ chainCode: toHex(node.chainCode), key: toHex(node.key) }).toEqual({ chainCode, key });
  });

  test('error: Ed25519 has hardened steps only', () => {
    expect(() => slip10Ed25519(new Uint8Array(16), parsePath("m/44'/0"))).toThrow(/hardened/);
  });
});

describe('deriveAccounts', () => {
  test('behavior: the addresses that other wallets show for the first BIP-39 vector', async () => {
    // "abandon" eleven times and "about": BIP-84's own vector, and what MetaMask and Phantom show.
    const accounts = await deriveAccounts(new Uint8Array(16), [
      {
        curve: 'CURVE_SECP256K1',
        path: "m/84'/0'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
      },
      {
        curve: 'CURVE_SECP256K1',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      },
      { curve: 'CURVE_ED25519', path: "m/44'/501'/0'/0'", addressFormat: 'ADDRESS_FORMAT_SOLANA' },
    ]);
    expect(accounts.map((one) => one.address)).toEqual([
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
    ]);
  });
});

describe('parsePath', () => {
  test('behavior: hardened steps have the top bit', () => {
    expect(parsePath("m/44'/0/2147483647'")).toEqual([0x8000002c, 0, 0xffffffff]);
  });

  test('error: a step that does not fit', () => {
    expect(() => parsePath('m/2147483648')).toThrow(/2147483647 at most/);
  });
});
