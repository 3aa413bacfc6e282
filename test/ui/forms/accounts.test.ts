import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressFormatsOf } from '../../../src/protocol/curve-formats.ts';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import { parse } from '../../../src/protocol/parse.ts';
import { CHAINS, nextAccount } from '../../../src/ui/forms/accounts.ts';

const ETHEREUM = 'ADDRESS_FORMAT_ETHEREUM';

const firstOf = (chain: string) => {
  const account = nextAccount(chain, []);
  if (!account) throw new Error(`no account of ${chain}`);
  return account;
};

describe('nextAccount', () => {
  // docs/protocol.md, Default derivation paths.
  test.each([
    [ETHEREUM, 'CURVE_SECP256K1', "m/44'/60'/0'/0/0", "m/44'/60'/1'/0/0"],
    ['ADDRESS_FORMAT_SOLANA', 'CURVE_ED25519', "m/44'/501'/0'/0'", "m/44'/501'/1'/0'"],
    ['ADDRESS_FORMAT_SEI', 'CURVE_SECP256K1', "m/44'/118'/0'/0'/0'", "m/44'/118'/1'/0'/0'"],
    ['ADDRESS_FORMAT_TRON', 'CURVE_SECP256K1', "m/44'/195'/0'", "m/44'/195'/1'"],
    ['ADDRESS_FORMAT_XLM', 'CURVE_ED25519', "m/44'/148'/0'", "m/44'/148'/1'"],
    ['ADDRESS_FORMAT_XRP', 'CURVE_SECP256K1', "m/44'/144'/0'/0'/0'", "m/44'/144'/1'/0'/0'"],
    ['ADDRESS_FORMAT_DOGE_TESTNET', 'CURVE_SECP256K1', "m/44'/3'/0'/0/0", "m/44'/3'/1'/0/0"],
    [
      'ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH',
      'CURVE_SECP256K1',
      "m/44'/0'/0'/0/0",
      "m/44'/0'/1'/0/0",
    ],
    [
      'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH',
      'CURVE_SECP256K1',
      "m/84'/1'/0'/0/0",
      "m/84'/1'/1'/0/0",
    ],
    [
      'ADDRESS_FORMAT_BITCOIN_SIGNET_P2WSH',
      'CURVE_SECP256K1',
      "m/48'/1'/0'/2'/0/0",
      "m/48'/1'/1'/2'/0/0",
    ],
    [
      'ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR',
      'CURVE_SECP256K1',
      "m/86'/1'/0'/0/0",
      "m/86'/1'/1'/0/0",
    ],
  ] as const)('behavior: derives %s as the vendor does', (addressFormat, curve, path, second) => {
    const first = { curve, pathFormat: 'PATH_FORMAT_BIP32', path, addressFormat };
    expect(nextAccount(addressFormat, [])).toEqual(first);
    expect(nextAccount(addressFormat, [first])).toEqual({ ...first, path: second });
  });

  test('behavior: every chain is listed once and fits its curve', () => {
    expect(new Set(CHAINS).size).toBe(CHAINS.length);
    expect(CHAINS).toHaveLength(33);
    for (const { curve, addressFormat } of CHAINS.map(firstOf)) {
      expect(addressFormatsOf(curve)).toContain(addressFormat);
    }
  });

  test('behavior: ed25519 paths are hardened throughout', () => {
    const ed = CHAINS.map(firstOf).filter((one) => one.curve === 'CURVE_ED25519');
    for (const { path } of ed) expect(path).toMatch(/^m(\/\d+')+$/);
  });

  test('behavior: takes the first free path of the chain, however an existing one is spelled', () => {
    const at = (path: string, addressFormat: string = ETHEREUM) => ({ addressFormat, path });
    const next = (...existing: { path: string; addressFormat: string }[]) =>
      nextAccount(ETHEREUM, existing)?.path;
    expect(next(at("m/44'/60'/1'/0/0"))).toBe("m/44'/60'/0'/0/0");
    expect(next(at("m/44'/60'/0'/0/0"), at("m/44'/60'/2'/0/0"))).toBe("m/44'/60'/1'/0/0");
    expect(next(at("m/44'/60'/00'/0/00"))).toBe("m/44'/60'/1'/0/0");
    expect(next(at("m/44'/60'/0'/0/1"), at('m/0'), at(''))).toBe("m/44'/60'/0'/0/0");
    expect(next(at("m/44'/60'/0'/0/0", 'ADDRESS_FORMAT_COMPRESSED'))).toBe("m/44'/60'/0'/0/0");
  });

  test('behavior: any picks one after the other make accounts that the service takes', () => {
    const { parameters } = OPERATIONS.create_wallet.versions[0];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...CHAINS), { maxLength: 40 }), (chains) => {
        const accounts: Record<string, string>[] = [];
        for (const chain of chains) accounts.push({ ...nextAccount(chain, accounts) });
        expect(parse(parameters, { walletName: 'W', accounts }).ok).toBe(true);
        const places = accounts.map(({ addressFormat, path }) => `${addressFormat} ${path}`);
        expect(new Set(places).size).toBe(chains.length);
      }),
    );
  });

  test('behavior: an unknown chain makes no account', () => {
    for (const chain of ['ADDRESS_FORMAT_SPARK_MAINNET', 'constructor', '']) {
      expect(nextAccount(chain, [])).toBeUndefined();
    }
  });
});
