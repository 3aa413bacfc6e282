import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressFormatsOf } from '../../../src/protocol/curve-formats.ts';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import { parse } from '../../../src/protocol/parse.ts';
import { accountsOf, CHAINS } from '../../../src/ui/forms/accounts.ts';

describe('accountsOf', () => {
  // docs/protocol.md, Default derivation paths.
  test.each([
    ['ADDRESS_FORMAT_ETHEREUM', 'CURVE_SECP256K1', "m/44'/60'/0'/0/0"],
    ['ADDRESS_FORMAT_SOLANA', 'CURVE_ED25519', "m/44'/501'/0'/0'"],
    ['ADDRESS_FORMAT_SEI', 'CURVE_SECP256K1', "m/44'/118'/0'/0'/0'"],
    ['ADDRESS_FORMAT_TRON', 'CURVE_SECP256K1', "m/44'/195'/0'"],
    ['ADDRESS_FORMAT_XLM', 'CURVE_ED25519', "m/44'/148'/0'"],
    ['ADDRESS_FORMAT_XRP', 'CURVE_SECP256K1', "m/44'/144'/0'/0'/0'"],
    ['ADDRESS_FORMAT_DOGE_TESTNET', 'CURVE_SECP256K1', "m/44'/3'/0'/0/0"],
    ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH', 'CURVE_SECP256K1', "m/44'/0'/0'/0/0"],
    ['ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH', 'CURVE_SECP256K1', "m/84'/1'/0'/0/0"],
    ['ADDRESS_FORMAT_BITCOIN_SIGNET_P2WSH', 'CURVE_SECP256K1', "m/48'/1'/0'/2'/0/0"],
    ['ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR', 'CURVE_SECP256K1', "m/86'/1'/0'/0/0"],
  ] as const)('behavior: derives %s as the vendor does', (addressFormat, curve, path) => {
    const row = { curve, pathFormat: 'PATH_FORMAT_BIP32', path, addressFormat };
    expect(accountsOf([addressFormat])).toEqual([row]);
  });

  test('behavior: every chain is listed once and fits its curve', () => {
    expect(new Set(CHAINS).size).toBe(CHAINS.length);
    expect(CHAINS).toHaveLength(33);
    for (const one of accountsOf(CHAINS)) {
      expect(addressFormatsOf(one.curve)).toContain(one.addressFormat);
    }
  });

  test('behavior: ed25519 paths are hardened throughout', () => {
    const ed = accountsOf(CHAINS).filter((one) => one.curve === 'CURVE_ED25519');
    for (const { path } of ed) expect(path).toMatch(/^m(\/\d+')+$/);
  });

  test('behavior: any choice of chains makes accounts that the service takes, in one order', () => {
    const { parameters } = OPERATIONS.create_wallet.versions[0];
    fc.assert(
      fc.property(fc.shuffledSubarray([...CHAINS]), (chains) => {
        const accounts = accountsOf(chains);
        expect(parse(parameters, { walletName: 'W', accounts }).ok).toBe(true);
        expect(accounts).toEqual(accountsOf(chains.toReversed()));
        expect(accounts).toHaveLength(chains.length);
      }),
    );
  });

  test('behavior: an unknown chain makes no account', () => {
    expect(accountsOf(['ADDRESS_FORMAT_SPARK_MAINNET', 'constructor', ''])).toEqual([]);
  });
});
