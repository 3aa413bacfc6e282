import { base64urlnopad } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as base64url from '../../src/crypto/base64url.ts';
import { concat, equal, fromHex, fromUtf8, toHex, utf8, wipe } from '../../src/crypto/bytes.ts';
import { fingerprint } from '../../src/crypto/fingerprint.ts';

const malformed = expect.objectContaining({ code: 'malformed' });

/** What a decoder reads. Undefined if it refuses. */
function read(decode: () => Uint8Array): Uint8Array | undefined {
  try {
    return Uint8Array.from(decode());
  } catch {
    return undefined;
  }
}

describe('hex', () => {
  test('behavior: the decoder reverses it, in either case', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(fromHex(toHex(bytes))).toEqual(Uint8Array.from(bytes));
        expect(fromHex(toHex(bytes).toUpperCase())).toEqual(Uint8Array.from(bytes));
      }),
    );
  });

  test.each(['0', '0x00', 'gg', '00 00', '٠٠', ' 00', '00\n'])('error: refuses %j', (text) => {
    expect(() => fromHex(text)).toThrow(malformed);
  });
});

describe('base64url', () => {
  test('behavior: the decoder reverses it', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = base64url.encode(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64url'));
        expect(base64url.decode(text)).toEqual(Uint8Array.from(bytes));
      }),
    );
  });

  test.each(['A', 'AA==', 'A+', 'A/AA', 'AB', 'AAB', 'AA\n', ' AA', 'AAAA=', 'ÄA'])(
    'error: refuses %j, which no encoder writes',
    (text) => {
      expect(() => base64url.decode(text)).toThrow(malformed);
    },
  );

  test('behavior: accepts and refuses the same as an independent strict decoder', () => {
    // Near misses: the alphabets of both base64 forms, padding and whitespace, any length.
    const unit = fc.constantFrom(...Array.from('AQgwBZaz09-_-_+/= \n'));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 9 }), (text) => {
        const expected = read(() => base64urlnopad.decode(text));
        expect(read(() => base64url.decode(text))).toEqual(expected);
      }),
      { numRuns: 5000 },
    );
  });

  test('behavior: handles hundreds of thousands of bytes', () => {
    const bytes = new Uint8Array(500_000).fill(0xfb);
    expect(base64url.decode(base64url.encode(bytes))).toEqual(bytes);
  });
});

describe('utf8', () => {
  test('behavior: keeps a byte order mark', () => {
    expect(fromUtf8(utf8('\ufeffa'))).toBe('\ufeffa');
  });

  test.each([[[0xff]], [[0xc0, 0x80]], [[0xed, 0xa0, 0x80]], [[0xe2, 0x82]]])(
    'error: refuses the bytes %j',
    (bytes) => {
      expect(() => fromUtf8(Uint8Array.from(bytes))).toThrow(malformed);
    },
  );
});

describe('equal', () => {
  test('behavior: agrees with a comparison of the hex', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3 }), fc.uint8Array({ maxLength: 3 }), (a, b) => {
        expect(equal(a, b)).toBe(toHex(a) === toHex(b));
      }),
    );
  });
});

describe('wipe', () => {
  test('behavior: leaves zeros in every array', () => {
    const [a, b] = [Uint8Array.of(1, 2), Uint8Array.of(3)];
    wipe(a, b);
    expect(concat(a, b)).toEqual(new Uint8Array(3));
  });
});

describe('fingerprint', () => {
  test('behavior: is sha256: and the digest of the exact bytes (FIPS 180-2 B.1)', async () => {
    const known = 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(await fingerprint('abc')).toBe(known);
    expect(await fingerprint(utf8('abc'))).toBe(known);
    expect(await fingerprint('abc ')).not.toBe(known);
  });
});
