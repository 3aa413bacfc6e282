// The vendor's published clients, with their stampers and encryption, against a listening server.
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { encryptOtpCodeToBundle, encryptPrivateKeyToBundle } from '@turnkey/crypto';
import { TurnkeyClient } from '@turnkey/http';
import { Turnkey } from '@turnkey/sdk-server';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomBytes, toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import { openDatabase, type OpenDatabase } from '../../src/service/database.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { send, readSent, type Json } from './harness.ts';
import { listen, type Listening } from './listening-service.ts';
import addressVectors from '../vectors/addresses-public.json' with { type: 'json' };
import { newSetUpCode, TEST_MASTER } from '../set-up-code.ts';

let database: OpenDatabase;
let service: Service;
let server: Listening;
let baseUrl: string;
let organizationId: string;
let userId: string;
let apiKeyId: string;
const secret = generatePrivateKey('P256');
const apiPublicKey = toHex(publicKeyOf('P256', secret));
const apiPrivateKey = toHex(secret);

beforeAll(async () => {
  database = await openDatabase('memory');
  service = await createService({
    database,
    clock: Date.now,
    random: randomBytes,
    master: TEST_MASTER,
  });
  server = await listen((request) => service.handle(request));
  ({ baseUrl } = server);
  const enrolment = {
    publicKey: apiPublicKey,
    curveType: 'API_KEY_CURVE_P256',
    userName: 'Vendor',
    setUpCode: newSetUpCode(),
  };
  const { body } = await send(service, '/local/enrol', {
    method: 'POST',
    body: JSON.stringify(enrolment),
  });
  ({ organizationId, userId, apiKeyId } = body as Record<string, string> & typeof body as {
    organizationId: string;
    userId: string;
    apiKeyId: string;
  });
});
afterAll(async () => {
  await server.close();
  await service.close();
});

const timestampMs = () => String(Date.now());
const sentCode = async (otpId: string): Promise<string> => {
  const { body } = await readSent(service);
  const found = (body['codes'] as Json[]).find((item) => item['otpId'] === otpId);
  return String(found?.['code']);
};
const apiKey = () => ({
  credential: { publicKey: apiPublicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
  apiKeyId,
  apiKeyName: 'Key of Vendor',
});
const keyToImport = () => {
  const vector = addressVectors.find((item) => item.label === 'scalar 2');
  if (!vector) throw new Error('no vector');
  return vector;
};
const randomKey = () => toHex(randomBytes(32));
const encrypt = (importBundle: string, privateKey: string) =>
  encryptPrivateKeyToBundle({
    privateKey,
    keyFormat: 'HEXADECIMAL',
    importBundle,
    userId,
    organizationId,
    dangerouslyOverrideSignerPublicKey: service.info.enclaveQuorumPublic,
  });

describe('@turnkey/http', () => {
  const client = () =>
    new TurnkeyClient({ baseUrl }, new ApiKeyStamper({ apiPublicKey, apiPrivateKey }));

  test('behavior: whoami', async () => {
    expect(await client().getWhoami({ organizationId })).toEqual({
      organizationId,
      organizationName: 'Demo organization',
      userId,
      username: 'Vendor',
    });
  });

  test('behavior: getApiKey', async () => {
    const answer = await client().getApiKey({ organizationId, apiKeyId });
    expect(answer.apiKey).toMatchObject(apiKey());
  });

  test('behavior: updateWallet', async () => {
    const { wallets } = await client().getWallets({ organizationId });
    const walletId = String(wallets[0]?.walletId);
    const { activity } = await client().updateWallet({
      type: 'ACTIVITY_TYPE_UPDATE_WALLET',
      timestampMs: timestampMs(),
      organizationId,
      parameters: { walletId, walletName: 'By http' },
    });
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(activity.result.updateWalletResult).toEqual({ walletId });
    const after = await client().getWallets({ organizationId });
    expect(after.wallets.map((item) => item.walletName)).toContain('By http');
  });

  test('behavior: updateUserName', async () => {
    const { activity } = await client().updateUserName({
      type: 'ACTIVITY_TYPE_UPDATE_USER_NAME',
      timestampMs: timestampMs(),
      organizationId,
      parameters: { userId, userName: 'By http' },
    });
    expect(activity.result.updateUserNameResult).toEqual({ userId });
    expect((await client().getWhoami({ organizationId })).username).toBe('By http');
  });

  test('behavior: importPrivateKey, sealed by the vendor’s own crypto', async () => {
    const vector = keyToImport();
    const init = await client().initImportPrivateKey({
      type: 'ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY',
      timestampMs: timestampMs(),
      organizationId,
      parameters: { userId },
    });
    const bundle = String(init.activity.result.initImportPrivateKeyResult?.importBundle);
    const { activity } = await client().importPrivateKey({
      type: 'ACTIVITY_TYPE_IMPORT_PRIVATE_KEY',
      timestampMs: timestampMs(),
      organizationId,
      parameters: {
        userId,
        privateKeyName: 'By http',
        encryptedBundle: await encrypt(bundle, vector.privateKeyHex),
        curve: 'CURVE_SECP256K1',
        addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
      },
    });
    expect(activity.result.importPrivateKeyResult?.addresses).toEqual([
      { format: 'ADDRESS_FORMAT_ETHEREUM', address: vector.addresses.ADDRESS_FORMAT_ETHEREUM },
    ]);
  });

  test('error: a refusal becomes the vendor’s error with its code', async () => {
    const stranger = generatePrivateKey('P256');
    const other = new ApiKeyStamper({
      apiPublicKey: toHex(publicKeyOf('P256', stranger)),
      apiPrivateKey: toHex(stranger),
    });
    const refused = new TurnkeyClient({ baseUrl }, other).getWhoami({ organizationId });
    await expect(refused).rejects.toThrow(/could not find public key in organization/);
  });
});

describe('@turnkey/sdk-server', () => {
  const client = () =>
    new Turnkey({
      apiBaseUrl: baseUrl,
      apiPublicKey,
      apiPrivateKey,
      defaultOrganizationId: organizationId,
    }).apiClient();

  test('behavior: whoami and getApiKey', async () => {
    expect(await client().getWhoami({})).toMatchObject({ organizationId, userId });
    expect((await client().getApiKey({ apiKeyId })).apiKey).toMatchObject(apiKey());
  });

  test('behavior: updateWallet and updateUserName', async () => {
    const { wallets } = await client().getWallets();
    const walletId = String(wallets[1]?.walletId);
    const renamed = await client().updateWallet({ walletId, walletName: 'By server' });
    expect(renamed).toMatchObject({ walletId, activity: { status: 'ACTIVITY_STATUS_COMPLETED' } });
    const named = await client().updateUserName({ userId, userName: 'By server' });
    expect(named.userId).toBe(userId);
    expect((await client().getWhoami({})).username).toBe('By server');
  });

  test('behavior: importPrivateKey', async () => {
    const { importBundle } = await client().initImportPrivateKey({ userId });
    const imported = await client().importPrivateKey({
      userId,
      privateKeyName: 'By server',
      encryptedBundle: await encrypt(importBundle, randomKey()),
      curve: 'CURVE_ED25519',
      addressFormats: ['ADDRESS_FORMAT_SOLANA', 'ADDRESS_FORMAT_SUI'],
    });
    expect(imported.addresses.map((item) => item.format)).toEqual([
      'ADDRESS_FORMAT_SOLANA',
      'ADDRESS_FORMAT_SUI',
    ]);
    const { privateKeys } = await client().getPrivateKeys();
    expect(privateKeys.map((item) => item.privateKeyId)).toContain(imported.privateKeyId);
  });

  test('behavior: initOtp and verifyOtp of the enclave generation', async () => {
    const begun = await client().initOtp({
      otpType: 'OTP_TYPE_EMAIL',
      contact: 'vendor@example.com',
      appName: 'Vendor',
    });
    const encryptedOtpBundle = await encryptOtpCodeToBundle(
      await sentCode(begun.otpId),
      begun.otpEncryptionTargetBundle,
      apiPublicKey,
      service.info.otpPublic,
    );
    const verified = await client().verifyOtp({ otpId: begun.otpId, encryptedOtpBundle });
    const updated = await client().updateUserEmail({
      userId,
      userEmail: 'vendor@example.com',
      verificationToken: verified.verificationToken,
    });
    expect(updated.userId).toBe(userId);
  });
});

describe('legacy verifyOtp with the vendor’s stamper', () => {
  // The published clients pin V2, so the test writes the legacy request and their stamper stamps
  // it.
  const post = async (path: string, body: string): Promise<Json> => {
    const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey });
    const { stampHeaderName, stampHeaderValue } = await stamper.stamp(body);
    const headers = { 'Content-Type': 'application/json', [stampHeaderName]: stampHeaderValue };
    const response = await fetch(`${baseUrl}${path}`, { method: 'POST', body, headers });
    expect(response.status).toBe(200);
    return ((await response.json()) as { activity: Json }).activity;
  };
  const submit = (type: string, parameters: Json) =>
    JSON.stringify({ type, timestampMs: timestampMs(), organizationId, parameters });

  test('behavior: INIT_OTP_V2 and VERIFY_OTP; the fingerprint is the body’s digest', async () => {
    const parameters = { otpType: 'OTP_TYPE_EMAIL', contact: 'l@example.com', appName: 'Legacy' };
    const begun = await post(
      '/public/v1/submit/init_otp',
      submit('ACTIVITY_TYPE_INIT_OTP_V2', parameters),
    );
    const { initOtpResult } = begun['result'] as { initOtpResult: { otpId: string } };
    const { otpId } = initOtpResult;
    const body = submit('ACTIVITY_TYPE_VERIFY_OTP', { otpId, otpCode: await sentCode(otpId) });
    const verified = await post('/public/v1/submit/verify_otp', body);
    expect(verified['result']).toMatchObject({
      verifyOtpResult: { verificationToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) },
    });
    const digest = createHash('sha256').update(body).digest('hex');
    expect(verified['fingerprint']).toBe(`sha256:${digest}`);
  });
});
