// Secrets don't stay: encodings along the way are zeros afterwards, and no key can be extracted.
import { p256 } from '@noble/curves/nist.js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as aead from '../../src/crypto/aead.ts';
import { fromHex, toHex, utf8, wipeAfter, type Bytes } from '../../src/crypto/bytes.ts';
import * as hpke from '../../src/crypto/hpke.ts';
import { deriveKek } from '../../src/crypto/kdf.ts';
import { generatePrivateKey, parseApiPrivateKey } from '../../src/crypto/keys.ts';
import * as ecdsa from '../../src/crypto/p256.ts';
import { createSigner, provePair } from '../../src/crypto/signing.ts';
import { recordWipes } from './record-wipes.ts';

afterEach(() => vi.restoreAllMocks());

const HEX = 'c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721';
const SCALAR = fromHex(HEX);
const PUBLIC: Bytes = p256.getPublicKey(SCALAR);

describe('what is wiped', () => {
  test('behavior: the encodings of private keys on their way into Web Crypto', async () => {
    const ways: readonly (() => unknown)[] = [
      () => ecdsa.importSigningKey(SCALAR, PUBLIC),
      () => ecdsa.importOpeningKey(SCALAR, PUBLIC),
      () => createSigner({ curve: 'ED25519', privateKey: SCALAR, publicKey: new Uint8Array(32) }),
    ];
    for (const way of ways) {
      expect(await recordWipes(way)).toContainEqual(expect.stringContaining(HEX));
    }
  });

  test('behavior: the browser’s encoding of a new key', async () => {
    let made = '';
    const wiped = await recordWipes(async () => {
      made = toHex((await ecdsa.generatePair()).privateKey);
    });
    expect(wiped).toContainEqual(expect.stringContaining(made));
  });

  test('behavior: the bytes of a parsed text, a seed, a password', async () => {
    expect(await recordWipes(() => parseApiPrivateKey(HEX))).toContain(HEX);
    const seed = new Uint8Array(48).fill(7);
    generatePrivateKey('P256', () => seed);
    expect(seed).toEqual(new Uint8Array(48));
    const parameters = {
      kdf: 'pbkdf2-sha256',
      iterations: 1_300_000,
      salt: 'A'.repeat(22),
    } as const;
    const wiped = await recordWipes(() => deriveKek('a password', parameters));
    expect(wiped).toContain(toHex(utf8('a password')));
  });

  test('behavior: a signer’s own copy when it forgets, but not the caller’s', async () => {
    const pair = { curve: 'P256', privateKey: SCALAR.slice(), publicKey: PUBLIC } as const;
    const signer = await createSigner(pair);
    expect(await recordWipes(signer.forget)).toEqual([HEX]);
    expect(pair.privateKey).toEqual(SCALAR);
  });

  test('behavior: the three 32-byte secrets of a sealed message', async () => {
    const receiver = p256.getPublicKey(SCALAR, false);
    const wiped = await recordWipes(() => hpke.sealToTarget(receiver, utf8('x')));
    expect(wiped.filter((hex) => hex.length === 64 && !/^0*$/.test(hex))).toHaveLength(3);
  });

  test('behavior: what `wipeAfter` was given, even if the work fails', async () => {
    const lent = () => [Uint8Array.of(1, 2), Uint8Array.of(3)];
    const good = lent();
    expect(await wipeAfter(good, () => good[0]?.[0])).toBe(1);
    const bad = lent();
    await expect(wipeAfter(bad, () => Promise.reject(new Error('at work')))).rejects.toThrow(
      'at work',
    );
    for (const all of [good, bad]) expect(all.flatMap((one) => [...one])).toEqual([0, 0, 0]);
  });
});

describe('what can’t be extracted', () => {
  test('behavior: every secret key that is passed to Web Crypto', async () => {
    const imports = vi.spyOn(crypto.subtle, 'importKey');
    const signer = await createSigner({ curve: 'P256', privateKey: SCALAR, publicKey: PUBLIC });
    await signer.sign(utf8('x'));
    const seed = { curve: 'ED25519', privateKey: SCALAR } as const;
    await provePair({ ...seed, publicKey: new Uint8Array(32) }).catch(() => undefined);
    await createSigner({ ...seed, publicKey: new Uint8Array(32) });
    await ecdsa.importOpeningKey(SCALAR, PUBLIC);
    await aead.seal(new Uint8Array(32), utf8('x'), utf8(''));
    const ephemeral = await hpke.generateKeyPair();
    await hpke.sealToTarget(p256.getPublicKey(SCALAR, false), utf8('x'), ephemeral);
    const secret = imports.mock.calls.filter(([, , , , uses]) =>
      Array.from(uses).some((use) => use !== 'verify'),
    );
    expect(secret.length).toBeGreaterThan(6);
    for (const [format, , algorithm, extractable] of secret) {
      expect(extractable, `${format} ${JSON.stringify(algorithm)}`).toBe(false);
    }
    expect(ephemeral.privateKey.extractable).toBe(false);
  });

  test('behavior: a given ephemeral pair is the one that seals', async () => {
    const ephemeral = await hpke.generateKeyPair();
    const sealed = await hpke.sealToTarget(p256.getPublicKey(SCALAR, false), utf8('x'), ephemeral);
    expect(sealed.encappedPublic).toEqual(await hpke.exportPublic(ephemeral.publicKey));
  });
});

describe('imported public keys', () => {
  test('behavior: are cached up to a limit, and the oldest goes first', async () => {
    const signature = new Uint8Array(64).fill(1);
    const key = (n: number): Bytes => p256.getPublicKey(fromHex(n.toString(16).padStart(64, '0')));
    const imports = vi.spyOn(crypto.subtle, 'importKey');
    const asked = async (n: number): Promise<number> => {
      const before = imports.mock.calls.length;
      await ecdsa.verify(key(n), signature, utf8('x'));
      return imports.mock.calls.length - before;
    };
    const FULL = 1024;
    for (let n = 1; n <= FULL; n++) await asked(n);
    expect([await asked(1), await asked(FULL)]).toEqual([0, 0]);
    expect(await asked(FULL + 1)).toBe(1);
    // The first had to make room for it, and replaces the second.
    const again = [await asked(2), await asked(1), await asked(3), await asked(2)];
    expect(again).toEqual([0, 1, 0, 1]);
  });
});
