import { p256 as noble } from '@noble/curves/nist.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat, fromHex, type Bytes } from '../../src/crypto/bytes.ts';
import { P256_ORDER } from '../../src/crypto/der.ts';
import * as p256 from '../../src/crypto/p256.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { verifyP256 } from '../../src/service/p256.ts';

const numberBytes = (value: bigint): Bytes => fromHex(value.toString(16).padStart(64, '0'));
const copyBytes = (bytes: Uint8Array): Bytes => Uint8Array.from(bytes);

type Case = {
  readonly whole: boolean;
  readonly seed: Uint8Array;
  readonly message: Uint8Array;
};

const cases: fc.Arbitrary<Case> = fc.record({
  whole: fc.boolean(),
  seed: fc.uint8Array({ minLength: 48, maxLength: 48 }),
  message: fc.uint8Array({ maxLength: 200 }),
});

function createSignature({ whole, seed, message }: Case) {
  const secret = noble.utils.randomSecretKey(seed);
  const publicKey = copyBytes(noble.getPublicKey(secret, !whole));
  const signature = copyBytes(noble.sign(message, secret));
  return { publicKey, signature, message: copyBytes(message) };
}

describe('verifyP256', () => {
  test('behavior: accepts what was signed, with low or high s, and nothing else', () => {
    fc.assert(
      fc.property(cases, fc.nat({ max: 511 }), (candidate, bit) => {
        const { publicKey, signature, message } = createSignature(candidate);
        expect(verifyP256(publicKey, signature, message)).toBe(true);
        const s = BigInt(`0x${Buffer.from(signature.subarray(32)).toString('hex')}`);
        const high = concat(signature.subarray(0, 32), numberBytes(P256_ORDER - s));
        expect(verifyP256(publicKey, high, message)).toBe(true);
        const flipped = copyBytes(signature);
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(verifyP256(publicKey, flipped, message)).toBe(false);
        expect(verifyP256(publicKey, signature, concat(message, Uint8Array.of(0)))).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  test('behavior: agrees with Web Crypto about odd signatures', async () => {
    const { publicKey, signature, message } = createSignature({
      whole: true,
      seed: new Uint8Array(48).fill(7),
      message: new Uint8Array(10),
    });
    const [r, s] = [signature.subarray(0, 32), signature.subarray(32)];
    const odd = [
      signature.subarray(0, 63),
      concat(signature, Uint8Array.of(0)),
      new Uint8Array(0),
      concat(numberBytes(0n), s),
      concat(r, numberBytes(0n)),
      concat(numberBytes(P256_ORDER), s),
      concat(r, numberBytes(P256_ORDER)),
      concat(r, numberBytes(2n ** 256n - 1n)),
      concat(s, r),
    ];
    for (const candidate of odd) {
      expect(verifyP256(publicKey, copyBytes(candidate), message)).toBe(false);
      expect(await p256.verify(publicKey, copyBytes(candidate), message)).toBe(false);
    }
  });

  test('error: a key that isn’t a point', () => {
    const key = concat(Uint8Array.of(2), numberBytes(5n).fill(255));
    expect(() => verifyP256(key, new Uint8Array(64), new Uint8Array(1))).toThrow(KeystampError);
  });
});
