import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { describe, expect, test } from 'vitest';
import { fromHex, toHex, utf8 } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import { API_KEY_CURVES, type ApiKeyCurve } from '../../src/crypto/schemes.ts';
import { decodeStamp, verifyStamp } from '../../src/crypto/stamp.ts';
import { createStamper } from '../../src/vault/stampers.ts';
import { readCaptured, hasCaptured, skipNote } from '../crypto/captured.ts';

const body = '{"organizationId":"o","parameters":{"walletName":"Zürich ☃"}}';

describe.each(API_KEY_CURVES)('createStamper, %s', (curve) => {
  const privateKey = generatePrivateKey(curve);
  const publicKey = publicKeyOf(curve, privateKey);

  test('behavior: its stamps verify, over the UTF-8 bytes of the body', async () => {
    const stamper = await createStamper({ curve, privateKey, publicKey });
    const { header, value } = await stamper.stamp(body);
    expect(header).toBe('X-Stamp');
    expect(await verifyStamp(value, utf8(body))).toMatchObject({
      curve,
      publicKey: toHex(publicKey),
    });
    await expect(verifyStamp(value, utf8(`${body}\n`))).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  test('behavior: keeps its own copy of the key', async () => {
    const given = privateKey.slice();
    const stamper = await createStamper({ curve, privateKey: given, publicKey });
    given.fill(0);
    await verifyStamp((await stamper.stamp(body)).value, utf8(body));
  });

  test('behavior: many at the same time are all right', async () => {
    const stamper = await createStamper({ curve, privateKey, publicKey });
    const bodies = Array.from({ length: 20 }, (_, i) => `${body}${i}`);
    const stamps = await Promise.all(bodies.map((one) => stamper.stamp(one)));
    await Promise.all(stamps.map((one, i) => verifyStamp(one.value, utf8(bodies[i] ?? ''))));
  });
});

describe('forget', () => {
  test.each(['SECP256K1', 'ED25519'] as const)(
    'behavior: after it %s no longer stamps, instead of stamping with zeros',
    async (curve) => {
      const privateKey = generatePrivateKey(curve);
      const publicKey = publicKeyOf(curve, privateKey);
      const stamper = await createStamper({ curve, privateKey, publicKey });
      stamper.forget();
      await expect(stamper.stamp(body)).rejects.toMatchObject({ code: 'vault_locked' });
    },
  );
});

describe('against @turnkey/api-key-stamper', () => {
  const privateKey = generatePrivateKey('P256');
  const publicKey = publicKeyOf('P256', privateKey);
  const vendor = (runtimeOverride: 'browser' | 'node' | 'purejs') =>
    new ApiKeyStamper({
      apiPublicKey: toHex(publicKey),
      apiPrivateKey: toHex(privateKey),
      runtimeOverride,
    });

  test.each(['browser', 'node', 'purejs'] as const)(
    'behavior: stamps of its %s path verify here, and have the same members as ours',
    async (runtime) => {
      const { stampHeaderName, stampHeaderValue } = await vendor(runtime).stamp(body);
      await verifyStamp(stampHeaderValue, utf8(body));
      const ours = await (
        await createStamper({ curve: 'P256', privateKey, publicKey })
      ).stamp(body);
      expect(stampHeaderName).toBe(ours.header);
      const [a, b] = [decodeStamp(stampHeaderValue), decodeStamp(ours.value)];
      expect({ ...a, signature: '' }).toEqual({ ...b, signature: '' });
      const text = (value: string) => Buffer.from(value, 'base64url').toString().slice(0, 130);
      expect(text(stampHeaderValue)).toBe(text(ours.value));
    },
  );
});

describe.runIf(hasCaptured)(`captured keys${skipNote}`, () => {
  type Known = Readonly<Record<string, string>>;
  const { computedRfc6979, ed25519 } = readCaptured('turnkey-stamps') as {
    computedRfc6979?: { secp256k1: Known };
    ed25519?: Known;
  };
  const sign = async (curve: ApiKeyCurve, secret = '', publicKey = '', text = '') => {
    const key = { curve, privateKey: fromHex(secret), publicKey: fromHex(publicKey) };
    return decodeStamp((await (await createStamper(key)).stamp(text)).value).signature;
  };

  test('behavior: deterministic signatures match the captured ones', async () => {
    const k1 = computedRfc6979?.secp256k1 ?? {};
    expect(await sign('SECP256K1', k1['privateKey'], k1['publicKey'], k1['body'])).toBe(
      k1['signatureDerHex_rfc6979_lowS'],
    );
    const seed = ed25519?.['secretKey64Hex']?.slice(0, 64);
    expect(await sign('ED25519', seed, ed25519?.['publicKeyHex'], ed25519?.['bodyUtf8'])).toBe(
      ed25519?.['signatureHex'],
    );
  });
});
