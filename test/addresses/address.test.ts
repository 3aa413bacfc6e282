import { describe, expect, test } from 'vitest';
import { addressOf } from '../../src/addresses/address.ts';
import { fromHex, toHex } from '../../src/crypto/bytes.ts';
import { publicKeyOf } from '../../src/crypto/keys.ts';
import { formatsOf } from '../../src/protocol/curves.ts';
import { ADDRESS_FORMAT, CURVE, type AddressFormat } from '../../src/protocol/enums.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import vectors from '../vectors/addresses-public.json' with { type: 'json' };

const isTon = (format: string) => format.startsWith('ADDRESS_FORMAT_TON_');

const known = (format: string): AddressFormat => {
  const found = ADDRESS_FORMAT.find((one) => one === format);
  if (!found) throw new Error(format);
  return found;
};

const cases = vectors.flatMap(({ label, curve, publicKeyHex, addresses }) =>
  Object.entries(addresses)
    .filter(([format]) => !isTon(format))
    .map(([format, address]) => ({ label, curve, publicKeyHex, format: known(format), address })),
);

const curveOf = (name: string) => {
  const found = CURVE.find((one) => one === name);
  if (!found) throw new Error(name);
  return found;
};

describe('addressOf', () => {
  test('behavior: the vectors have every format that a curve has, and both curves', () => {
    for (const curve of ['CURVE_SECP256K1', 'CURVE_ED25519'] as const) {
      const covered = new Set(cases.filter((one) => one.curve === curve).map((one) => one.format));
      expect([...covered].sort()).toEqual(
        formatsOf(curve)
          .filter((format) => !isTon(format))
          .toSorted(),
      );
    }
  });

  test.each(cases)('behavior: $format of $label', ({ curve, publicKeyHex, format, address }) => {
    const publicKey = { curve: curveOf(curve), bytes: fromHex(publicKeyHex) };
    expect(addressOf(format, publicKey)).toBe(address);
  });

  test.each(vectors)('behavior: the public key of $label is its private key’s', (vector) => {
    const curve = vector.curve === 'CURVE_ED25519' ? 'ED25519' : 'SECP256K1';
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

  test('error: a format that is not of the curve, for each such pair', () => {
    for (const vector of [vectors[0], vectors.at(-1)]) {
      if (!vector) throw new Error('no vector');
      const curve = curveOf(vector.curve);
      const bytes = fromHex(vector.publicKeyHex);
      for (const format of ADDRESS_FORMAT) {
        if (formatsOf(curve).includes(format) && !isTon(format)) continue;
        expect(() => addressOf(format, { curve, bytes }), format).toThrow(KeystampError);
      }
    }
  });

  test('error: bytes that are no key of the curve', () => {
    const bytes = fromHex(`02${'ff'.repeat(32)}`);
    for (const curve of CURVE) {
      expect(() => addressOf('ADDRESS_FORMAT_COMPRESSED', { curve, bytes })).toThrow(
        `33 bytes are no public key of ${curve}`,
      );
    }
  });

  test('error: TON says plainly that it is not derived here', () => {
    const bytes = publicKeyOf('ED25519', new Uint8Array(32).fill(1));
    const key = { curve: 'CURVE_ED25519', bytes } as const;
    expect(() => addressOf('ADDRESS_FORMAT_TON_V4R2', key)).toThrow('cannot be derived here yet');
  });
});
