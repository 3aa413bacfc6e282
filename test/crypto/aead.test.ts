import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as aead from '../../src/crypto/aead.ts';
import { concat, fromHex, randomBytes, toHex, utf8 } from '../../src/crypto/bytes.ts';

const malformed = expect.objectContaining({ code: 'malformed' });
const key = randomBytes(32);
const bytes = fc.uint8Array({ maxLength: 80 }).map((array) => Uint8Array.from(array));

describe('aead', () => {
  test('behavior: opening reverses sealing', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, bytes, async (plaintext, aad) => {
        const sealed = await aead.seal(key, plaintext, aad);
        expect(sealed.length).toBe(12 + plaintext.length + 16);
        expect(await aead.open(key, sealed, aad)).toEqual(plaintext);
      }),
    );
  });

  test('behavior: is AES-256-GCM, nonce first (GCM specification, test case 16)', async () => {
    const nonce = fromHex('cafebabefacedbaddecaf888');
    const sealed = await aead.seal(
      fromHex('feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308'),
      fromHex(
        'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
      ),
      fromHex('feedfacedeadbeeffeedfacedeadbeefabaddad2'),
      () => nonce,
    );
    expect(toHex(sealed)).toBe(
      toHex(nonce) +
        '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662' +
        '76fc6ece0f4e1768cddf8853bb2d551b',
    );
  });

  test('behavior: uses a new nonce every time', async () => {
    const [a, b] = [
      await aead.seal(key, utf8('x'), utf8('')),
      await aead.seal(key, utf8('x'), utf8('')),
    ];
    expect(toHex(a.slice(0, 12))).not.toBe(toHex(b.slice(0, 12)));
  });

  test('error: refuses every flipped byte, truncation and addition', async () => {
    const sealed = await aead.seal(key, utf8('secret'), utf8('header'));
    for (const at of sealed.keys()) {
      const changed = sealed.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(aead.open(key, changed, utf8('header'))).rejects.toThrow(malformed);
      await expect(aead.open(key, sealed.slice(0, at), utf8('header'))).rejects.toThrow(malformed);
    }
    const longer = concat(sealed, Uint8Array.of(0));
    await expect(aead.open(key, longer, utf8('header'))).rejects.toThrow(malformed);
  });

  test('error: refuses another key, other associated data and keys of other lengths', async () => {
    const sealed = await aead.seal(key, utf8('secret'), utf8('header'));
    await expect(aead.open(randomBytes(32), sealed, utf8('header'))).rejects.toThrow(malformed);
    await expect(aead.open(key, sealed, utf8('headeR'))).rejects.toThrow(malformed);
    await expect(aead.seal(randomBytes(16), utf8(''), utf8(''))).rejects.toThrow(malformed);
    await expect(aead.open(randomBytes(16), sealed, utf8('header'))).rejects.toThrow(malformed);
  });
});
