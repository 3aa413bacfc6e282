import { p256 as noble } from '@noble/curves/nist.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHex, utf8 } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import * as p256 from '../../src/crypto/p256.ts';
import { API_KEY_CURVES, SCHEME_OF_CURVE } from '../../src/crypto/schemes.ts';
import { createSigner, provePair } from '../../src/crypto/signing.ts';
import { encodeStamp, verifyStamp } from '../../src/crypto/stamp.ts';
import { KeystampError } from '../../src/protocol/errors.ts';

const BODY = utf8('{"organizationId":"o"}');

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => (error instanceof KeystampError ? error.code : String(error)),
  );
}

function pairOf(curve: (typeof API_KEY_CURVES)[number]) {
  const privateKey = generatePrivateKey(curve);
  return { curve, privateKey, publicKey: publicKeyOf(curve, privateKey) };
}

describe.each(API_KEY_CURVES)('createSigner, %s', (curve) => {
  test('behavior: its signatures verify as stamps', async () => {
    const pair = pairOf(curve);
    const signer = await createSigner(pair);
    const signature = toHex(await signer.sign(BODY));
    const stamp = encodeStamp({
      publicKey: toHex(pair.publicKey),
      scheme: SCHEME_OF_CURVE[curve],
      signature,
    });
    expect((await verifyStamp(stamp, BODY)).curve).toBe(curve);
  });

  test('behavior: keeps its own copy of the key', async () => {
    const pair = pairOf(curve);
    const signer = await createSigner(pair);
    pair.privateKey.fill(0);
    const signature = toHex(await signer.sign(BODY));
    const stamp = encodeStamp({
      publicKey: toHex(pair.publicKey),
      scheme: SCHEME_OF_CURVE[curve],
      signature,
    });
    await expect(verifyStamp(stamp, BODY)).resolves.toBeDefined();
  });
});

describe.each(API_KEY_CURVES)('provePair, %s', (curve) => {
  test('behavior: a pair belongs together', async () => {
    expect(await codeOf(provePair(pairOf(curve)))).toBe('none');
  });

  test('error: another key’s public key is a mismatch', async () => {
    const { publicKey } = pairOf(curve);
    expect(await codeOf(provePair({ ...pairOf(curve), publicKey }))).toBe('key_mismatch');
  });
});

describe('toUncompressed', () => {
  test('behavior: agrees with noble on every point, from both encodings', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 48, maxLength: 48 }), (seed) => {
        const secret = noble.utils.randomSecretKey(seed);
        const whole = toHex(noble.getPublicKey(secret, false));
        expect(toHex(p256.toUncompressed(noble.getPublicKey(secret, true)))).toBe(whole);
        expect(toHex(p256.toUncompressed(noble.getPublicKey(secret, false)))).toBe(whole);
      }),
      { numRuns: 60 },
    );
  });

  test('error: refuses exactly the bytes that noble refuses', () => {
    const ours = (bytes: Uint8Array) => {
      try {
        return toHex(p256.toUncompressed(bytes));
      } catch (error) {
        return error instanceof KeystampError ? error.code : String(error);
      }
    };
    const theirs = (bytes: Uint8Array) => {
      try {
        return toHex(noble.Point.fromBytes(bytes).toBytes(false));
      } catch {
        return 'malformed';
      }
    };
    const head = fc.constantFrom(0, 1, 2, 3, 4, 5);
    const body = fc.oneof(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.uint8Array({ minLength: 64, maxLength: 64 }),
      fc.uint8Array({ maxLength: 70 }),
      fc.constantFrom(
        new Uint8Array(32),
        new Uint8Array(32).fill(255),
        new Uint8Array(64).fill(255),
      ),
    );
    fc.assert(
      fc.property(head, body, (first, rest) => {
        const bytes = Uint8Array.of(first, ...rest);
        expect(ours(bytes)).toBe(theirs(bytes));
      }),
      { numRuns: 300 },
    );
  });
});

describe('generatePair', () => {
  test('behavior: returns a scalar and its compressed point', async () => {
    for (let round = 0; round < 20; round++) {
      const { privateKey, publicKey } = await p256.generatePair();
      expect(privateKey).toHaveLength(32);
      expect(toHex(publicKey)).toBe(toHex(noble.getPublicKey(privateKey, true)));
    }
  });
});
