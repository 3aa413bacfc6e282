import { describe, expect, test } from 'vitest';
import { fromHex, toHex, utf8 } from '../../src/crypto/bytes.ts';
import {
  generatePrivateKey,
  matchesPublicKey,
  parseApiPrivateKey,
  parsePublicKey,
  publicKeyOf,
} from '../../src/crypto/keys.ts';
import { API_KEY_CURVES } from '../../src/crypto/schemes.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { readCaptured, hasCaptured, skipNote } from './captured.ts';

// FIPS 186-4 example scalar of RFC 6979 A.2.5; SEC 2 generator; RFC 8032 7.1 test 1.
const VECTORS = [
  {
    curve: 'P256',
    privateKey: 'c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721',
    publicKey: '0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6',
  },
  {
    curve: 'SECP256K1',
    privateKey: '0000000000000000000000000000000000000000000000000000000000000001',
    publicKey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  },
  {
    curve: 'ED25519',
    privateKey: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  },
] as const;
const [p256, secp256k1, ed25519] = VECTORS;

describe('publicKeyOf', () => {
  test.each(VECTORS)(
    'behavior: returns the known key on $curve',
    ({ curve, privateKey, publicKey }) => {
      expect(toHex(publicKeyOf(curve, fromHex(privateKey)))).toBe(publicKey);
    },
  );

  test.runIf(hasCaptured)(`behavior: returns the vendor's fixture keys${skipNote}`, () => {
    const { fixtureKeys } = readCaptured('turnkey-stamps') as {
      fixtureKeys: { [member: string]: string }[];
    };
    for (const key of fixtureKeys) {
      const privateKey = fromHex(key['privateKeyHex'] ?? key['privateKey'] ?? '');
      const expected = key['publicKeyHex'] ?? key['publicKey'];
      expect(toHex(publicKeyOf('P256', privateKey))).toBe(expected);
    }
  });
});

describe('generatePrivateKey', () => {
  test.each(API_KEY_CURVES)('behavior: %s keys are valid and differ', (curve) => {
    const [a, b] = [generatePrivateKey(curve), generatePrivateKey(curve)];
    expect(a.length).toBe(32);
    expect(toHex(a)).not.toBe(toHex(b));
    expect(matchesPublicKey(curve, a, publicKeyOf(curve, a))).toBe(true);
  });

  test('behavior: takes its randomness only from the parameter', () => {
    const zeros = () => new Uint8Array(48);
    expect(generatePrivateKey('P256', zeros)).toEqual(generatePrivateKey('P256', zeros));
  });
});

describe('parseApiPrivateKey', () => {
  const both = ed25519.privateKey + ed25519.publicKey;

  test.each([
    ['64 hex digits', p256.privateKey, p256],
    ['upper case', p256.privateKey.toUpperCase(), p256],
    ['a 0x prefix', `0x${p256.privateKey}`, p256],
    ['whitespace around it', `  ${p256.privateKey}\r\n`, p256],
    ['the vendor CLI’s key file', `${p256.privateKey}:p256\n`, p256],
    ['the CLI’s secp256k1 file', `${secp256k1.privateKey}:secp256k1`, secp256k1],
    ['the CLI’s ed25519 file, seed', `${ed25519.privateKey}:ed25519`, ed25519],
    ['the CLI’s ed25519 file, seed and public key', `${both}:ed25519`, ed25519],
    ['128 hex digits', both, ed25519],
  ])('behavior: reads %s', (_name, text, { curve, privateKey }) => {
    const parsed = parseApiPrivateKey(text);
    expect({ curve: parsed.curve, key: toHex(parsed.privateKey) }).toEqual({
      curve,
      key: privateKey,
    });
  });

  test.each(VECTORS)('behavior: reads bare digits as the chosen curve, $curve', (vector) => {
    const parsed = parseApiPrivateKey(vector.privateKey, { curve: vector.curve });
    expect(parsed.curve).toBe(vector.curve);
  });

  const phrase = `${'abandon '.repeat(11)}about`;
  test.each([
    ['nothing', '  ', 'Nothing'],
    ['a compressed public key', p256.publicKey, 'public key'],
    ['an uncompressed public key', `04${'ab'.repeat(64)}`, 'public key'],
    ['a recovery phrase', phrase, 'recovery phrase'],
    ['a PEM file', `-----BEGIN EC PRIVATE KEY-----\n${p256.privateKey}\n`, 'PEM'],
    ['JSON', `{"privateKey":"${p256.privateKey}"}`, 'JSON'],
    ['an id', '6b7f9d1e-0f3a-4a53-8d3e-0f0b1d2c3a4b', 'an id'],
    ['an address', `0x${'ab'.repeat(20)}`, 'address'],
    ['63 digits', p256.privateKey.slice(1), 'got 63'],
    ['65 digits', `${p256.privateKey}0`, 'got 65'],
    ['128 digits for P256', both, 'got 128', 'P256'],
    ['a letter that isn’t a hex digit', p256.privateKey.replace('c', 'g'), '64 characters'],
    [
      'whitespace inside',
      `${p256.privateKey.slice(0, 32)} ${p256.privateKey.slice(32)}`,
      '65 characters',
    ],
    ['an unknown curve', `${p256.privateKey}:p384`, 'after the colon'],
    ['another curve than chosen', `${p256.privateKey}:p256`, 'ED25519 was chosen', 'ED25519'],
    ['zero', '0'.repeat(64), 'range'],
    [
      'the order of P-256',
      'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551',
      'range',
    ],
    [
      'the order of secp256k1',
      'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141:secp256k1',
      'range',
    ],
  ] as const)('error: refuses %s, saying what it is without quoting it', (...row) => {
    const [, text, words] = row;
    const error = refusal(() => parseApiPrivateKey(text, row[3] ? { curve: row[3] } : {}));
    expect(error).toMatchObject({ code: 'key_malformed', detail: { field: 'privateKey' } });
    expect(error.message).toContain(words);
    for (let at = 0; at + 10 <= text.trim().length; at++) {
      expect(error.message).not.toContain(text.trim().slice(at, at + 10));
    }
  });

  test('error: refuses an Ed25519 key whose seed and public key don’t match', () => {
    const wrong = ed25519.privateKey + ed25519.publicKey.replace(/^d/, 'c');
    expect(refusal(() => parseApiPrivateKey(wrong)).code).toBe('key_mismatch');
  });
});

describe('parsePublicKey', () => {
  test.each(VECTORS)('behavior: reads $curve', ({ curve, publicKey }) => {
    expect(toHex(parsePublicKey(curve, publicKey))).toBe(publicKey);
  });

  test.each([
    ['P256', p256.publicKey.slice(2)],
    ['P256', `0x${p256.publicKey}`],
    ['P256', `04${'ab'.repeat(64)}`],
    ['P256', `05${p256.publicKey.slice(2)}`],
    ['P256', `02${'ff'.repeat(32)}`],
    ['SECP256K1', `02${'00'.repeat(32)}`],
    ['ED25519', p256.publicKey],
    ['ED25519', 'ff'.repeat(32)],
    ['ED25519', `02${'00'.repeat(31)}`],
  ] as const)('error: %s refuses %s', (curve, text) => {
    expect(refusal(() => parsePublicKey(curve, text))).toMatchObject({
      code: 'invalid_input',
      detail: { field: 'publicKey' },
    });
  });
});

describe('matchesPublicKey', () => {
  test('error: refuses another key', () => {
    const other = publicKeyOf('P256', fromHex(secp256k1.privateKey));
    const check = () => matchesPublicKey('P256', fromHex(p256.privateKey), other);
    expect(refusal(check).code).toBe('key_mismatch');
    expect(refusal(() => matchesPublicKey('P256', fromHex(p256.privateKey), utf8('x'))).code).toBe(
      'key_mismatch',
    );
  });
});

function refusal(act: () => unknown): KeystampError {
  try {
    act();
  } catch (error) {
    if (error instanceof KeystampError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
