// What this layer refuses, and that the error says what was wrong: users and developers read it.
import { p256 } from '@noble/curves/nist.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, test } from 'vitest';
import * as aead from '../../src/crypto/aead.ts';
import * as base64url from '../../src/crypto/base64url.ts';
import { concat, fromHex, fromUtf8, toHex, utf8, type Bytes } from '../../src/crypto/bytes.ts';
import * as der from '../../src/crypto/der.ts';
import * as hmac from '../../src/crypto/hmac.ts';
import * as hpke from '../../src/crypto/hpke.ts';
import { checkKdfParameters } from '../../src/crypto/kdf-parameters.ts';
import { deriveKek } from '../../src/crypto/kdf.ts';
import * as keys from '../../src/crypto/keys.ts';
import * as ecdsa from '../../src/crypto/p256.ts';
import { createSigner, provePair } from '../../src/crypto/signing.ts';
import { decodeStamp, encodeStamp, verifyStamp } from '../../src/crypto/stamp.ts';
import { expectRefusal, errorOf } from './expect-refusal.ts';

const HEX_64 = 'c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721';
const SCALAR = fromHex(HEX_64);
const POINT: Bytes = p256.getPublicKey(SCALAR, false);
const UUID = '11111111-2222-4333-8444-555555555555';
const RANGE_P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;

describe('bytes', () => {
  test('error: hex, UTF-8, base64url', async () => {
    await expectRefusal(
      () => fromHex('abc'),
      'malformed',
      'Expected hex digits in pairs, got 3 characters.',
    );
    await expectRefusal(
      () => fromUtf8(Uint8Array.of(0xff)),
      'malformed',
      '1 bytes are not UTF-8 text.',
    );
    await expectRefusal(
      () => base64url.decode('a='),
      'malformed',
      'Expected base64url without padding, got 2 characters of something else.',
    );
  });

  test('error: sealed bytes, and keys of another length', async () => {
    const key = new Uint8Array(32);
    const none = new Uint8Array();
    const unreadable = 'The sealed bytes do not open: damaged, or of another key.';
    await expectRefusal(() => aead.open(key, new Uint8Array(40), none), 'malformed', unreadable);
    // Too short is reported before anything is tried.
    await expectRefusal(
      () => aead.open(new Uint8Array(16), new Uint8Array(27), none),
      'malformed',
      unreadable,
    );
    const short = 'An AES-256 key has 32 bytes, got 16.';
    await expectRefusal(() => aead.seal(new Uint8Array(16), none, none), 'malformed', short);
    await expectRefusal(
      () => aead.open(new Uint8Array(16), new Uint8Array(28), none),
      'malformed',
      short,
    );
  });

  test('error: a MAC of another message, key or form', async () => {
    const importKey = (byte: number) =>
      crypto.subtle.importKey(
        'raw',
        new Uint8Array(32).fill(byte),
        { name: 'HMAC', hash: 'SHA-256' },
        false,
        ['sign', 'verify'],
      );
    const [key, other] = await Promise.all([importKey(1), importKey(2)]);
    const mac = await hmac.sign(key, utf8('message'));
    expect(base64url.decode(mac)).toHaveLength(32);
    expect(await hmac.verify(key, utf8('message'), mac)).toBe(true);
    expect(await hmac.verify(key, utf8('messagf'), mac)).toBe(false);
    expect(await hmac.verify(other, utf8('message'), mac)).toBe(false);
    expect(await hmac.verify(key, utf8('message'), `${mac}=`)).toBe(false);
  });
});

describe('signatures in DER', () => {
  const ONE = '020101';
  const cases: readonly [what: string, hex: string, why: string][] = [
    ['not a sequence', `31060201010201 01`.replace(' ', ''), 'no SEQUENCE'],
    ['another length', `3007${ONE}${ONE}`, 'the length does not fit'],
    ['bytes after it', `3007${ONE}${ONE}00`, 'trailing bytes'],
    ['not an integer', `3006030101${ONE}`, 'no INTEGER'],
    ['an empty integer', `30050200${ONE}`, 'an integer’s length does not fit'],
    ['34 bytes', `30270222${'00'.repeat(34)}${ONE}`, 'an integer’s length does not fit'],
    ['an integer beyond the end', `3006${ONE}020301`, 'an integer’s length does not fit'],
    ['a negative integer', `3006020181${ONE}`, 'an integer is negative'],
    ['an extra zero', `300702020001${ONE}`, 'an integer is not minimal'],
    ['33 bytes without a zero', `30260221${'01'.repeat(33)}${ONE}`, 'an integer is too large'],
    ['zero', `3006020100${ONE}`, 'an integer is out of range'],
  ];
  test.for(cases)('error: %s', async ([, hex, why]) => {
    const message = `The signature is not strict DER: ${why}.`;
    await expectRefusal(() => der.decode(fromHex(hex), der.P256_ORDER), 'malformed', message);
  });

  test('error: only 64 bytes are encoded', async () => {
    const message = 'The signature is not strict DER: 64 bytes expected, got 63.';
    await expectRefusal(() => der.encode(new Uint8Array(63)), 'malformed', message);
  });
});

describe('points of P-256', () => {
  /** The smallest x of a point, and its y. */
  const small = () => {
    for (let x = 1n; ; x += 1n) {
      const compressed = fromHex(`02${x.toString(16).padStart(64, '0')}`);
      if (p256.utils.isValidPublicKey(compressed, true)) {
        return { x, point: p256.Point.fromBytes(compressed) };
      }
    }
  };
  const beyond = (x: bigint) => (RANGE_P + x).toString(16).padStart(64, '0');

  const forms = (): readonly Bytes[] => {
    const { x, point } = small();
    const y = point.y.toString(16).padStart(64, '0');
    return [
      new Uint8Array(),
      POINT.subarray(0, 33).slice(),
      concat(Uint8Array.of(2), POINT.subarray(1)),
      concat(POINT, Uint8Array.of(0)),
      // The same x, written beyond the field: a second text for the same key.
      fromHex(`02${beyond(x)}`),
      fromHex(`04${beyond(x)}${y}`),
    ];
  };

  test.for(forms().map((bytes, at) => [at, bytes] as const))(
    'error: form %i isn’t a public key',
    async ([, bytes]) => {
      const message = `${bytes.length} bytes are not a P-256 public key.`;
      await expectRefusal(() => ecdsa.toUncompressed(bytes), 'malformed', message);
    },
  );

  test('error: sealing only accepts uncompressed points', async () => {
    const wrong = [p256.getPublicKey(SCALAR), concat(Uint8Array.of(5), POINT.subarray(1))];
    for (const bytes of wrong) {
      const message = `Expected an uncompressed point of 65 bytes, got ${bytes.length}.`;
      await expectRefusal(() => hpke.importPublic(bytes), 'malformed', message);
    }
    const long = concat(POINT, Uint8Array.of(0));
    const tooLong = 'Expected an uncompressed point of 65 bytes, got 66.';
    await expectRefusal(() => hpke.importPublic(long), 'malformed', tooLong);
    const off = POINT.with(64, (POINT[64] ?? 0) ^ 1);
    const message = 'The 65 bytes are not a point of P-256.';
    await expectRefusal(() => hpke.importPublic(off), 'malformed', message);
  });

  test('error: a sealed message for another key', async () => {
    const { privateKey } = await hpke.generateKeyPair();
    const sealed = await hpke.sealToTarget(POINT, utf8('x'));
    const message = 'The sealed message does not open with this key.';
    const receiver = { privateKey, publicKey: POINT };
    await expectRefusal(() => hpke.openFromTarget(receiver, sealed), 'malformed', message);
  });

  test('error: scalars out of range, and of another length', async () => {
    const message = 'The bytes are not a P-256 private key.';
    const order = fromHex(der.P256_ORDER.toString(16));
    for (const scalar of [new Uint8Array(32), new Uint8Array(31).fill(1), order]) {
      await expectRefusal(() => ecdsa.pkcs8(scalar, POINT), 'malformed', message);
    }
  });
});

describe('private keys as text', () => {
  const parse = keys.parseApiPrivateKey;
  const PUBLIC = toHex(p256.getPublicKey(SCALAR));
  const near: readonly [text: string, curve: 'P256' | 'ED25519', message: string][] = [
    ['12', 'P256', 'A P256 private key has 64 hex digits, got 2.'],
    ['12', 'ED25519', 'A ED25519 private key has 64 or 128 hex digits, got 2.'],
    [HEX_64 + HEX_64, 'P256', 'A P256 private key has 64 hex digits, got 128.'],
    ...[
      `ab0x${HEX_64.slice(4)}`,
      `${HEX_64.slice(1)}g`,
      `g${HEX_64.slice(1)}`,
      `x{"privateKey": 1}`,
      `x${UUID}`,
      `${UUID}x`,
      `1 ${'abandon '.repeat(11)}about`,
      `${'abandon '.repeat(12)}1`,
      `${'abandon '.repeat(10)}about`,
      `x0x${'ab'.repeat(20)}`,
      `0x${'ab'.repeat(20)}x`,
      `x${PUBLIC}`,
      `${PUBLIC}x`,
      `x${toHex(POINT)}`,
      `${toHex(POINT)}x`,
      `-${HEX_64}:p257`,
      `${HEX_64}-:p257`,
    ].map((text): [string, 'P256', string] => {
      const given = text.trim().length;
      const message = `Expected 64 hex digits, got ${given} characters that are not all hex digits.`;
      return [text, 'P256', message];
    }),
    [
      'abandon  \n'.repeat(11) + 'about',
      'P256',
      'This looks like a recovery phrase. An API key has none; give its private key as hex digits.',
    ],
    [`${HEX_64}:p257`, 'P256', 'The curve after the colon is not one of p256, secp256k1, ed25519.'],
    ['00'.repeat(32), 'P256', 'The number is not in the range of P256 private keys.'],
  ];
  test.for(near)('error: %s as %s', async ([text, curve, message]) => {
    await expectRefusal(() => parse(text, { curve }), 'key_malformed', message);
  });

  test('behavior: a suffix that names the chosen curve is accepted', () => {
    expect(parse(`${HEX_64}:p256`, { curve: 'P256' }).privateKey).toEqual(SCALAR);
  });

  test('error: a seed and a public key that don’t match', async () => {
    await expectRefusal(
      () => parse(HEX_64 + '11'.repeat(32)),
      'key_mismatch',
      'The last 64 of the 128 digits are not the public key of the first 64.',
    );
  });

  test('error: bytes that aren’t a private key have no public key', async () => {
    const zero = 'The number is not in the range of P256 private keys.';
    await expectRefusal(() => keys.publicKeyOf('P256', new Uint8Array(32)), 'key_malformed', zero);
    const short = 'A ED25519 private key has 32 bytes, got 31.';
    await expectRefusal(
      () => keys.publicKeyOf('ED25519', new Uint8Array(31)),
      'key_malformed',
      short,
    );
  });

  test('error: public keys of another form, one by one', async () => {
    for (const text of [PUBLIC.slice(2), `g${PUBLIC.slice(1)}`, `${PUBLIC.slice(1)}g`]) {
      const message = `A P256 public key has 66 hex digits, got ${text.length} characters.`;
      const error = await errorOf(() => keys.parsePublicKey('P256', text));
      expect(error).toMatchObject({ message, detail: { field: 'publicKey' } });
    }
    const off = `02${'ff'.repeat(32)}`;
    const message = 'The 66 hex digits are not a point of P256.';
    await expectRefusal(() => keys.parsePublicKey('P256', off), 'invalid_input', message);
  });

  test('error: another key’s public key is reported', async () => {
    const other = p256.getPublicKey(p256.utils.randomSecretKey());
    expect(await errorOf(() => keys.matchesPublicKey('P256', SCALAR, other))).toMatchObject({
      code: 'key_mismatch',
      message: `The private key’s public key on P256 is ${PUBLIC}, not the one given.`,
      detail: { field: 'publicKey' },
    });
  });
});

describe('key pairs', () => {
  const pair = { curve: 'P256', privateKey: SCALAR, publicKey: p256.getPublicKey(SCALAR) } as const;

  test('error: keys that don’t belong together, and invalid keys', async () => {
    const publicKey = p256.getPublicKey(p256.utils.randomSecretKey());
    expect(await errorOf(() => provePair({ ...pair, publicKey }))).toMatchObject({
      code: 'key_mismatch',
      detail: { field: 'publicKey' },
    });
    const none = { curve: 'SECP256K1', privateKey: new Uint8Array(32), publicKey } as const;
    expect(await errorOf(() => provePair(none))).toMatchObject({
      code: 'key_malformed',
      detail: { field: 'privateKey' },
    });
  });

  test('error: a signer that has forgotten its key is locked', async () => {
    const signer = await createSigner(pair);
    signer.forget();
    expect(await errorOf(() => signer.sign(utf8('x')))).toMatchObject({ code: 'vault_locked' });
  });

  test('error: an empty password, and salts of another form', async () => {
    const salt = base64url.encode(new Uint8Array(16));
    const argon = { kdf: 'argon2id', memoryKib: 65_536, iterations: 3, parallelism: 1 } as const;
    await expectRefusal(
      () => deriveKek('', { ...argon, salt }),
      'weak_password',
      'The password is empty.',
    );
    for (const bad of [`!${salt}`, `${salt}!`]) {
      expect(await errorOf(() => checkKdfParameters({ ...argon, salt: bad }))).toMatchObject({
        code: 'kdf_refused',
      });
    }
  });
});

describe('stamps', () => {
  const body = utf8('{"a":1}');
  const malformed = (why: string) => `The stamp is malformed: ${why}`;
  const edStamp = (publicKey: string, signature: string) =>
    encodeStamp({ publicKey, signature, scheme: 'SIGNATURE_SCHEME_TK_API_ED25519' });

  test('error: too long, of another form, of an unknown scheme', async () => {
    const long = 'a'.repeat(100_000);
    await expectRefusal(
      () => decodeStamp(long),
      'malformed',
      malformed('it has 100000 characters'),
    );
    await expectRefusal(
      () => decodeStamp(base64url.encode(utf8('{"publicKey":1}'))),
      'malformed',
      malformed('expected the JSON members publicKey, scheme and signature, all texts'),
    );
    const unknown = encodeStamp({ publicKey: '', signature: '', scheme: 'X' });
    await expectRefusal(
      () => verifyStamp(unknown, body),
      'malformed',
      malformed('its scheme is not known'),
    );
  });

  test('error: Ed25519: of another length, of another body, and of a point without an order', async () => {
    const secret = ed25519.utils.randomSecretKey();
    const publicKey = toHex(ed25519.getPublicKey(secret));
    await expectRefusal(
      () => verifyStamp(edStamp(publicKey, 'ab'), body),
      'malformed',
      malformed('its signature has 1 bytes, not 64'),
    );
    const other = toHex(ed25519.sign(utf8('other'), secret));
    await expectRefusal(
      () => verifyStamp(edStamp(publicKey, other), body),
      'unauthenticated',
      'The stamp’s signature is not of this body by this key.',
    );
    // The neutral element signs everything under the lenient rules of ZIP 215.
    const neutral = `01${'00'.repeat(31)}`;
    const forged = neutral + '00'.repeat(32);
    expect(ed25519.verify(fromHex(forged), body, fromHex(neutral), { zip215: true })).toBe(true);
    expect(await errorOf(() => verifyStamp(edStamp(neutral, forged), body))).toMatchObject({
      code: expect.stringMatching(/^(?:malformed|unauthenticated)$/),
    });
  });

  test('behavior: high s is accepted, as by the service, for EIP-191, too', async () => {
    const secret = secp256k1.utils.randomSecretKey();
    const publicKey = toHex(secp256k1.getPublicKey(secret));
    const digest = keccak_256(concat(utf8('\x19Ethereum Signed Message:\n7'), body));
    for (const [scheme, message, prehash] of [
      ['SIGNATURE_SCHEME_TK_API_SECP256K1', body, true],
      ['SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191', digest, false],
    ] as const) {
      const low = secp256k1.sign(message, secret, { prehash });
      const s = der.SECP256K1_ORDER - BigInt(`0x${toHex(low.subarray(32))}`);
      const high = concat(low.subarray(0, 32), fromHex(s.toString(16).padStart(64, '0')));
      for (const one of [low, high]) {
        const signature = toHex(der.encode(one));
        const stamp = encodeStamp({ publicKey, signature, scheme });
        expect(await verifyStamp(stamp, body)).toMatchObject({ publicKey, scheme });
      }
    }
  });
});
