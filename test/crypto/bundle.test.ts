import { p256 } from '@noble/curves/nist.js';
import {
  decryptExportBundle,
  encryptOtpCodeToBundle,
  encryptPrivateKeyToBundle,
  generateP256KeyPair,
} from '@turnkey/crypto';
import { describe, expect, test } from 'vitest';
import * as bundle from '../../src/crypto/bundle.ts';
import { concat, fromHex, fromUtf8, toHex, utf8, type Bytes } from '../../src/crypto/bytes.ts';
import * as hpke from '../../src/crypto/hpke.ts';
import * as ecdsa from '../../src/crypto/p256.ts';
import { readCaptured, hasCaptured, skipNote } from './captured.ts';

const organizationId = '7c1a5a1e-3f0e-4c46-9a3e-1d2f3a4b5c6d';
const userId = '0d9f8e7c-6b5a-4d3c-8b2a-1f0e9d8c7b6a';

async function makeSigner(scalar: Bytes = p256.utils.randomSecretKey()) {
  const key = await ecdsa.importSigningKey(scalar, p256.getPublicKey(scalar));
  const publicKey: Bytes = p256.getPublicKey(scalar, false);
  return { publicKey, sign: (message: Bytes) => ecdsa.sign(key, message) };
}

async function makeReceiver() {
  const scalar: Bytes = p256.utils.randomSecretKey();
  const publicKey: Bytes = p256.getPublicKey(scalar, false);
  return {
    scalar,
    publicKey,
    privateKey: await ecdsa.importOpeningKey(scalar, p256.getPublicKey(scalar)),
  };
}

const signer = await makeSigner();
const receiver = await makeReceiver();
const pinnedPublic = toHex(signer.publicKey);
const pin = { pinnedPublic, organizationId, userId };
const data = { targetPublic: toHex(receiver.publicKey), organizationId, userId };
const text = await bundle.signBundle(data, signer);

const invalid = expect.objectContaining({ code: 'bundle_invalid' });
const foreign = expect.objectContaining({ code: 'bundle_foreign' });
const change = (members: object) => JSON.stringify({ ...JSON.parse(text), ...members });

describe('openSignedBundle', () => {
  test('behavior: returns the signed data', async () => {
    expect(await bundle.openSignedBundle(text, pin)).toEqual(data);
    expect(await bundle.openTargetBundle(text, pin)).toEqual(receiver.publicKey);
  });

  test('behavior: a bundle that names no user opens without one', async () => {
    const otp = await bundle.signBundle(
      { targetPublic: data.targetPublic, organizationId },
      signer,
    );
    const target = await bundle.openTargetBundle(otp, { pinnedPublic, organizationId });
    expect(target).toEqual(receiver.publicKey);
    await expect(bundle.openTargetBundle(otp, pin)).rejects.toThrow(foreign);
  });

  test('error: refuses a bundle signed by another key, even if it names the pinned one', async () => {
    const other = await makeSigner();
    const own = await bundle.signBundle(data, other);
    await expect(bundle.openSignedBundle(own, pin)).rejects.toThrow(invalid);
    const posing = JSON.stringify({ ...JSON.parse(own), enclaveQuorumPublic: pinnedPublic });
    await expect(bundle.openSignedBundle(posing, pin)).rejects.toThrow(invalid);
    const naming = change({ enclaveQuorumPublic: toHex(other.publicKey) });
    await expect(bundle.openSignedBundle(naming, pin)).rejects.toThrow(invalid);
  });

  test('error: refuses every changed byte of the signed data', async () => {
    const bytes = utf8(JSON.stringify(data));
    for (const at of bytes.keys()) {
      const changed = bytes.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      const damaged = change({ data: toHex(changed) });
      await expect(bundle.openSignedBundle(damaged, pin)).rejects.toThrow(invalid);
    }
  });

  const { version: _, ...retired } = JSON.parse(text);
  test.each([
    ['the retired form', JSON.stringify(retired)],
    ['another version', change({ version: 'v2.0.0' })],
    ['an unknown member', change({ more: '' })],
    ['bare hex', data.targetPublic],
    ['not JSON', 'nonsense'],
    ['null', 'null'],
    ['data that is not hex', change({ data: 'zz' })],
    ['an empty signature', change({ dataSignature: '' })],
    ['a signature cut short', text.replace('"dataSignature":"30', '"dataSignature":"')],
  ])('error: refuses %s', async (_name, damaged) => {
    await expect(bundle.openSignedBundle(damaged, pin)).rejects.toThrow(invalid);
  });

  test.each([
    ['another organization', { organizationId: userId }, 'organizationId'],
    ['another user', { userId: organizationId }, 'userId'],
    ['no user', { userId: undefined }, 'userId'],
  ])('error: refuses correctly signed data for %s', async (_name, members, field) => {
    const other = await bundle.signBundle({ ...data, ...members }, signer);
    await expect(bundle.openSignedBundle(other, pin)).rejects.toMatchObject({
      code: 'bundle_foreign',
      detail: { field },
    });
  });

  test.each([
    ['no target', { targetPublic: undefined }],
    ['a compressed target', { targetPublic: toHex(p256.getPublicKey(receiver.scalar)) }],
    ['a target off the curve', { targetPublic: `04${'01'.repeat(64)}` }],
  ])('error: openTargetBundle refuses %s', async (_name, members) => {
    const other = await bundle.signBundle({ ...data, ...members }, signer);
    await expect(bundle.openTargetBundle(other, pin)).rejects.toThrow(invalid);
  });
});

describe('parseEncryptedBundle', () => {
  test('behavior: reverses buildEncryptedBundle', async () => {
    const sealed = await hpke.sealToTarget(receiver.publicKey, utf8('secret'));
    const parsed = bundle.parseEncryptedBundle(bundle.buildEncryptedBundle(sealed));
    expect(parsed).toEqual(sealed);
    expect(fromUtf8(await hpke.openFromTarget(receiver, parsed))).toBe('secret');
  });

  test.each([
    'aabb',
    '{}',
    '{"encappedPublic":"04","ciphertext":"00"}',
    `{"encappedPublic":"04${'00'.repeat(64)}","ciphertext":"0"}`,
    `{"encappedPublic":"04${'00'.repeat(64)}","ciphertext":"","x":1}`,
  ])('error: refuses %s', (damaged) => {
    expect(() => bundle.parseEncryptedBundle(damaged)).toThrow(
      expect.objectContaining({ code: 'malformed' }),
    );
  });
});

describe('against @turnkey/crypto', () => {
  const secret = toHex(concat(utf8('0123456789abcdef0123456789abcdef')));

  test('behavior: the vendor reads our import bundle, and we open its reply', async () => {
    const answer = await encryptPrivateKeyToBundle({
      privateKey: secret,
      keyFormat: 'HEXADECIMAL',
      importBundle: text,
      userId,
      organizationId,
      dangerouslyOverrideSignerPublicKey: pinnedPublic,
    });
    const opened = await hpke.openFromTarget(receiver, bundle.parseEncryptedBundle(answer));
    expect(toHex(opened)).toBe(secret);
  });

  test('behavior: the vendor’s OTP client reads our bundle, and we open its reply', async () => {
    const publicKey = toHex(p256.getPublicKey(receiver.scalar));
    const answer = await encryptOtpCodeToBundle('123456', text, publicKey, pinnedPublic);
    const opened = await hpke.openFromTarget(receiver, bundle.parseEncryptedBundle(answer));
    expect(JSON.parse(fromUtf8(opened))).toEqual({ otp_code: '123456', public_key: publicKey });
  });

  test('behavior: the vendor opens our export bundle', async () => {
    const pair = generateP256KeyPair();
    const sealed = await hpke.sealToTarget(fromHex(pair.publicKeyUncompressed), fromHex(secret));
    const exported = { ...JSON.parse(bundle.buildEncryptedBundle(sealed)), organizationId };
    const opened = await decryptExportBundle({
      exportBundle: await bundle.signBundle(exported, signer),
      embeddedKey: pair.privateKey,
      organizationId,
      dangerouslyOverrideSignerPublicKey: pinnedPublic,
      keyFormat: 'HEXADECIMAL',
      returnMnemonic: false,
    });
    expect(opened).toBe(secret);
  });
});

type Real = {
  bundle: { enclaveQuorumPublic: string };
  organizationId: string;
  userId?: string;
  decodedData: Record<string, string>;
  receiverPrivateKeyHex: string;
  plaintextUtf8: string;
};

describe.runIf(hasCaptured)(`captured bundles${skipNote}`, () => {
  const { realExportBundle, realImportBundle } = readCaptured('turnkey-hpke') as Record<
    string,
    Real
  >;
  const open = (real: Real) =>
    bundle.openSignedBundle(JSON.stringify(real.bundle), {
      pinnedPublic: real.bundle.enclaveQuorumPublic,
      organizationId: real.organizationId,
      ...(real.userId && { userId: real.userId }),
    });

  test('behavior: a real import bundle opens', async () => {
    if (!realImportBundle) throw new Error('the captured file has no import bundle');
    expect(await open(realImportBundle)).toEqual(realImportBundle.decodedData);
  });

  test('behavior: a real export bundle opens down to its plaintext', async () => {
    if (!realExportBundle) throw new Error('the captured file has no export bundle');
    const { encappedPublic = '', ciphertext = '' } = await open(realExportBundle);
    const scalar = fromHex(realExportBundle.receiverPrivateKeyHex);
    const opened = await hpke.openFromTarget(
      {
        privateKey: await ecdsa.importOpeningKey(scalar, p256.getPublicKey(scalar)),
        publicKey: p256.getPublicKey(scalar, false),
      },
      bundle.parseEncryptedBundle(JSON.stringify({ encappedPublic, ciphertext })),
    );
    expect(fromUtf8(opened)).toBe(realExportBundle.plaintextUtf8);
  });
});
