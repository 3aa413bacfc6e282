import { p256 } from '@noble/curves/nist.js';
import { hpkeEncrypt } from '@turnkey/crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createExportTarget, type ExportTarget } from '../../../src/client/export/export-target.ts';
import { fromHex, fromUtf8, toHex, utf8 } from '../../../src/crypto/bytes.ts';
import { createBundleSigner } from '../../ui/procedures/bundle-signer.ts';

/* The key that one export is encrypted to, with bundles that the vendor's code encrypts. */

const organizationId = '7c1a5a1e-3f0e-4c46-9a3e-1d2f3a4b5c6d';
const PHRASE =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

const signer = await createBundleSigner();
const trust = { signer: signer.publicKeyHex, otp: '' };
let target: ExportTarget;

/** What the vendor's code encrypts to a key: the encapsulated key, compressed, then the text. */
function sealedByVendor(publicKeyHex: string, organization = organizationId) {
  const sealed = hpkeEncrypt({
    plainTextBuf: utf8(PHRASE),
    targetKeyBuf: fromHex(publicKeyHex),
  });
  return {
    encappedPublic: toHex(p256.Point.fromBytes(sealed.slice(0, 33)).toBytes(false)),
    ciphertext: toHex(sealed.slice(33)),
    organizationId: organization,
  };
}

const open = async (data: object) =>
  target.open(await signer.sign(data), { organizationId, trust });

describe('the target of an export', () => {
  beforeEach(async () => {
    target = await createExportTarget();
  });

  test('behavior: opens what the vendor’s code encrypts to it, once', async () => {
    const data = sealedByVendor(target.publicKeyHex);
    const opening = await open(data);
    expect(opening.ok && fromUtf8(opening.plaintext)).toBe(PHRASE);
    await expect(open(data)).rejects.toMatchObject({ code: 'internal' });
  });

  test('error: what is encrypted to another key doesn’t open', async () => {
    const other = await createExportTarget();
    expect(await open(sealedByVendor(other.publicKeyHex))).toEqual({
      ok: false,
      fault: 'not_ours',
    });
  });

  test('error: another organization’s is not opened', async () => {
    const data = sealedByVendor(target.publicKeyHex, crypto.randomUUID());
    expect(await open(data)).toEqual({ ok: false, fault: 'other_organization' });
  });

  test('error: another signer’s is not opened', async () => {
    const text = await (await createBundleSigner()).sign(sealedByVendor(target.publicKeyHex));
    const opening = await target.open(text, { organizationId, trust });
    expect(opening).toEqual({ ok: false, fault: 'other_signer' });
  });

  test('behavior: opens nothing after it is forgotten', async () => {
    const data = sealedByVendor(target.publicKeyHex);
    target.forget();
    await expect(open(data)).rejects.toMatchObject({ code: 'internal' });
  });
});
