import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, test } from 'vitest';
import * as base64url from '../../src/crypto/base64url.ts';
import { concat, fromHex, toHex, utf8, type Bytes } from '../../src/crypto/bytes.ts';
import * as der from '../../src/crypto/der.ts';
import { SCHEME_OF_CURVE } from '../../src/crypto/schemes.ts';
import { decodeStamp, encodeStamp, verifyStamp } from '../../src/crypto/stamp.ts';
import { readCaptured, hasCaptured, skipNote } from './captured.ts';

const malformed = expect.objectContaining({ code: 'malformed' });
const unauthenticated = expect.objectContaining({ code: 'unauthenticated' });

const EIP191 = 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191';
const body = utf8('{"organizationId":"a","parameters":{}}');
const secret = fromHex('c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721');
const eip191 = (message: Bytes) =>
  keccak_256(concat(utf8(`\x19Ethereum Signed Message:\n${message.length}`), message));

/** Signatures made by noble, not by the code under test. */
const SIGNED = [
  {
    scheme: SCHEME_OF_CURVE.P256,
    curve: 'P256',
    publicKey: toHex(p256.getPublicKey(secret)),
    signature: toHex(p256.sign(body, secret, { format: 'der' })),
  },
  {
    scheme: SCHEME_OF_CURVE.SECP256K1,
    curve: 'SECP256K1',
    publicKey: toHex(secp256k1.getPublicKey(secret)),
    signature: toHex(secp256k1.sign(body, secret, { format: 'der' })),
  },
  {
    scheme: EIP191,
    curve: 'SECP256K1',
    publicKey: toHex(secp256k1.getPublicKey(secret)),
    signature: toHex(secp256k1.sign(eip191(body), secret, { format: 'der', prehash: false })),
  },
  {
    scheme: SCHEME_OF_CURVE.ED25519,
    curve: 'ED25519',
    publicKey: toHex(ed25519.getPublicKey(secret)),
    signature: toHex(ed25519.sign(body, secret)),
  },
];
const raw = (text: string) => base64url.encode(utf8(text));

describe('decodeStamp', () => {
  test('behavior: reverses encodeStamp, whatever the order of the members', () => {
    const stamp = { publicKey: '02', scheme: 'S', signature: '30' };
    expect(decodeStamp(encodeStamp(stamp))).toEqual(stamp);
    expect(decodeStamp(raw('{"signature":"30","scheme":"S","publicKey":"02"}'))).toEqual(stamp);
  });

  test.each([
    ['padding', `${raw('{"publicKey":"","scheme":"","signature":"1"}')}=`],
    ['plain JSON', '{"publicKey":"","scheme":"","signature":""}'],
    ['a missing member', raw('{"publicKey":"","scheme":""}')],
    ['a fourth member', raw('{"publicKey":"","scheme":"","signature":"","v":1}')],
    ['a number', raw('{"publicKey":1,"scheme":"","signature":""}')],
    ['null', raw('null')],
    ['an array', raw('["","",""]')],
    ['a prototype', raw('{"__proto__":{"publicKey":"","scheme":"","signature":""}}')],
    ['text that is not UTF-8', base64url.encode(Uint8Array.of(0xff, 0xfe))],
    ['nothing', ''],
    ['a value over the limit', 'A'.repeat(3000)],
  ])('error: refuses %s', (_name, value) => {
    expect(() => decodeStamp(value)).toThrow(malformed);
  });
});

describe.each(SIGNED)('verifyStamp, $scheme', ({ curve, ...stamp }) => {
  test('behavior: returns whose key it is', async () => {
    const { publicKey, scheme } = stamp;
    expect(await verifyStamp(encodeStamp(stamp), body)).toEqual({ publicKey, scheme, curve });
  });

  test('behavior: writes the public key in lower case', async () => {
    const upper = { ...stamp, publicKey: stamp.publicKey.toUpperCase() };
    expect(await verifyStamp(encodeStamp(upper), body)).toMatchObject({
      publicKey: stamp.publicKey,
    });
  });

  test('error: refuses every changed byte of the body', async () => {
    const value = encodeStamp(stamp);
    await expect(verifyStamp(value, concat(body, utf8(' ')))).rejects.toThrow(unauthenticated);
    for (const at of body.keys()) {
      const changed = body.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(verifyStamp(value, changed)).rejects.toThrow(unauthenticated);
    }
  });

  test('error: refuses every changed byte of the signature', async () => {
    const signature = fromHex(stamp.signature);
    for (const at of signature.keys()) {
      const changed = signature.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      const value = encodeStamp({ ...stamp, signature: toHex(changed) });
      await expect(verifyStamp(value, body)).rejects.toMatchObject({
        code: expect.stringMatching(/^(malformed|unauthenticated)$/),
      });
    }
  });

  test('error: throws malformed for a broken signature, key or scheme', async () => {
    const broken = [
      { ...stamp, signature: stamp.signature.slice(2) },
      { ...stamp, signature: `${stamp.signature}00` },
      { ...stamp, signature: 'zz' },
      { ...stamp, publicKey: stamp.publicKey.slice(2) },
      { ...stamp, publicKey: 'f'.repeat(stamp.publicKey.length) },
      { ...stamp, scheme: stamp.scheme.toLowerCase() },
      { ...stamp, scheme: 'constructor' },
    ];
    for (const one of broken) {
      await expect(verifyStamp(encodeStamp(one), body)).rejects.toThrow(malformed);
    }
  });

  test('error: refuses another key’s stamp', async () => {
    const other = SIGNED.find((one) => one.curve === curve && one.scheme === stamp.scheme);
    const key = { P256: p256, SECP256K1: secp256k1, ED25519: ed25519 }[other?.curve ?? 'P256'];
    const publicKey = toHex(key?.getPublicKey(new Uint8Array(32).fill(7)) ?? new Uint8Array());
    await expect(verifyStamp(encodeStamp({ ...stamp, publicKey }), body)).rejects.toThrow(
      unauthenticated,
    );
  });
});

describe('verifyStamp', () => {
  test.each([
    ['P256', p256, der.P256_ORDER],
    ['SECP256K1', secp256k1, der.SECP256K1_ORDER],
  ] as const)('behavior: accepts low and high s on %s', async (curve, noble, order) => {
    const low = noble.Signature.fromBytes(noble.sign(body, secret, { lowS: true }), 'compact');
    const high = new noble.Signature(low.r, order - low.s);
    const publicKey = toHex(noble.getPublicKey(secret));
    for (const signature of [low.toHex('der'), high.toHex('der')]) {
      const stamp = { publicKey, scheme: SCHEME_OF_CURVE[curve], signature };
      await expect(verifyStamp(encodeStamp(stamp), body)).resolves.toMatchObject({ curve });
    }
  });

  type Real = { source: string; stampHeaderValue: string; bodyUtf8: string };
  const { real = [] } = readCaptured('turnkey-stamps') as { real?: Real[] };

  test.runIf(hasCaptured)(`behavior: accepts captured stamps${skipNote}`, async () => {
    expect(real.length).toBeGreaterThan(0);
    for (const { stampHeaderValue, bodyUtf8 } of real) {
      await verifyStamp(stampHeaderValue, utf8(bodyUtf8));
      await expect(verifyStamp(stampHeaderValue, utf8(`${bodyUtf8} `))).rejects.toThrow(
        unauthenticated,
      );
    }
  });

  test.runIf(hasCaptured)(`behavior: accepts captured signatures${skipNote}`, async () => {
    const file = readCaptured('turnkey-stamps') as Record<
      'eip191' | 'ed25519',
      Record<string, string>
    >;
    const signed = [
      [file.eip191, 'publicKeyCompressedHex', 'signatureDerHex'],
      [file.ed25519, 'publicKeyHex', 'signatureHex'],
    ] as const;
    for (const [vector, key, signature] of signed) {
      const stamp = {
        publicKey: vector[key] ?? '',
        scheme: vector['scheme'] ?? '',
        signature: vector[signature] ?? '',
      };
      await verifyStamp(encodeStamp(stamp), utf8(vector['bodyUtf8'] ?? ''));
    }
  });
});
