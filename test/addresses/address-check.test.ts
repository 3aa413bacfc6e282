import { describe, expect, test } from 'vitest';
import { checkAddress } from '../../src/addresses/address-check.ts';
import { CHAINS, FORMATS, isFormat } from '../../src/addresses/formats.ts';
import type { Format } from '../../src/addresses/formats.ts';
import type { AddressRule } from '../../src/protocol/rules.ts';
import { addressOfVector, keyByLabel } from './vectors.ts';

const ALL = Object.keys(FORMATS).filter(isFormat);
const SECP = 'scalar 1';
const ED = 'RFC 8032 7.1 TEST 1';
const BITCOIN = ALL.filter((format) => format.startsWith('ADDRESS_FORMAT_BITCOIN_MAINNET_'));
const ETHEREUM = ['ADDRESS_FORMAT_ETHEREUM'] as const;
const SOLANA = ['ADDRESS_FORMAT_SOLANA'] as const;

const addressIn = (format: Format): string => {
  const has = keyByLabel(SECP).addresses.some((one) => one.format === format);
  return addressOfVector(has ? SECP : ED, format);
};
const eth = addressIn('ADDRESS_FORMAT_ETHEREUM');
const solana = addressIn('ADDRESS_FORMAT_SOLANA');
const p2wpkh = addressIn('ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH');
const p2pkh = addressIn('ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH');

const replaceAt = (text: string, at: number, to: string) =>
  text.slice(0, at) + to + text.slice(at + 1);

const TEST_NETWORK = 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH';

const REFUSED: readonly (readonly [string, readonly Format[], string, AddressRule, string[]])[] = [
  ['a word', BITCOIN, 'hello', 'address', []],
  ['nothing', ETHEREUM, '', 'address', []],
  ['a link', ETHEREUM, `ethereum:${eth}`, 'address', []],
  ['a space before it', ETHEREUM, ` ${eth}`, 'address', []],
  ['another alphabet', SOLANA, replaceAt(solana, 3, 'I'), 'address', []],
  ['a damaged address of another chain', SOLANA, replaceAt(eth, 9, 'g'), 'address', []],
  ['a typo in bech32', BITCOIN, replaceAt(p2wpkh, 9, 'q'), 'address_checksum', []],
  ['a missing character of bech32', BITCOIN, p2wpkh.slice(0, -1), 'address_checksum', []],
  ['a typo in base58', BITCOIN, replaceAt(p2pkh, 9, 'z'), 'address_checksum', []],
  ['a letter in the wrong case', ETHEREUM, replaceAt(eth, 3, 'e'), 'address_checksum', []],
  ['a capital letter at the start', BITCOIN, replaceAt(p2wpkh, 0, 'B'), 'address_case', []],
  ['a missing digit', ETHEREUM, eth.slice(0, -1), 'address_length', []],
  ['two addresses', ETHEREUM, eth + eth.slice(2), 'address_length', []],
  ['the end cut off', SOLANA, solana.slice(0, -3), 'address_length', []],
  ['10 MB', BITCOIN, '1'.repeat(10_000_000), 'address_length', []],
  ['Tron', BITCOIN, addressIn('ADDRESS_FORMAT_TRON'), 'address_chain', ['Tron']],
  ['Sui or Aptos', ETHEREUM, addressIn('ADDRESS_FORMAT_SUI'), 'address_chain', ['Sui', 'Aptos']],
  ['a test network', BITCOIN, addressIn(TEST_NETWORK), 'address_network', ['Bitcoin']],
  [
    'a test network of another chain',
    BITCOIN,
    addressIn('ADDRESS_FORMAT_DOGE_TESTNET'),
    'address_network',
    ['Dogecoin'],
  ],
  ['a private key', ETHEREUM, keyByLabel(SECP).privateKeyHex, 'address_key', []],
  ['a public key', BITCOIN, addressIn('ADDRESS_FORMAT_COMPRESSED'), 'address_key', []],
  ['no format at all', [], eth, 'address_chain', ['Ethereum']],
];

describe('checkAddress', () => {
  test.each(REFUSED)('error: %s', (_what, accepted, text, rule, chains) => {
    expect(checkAddress(text, accepted)).toEqual({ ok: false, rule, chains });
  });

  test.each(ALL.map((format) => [format] as const))(
    'behavior: %s is accepted where it is one of those asked for, and nowhere else',
    (format) => {
      const text = addressIn(format);
      expect(checkAddress(text, [format])).toMatchObject({ ok: true });
      const others = ALL.filter((other) => !checkAddress(text, [other]).ok);
      const check = checkAddress(text, others);
      if (check.ok) throw new Error(`${format} accepted among others`);
      const { chain, network } = FORMATS[format];
      if (chain === 'none') {
        expect(check).toEqual({ ok: false, rule: 'address_key', chains: [] });
      } else {
        expect(check.rule).toBe(network === 'mainnet' ? 'address_chain' : 'address_network');
        expect(check.chains).toContain(CHAINS[chain].name);
      }
    },
  );

  test.each([
    ['in both cases', eth, ETHEREUM, true],
    ['in lower case', eth.toLowerCase(), ETHEREUM, false],
    ['in upper case', `0x${eth.slice(2).toUpperCase()}`, ETHEREUM, false],
    ['of Bitcoin, bech32', p2wpkh, BITCOIN, true],
    ['of Bitcoin, bech32 in upper case', p2wpkh.toUpperCase(), BITCOIN, true],
    ['of Bitcoin, base58', p2pkh, BITCOIN, true],
    ['of Solana', solana, SOLANA, false],
  ] as const)(
    'behavior: whether an address %s has a checksum',
    (_what, text, accepted, hasChecksum) => {
      expect(checkAddress(text, accepted)).toEqual({ ok: true, hasChecksum });
    },
  );

  test.each([
    ['bech32', p2wpkh],
    ['bech32m', addressIn('ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR')],
    ['base58check', p2pkh],
  ])('error: a typo anywhere in %s', (_what, text) => {
    const typos = text
      .split('')
      .flatMap((character, at) =>
        ['2', 'c', 'q', 'y'].filter((to) => to !== character).map((to) => replaceAt(text, at, to)),
      );
    expect(typos.filter((typo) => checkAddress(typo, BITCOIN).ok)).toEqual([]);
  });

  test('error: every digit of EIP-55 replaced by another', () => {
    const typos = eth
      .slice(2)
      .split('')
      .flatMap((digit, at) =>
        '0123456789abcdefABCDEF'
          .split('')
          .filter((other) => other !== digit)
          .map((to) => replaceAt(eth, at + 2, to)),
      );
    const accepted = typos.filter((typo) => checkAddress(typo, ETHEREUM).ok);
    // The checksum is a bit for each letter, so that one in some hundred typos is right by chance.
    expect(accepted.length).toBeLessThan(typos.length / 100);
  });
});
