import { base32nopad, base58, base58xrp, base64nopad, bech32, bech32m } from '@scure/base';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHex, utf8 } from '../../src/crypto/bytes.ts';
import * as alphabets from '../../src/keys/alphabets.ts';

const bytes = fc.uint8Array({ maxLength: 80 });

describe('alphabets', () => {
  test('behavior: base58 in either order is read as @scure/base writes it', () => {
    fc.assert(
      fc.property(bytes, (given) => {
        expect(alphabets.fromBase58(utf8(base58.encode(given)), alphabets.BASE58)).toEqual(given);
        const ofXrp = utf8(base58xrp.encode(given));
        expect(alphabets.fromBase58(ofXrp, alphabets.BASE58_XRP)).toEqual(given);
      }),
    );
  });

  test('behavior: hex in either case is read', () => {
    fc.assert(
      fc.property(bytes, (given) => {
        const hex = toHex(given);
        for (const text of [hex, hex.toUpperCase()]) {
          expect(alphabets.fromHexDigits(utf8(text))).toEqual(given);
        }
      }),
    );
    for (const text of ['0', '0g', ' 0', '0x']) {
      expect(alphabets.fromHexDigits(utf8(text))).toBeUndefined();
    }
  });

  test('behavior: base32 is read as @scure/base writes it', () => {
    fc.assert(
      fc.property(bytes, (given) => {
        const words = alphabets.toWords(utf8(base32nopad.encode(given)), alphabets.BASE32);
        expect(words && alphabets.fromWords(words)).toEqual(given);
      }),
    );
  });

  test('behavior: base64 is read as @scure/base writes it', () => {
    fc.assert(
      fc.property(bytes, (given) => {
        const words = alphabets.toWords(utf8(base64nopad.encode(given)), alphabets.BASE64);
        expect(words && alphabets.fromWords(words, 6)).toEqual(given);
      }),
    );
    for (const text of ['A', 'AB', 'AAB', 'AA-_', 'AA==']) {
      const words = alphabets.toWords(utf8(text), alphabets.BASE64);
      expect(words && alphabets.fromWords(words, 6)).toBeUndefined();
    }
  });

  test('behavior: bech32 leaves 1, bech32m its own number, any changed character neither', () => {
    fc.assert(
      fc.property(bytes, fc.nat(), fc.integer({ min: 1, max: 31 }), (given, place, change) => {
        for (const [coder, remainder] of [[bech32, 1] as const, [bech32m, 0x2bc830a3] as const]) {
          const data = utf8(coder.encode('ab', coder.toWords(given), 200).slice(3));
          const words = alphabets.toWords(data, alphabets.BECH32) ?? new Uint8Array();
          expect(alphabets.bech32Remainder(utf8('ab'), words)).toBe(remainder);
          const at = place % words.length;
          const changed = words.with(at, (words[at] ?? 0) ^ change);
          expect([1, 0x2bc830a3]).not.toContain(alphabets.bech32Remainder(utf8('ab'), changed));
        }
      }),
    );
  });

  test('behavior: CRC16-XMODEM has its check value', () => {
    expect(alphabets.crc16(utf8('123456789'))).toBe(0x31c3);
  });

  test('error: characters outside every alphabet aren’t read by any', () => {
    for (const of of [alphabets.BASE58, alphabets.BASE32, alphabets.BECH32, alphabets.HEX]) {
      expect(alphabets.findStray(Uint8Array.of(0), of)).toBe(0);
      expect(alphabets.findStray(Uint8Array.of(0x7f), of)).toBe(0);
      expect(alphabets.findStray(Uint8Array.of(0xff), of)).toBe(0);
    }
    expect(alphabets.findStray(utf8('1O'), alphabets.BASE58)).toBe(1);
    expect(alphabets.fromBase58(utf8('1O'), alphabets.BASE58)).toBeUndefined();
  });
});
