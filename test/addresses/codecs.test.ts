import { base32, base64url } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CODECS,
  createAddressMatcher,
  parseAddress,
  sameAddress,
} from '../../src/addresses/codecs.ts';
import { FORMATS, isFormat } from '../../src/addresses/formats.ts';
import type { Format } from '../../src/addresses/formats.ts';
import { concat, crc16 } from '../../src/addresses/hashing.ts';
import { REFUSALS } from '../../src/addresses/text-codecs.ts';
import type { Refusal } from '../../src/addresses/text-codecs.ts';
import { tonRawText, tonText } from '../../src/addresses/ton.ts';
import { fromHex, toHex } from '../../src/crypto/bytes.ts';
import { allAddresses, publicKeys, RUNS } from './random-keys.ts';
import { addressOfVector, KEYS } from './vectors.ts';

const FORMAT = Object.keys(FORMATS).filter(isFormat);
const SECP = 'scalar 1';
const ED = 'RFC 8032 7.1 TEST 1';

const every = KEYS.flatMap(({ addresses }) => addresses);

function parse(format: Format, text: string): string {
  const parsed = parseAddress(format, text);
  return parsed.ok ? toHex(parsed.payload) : parsed.reason;
}

const btc = (script: string, network = 'MAINNET', label = SECP): string => {
  const format = `ADDRESS_FORMAT_BITCOIN_${network}_${script}`;
  return isFormat(format) ? addressOfVector(label, format) : format;
};

/** The text with one character replaced. */
const replaceAt = (text: string, at: number, to: string) =>
  text.slice(0, at) + to + text.slice(at + 1);

const P2PKH = 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH';
const P2WPKH = 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH';
const P2WSH = 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH';
const P2TR = 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR';
const ETHEREUM = 'ADDRESS_FORMAT_ETHEREUM';
const TON = 'ADDRESS_FORMAT_TON_V4R2';

const eth = addressOfVector(SECP, ETHEREUM);
const stellar = addressOfVector(ED, 'ADDRESS_FORMAT_XLM');
const ton = addressOfVector(ED, TON);
const solana = addressOfVector(ED, 'ADDRESS_FORMAT_SOLANA');
const sui = addressOfVector(ED, 'ADDRESS_FORMAT_SUI');
const cosmos = addressOfVector(SECP, 'ADDRESS_FORMAT_COSMOS');
const compressed = addressOfVector(SECP, 'ADDRESS_FORMAT_COMPRESSED');

/** BIP-173 and BIP-350, invalid addresses. */
const BECH32_REFUSED: readonly (readonly [Format, string, Refusal])[] = [
  [P2WPKH, 'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty', 'not_this_format'],
  [P2WPKH, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum'],
  [P2WPKH, 'BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2', 'not_this_format'],
  [P2WPKH, 'bc1rw5uspcuh', 'not_this_format'],
  [P2WPKH, 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'length'],
  [P2WPKH, 'bc1gmk9yu', 'not_this_format'],
  [
    'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WSH',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7',
    'case',
  ],
  [
    'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WSH',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv',
    'padding',
  ],
  // Version 1 with the checksum of version 0, and the other way round.
  [P2TR, 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'checksum'],
  [P2WPKH, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'checksum'],
];

const REFUSED: readonly (readonly [Format, string, Refusal])[] = [
  ...BECH32_REFUSED,
  [P2PKH, '', 'length'],
  [P2PKH, btc('P2PKH', 'TESTNET'), 'network'],
  [P2PKH, btc('P2SH'), 'not_this_format'],
  [P2PKH, btc('P2WPKH'), 'not_this_format'],
  [P2PKH, addressOfVector(SECP, 'ADDRESS_FORMAT_DOGE_MAINNET'), 'not_this_format'],
  [P2PKH, replaceAt(btc('P2PKH'), 5, '0'), 'alphabet'],
  [P2PKH, replaceAt(btc('P2PKH'), 33, 'z'), 'checksum'],
  [P2PKH, btc('P2PKH').slice(0, -3), 'length'],
  // XRP's zero is a letter in Bitcoin's alphabet: the same characters, other bytes.
  [P2PKH, addressOfVector(SECP, 'ADDRESS_FORMAT_XRP'), 'not_this_format'],
  [P2WPKH, btc('P2WPKH', 'REGTEST'), 'network'],
  [P2WPKH, btc('P2WPKH', 'TESTNET'), 'network'],
  [P2WPKH, btc('P2WSH'), 'not_this_format'],
  [P2WPKH, btc('P2TR'), 'not_this_format'],
  [P2WSH, btc('P2WPKH'), 'not_this_format'],
  [P2TR, btc('P2TR', 'SIGNET'), 'network'],
  [P2WPKH, replaceAt(btc('P2WPKH'), 8, 'b'), 'alphabet'],
  // The Kelvin sign would become a k.
  [P2WPKH, btc('P2WPKH').toUpperCase().replace('K', '\u212a'), 'alphabet'],
  ['ADDRESS_FORMAT_DOGE_MAINNET', addressOfVector(SECP, 'ADDRESS_FORMAT_DOGE_TESTNET'), 'network'],
  ['ADDRESS_FORMAT_COSMOS', addressOfVector(SECP, 'ADDRESS_FORMAT_SEI'), 'not_this_format'],
  ['ADDRESS_FORMAT_COSMOS', replaceAt(cosmos, 0, 'C'), 'case'],
  ['ADDRESS_FORMAT_COSMOS', `${cosmos} `, 'alphabet'],
  [ETHEREUM, replaceAt(eth, 4, 'f'), 'checksum'],
  [ETHEREUM, eth.slice(0, -1), 'length'],
  [ETHEREUM, `${eth}00`, 'length'],
  [ETHEREUM, replaceAt(eth, 9, 'g'), 'alphabet'],
  // A Cyrillic a.
  [ETHEREUM, replaceAt(eth, 9, '\u0430'), 'alphabet'],
  [ETHEREUM, eth.slice(2), 'not_this_format'],
  [ETHEREUM, sui, 'not_this_format'],
  ['ADDRESS_FORMAT_TRON', eth, 'not_this_format'],
  ['ADDRESS_FORMAT_SUI', sui.slice(2), 'not_this_format'],
  ['ADDRESS_FORMAT_SUI', sui.slice(0, -2), 'length'],
  ['ADDRESS_FORMAT_APTOS', sui.slice(0, -1), 'length'],
  ['ADDRESS_FORMAT_SOLANA', replaceAt(solana, 3, 'I'), 'alphabet'],
  ['ADDRESS_FORMAT_SOLANA', solana.slice(0, -2), 'length'],
  ['ADDRESS_FORMAT_SOLANA', stellar, 'not_this_format'],
  ['ADDRESS_FORMAT_XLM', stellar.toLowerCase(), 'case'],
  ['ADDRESS_FORMAT_XLM', replaceAt(stellar, 20, stellar[20] === 'A' ? 'B' : 'A'), 'checksum'],
  ['ADDRESS_FORMAT_XLM', replaceAt(stellar, 20, '1'), 'alphabet'],
  ['ADDRESS_FORMAT_XLM', stellar.slice(0, -1), 'length'],
  // The other first letters of SEP-23: a muxed account and a contract.
  [
    'ADDRESS_FORMAT_XLM',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK',
    'not_this_format',
  ],
  [
    'ADDRESS_FORMAT_XLM',
    'CA3D5KRYM6CB7OWQ6TWYRR3Z4T7GNZLKERYNZGGA5SOAOPIFY6YQGAXE',
    'not_this_format',
  ],
  ['ADDRESS_FORMAT_XRP', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', 'length'],
  ['ADDRESS_FORMAT_XRP', btc('P2PKH'), 'not_this_format'],
  [TON, replaceAt(ton, 10, ton[10] === 'A' ? 'B' : 'A'), 'checksum'],
  [TON, ton.slice(0, -1), 'length'],
  [TON, replaceAt(ton, 10, '!'), 'alphabet'],
  [TON, replaceAt(replaceAt(ton, 10, '-'), 11, '+'), 'alphabet'],
  [TON, `-1:${'00'.repeat(32)}`, 'network'],
  // The masterchain's elector, as documentation prints it.
  [TON, 'Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF', 'network'],
  [TON, `0:${'00'.repeat(31)}`, 'length'],
  [TON, `0:${'0x'.repeat(32)}`, 'alphabet'],
  [TON, `x:${'00'.repeat(32)}`, 'not_this_format'],
  ['ADDRESS_FORMAT_COMPRESSED', replaceAt(compressed, 1, '4'), 'not_this_format'],
  ['ADDRESS_FORMAT_COMPRESSED', `${compressed}00`, 'length'],
  ['ADDRESS_FORMAT_COMPRESSED', compressed.slice(0, -1), 'length'],
  ['ADDRESS_FORMAT_COMPRESSED', `0x${compressed}`, 'alphabet'],
  ['ADDRESS_FORMAT_UNCOMPRESSED', compressed, 'not_this_format'],
];

describe('parseAddress', () => {
  test('behavior: every address of the vectors, back to what it was written from', () => {
    for (const { format, address } of every) {
      const parsed = parseAddress(format, address);
      if (!parsed.ok) throw new Error(`${format} ${address}: ${parsed.reason}`);
      expect(CODECS[format].encode(parsed.payload)).toBe(address);
    }
  });

  test('behavior: the hash inside, in the chains’ own examples', () => {
    // BIP-173: its example's program is the hash160 of the key of scalar 1.
    const hash160 = '751e76e8199196d454941c45d1b3a323f1433bd6';
    expect(parse(P2WPKH, btc('P2WPKH'))).toBe(hash160);
    expect(parse(P2PKH, btc('P2PKH'))).toBe(hash160);
    expect(parse('ADDRESS_FORMAT_COSMOS', cosmos)).toBe(hash160);
    expect(parse('ADDRESS_FORMAT_XRP', addressOfVector(SECP, 'ADDRESS_FORMAT_XRP'))).toBe(hash160);
    expect(parse(ETHEREUM, eth)).toBe('7e5f4552091a69125d5dfcb7b8c2659029395bdf');
    // RFC 8032, 7.1 test 1.
    const key = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
    expect(parse('ADDRESS_FORMAT_SOLANA', solana)).toBe(key);
    expect(parse('ADDRESS_FORMAT_XLM', stellar)).toBe(key);
  });

  test.each(REFUSED)('error: %s refuses %j: %s', (format, text, reason) => {
    expect(parse(format, text)).toBe(reason);
  });

  test('error: the cases cover each reason except a point’s', () => {
    const seen = new Set(REFUSED.map(([, , reason]) => reason));
    expect(REFUSALS.filter((reason) => !seen.has(reason))).toEqual(['not_a_key']);
  });

  test('error: a 10 MB paste, and surrounding whitespace, in every format', () => {
    const huge = 'a'.repeat(10_000_000);
    for (const { format, address } of KEYS.slice(0, 1).flatMap((one) => one.addresses)) {
      expect(parse(format, huge)).toBe('length');
      expect(parseAddress(format, ` ${address}`).ok).toBe(false);
      expect(parseAddress(format, `${address}\n`).ok).toBe(false);
    }
  });

  test('behavior: an address is valid in another format only if the chains write it the same', () => {
    const alike = new Set<string>();
    for (const { format, address } of every) {
      for (const other of FORMAT) {
        if (other !== format && parseAddress(other, address).ok) alike.add(pair(format, other));
      }
    }
    const bitcoin = FORMAT.filter((one) => FORMATS[one].chain === 'bitcoin');
    const tests = bitcoin.flatMap((one) =>
      bitcoin
        .filter((other) => other !== one && FORMATS[one].kind === FORMATS[other].kind)
        .filter((other) => sharesText(one, other))
        .map((other) => pair(one, other)),
    );
    const tons = FORMAT.filter((one) => FORMATS[one].chain === 'ton');
    const others = tons.flatMap((one) =>
      tons.filter((two) => two !== one).map((two) => pair(one, two)),
    );
    const hex = pair('ADDRESS_FORMAT_SUI', 'ADDRESS_FORMAT_APTOS');
    expect(alike).toEqual(new Set([...tests, ...others, hex]));
  });

  test('behavior: random keys, in every format', () => {
    fc.assert(
      fc.property(publicKeys, (key) => {
        for (const { format, address } of allAddresses(key)) {
          expect(parseAddress(format, address).ok, `${format} ${address}`).toBe(true);
        }
      }),
      RUNS,
    );
  });
});

const pair = (one: string, other: string): string => [one, other].sort().join(' ');

/** Test networks share the letters of base58. Testnet and signet share bech32's, too. */
function sharesText(one: Format, other: Format): boolean {
  const networks = [FORMATS[one].network, FORMATS[other].network];
  if (networks.includes('mainnet')) return false;
  return /^P2(PKH|SH)$/.test(FORMATS[one].kind) || !networks.includes('regtest');
}

describe('parseAddress, texts with a valid checksum', () => {
  const account = new Uint8Array(32).fill(7);
  const sealed = (bytes: Uint8Array, low: boolean): Uint8Array => {
    const crc = crc16(bytes);
    return concat(bytes, low ? [crc & 0xff, crc >> 8] : [crc >> 8, crc & 0xff]);
  };
  const stellarText = (version: number) => base32.encode(sealed(concat([version], account), true));
  const tonTagged = (tag: number) => base64url.encode(sealed(concat([tag, 0], account), false));

  test('error: StrKey of another version with the same first letter', () => {
    expect(stellarText(49)).toMatch(/^G/);
    expect(parse('ADDRESS_FORMAT_XLM', stellarText(49))).toBe('not_this_format');
    expect(parse('ADDRESS_FORMAT_XLM', stellarText(48))).toBe(toHex(account));
  });

  test('error: TON with a tag other than the four', () => {
    expect(parse(TON, tonTagged(0x31))).toBe('not_this_format');
    for (const tag of [0x11, 0x51, 0x91, 0xd1])
      expect(parse(TON, tonTagged(tag))).toBe(toHex(account));
  });
});

describe('createAddressMatcher', () => {
  test('behavior: for every address and every listed one as sameAddress says', () => {
    const listed = every.flatMap(({ format, address }) => [
      { format, address },
      { format, address: address.toUpperCase() },
    ]);
    for (const { address } of every.filter((_, at) => at % 40 === 0)) {
      const isSame = createAddressMatcher(address);
      expect(listed.filter(isSame).length).toBeGreaterThan(0);
      const expected = listed.filter(
        (one) =>
          one.address === address ||
          (isFormat(one.format) && sameAddress(one.format, address, one.address)),
      );
      expect(listed.filter(isSame)).toEqual(expected);
    }
  });

  test('behavior: an unknown format is compared to the letter', () => {
    const isSame = createAddressMatcher('sp1xyz');
    expect(isSame({ format: 'ADDRESS_FORMAT_SPARK_MAINNET', address: 'sp1xyz' })).toBe(true);
    expect(isSame({ format: 'ADDRESS_FORMAT_SPARK_MAINNET', address: 'SP1XYZ' })).toBe(false);
    for (const format of ['constructor', '__proto__', '']) {
      expect(isSame({ format, address: eth })).toBe(false);
      expect(createAddressMatcher(eth)({ format, address: eth.toLowerCase() })).toBe(false);
    }
  });

  test('error: a text without end matches nothing', () => {
    const isSame = createAddressMatcher('1'.repeat(1_000_000));
    expect(isSame({ format: 'ADDRESS_FORMAT_SOLANA', address: eth })).toBe(false);
    const endless = { format: ETHEREUM, address: '1'.repeat(1_000_000) };
    expect(createAddressMatcher(eth)(endless)).toBe(false);
  });
});

describe('sameAddress', () => {
  test('behavior: case doesn’t matter in bech32 and hex', () => {
    expect(sameAddress(P2WPKH, btc('P2WPKH'), btc('P2WPKH').toUpperCase())).toBe(true);
    expect(sameAddress('ADDRESS_FORMAT_SUI', sui, `0x${sui.slice(2).toUpperCase()}`)).toBe(true);
    expect(sameAddress(ETHEREUM, eth, eth.toLowerCase())).toBe(true);
    expect(sameAddress(ETHEREUM, eth, `0x${eth.slice(2).toUpperCase()}`)).toBe(true);
  });

  test('behavior: TON compares the account, whatever the form', () => {
    const parsed = parseAddress(TON, ton);
    if (!parsed.ok) throw new Error(parsed.reason);
    const forms = [
      tonText(parsed.payload, { bounceable: true }),
      tonText(parsed.payload, { testOnly: true }),
      tonText(parsed.payload, { bounceable: true, testOnly: true, alphabet: 'base64' }),
      tonRawText(parsed.payload),
      tonRawText(parsed.payload).toUpperCase(),
    ];
    for (const form of forms) expect(sameAddress(TON, ton, form), form).toBe(true);
    expect(sameAddress(TON, ton, addressOfVector(ED, 'ADDRESS_FORMAT_TON_V3R2'))).toBe(false);
  });

  test('error: a refused text equals nothing, not even itself', () => {
    expect(sameAddress(ETHEREUM, 'x', 'x')).toBe(false);
    expect(sameAddress(ETHEREUM, eth, replaceAt(eth, 4, 'f'))).toBe(false);
  });

  test('error: one changed character is refused, or gives another address', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/=-_:. '.split(
      '',
    );
    const places = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(publicKeys, places, fc.constantFrom(...alphabet), (key, place, letter) => {
        for (const { format, address } of allAddresses(key)) {
          const at = place % address.length;
          if (areWrittenAlike(format, address.charAt(at), letter)) continue;
          const other = replaceAt(address, at, letter);
          expect(sameAddress(format, address, other), `${format} ${other}`).toBe(false);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('behavior: addresses of two keys differ', () => {
    fc.assert(
      fc.property(publicKeys, publicKeys, (one, other) => {
        fc.pre(one.curve === other.curve && toHex(one.bytes) !== toHex(other.bytes));
        const others = allAddresses(other);
        for (const [at, { format, address }] of allAddresses(one).entries()) {
          expect(sameAddress(format, address, others[at]?.address ?? '')).toBe(false);
        }
      }),
      { numRuns: 20 },
    );
  });
});

/** The same letter, or one that the format treats as the same. */
function areWrittenAlike(format: Format, one: string, other: string): boolean {
  if (one === other) return true;
  const hex = /^ADDRESS_FORMAT_(UN)?COMPRESSED$|_(SUI|APTOS|ETHEREUM)$/.test(format);
  if (hex && one !== 'x') return one.toLowerCase() === other.toLowerCase();
  return format.includes('_TON_') && ['-+', '+-', '_/', '/_'].includes(one + other);
}

describe('CODECS', () => {
  test('error: payloads of another length aren’t read back', () => {
    const short = fromHex('00'.repeat(19));
    for (const format of FORMAT) {
      if (FORMATS[format].chain === 'ton') continue;
      expect(parseAddress(format, CODECS[format].encode(short)).ok, format).toBe(false);
    }
  });
});
