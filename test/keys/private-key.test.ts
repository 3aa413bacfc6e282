import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { addressOf } from '../../src/addresses/address.ts';
import { fromHex, toHex, utf8 } from '../../src/crypto/bytes.ts';
import { publicKeyOf } from '../../src/crypto/keys.ts';
import type { KeyReadOptions } from '../../src/keys/encoding-reader.ts';
import { parsePrivateKey } from '../../src/keys/private-key.ts';
import type { RefusalReason } from '../../src/keys/refusal.ts';
import { addressFormatsOf } from '../../src/protocol/curve-formats.ts';
import vectors from '../vectors/private-key-encodings.json' with { type: 'json' };
import * as encoders from './encoders.ts';
import { refusalOf } from './read-outcome.ts';

/*
 * test/vectors/private-key-encodings.json: 66 texts with what each chain's own library makes of
 * them, and the service's own import page if it's stricter.
 */

/** The vectors' reasons in our terms. Some of theirs are several of ours. */
const REASONS: Readonly<Record<string, readonly RefusalReason[]>> = {
  ALL_ZERO: ['zero'],
  AMBIGUOUS: ['ambiguous'],
  CHARACTER: ['wrong_character', 'wrong_case'],
  CHECKSUM: ['checksum'],
  LENGTH: ['wrong_length'],
  NOT_A_PRIVATE_KEY: ['address_pasted', 'not_a_key'],
  NOT_A_SINGLE_KEY: ['extended_key', 'mnemonic_pasted'],
  PREFIX: ['wrong_prefix'],
  PUBLIC_HALF_MISMATCH: ['public_half_mismatch'],
  SCALAR_NOT_BELOW_N: ['out_of_range'],
  SCALAR_ZERO: ['zero'],
  UNCOMPRESSED_WIF: ['uncompressed'],
  UNKNOWN_NETWORK: ['wrong_network'],
  WRONG_CURVE: ['wrong_curve'],
};

/** What the user has said, in the terms of the vectors. */
const CHOICES: Readonly<Record<string, KeyReadOptions>> = {
  'any secp256k1': { curve: 'CURVE_SECP256K1' },
  'any ed25519': { curve: 'CURVE_ED25519' },
  'XRP (ripple-keypairs output)': { interpretAs: 'xrp_hex' },
};
const NETWORKS: Readonly<Record<string, string>> = {
  mainnet: 'bitcoin_mainnet',
  'dogecoin mainnet': 'dogecoin_mainnet',
  'dogecoin testnet (version 0xf1)': 'dogecoin_testnet',
};

type Case = {
  readonly id: string;
  readonly chain: string;
  readonly input: string;
  readonly expected: {
    readonly accept: boolean;
    readonly reason?: string;
    readonly curve?: string;
    readonly privateKeyHex?: string;
    readonly network?: string;
    readonly address?: string;
  };
};
const cases: readonly Case[] = vectors.cases;
const accepted = cases.filter(({ expected }) => expected.accept);
const refused = cases.filter(({ expected }) => !expected.accept);

describe('parsePrivateKey: vectors', () => {
  test('behavior: all cases are run', () => {
    expect(cases).toHaveLength(66);
    expect(accepted.length + refused.length).toBe(66);
  });

  test.each(accepted)('behavior: reads $id', ({ chain, input, expected }) => {
    const key = parsePrivateKey(input, CHOICES[chain]);
    expect(toHex(key.privateKey)).toBe(expected.privateKeyHex);
    expect(key.candidates.map(({ curve }) => curve)).toContain(expected.curve);
    if (expected.network) expect(key.network).toBe(NETWORKS[expected.network]);
    if (expected.address) {
      const bytes = publicKeyOf('SECP256K1', key.privateKey);
      const address = addressOf('ADDRESS_FORMAT_XRP', { curve: 'CURVE_SECP256K1', bytes });
      expect(address).toBe(expected.address);
    }
  });

  test.each(refused)('error: refuses $id, $expected.reason', ({ chain, input, expected }) => {
    const reasons = REASONS[expected.reason ?? ''];
    expect(reasons).toContain(refusalOf(input, CHOICES[chain]).reason);
  });

  test('behavior: the formats of a candidate fit its curve, as in the vectors’ table', () => {
    const matrix = Object.entries(vectors.curveMatrix);
    expect(matrix).toHaveLength(36);
    for (const curve of ['CURVE_SECP256K1', 'CURVE_ED25519'] as const) {
      const fitting = matrix.filter(([, curves]) => curves.includes(curve)).map(([one]) => one);
      expect(addressFormatsOf(curve).toSorted()).toEqual(fitting.toSorted());
    }
    for (const { chain, input } of accepted) {
      for (const { curve, formats } of parsePrivateKey(input, CHOICES[chain]).candidates) {
        expect(formats.length).toBeGreaterThan(0);
        for (const format of formats) expect(addressFormatsOf(curve)).toContain(format);
      }
    }
    expect(vectors.wrongCurve).toHaveLength(35);
    for (const { curve, format } of vectors.wrongCurve) {
      const known = curve === 'CURVE_ED25519' ? 'CURVE_ED25519' : 'CURVE_SECP256K1';
      expect(addressFormatsOf(known)).not.toContain(format);
    }
  });
});

const KEY = fromHex('6a3c850258086966dcf72689d10cda8e105d4d9d0de97686a78c78b6047b94d7');
const SEED = fromHex('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
const HEX = toHex(KEY);
const ORDER = secp256k1.Point.Fn.ORDER.toString(16);

/** tkhq/frames shared/turnkey-core.test.js: what the service's own import page reads. */
const VENDOR = [
  [
    'solana_pair',
    '2P3qgS5A18gGmZJmYHNxYrDYPyfm6S3dJgs8tPW6ki6i2o4yx7K8r5N8CF7JpEtQiW8mx1kSktpgyDG1xuWNzfsM',
    '4507fb58de7e570ea70de8ddc118fe092e6d4d3e9d75d692da58b811d8bb1ace',
  ],
  [
    'wif',
    'L1sF5SF3CnCN9gA7vh7MAtbiVu9igdr3C1BYPKZduw4yaezdeCTV',
    '8aa865356479876d39655d7fab66f0dbe3ce00e9f49a8f10c38e163b51de748f',
  ],
  [
    'wif',
    'cTVYYVnHVzNepyxZhB7fzRuneC6RVDJETJdGAoDc4RrirgghQxyR',
    'b05f165767d6ac84bf2d171babd9de694141b0a9353e2537379387409aed6341',
  ],
  [
    'sui',
    'suiprivkey1qpj5xd9396rxsu7h45tzccalhuf95e4pygls3ps9txszn9ywpwsnznaeq0l',
    '654334b12e866873d7ad162c63bfbf125a66a1223f08860559a029948e0ba131',
  ],
] as const;

/** ripple-keypairs 2 and xrpl-secret-numbers 2 over random entropy. */
const XRP = [
  [
    'snJUxDmoVcvAAGDMaGeBB9WdRBrXP',
    '478091 257336 564717 522483 420420 590052 332057 227926',
    'd378a04b7d3361a4ef629854c952ab92de37c07a96f03107a22a7566cc8bc0a7',
  ],
  [
    'snxzvqBGuWdBLSXNGp6QsCdAqNjwR',
    '600996 377413 023547 551111 005700 380430 293433 203963',
    '0098bcf7e24ca003216c41caf2522a9d20cfe41665590c1d328c43747d041a2b',
  ],
] as const;

/** MystenLabs/sui keytool_tests.rs and @mysten/sui: lines of a keystore and their addresses. */
const SUI_KEYSTORE = [
  [
    'AN0JMHpDum3BhrVwnkylH0/HGRHBQ/fO/8+MYOawO8j6',
    '0xa2d14fad60c56049ecf75246a481934691214ce413e6a8ae2fe6834c173a6133',
  ],
  [
    'AJrA997C1eVz6wYIp7bO8dpITSRBXpvg1m70/P3gusu2',
    '0x1ada6e6f3f3e4055096f606c746690f1108fcc2ca479055cc434a3e1d3f758aa',
  ],
  [
    'AAEMSIQeqyz09StSwuOW4MElQcZ+4jHW4/QcWlJEf5Yk',
    '0xe69e896ca10f5a77732769803cc2b5707f0ab9d4407afb5e4b4464b89769af14',
  ],
] as const;

describe('parsePrivateKey: accepted texts', () => {
  test.each(VENDOR)('behavior: %s as the vendor’s page reads it: %s', (kind, text, expected) => {
    const key = parsePrivateKey(text);
    expect([key.encoding, toHex(key.privateKey)]).toEqual([kind, expected]);
  });

  test.each(XRP)('behavior: %s as XRP’s libraries derive it', (seed, numbers, expected) => {
    expect(toHex(parsePrivateKey(seed).privateKey)).toBe(expected);
    for (const text of [numbers, numbers.replaceAll(' ', ''), numbers.replaceAll(' ', '\r\n')]) {
      const key = parsePrivateKey(text);
      expect([key.encoding, toHex(key.privateKey)]).toEqual(['xrp_numbers', expected]);
    }
  });

  test('behavior: plain hex fits both curves until one is chosen', () => {
    const curves = (options?: KeyReadOptions) =>
      parsePrivateKey(`0x${HEX}`, options).candidates.map(({ curve }) => curve);
    expect(curves()).toEqual(['CURVE_SECP256K1', 'CURVE_ED25519']);
    expect(curves({ curve: 'CURVE_ED25519' })).toEqual(['CURVE_ED25519']);
  });

  test.each([ORDER, 'f'.repeat(64)])(
    'behavior: %s is an Ed25519 seed without a choice, and refused on secp256k1',
    (digits) => {
      const key = parsePrivateKey(digits);
      expect(key.candidates.map(({ curve }) => curve)).toEqual(['CURVE_ED25519']);
      expect(toHex(key.privateKey)).toBe(digits);
      expect(refusalOf(digits, { curve: 'CURVE_SECP256K1' }).reason).toBe('out_of_range');
    },
  );

  test('behavior: the number before n fits both curves', () => {
    const last = (secp256k1.Point.Fn.ORDER - 1n).toString(16);
    expect(parsePrivateKey(last).candidates).toHaveLength(2);
  });

  test('behavior: the network of WIF comes from its version byte', () => {
    const bitcoin = parsePrivateKey(encoders.wif(0x80, KEY));
    expect(bitcoin.network).toBe('bitcoin_mainnet');
    expect(bitcoin.candidates[0]?.formats).toHaveLength(5);
    const testnets = parsePrivateKey(encoders.wif(0xef, KEY));
    expect(testnets.network).toBe('bitcoin_testnet');
    expect(testnets.candidates[0]?.formats).toHaveLength(15);
    expect(testnets.candidates[0]?.formats).toContain('ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR');
    const doge = parsePrivateKey(encoders.wif(0xf1, KEY));
    expect(doge.network).toBe('dogecoin_testnet');
    expect(doge.candidates[0]?.formats).toEqual(['ADDRESS_FORMAT_DOGE_TESTNET']);
  });

  test('behavior: a bare Solana seed is read if the user says that it is one', () => {
    const text = base58.encode(SEED);
    expect(refusalOf(text).facts.possibleEncodings).toEqual(['solana_address', 'solana_seed']);
    const key = parsePrivateKey(text, { interpretAs: 'solana_seed' });
    expect([key.encoding, toHex(key.privateKey)]).toEqual(['solana_seed', toHex(SEED)]);
  });

  test('behavior: only a point in the group of prime order is called an address', () => {
    const isPoint = (bytes: Uint8Array) => ed25519.utils.isValidPublicKey(bytes, false);
    const numbers = Array.from({ length: 60 }, (_, y) => new Uint8Array(32).with(0, y + 2));
    const mixed = numbers.find((y) => isPoint(y) && !ed25519.Point.fromBytes(y).isTorsionFree());
    expect(refusalOf(base58.encode(mixed ?? SEED.slice(1))).reason).toBe('ambiguous');
    const owned = base58.encode(ed25519.getPublicKey(KEY));
    expect(refusalOf(owned).reason).toBe('address_pasted');
  });

  test.each(SUI_KEYSTORE)('behavior: a line of Sui’s keystore: %s', (line, address) => {
    const { encoding, candidates, privateKey } = parsePrivateKey(line);
    expect(encoding).toBe('sui_keystore');
    expect(candidates).toEqual([{ curve: 'CURVE_ED25519', formats: ['ADDRESS_FORMAT_SUI'] }]);
    const bytes = publicKeyOf('ED25519', privateKey);
    expect(addressOf('ADDRESS_FORMAT_SUI', { curve: 'CURVE_ED25519', bytes })).toBe(address);
  });

  test('behavior: what could be a Sui public key with its flag is read if the user says so', () => {
    const owned = ed25519.getPublicKey(KEY);
    const text = encoders.suiKeystore(owned);
    const { reason, facts } = refusalOf(text);
    expect(reason).toBe('ambiguous');
    expect(facts.possibleEncodings).toEqual(['public_key', 'sui_keystore']);
    const key = parsePrivateKey(text, { interpretAs: 'sui_keystore' });
    expect([key.encoding, toHex(key.privateKey)]).toEqual(['sui_keystore', toHex(owned)]);
  });

  test('behavior: base64 of a Sui key that is base58 too is offered next to Solana’s two', () => {
    const text = 'ABzG5kqWc3vT9xRjLmN7pQyU4sHfD2bE6oA1KtJw8hX3';
    expect(refusalOf(text).facts.possibleEncodings).toEqual([
      'solana_address',
      'solana_seed',
      'sui_keystore',
    ]);
    const sui = parsePrivateKey(text, { interpretAs: 'sui_keystore' });
    const solana = parsePrivateKey(text, { interpretAs: 'solana_seed' });
    expect(encoders.suiKeystore(sui.privateKey)).toBe(text);
    expect(base58.encode(solana.privateKey)).toBe(text);
    // No Sui key starts with another letter.
    const other = refusalOf(`B${text.slice(1)}`);
    expect(other.facts.possibleEncodings).toEqual(['solana_address', 'solana_seed']);
  });

  test('behavior: XRPL’s 66 digits are read if the user says so, and offered before that', () => {
    const text = `00${HEX}`;
    expect(refusalOf(text).facts.possibleEncodings).toEqual(['hex_padded', 'xrp_hex']);
    const key = parsePrivateKey(text, { interpretAs: 'xrp_hex' });
    expect(key.candidates).toEqual([{ curve: 'CURVE_SECP256K1', formats: ['ADDRESS_FORMAT_XRP'] }]);
  });

  test.each([' ', '\n', '\r\n\t', '\u00a0', '\u3000', '\ufeff'])(
    'behavior: surrounding whitespace isn’t part of a key: %j',
    (space) => {
      const text = `${space}${HEX}${space}`;
      expect(toHex(parsePrivateKey(text).privateKey)).toBe(HEX);
      expect(toHex(parsePrivateKey(utf8(text)).privateKey)).toBe(HEX);
    },
  );

  test('behavior: reads solana-keygen’s array with line breaks', () => {
    const key = parsePrivateKey(encoders.solanaArray(SEED, 2));
    expect([key.encoding, toHex(key.privateKey)]).toEqual(['solana_array', toHex(SEED)]);
  });
});
