import { p256 } from '@noble/curves/nist.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat, fromHex, toHex } from '../../src/crypto/bytes.ts';
import * as der from '../../src/crypto/der.ts';
import { readCaptured, hasCaptured, skipNote } from './captured.ts';

const ORDERS = { P256: der.P256_ORDER, SECP256K1: der.SECP256K1_ORDER };
const malformed = expect.objectContaining({ code: 'malformed' });
const bytes32 = (value: bigint) => fromHex(value.toString(16).padStart(64, '0'));

/** Integers of every byte length, so that short forms and the sign byte occur often. */
const scalar = (order: bigint) =>
  fc
    .tuple(fc.integer({ min: 1, max: 256 }), fc.bigInt({ min: 1n, max: order - 1n }))
    .map(([bits, value]) => value >> BigInt(256 - bits) || 1n);

describe.each(Object.entries(ORDERS))('der, %s', (_, order) => {
  test('behavior: decoding reverses encoding', () => {
    fc.assert(
      fc.property(scalar(order), scalar(order), (r, s) => {
        const rs = concat(bytes32(r), bytes32(s));
        expect(der.decode(der.encode(rs), order)).toEqual(rs);
      }),
    );
  });

  test('behavior: accepts the largest integers, including high s', () => {
    const rs = concat(bytes32(order - 1n), bytes32(order - 1n));
    expect(der.decode(der.encode(rs), order)).toEqual(rs);
  });

  test.each([
    ['r = 0', 0n, 1n],
    ['s = 0', 1n, 0n],
    ['r = order', order, 1n],
    ['s = order', 1n, order],
    ['s = 2^256 - 1', 1n, 2n ** 256n - 1n],
  ])('error: refuses %s', (_name, r, s) => {
    expect(() => der.decode(der.encode(concat(bytes32(r), bytes32(s))), order)).toThrow(malformed);
  });
});

describe('der.encode', () => {
  test('behavior: writes the same as noble', () => {
    fc.assert(
      fc.property(scalar(der.P256_ORDER), scalar(der.P256_ORDER), (r, s) => {
        const signature = new p256.Signature(r, s);
        expect(toHex(der.encode(signature.toBytes('compact')))).toBe(signature.toHex('der'));
      }),
    );
  });

  test('error: refuses other lengths', () => {
    expect(() => der.encode(new Uint8Array(63))).toThrow(malformed);
  });
});

describe('der.decode', () => {
  const valid = fromHex('3006020101020102');

  test('error: refuses every truncation and every appended byte', () => {
    expect(der.decode(valid, der.P256_ORDER)).toEqual(concat(bytes32(1n), bytes32(2n)));
    for (let length = 0; length < valid.length; length++) {
      expect(() => der.decode(valid.slice(0, length), der.P256_ORDER)).toThrow(malformed);
    }
    expect(() => der.decode(concat(valid, Uint8Array.of(0)), der.P256_ORDER)).toThrow(malformed);
  });

  test.each([
    ['a negative integer', '3006020181020102'],
    ['an extra leading zero', '300702020001020102'],
    ['an empty integer', '30050200020102'],
    ['a long-form length', '308106020101020102'],
    ['a long-form integer length', '300702810101020102'],
    ['a third integer', '3009020101020102020103'],
    ['a wrong outer length', '3007020101020102'],
    ['a SET instead of the SEQUENCE', '3106020101020102'],
    ['a BIT STRING instead of s', '3006020101030102'],
    ['33 bytes without a leading zero', `3026022101${'00'.repeat(32)}020101`],
    ['34 bytes', `3027022200${'01'.repeat(33)}020101`],
  ])('error: refuses %s', (_name, hex) => {
    expect(() => der.decode(fromHex(hex), der.P256_ORDER)).toThrow(malformed);
  });

  test('behavior: anything that decodes is what the encoder writes', () => {
    fc.assert(
      fc.property(fc.nat(7), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Uint8Array.from(valid);
        changed[at] = (changed[at] ?? 0) ^ flip;
        try {
          expect(der.encode(der.decode(changed, der.P256_ORDER))).toEqual(changed);
        } catch (error) {
          expect(error).toEqual(malformed);
        }
      }),
    );
  });

  test.runIf(hasCaptured)(`behavior: reads captured signatures${skipNote}`, () => {
    const { derToRaw, derRejects } = readCaptured('turnkey-enclave-signatures') as {
      derToRaw: { derHex: string; rawHex: string }[];
      derRejects: { hex: string }[];
    };
    for (const { derHex, rawHex } of derToRaw) {
      expect(toHex(der.decode(fromHex(derHex), der.P256_ORDER))).toBe(rawHex);
      expect(toHex(der.encode(fromHex(rawHex)))).toBe(derHex);
    }
    for (const { hex } of derRejects) {
      expect(() => der.decode(fromHex(hex), der.P256_ORDER)).toThrow(malformed);
    }
  });
});
