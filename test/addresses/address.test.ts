import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { addressesOf, addressOf } from '../../src/addresses/address.ts';
import { isFormat } from '../../src/addresses/formats.ts';
import { Ed25519, P256, readKey, Secp256k1 } from '../../src/addresses/points.ts';
import { fromHex, toHex } from '../../src/crypto/bytes.ts';
import { publicKeyOf } from '../../src/crypto/keys.ts';
import { addressFormatsOf } from '../../src/protocol/curve-formats.ts';
import { ADDRESS_FORMAT, CURVE } from '../../src/protocol/enums.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { RUNS } from './random-keys.ts';
import { addressOfVector, KEYS, keyByLabel } from './vectors.ts';

const cases = KEYS.flatMap(({ label, publicKey, addresses }) =>
  addresses.map((one) => ({ label, publicKey, ...one })),
);

describe('addressOf', () => {
  test('behavior: the vectors have every format of each curve, and both curves', () => {
    for (const curve of ['CURVE_SECP256K1', 'CURVE_ED25519'] as const) {
      const own = cases.filter(({ publicKey }) => publicKey.curve === curve);
      expect(new Set(own.map((one) => one.format))).toEqual(new Set(addressFormatsOf(curve)));
    }
  });

  test.each(cases)('behavior: $format of $label', ({ publicKey, format, address }) => {
    expect(addressOf(format, publicKey)).toBe(address);
  });

  test.each(KEYS)('behavior: the public key of $label belongs to its private key', (vector) => {
    const curve = vector.publicKey.curve === 'CURVE_ED25519' ? 'ED25519' : 'SECP256K1';
    expect(toHex(publicKeyOf(curve, fromHex(vector.privateKeyHex)))).toBe(vector.publicKeyHex);
  });

  test('behavior: P-256 keys have the two plain formats', () => {
    const bytes = publicKeyOf('P256', fromHex('01'.padStart(64, '0')));
    const key = { curve: 'CURVE_P256', bytes } as const;
    expect(addressOf('ADDRESS_FORMAT_COMPRESSED', key)).toBe(toHex(bytes));
    // SEC 2: the base point of P-256.
    expect(addressOf('ADDRESS_FORMAT_UNCOMPRESSED', key)).toBe(
      '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
        '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
    );
  });

  test('behavior: Ethereum addresses match viem’s, for random keys', () => {
    const secrets = fc.bigInt({ min: 1n, max: secp256k1.Point.Fn.ORDER - 1n });
    fc.assert(
      fc.property(secrets, (secret) => {
        const hex = secret.toString(16).padStart(64, '0');
        const bytes = publicKeyOf('SECP256K1', fromHex(hex));
        const key = { curve: 'CURVE_SECP256K1', bytes } as const;
        expect(addressOf('ADDRESS_FORMAT_ETHEREUM', key)).toBe(
          privateKeyToAccount(`0x${hex}`).address,
        );
      }),
      RUNS,
    );
  });

  test('error: a format that doesn’t fit the curve, for each such pair', () => {
    for (const label of ['scalar 1', 'RFC 8032 7.1 TEST 1']) {
      const { publicKey } = keyByLabel(label);
      const others = ADDRESS_FORMAT.filter(
        (one) => !addressFormatsOf(publicKey.curve).includes(one),
      );
      expect(others.length).toBeGreaterThan(8);
      for (const format of others) {
        expect(() => addressOf(format, publicKey), format).toThrow(KeystampError);
      }
    }
  });

  test('error: Spark says plainly that it isn’t derived here', () => {
    const { publicKey } = keyByLabel('scalar 1');
    expect(() => addressOf('ADDRESS_FORMAT_SPARK_MAINNET', publicKey)).toThrow('not public');
  });

  test('error: bytes that aren’t a key of the curve', () => {
    const bytes = fromHex(`02${'ff'.repeat(32)}`);
    for (const curve of CURVE) {
      expect(() => addressOf('ADDRESS_FORMAT_COMPRESSED', { curve, bytes })).toThrow(
        `33 bytes are no public key of ${curve}`,
      );
    }
  });
});

describe('addressesOf', () => {
  test('behavior: keeps the requested order', () => {
    const { publicKey, addresses } = keyByLabel('scalar 2');
    const backwards = addresses.toReversed();
    expect(
      addressesOf(
        backwards.map((one) => one.format),
        publicKey,
      ),
    ).toEqual(backwards);
  });

  test('error: one wrong format among good ones', () => {
    const { publicKey } = keyByLabel('scalar 2');
    expect(() =>
      addressesOf(['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_TON_V4R2'], publicKey),
    ).toThrow('ADDRESS_FORMAT_TON_V4R2 is not a format of CURVE_SECP256K1');
  });
});

describe('readKey', () => {
  test('behavior: the curves match those of the audited library', () => {
    expect(Secp256k1.CURVE()).toEqual(secp256k1.Point.CURVE());
    expect(P256.CURVE()).toEqual(p256.Point.CURVE());
    expect(Ed25519.CURVE()).toEqual(ed25519.Point.CURVE());
  });

  test('behavior: accepts exactly the bytes that the audited library accepts', () => {
    const bytes = fc.uint8Array({ minLength: 31, maxLength: 34 });
    const firsts = fc.constantFrom(0, 2, 3, 4, 5);
    fc.assert(
      fc.property(bytes, firsts, (random, first) => {
        const taken = (curve: (typeof CURVE)[number], candidate: Uint8Array) =>
          readKey({ curve, bytes: candidate }) !== undefined;
        const point = Uint8Array.from([first, ...random.subarray(1)]);
        expect(taken('CURVE_ED25519', random)).toBe(ed25519.utils.isValidPublicKey(random, false));
        expect(taken('CURVE_SECP256K1', point)).toBe(secp256k1.utils.isValidPublicKey(point, true));
        expect(taken('CURVE_P256', point)).toBe(p256.utils.isValidPublicKey(point, true));
      }),
      { numRuns: 200 },
    );
  });

  test('error: an Ed25519 key whose Y isn’t reduced (RFC 8032, 5.1.3)', () => {
    const unreduced = fromHex(`ee${'ff'.repeat(30)}7f`);
    expect(readKey({ curve: 'CURVE_ED25519', bytes: unreduced })).toBeUndefined();
  });

  test('error: an uncompressed key isn’t read', () => {
    const bytes = fromHex(addressOfVector('scalar 1', 'ADDRESS_FORMAT_UNCOMPRESSED'));
    expect(readKey({ curve: 'CURVE_SECP256K1', bytes })).toBeUndefined();
  });

  test('behavior: every offered format is derived', () => {
    expect(addressFormatsOf('CURVE_SECP256K1').every(isFormat)).toBe(true);
  });
});
