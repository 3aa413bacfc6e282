// The vendor's published client with the operations that let key material in and out, and with users.
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { decryptExportBundle, encryptWalletToBundle, generateP256KeyPair } from '@turnkey/crypto';
import { TurnkeyClient } from '@turnkey/http';
import { Turnkey } from '@turnkey/sdk-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { createAuthenticator } from '../webauthn/authenticator.ts';
import { enrol, freshService, openMemory, type TestService } from './harness.ts';
import { listen, type Listening } from './listening-service.ts';

let database: OpenDatabase;
let service: TestService;
let server: Listening;
let organizationId: string;
let userId: string;
let apiPublicKey: string;
let apiPrivateKey: string;

beforeAll(async () => {
  database = await openMemory();
  server = await listen((request) => service.handle(request));
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  service = await freshService(database);
  // The vendor's SDK writes its own timestamps.
  service.time.now = Date.now();
  ({ organizationId } = service.info);
  const root = await enrol(service);
  ({ userId } = root);
  const secret = generatePrivateKey('P256');
  apiPrivateKey = toHex(secret);
  apiPublicKey = toHex(publicKeyOf('P256', secret));
  const apiKeys = [
    { apiKeyName: 'Vendor', publicKey: apiPublicKey, curveType: 'API_KEY_CURVE_P256' },
  ];
  await root.submit('create_api_keys', { userId, apiKeys });
});

const http = () =>
  new TurnkeyClient(
    { baseUrl: server.baseUrl },
    new ApiKeyStamper({ apiPublicKey, apiPrivateKey }),
  );
const sdk = () =>
  new Turnkey({
    apiBaseUrl: server.baseUrl,
    apiPublicKey,
    apiPrivateKey,
    defaultOrganizationId: organizationId,
  }).apiClient();
const submission = <T extends string, P>(type: T, parameters: P) => ({
  type,
  timestampMs: String(service.time.now),
  organizationId,
  parameters,
});
const signer = () => service.info.enclaveQuorumPublic;
const open = (exportBundle: string, embeddedKey: string, returnMnemonic: boolean) =>
  decryptExportBundle({
    exportBundle,
    embeddedKey,
    organizationId,
    dangerouslyOverrideSignerPublicKey: signer(),
    returnMnemonic,
  });

const ETHEREUM = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

describe('@turnkey/http', () => {
  test('behavior: importWallet, exportWallet and exportWalletAccount', async () => {
    const mnemonic = `${'abandon '.repeat(11)}about`;
    const begun = await http().initImportWallet(
      submission('ACTIVITY_TYPE_INIT_IMPORT_WALLET', { userId }),
    );
    const encryptedBundle = await encryptWalletToBundle({
      mnemonic,
      importBundle: String(begun.activity.result.initImportWalletResult?.importBundle),
      userId,
      organizationId,
      dangerouslyOverrideSignerPublicKey: signer(),
    });
    const imported = await http().importWallet(
      submission('ACTIVITY_TYPE_IMPORT_WALLET', {
        userId,
        walletName: 'By http',
        encryptedBundle,
        accounts: [ETHEREUM],
      }),
    );
    const { walletId = '', addresses = [] } = imported.activity.result.importWalletResult ?? {};
    expect(addresses).toEqual(['0x9858EfFD232B4033E47d90003D41EC34EcaEda94']);
    const { publicKeyUncompressed: targetPublicKey, privateKey } = generateP256KeyPair();
    const out = await http().exportWallet(
      submission('ACTIVITY_TYPE_EXPORT_WALLET', {
        walletId,
        targetPublicKey,
        language: 'MNEMONIC_LANGUAGE_ENGLISH' as const,
      }),
    );
    const bundle = String(out.activity.result.exportWalletResult?.exportBundle);
    expect(await open(bundle, privateKey, true)).toBe(mnemonic);
    const account = await http().exportWalletAccount(
      submission('ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT', {
        address: String(addresses[0]),
        targetPublicKey,
      }),
    );
    const { address, exportBundle = '' } = account.activity.result.exportWalletAccountResult ?? {};
    expect(address).toBe(addresses[0]);
    // What other wallets show for this phrase and path.
    expect(await open(exportBundle, privateKey, false)).toBe(
      '1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727',
    );
    const { wallet } = await http().getWallet({ organizationId, walletId });
    expect(wallet).toMatchObject({ exported: true, imported: true });
  });

  test('behavior: createUsers and deleteUsers', async () => {
    const publicKey = toHex(publicKeyOf('P256', generatePrivateKey('P256')));
    const { activity } = await http().createUsers(
      submission('ACTIVITY_TYPE_CREATE_USERS_V4', {
        users: [
          {
            userName: 'Grace Hopper',
            userEmail: 'grace@example.com',
            apiKeys: [
              { apiKeyName: 'Laptop', publicKey, curveType: 'API_KEY_CURVE_P256' as const },
              {
                apiKeyName: 'Visit',
                publicKey: toHex(publicKeyOf('P256', generatePrivateKey('P256'))),
                curveType: 'API_KEY_CURVE_P256' as const,
                expirationSeconds: '3600',
              },
            ],
            authenticators: [],
            oauthProviders: [],
            userTags: [],
          },
        ],
      }),
    );
    const [created = ''] = activity.result.createUsersResult?.userIds ?? [];
    const { user } = await http().getUser({ organizationId, userId: created });
    expect(user).toMatchObject({ userName: 'Grace Hopper', userEmail: 'grace@example.com' });
    expect(user.apiKeys).toHaveLength(2);
    const gone = await http().deleteUsers(
      submission('ACTIVITY_TYPE_DELETE_USERS', { userIds: [created] }),
    );
    expect(gone.activity.result.deleteUsersResult).toEqual({ userIds: [created] });
    await expect(http().getUser({ organizationId, userId: created })).rejects.toThrow(
      /unable to find user/,
    );
  });

  test('error: a member of the root quorum becomes the vendor’s error', async () => {
    const refused = http().deleteUsers(
      submission('ACTIVITY_TYPE_DELETE_USERS', { userIds: [userId] }),
    );
    await expect(refused).rejects.toThrow(/quorum users missing/);
  });
});

describe('@turnkey/sdk-server', () => {
  test('behavior: exportPrivateKey and exportWallet', async () => {
    const { publicKeyUncompressed: targetPublicKey, privateKey } = generateP256KeyPair();
    const { privateKeys } = await sdk().getPrivateKeys();
    const key = privateKeys.find(({ curve }) => curve === 'CURVE_SECP256K1');
    const out = await sdk().exportPrivateKey({
      privateKeyId: String(key?.privateKeyId),
      targetPublicKey,
    });
    const hex = await open(out.exportBundle, privateKey, false);
    expect(toHex(publicKeyOf('SECP256K1', Uint8Array.from(Buffer.from(hex, 'hex'))))).toBe(
      key?.publicKey,
    );
    const { wallets } = await sdk().getWallets();
    const exported = await sdk().exportWallet({
      walletId: String(wallets[0]?.walletId),
      targetPublicKey,
      language: 'MNEMONIC_LANGUAGE_ITALIAN',
    });
    // Italian has no accents that the vendor's reading of a mnemonic would break.
    const words = (await open(exported.exportBundle, privateKey, true)).split(' ');
    expect(words).toHaveLength(12);
  });

  test('behavior: createUsers with a passkey', async () => {
    const { userIds } = await sdk().createUsers({
      users: [
        {
          userName: 'Passkey user',
          apiKeys: [],
          authenticators: [createAuthenticator().register() as never],
          oauthProviders: [],
          userTags: [],
        },
      ],
    });
    const { authenticators } = await sdk().getAuthenticators({ userId: String(userIds[0]) });
    expect(authenticators).toHaveLength(1);
  });
});
