import { describe, expect, test } from 'vitest';
import { addressOf } from '../../src/addresses/address.ts';
import { crossDerive } from '../../src/addresses/proof.ts';
import { fromHex, toHex } from '../../src/crypto/bytes.ts';
import { addressFormatsOf } from '../../src/protocol/curve-formats.ts';
import { ADDRESS_FORMAT, type AddressFormat, type Curve } from '../../src/protocol/enums.ts';
import {
  addressIn,
  deriveAccounts,
  parsePath,
  slip10Ed25519,
  slip10P256,
} from '../../src/service/derivation.ts';
import type { Phrase } from '../../src/service/mnemonic.ts';
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

  test('error: Ed25519 only has hardened steps', () => {
    expect(() => slip10Ed25519(new Uint8Array(16), parsePath("m/44'/0"))).toThrow(/hardened/);
  });
});

/** What other wallets show for "abandon" eleven times plus "about", the first vector of BIP-39. */
const WALLETS: readonly (readonly [string, string, string])[] = [
  ['BITCOIN_MAINNET_P2PKH', "m/44'/0'/0'/0/0", '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA'],
  ['BITCOIN_MAINNET_P2SH', "m/49'/0'/0'/0/0", '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf'],
  // The BIPs' own vectors: BIP-49, BIP-84 and BIP-86.
  ['BITCOIN_TESTNET_P2SH', "m/49'/1'/0'/0/0", '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2'],
  ['BITCOIN_MAINNET_P2WPKH', "m/84'/0'/0'/0/0", 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  [
    'BITCOIN_MAINNET_P2TR',
    "m/86'/0'/0'/0/0",
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  ],
  ['ETHEREUM', "m/44'/60'/0'/0/0", '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  ['TRON', "m/44'/195'/0'/0/0", 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
  ['COSMOS', "m/44'/118'/0'/0/0", 'cosmos19rl4cm2hmr8afy4kldpxz3fka4jguq0auqdal4'],
  ['XRP', "m/44'/144'/0'/0/0", 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3'],
  ['DOGE_MAINNET', "m/44'/3'/0'/0/0", 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC'],
  ['SOLANA', "m/44'/501'/0'/0'", 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
  // SEP-5.
  ['XLM', "m/44'/148'/0'", 'GB3JDWCQJCWMJ3IILWIGDTQJJC5567PGVEVXSCVPEQOTDN64VJBDQBYX'],
  [
    'SUI',
    "m/44'/784'/0'/0'/0'",
    '0x5e93a736d04fbb25737aa40bee40171ef79f65fae833749e3c089fe7cc2161f1',
  ],
  [
    'APTOS',
    "m/44'/637'/0'/0'/0'",
    '0xeb663b681209e7087d681c5d3eed12aaa8e1915e7c87794542c3f96e94b3d3bf',
  ],
];

const PHRASE: Phrase = {
  entropy: new Uint8Array(16),
  language: 'MNEMONIC_LANGUAGE_ENGLISH',
  passphrase: '',
};

function formatNamed(name: string): AddressFormat {
  const found = ADDRESS_FORMAT.find((item) => item === `ADDRESS_FORMAT_${name}`);
  if (!found) throw new Error(name);
  return found;
}

const curveOf = (format: AddressFormat): Curve =>
  addressFormatsOf('CURVE_SECP256K1').includes(format) ? 'CURVE_SECP256K1' : 'CURVE_ED25519';

describe('deriveAccounts', () => {
  test.each(WALLETS)('behavior: %s at %s is what wallets show', async (name, path, address) => {
    const addressFormat = formatNamed(name);
    const request = { curve: curveOf(addressFormat), path, addressFormat };
    const [account] = await deriveAccounts(PHRASE, [request]);
    expect(account).toMatchObject({ ...request, address });
    // The key that is stored next to the address is the address's own.
    const key = { curve: request.curve, bytes: fromHex(account?.publicKey ?? '') };
    expect(addressOf(addressFormat, key)).toBe(address);
  });

  test.each([
    ['CURVE_SECP256K1', "m/44'/60'/0'/0/7", 29],
    ['CURVE_ED25519', "m/44'/501'/7'/0'", 8],
    ['CURVE_P256', "m/44'/60'/0'/0/7", 2],
  ] as const)('behavior: %s: every format, all from one key', async (curve, path, count) => {
    const requests = addressFormatsOf(curve).map((addressFormat) => ({
      curve,
      path,
      addressFormat,
    }));
    const accounts = await deriveAccounts(PHRASE, requests);
    const listed = accounts.map(({ addressFormat: format, address }) => ({ format, address }));
    expect(listed).toHaveLength(count);
    expect(crossDerive(curve, listed).verdict).toBe('consistent');
  });

  test('error: a format of another curve, and Spark', async () => {
    const account = (name: string) => ({
      curve: 'CURVE_SECP256K1' as const,
      path: "m/44'/607'/0'",
      addressFormat: formatNamed(name),
    });
    for (const name of ['TON_V5R1', 'SPARK_MAINNET']) {
      await expect(deriveAccounts(PHRASE, [account(name)])).rejects.toThrow(
        /^invalid address format: /,
      );
    }
  });
});

describe('addressIn', () => {
  const key = { curve: 'CURVE_P256', bytes: new Uint8Array(33) } as const;

  test('error: a format of another curve is the caller’s mistake, anything else is ours', () => {
    const refused = expect.objectContaining({ grpc: 3 }) as unknown;
    expect(() => addressIn('ADDRESS_FORMAT_SOLANA', key)).toThrow(refused);
    const broken = { ...key, curve: 'CURVE_SECP256K1', bytes: undefined as never } as const;
    expect(() => addressIn('ADDRESS_FORMAT_ETHEREUM', broken)).toThrow(TypeError);
  });
});

describe('parsePath', () => {
  test('behavior: hardened steps have the top bit', () => {
    expect(parsePath("m/44'/0/2147483647'")).toEqual([0x8000002c, 0, 0xffffffff]);
  });

  test('error: a step that’s too large', () => {
    expect(() => parsePath('m/2147483648')).toThrow(/2147483647 at most/);
  });
});
