import { describe, expect, test } from 'vitest';
import { p256 } from '@noble/curves/nist.js';
import { parseEncryptedBundle } from '../../../src/crypto/bundle.ts';
import { fromHex, toHex, utf8, type Bytes } from '../../../src/crypto/bytes.ts';
import { openFromTarget } from '../../../src/crypto/hpke.ts';
import * as ecdsa from '../../../src/crypto/p256.ts';
import { recordWipes } from '../../crypto/record-wipes.ts';
import {
  parseSealableKey,
  refusalOf,
  sealableKeystoreKey,
  type SealableKey,
} from '../../../src/client/import/sealable-key.ts';
import encodings from '../../vectors/private-key-encodings.json' with { type: 'json' };

const rows = encodings.cases;
/** Read only when the user says so; the tests of src/keys cover those. */
const needChoice = ['xrp-priv-00'];
const acceptedRows = rows.filter(({ id, expected }) => expected.accept && !needChoice.includes(id));
const refusedRows = rows.filter(({ expected }) => !expected.accept);

async function receiver() {
  const scalar: Bytes = p256.utils.randomSecretKey();
  const publicKey: Bytes = p256.getPublicKey(scalar, false);
  return { publicKey, privateKey: await ecdsa.importOpeningKey(scalar, publicKey) };
}

describe('parseSealableKey', () => {
  test.each(acceptedRows.map((row) => [row.id, row] as const))(
    'behavior: %s is accepted, and the sealed key is the vector’s',
    async (_, { input, expected }) => {
      const target = await receiver();
      const key = parseSealableKey(input);
      expect(key.candidates.map(({ curve }) => curve)).toContain(expected.curve);
      const bundle = await key.seal(target.publicKey);
      const opened = await openFromTarget(target, parseEncryptedBundle(bundle));
      expect(toHex(opened)).toBe(expected.privateKeyHex);
    },
  );

  test.each(refusedRows.map((row) => [row.id, row] as const))(
    'error: %s is refused with a reason, and the error contains nothing of it',
    (_, { input, expected }) => {
      let thrown: unknown;
      try {
        // Without a choice, hex that secp256k1 has no key for is an Ed25519 key.
        const isOverOrder = expected.reason === 'SCALAR_NOT_BELOW_N';
        parseSealableKey(input, isOverOrder ? { curve: 'CURVE_SECP256K1' } : {});
      } catch (error) {
        thrown = error;
      }
      expect(refusalOf(thrown).reason).toMatch(/^[a-z_]+$/);
      const text = JSON.stringify([String(thrown), refusalOf(thrown)]);
      for (const part of input.match(/\w{12,}/g) ?? []) expect(text).not.toContain(part);
    },
  );

  test('behavior: given bytes are wiped, whether they’re a key or not', () => {
    for (const text of ['11'.repeat(32), 'nonsense']) {
      const bytes = utf8(text);
      try {
        parseSealableKey(bytes);
      } catch {
        // Refused; that isn't what this test checks.
      }
      expect(bytes.every((byte) => byte === 0)).toBe(true);
    }
  });

  test('error: a sealed or wiped key can’t be sealed again', async () => {
    const target = await receiver();
    const sealed = parseSealableKey('11'.repeat(32));
    await sealed.seal(target.publicKey);
    await expect(sealed.seal(target.publicKey)).rejects.toMatchObject({ code: 'internal' });
    const wiped = parseSealableKey('11'.repeat(32));
    wiped.wipe();
    await expect(wiped.seal(target.publicKey)).rejects.toMatchObject({ code: 'internal' });
  });

  test('error: a target that isn’t a point seals nothing, and the key is gone', async () => {
    const key = parseSealableKey('11'.repeat(32));
    const wrong = new Uint8Array(65).fill(4);
    await expect(key.seal(wrong)).rejects.toMatchObject({ code: 'malformed' });
    await expect(key.seal(wrong)).rejects.toMatchObject({ code: 'internal' });
  });

  test('behavior: the key is wiped when it is sealed, even in vain, and when nobody wants it', async () => {
    const secret = '11'.repeat(32);
    const { publicKey } = await receiver();
    for (const end of [
      (key: SealableKey) => key.seal(publicKey),
      (key: SealableKey) => key.seal(new Uint8Array(65).fill(4)).catch(() => undefined),
      (key: SealableKey) => key.wipe(),
    ]) {
      for (const key of [parseSealableKey(secret), sealableKeystoreKey(fromHex(secret))]) {
        expect(await recordWipes(() => end(key))).toContain(secret);
      }
    }
  });

  test('behavior: a pasted text’s bytes are wiped once it is read, or can’t be', async () => {
    const text = '11'.repeat(32);
    expect(await recordWipes(() => parseSealableKey(text))).toContain(toHex(utf8(text)));
    const refused = await recordWipes(() => {
      expect(() => parseSealableKey('not a key')).toThrow();
    });
    expect(refused).toContain(toHex(utf8('not a key')));
  });

  test('behavior: no member contains the key itself', () => {
    const key = parseSealableKey('11'.repeat(32));
    expect(
      JSON.stringify(key, (_, value: unknown) =>
        value instanceof Uint8Array ? toHex(value) : value,
      ),
    ).not.toContain('11'.repeat(8));
  });
});
