import { describe, expect, test } from 'vitest';
import { caip10Of, placeOfFormat } from '../../src/client/account-address.ts';
import { ADDRESS_FORMAT } from '../../src/protocol/enums.ts';

describe('placeOfFormat', () => {
  test('behavior: names chain and network; a newer format has neither', () => {
    expect(placeOfFormat('ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR')).toEqual({
      chain: 'bitcoin',
      name: 'Bitcoin',
      network: 'signet',
    });
    expect(placeOfFormat('ADDRESS_FORMAT_NEWER')).toBeUndefined();
    expect(placeOfFormat('constructor')).toBeUndefined();
  });
});

describe('caip10Of', () => {
  test('behavior: an account in the form of CAIP-10', () => {
    expect(caip10Of('ADDRESS_FORMAT_ETHEREUM', '0xab')).toBe('eip155:1:0xab');
    expect(caip10Of('ADDRESS_FORMAT_XRP', 'rAb')).toBe('xrpl:0:rAb');
  });

  test('behavior: no network gets the id of another, and a bare key has none', () => {
    const prefix = (format: string) => caip10Of(format, 'x')?.replace(/:x$/, '');
    const main = prefix('ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH');
    for (const network of ['TESTNET', 'SIGNET', 'REGTEST']) {
      expect(prefix(`ADDRESS_FORMAT_BITCOIN_${network}_P2WPKH`)).not.toBe(main);
    }
    expect(prefix('ADDRESS_FORMAT_DOGE_TESTNET')).toBeUndefined();
    expect(prefix('ADDRESS_FORMAT_COMPRESSED')).toBeUndefined();
    // CAIP-2: a namespace of 3 to 8 characters, a reference of up to 32.
    for (const format of ADDRESS_FORMAT) {
      expect(prefix(format) ?? 'eip155:1', format).toMatch(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/);
    }
  });
});
