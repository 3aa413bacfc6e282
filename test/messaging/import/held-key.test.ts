import { describe, expect, test } from 'vitest';
import { p256 } from '@noble/curves/nist.js';
import { parseEncryptedBundle } from '../../../src/crypto/bundle.ts';
import { toHex, utf8, type Bytes } from '../../../src/crypto/bytes.ts';
import { openFromTarget } from '../../../src/crypto/hpke.ts';
import * as ecdsa from '../../../src/crypto/p256.ts';
import { holdFile, holdKey, refusalOf } from '../../../src/messaging/import/held-key.ts';
import encodings from '../../vectors/private-key-encodings.json' with { type: 'json' };

const rows = encodings.cases;
/** Read only when the person says so; tests of src/keys hold those. */
const asked = ['xrp-priv-00'];
const taken = rows.filter(({ id, expected }) => expected.accept && !asked.includes(id));
const refused = rows.filter(({ expected }) => !expected.accept);

async function receiver() {
  const scalar: Bytes = p256.utils.randomSecretKey();
  const publicKey: Bytes = p256.getPublicKey(scalar, false);
  return { publicKey, privateKey: await ecdsa.importOpeningKey(scalar, publicKey) };
}

describe('holdKey', () => {
  test.each(taken.map((row) => [row.id, row] as const))(
    'behavior: %s is held, and what is sealed is the key of the vector',
    async (_, { input, expected }) => {
      const target = await receiver();
      const held = holdKey(input);
      expect(held.readings.map(({ curve }) => curve)).toContain(expected.curve);
      const bundle = await held.seal(target.publicKey);
      const opened = await openFromTarget(target, parseEncryptedBundle(bundle));
      expect(toHex(opened)).toBe(expected.privateKeyHex);
    },
  );

  test.each(refused.map((row) => [row.id, row] as const))(
    'error: %s is refused with a reason, and nothing of it is in the error',
    (_, { input }) => {
      let thrown: unknown;
      try {
        holdKey(input);
      } catch (error) {
        thrown = error;
      }
      expect(refusalOf(thrown).reason).toMatch(/^[a-z_]+$/);
      const said = JSON.stringify([String(thrown), refusalOf(thrown)]);
      for (const part of input.match(/\w{12,}/g) ?? []) expect(said).not.toContain(part);
    },
  );

  test('behavior: bytes that are given are wiped, whether they are a key or not', () => {
    for (const text of ['11'.repeat(32), 'nonsense']) {
      const bytes = utf8(text);
      try {
        holdKey(bytes);
      } catch {
        // Refused, which is not what is looked at here.
      }
      expect(bytes.every((byte) => byte === 0)).toBe(true);
    }
  });

  test('error: a key that was sealed or wiped is not sealed again', async () => {
    const target = await receiver();
    const sealed = holdKey('11'.repeat(32));
    await sealed.seal(target.publicKey);
    await expect(sealed.seal(target.publicKey)).rejects.toMatchObject({ code: 'internal' });
    const wiped = holdKey('11'.repeat(32));
    wiped.wipe();
    await expect(wiped.seal(target.publicKey)).rejects.toMatchObject({ code: 'internal' });
  });

  test('error: a target that is no point seals nothing, and the key is gone', async () => {
    const held = holdKey('11'.repeat(32));
    const wrong = new Uint8Array(65).fill(4);
    await expect(held.seal(wrong)).rejects.toMatchObject({ code: 'malformed' });
    await expect(held.seal(wrong)).rejects.toMatchObject({ code: 'internal' });
  });

  test('behavior: the key itself is in no member', () => {
    const held = holdKey('11'.repeat(32));
    expect(
      JSON.stringify(held, (_, value: unknown) =>
        value instanceof Uint8Array ? toHex(value) : value,
      ),
    ).not.toContain('11'.repeat(8));
  });
});

describe('holdFile', () => {
  test('behavior: a file is read like a text', async () => {
    const held = await holdFile(new Blob([`${'11'.repeat(32)}\n`]));
    expect(held.kind).toBe('hex');
  });

  test('error: a large file is not read', async () => {
    const file = new Blob(['1'.repeat(5000)]);
    file.arrayBuffer = () => Promise.reject(new Error('was read'));
    await expect(holdFile(file)).rejects.toMatchObject({ reason: 'too_long' });
  });
});
