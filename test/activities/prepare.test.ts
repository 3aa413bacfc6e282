// What happens to values before they're stamped: secret fields are merged in, and a code is sealed.
import { p256 } from '@noble/curves/nist.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { prepare, type PreparationInput } from '../../src/activities/prepare.ts';
import { parseEncryptedBundle, signBundle } from '../../src/crypto/bundle.ts';
import { fromUtf8, toHex, type Bytes } from '../../src/crypto/bytes.ts';
import { openFromTarget } from '../../src/crypto/hpke.ts';
import * as ecdsa from '../../src/crypto/p256.ts';
import { OPERATIONS } from '../../src/protocol/operations.ts';
import type { Profile } from '../../src/protocol/profile.ts';

const ORGANIZATION = '7c1a5a1e-3f0e-4c46-9a3e-1d2f3a4b5c6d';
const OTP_ID = '0d9f8e7c-6b5a-4d3c-8b2a-1f0e9d8c7b6a';
const FIELD = 'encryptedOtpBundle';
const KEY = { curve: 'P256', publicKey: `02${'ab'.repeat(32)}` };
const enclave = OPERATIONS.verify_otp.versions.find((one) => one.prepare);
const [legacy] = OPERATIONS.verify_otp.versions;
if (!enclave) throw new Error('no version seals a code');

const scalar: Bytes = p256.utils.randomSecretKey();
const point: Bytes = p256.getPublicKey(scalar, false);
let bundle: string;
let profile: Profile;

beforeAll(async () => {
  const secret: Bytes = p256.utils.randomSecretKey();
  const publicKey: Bytes = p256.getPublicKey(secret, false);
  const key = await ecdsa.importSigningKey(secret, p256.getPublicKey(secret));
  const signer = { publicKey, sign: (message: Bytes) => ecdsa.sign(key, message) };
  bundle = await signBundle({ targetPublic: toHex(point), organizationId: ORGANIZATION }, signer);
  const trust = { otp: toHex(publicKey), signer: '04' };
  profile = { organizationId: ORGANIZATION, trust } as Profile;
});

const inputWith = (changes: Partial<PreparationInput> = {}): PreparationInput => ({
  version: enclave,
  profile,
  parameters: { otpId: OTP_ID, [FIELD]: bundle },
  secrets: { [FIELD]: ' 123456 ' },
  key: KEY,
  ...changes,
});

/** What the enclave reads from prepared values. */
async function openSealedCode(values: Readonly<Record<string, unknown>>): Promise<unknown> {
  const privateKey = await ecdsa.importOpeningKey(scalar, p256.getPublicKey(scalar));
  const sealed = parseEncryptedBundle(String(values[FIELD]));
  const plaintext = await openFromTarget({ privateKey, publicKey: point }, sealed);
  return JSON.parse(fromUtf8(plaintext));
}

describe('prepare', () => {
  test('behavior: without a preparation, the secret fields join the others', async () => {
    const parameters = { otpId: OTP_ID };
    const secrets = { otpCode: '123456' };
    const values = await prepare(inputWith({ version: legacy, parameters, secrets }));
    expect(values).toEqual({ otpId: OTP_ID, otpCode: '123456' });
  });

  test.each(['otpId', 'unheardOf', 'constructor'])(
    'error: %s isn’t a secret field',
    async (name) => {
      const secrets = { [name]: 'x' };
      await expect(prepare(inputWith({ secrets }))).rejects.toMatchObject({
        code: 'invalid_input',
        detail: { field: `parameters.${name}`, rule: 'unknown_member' },
      });
    },
  );

  test('behavior: the code is sealed to the enclave, with the profile’s key', async () => {
    const values = await prepare(inputWith());
    expect(Object.keys(values)).toEqual(['otpId', FIELD]);
    expect(values['otpId']).toBe(OTP_ID);
    expect(String(values[FIELD])).not.toContain('123456');
    expect(await openSealedCode(values)).toEqual({ otp_code: '123456', public_key: KEY.publicKey });
  });

  test.each([[null], [{ curve: 'ED25519', publicKey: 'ab'.repeat(32) }]])(
    'behavior: for %j, the code gets its own P-256 key',
    async (key) => {
      const read = async () => (await openSealedCode(await prepare(inputWith({ key })))) as Opened;
      const [one, other] = [await read(), await read()];
      expect(one.public_key).toMatch(/^0[23][0-9a-f]{64}$/);
      expect(p256.Point.fromHex(one.public_key)).toBeDefined();
      expect(other.public_key).not.toBe(one.public_key);
    },
  );

  test.each([undefined, '', '12345', '0123456789', '12 456'])(
    'error: %j isn’t a code, and the field is named',
    async (typed) => {
      const secrets = typed === undefined ? {} : { [FIELD]: typed };
      const error = { code: 'invalid_input', detail: { field: `parameters.${FIELD}` } };
      await expect(prepare(inputWith({ secrets }))).rejects.toMatchObject(error);
    },
  );

  test('error: without the code’s bundle, the generations are mixed', async () => {
    const parameters = { otpId: OTP_ID };
    await expect(prepare(inputWith({ parameters }))).rejects.toMatchObject({
      code: 'generation_mixed',
      detail: { field: `parameters.${FIELD}` },
    });
  });

  test('error: a bundle under another key, or of another organization, seals nothing', async () => {
    const other = { ...profile, trust: { ...profile.trust, otp: toHex(point) } };
    await expect(prepare(inputWith({ profile: other }))).rejects.toMatchObject({
      fault: 'other_signer',
    });
    const elsewhere = { ...profile, organizationId: OTP_ID };
    await expect(prepare(inputWith({ profile: elsewhere }))).rejects.toMatchObject({
      fault: 'other_organization',
    });
  });
});

type Opened = { readonly otp_code: string; readonly public_key: string };
