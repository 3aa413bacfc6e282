// What the vendor's published client reads and changes of wallets, keys, tags and contract
// interfaces. The expected records have the client's own types.
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { TurnkeyClient } from '@turnkey/http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { freshService, openMemory, send, type TestService } from './harness.ts';
import { listen, type Listening } from './listening-service.ts';

let database: OpenDatabase;
let service: TestService;
let server: Listening;
let client: TurnkeyClient;
let organizationId: string;
let userId: string;

const secret = generatePrivateKey('P256');
const apiPublicKey = toHex(publicKeyOf('P256', secret));

beforeAll(async () => {
  database = await openMemory();
  server = await listen((request) => service.handle(request));
  const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey: toHex(secret) });
  client = new TurnkeyClient({ baseUrl: server.baseUrl }, stamper);
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  service = await freshService(database);
  ({ organizationId } = service.info);
  const setUpCode = service.createSetUpCode();
  const enrolment = { publicKey: apiPublicKey, curveType: 'API_KEY_CURVE_P256', setUpCode };
  const { body } = await send(service, '/local/enrol', {
    method: 'POST',
    body: JSON.stringify(enrolment),
  });
  userId = String(body['userId']);
});

type Answer<M extends keyof TurnkeyClient> = TurnkeyClient[M] extends (
  ...parameters: never[]
) => Promise<infer R>
  ? R
  : never;
type Wallet = Answer<'getWallet'>['wallet'];
type WalletAccount = Answer<'getWalletAccount'>['account'];
type PrivateKey = Answer<'getPrivateKey'>['privateKey'];
type User = Answer<'getUser'>['user'];
type ContractInterface = Answer<'getSmartContractInterface'>['smartContractInterface'];
type EmailEvent = Answer<'listEmailEvents'>['emailEvents'][number];

const at = () => ({ seconds: expect.stringMatching(/^\d+$/), nanos: '0' });
const times = () => ({ createdAt: at(), updatedAt: at() });
const text = () => expect.any(String) as string;
const submission = <T extends string, P>(type: T, parameters: P) => ({
  type,
  timestampMs: String(service.time.now),
  organizationId,
  parameters,
});

async function walletNamed(name: string): Promise<Wallet> {
  const { wallets } = await client.getWallets({ organizationId });
  const wallet = wallets.find(({ walletName }) => walletName === name);
  if (!wallet) throw new Error(name);
  return wallet;
}

describe('@turnkey/http reads', () => {
  test('behavior: a wallet', async () => {
    const { walletId } = await walletNamed('Payroll');
    const { wallet } = await client.getWallet({ organizationId, walletId });
    const flags = { exported: false, imported: false };
    const expected: Wallet = { walletId, walletName: 'Payroll', ...times(), ...flags };
    expect(wallet).toEqual(expected);
  });

  test('behavior: accounts in pages, and one of them', async () => {
    const wallet = await walletNamed('Payroll');
    const { walletId } = wallet;
    const limit = '2';
    const request = { organizationId, walletId, includeWalletDetails: true };
    const first = await client.getWalletAccounts({ ...request, paginationOptions: { limit } });
    const after = String(first.accounts.at(-1)?.walletAccountId);
    const rest = await client.getWalletAccounts({
      ...request,
      paginationOptions: { limit, after },
    });
    const accounts = [...first.accounts, ...rest.accounts];
    const expected = (change: Pick<WalletAccount, 'name' | 'path'>): WalletAccount => ({
      walletAccountId: text(),
      organizationId,
      walletId,
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      address: expect.stringMatching(/^0x[\da-fA-F]{40}$/),
      ...times(),
      publicKey: expect.stringMatching(/^0[23][\da-f]{64}$/),
      walletDetails: wallet,
      caip2Prefix: 'eip155',
      ...change,
    });
    expect(accounts).toEqual([
      expected({ name: 'Salaries', path: "m/44'/60'/0'/0/0" }),
      expected({ name: 'Contractor invoices', path: "m/44'/60'/1'/0/0" }),
      {
        ...expected({ name: 'Stablecoin salaries', path: "m/44'/501'/0'/0'" }),
        curve: 'CURVE_ED25519',
        addressFormat: 'ADDRESS_FORMAT_SOLANA',
        address: text(),
        publicKey: expect.stringMatching(/^[\da-f]{64}$/),
        caip2Prefix: 'solana',
      },
    ]);
    const [{ address, path } = { address: '', path: '' }] = accounts;
    for (const which of [{ address }, { path }]) {
      const { account } = await client.getWalletAccount({ organizationId, walletId, ...which });
      expect({ ...account, walletDetails: wallet }).toEqual(accounts[0]);
    }
  });

  test('behavior: a user', async () => {
    const { user } = await client.getUser({ organizationId, userId });
    const credential = { publicKey: apiPublicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' } as const;
    const expected: User = {
      userId,
      userName: 'Keystamp user',
      authenticators: [],
      apiKeys: [{ credential, apiKeyId: text(), apiKeyName: text(), ...times() }],
      userTags: [],
      oauthProviders: [],
      mfaPolicies: [],
      ...times(),
    };
    expect(user).toEqual(expected);
  });

  test('behavior: a private key', async () => {
    const { privateKeys } = await client.getPrivateKeys({ organizationId });
    const privateKeyId = String(privateKeys[0]?.privateKeyId);
    const { privateKey } = await client.getPrivateKey({ organizationId, privateKeyId });
    const expected: PrivateKey = {
      privateKeyId,
      publicKey: text(),
      privateKeyName: text(),
      curve: expect.stringMatching(/^CURVE_/),
      addresses: [{ format: expect.stringMatching(/^ADDRESS_FORMAT_/), address: text() }],
      privateKeyTags: [],
      ...times(),
      exported: false,
      imported: false,
    };
    expect(privateKey).toEqual(expected);
    expect(privateKeys).toContainEqual(privateKey);
  });

  test('behavior: a contract interface', async () => {
    const listed = await client.getSmartContractInterfaces({ organizationId });
    const [one] = listed.smartContractInterfaces;
    const smartContractInterfaceId = String(one?.smartContractInterfaceId);
    const { smartContractInterface } = await client.getSmartContractInterface({
      organizationId,
      smartContractInterfaceId,
    });
    const expected: ContractInterface = {
      organizationId,
      smartContractInterfaceId,
      smartContractAddress: text(),
      smartContractInterface: text(),
      type: expect.stringMatching(/^(?:ETHEREUM|SOLANA)$/),
      label: text(),
      notes: text(),
      ...times(),
    };
    expect(smartContractInterface).toEqual(expected);
    expect(smartContractInterface).toEqual(one);
  });

  test('behavior: the organization', async () => {
    const { organizationData } = await client.getOrganization({ organizationId });
    const { wallets } = await client.getWallets({ organizationId });
    const { users } = await client.getUsers({ organizationId });
    expect(organizationData).toMatchObject({ organizationId, name: 'Demo organization' });
    expect(organizationData.wallets).toEqual(wallets);
    expect(organizationData.users).toEqual(users);
    expect(organizationData.rootQuorum).toEqual({
      threshold: 1,
      userIds: expect.arrayContaining([userId]),
    });
    expect(organizationData.smartContractInterfaceReferences).toHaveLength(2);
  });

  test('behavior: the emails to an address', async () => {
    const email = 'vendor@example.com';
    const parameters = { otpType: 'OTP_TYPE_EMAIL', contact: email, appName: 'Vendor' };
    await client.initOtp(submission('ACTIVITY_TYPE_INIT_OTP_V3', parameters));
    const { emailEvents } = await client.listEmailEvents({ organizationId, email });
    const expected: EmailEvent = {
      id: text(),
      organizationId,
      messageId: text(),
      eventType: 'Send',
      fromAddress: text(),
      toAddress: email,
      timestamp: String(service.time.now),
      createdAt: String(service.time.now),
      details: {},
    };
    expect(emailEvents).toEqual([expected]);
  });
});

describe('@turnkey/http changes', () => {
  const completed = 'ACTIVITY_STATUS_COMPLETED';

  test('behavior: new accounts of a wallet', async () => {
    const { walletId } = await walletNamed('Payroll');
    const { activity } = await client.createWalletAccounts(
      submission('ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS', {
        walletId,
        accounts: [
          {
            curve: 'CURVE_SECP256K1',
            pathFormat: 'PATH_FORMAT_BIP32',
            path: "m/44'/60'/9'/0/0",
            addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
            name: 'Ninth',
          },
        ],
      }),
    );
    expect(activity.status).toBe(completed);
    const { accounts } = await client.getWalletAccounts({ organizationId, walletId });
    expect(accounts.at(-1)).toMatchObject({
      name: 'Ninth',
      address: activity.result.createWalletAccountsResult?.addresses[0],
    });
  });

  test('behavior: a tag’s name and members', async () => {
    const { userTags } = await client.listUserTags({ organizationId });
    const userTagId = String(userTags[0]?.tagId);
    const { activity } = await client.updateUserTag(
      submission('ACTIVITY_TYPE_UPDATE_USER_TAG', {
        userTagId,
        newUserTagName: 'By http',
        addUserIds: [userId],
        removeUserIds: [],
      }),
    );
    expect(activity.result.updateUserTagResult).toEqual({ userTagId });
    const { user } = await client.getUser({ organizationId, userId });
    expect(user.userTags).toEqual([userTagId]);
  });

  test('behavior: wallets and private keys are deleted, once that is meant', async () => {
    const { walletId } = await walletNamed('Payroll');
    const walletIds = [walletId];
    const refused = client.deleteWallets(submission('ACTIVITY_TYPE_DELETE_WALLETS', { walletIds }));
    await expect(refused).rejects.toThrow(/has not been exported/);
    const wallets = await client.deleteWallets(
      submission('ACTIVITY_TYPE_DELETE_WALLETS', { walletIds, deleteWithoutExport: true }),
    );
    expect(wallets.activity.result.deleteWalletsResult).toEqual({ walletIds });
    await expect(client.getWallet({ organizationId, walletId })).rejects.toThrow(/unable to find/);
    const { privateKeys } = await client.getPrivateKeys({ organizationId });
    const privateKeyIds = privateKeys.map(({ privateKeyId }) => privateKeyId);
    const keys = await client.deletePrivateKeys(
      submission('ACTIVITY_TYPE_DELETE_PRIVATE_KEYS', {
        privateKeyIds,
        deleteWithoutExport: true,
      }),
    );
    expect(keys.activity.result.deletePrivateKeysResult).toEqual({ privateKeyIds });
    expect((await client.getPrivateKeys({ organizationId })).privateKeys).toEqual([]);
  });

  test('behavior: a contract interface is deleted', async () => {
    const { smartContractInterfaces } = await client.getSmartContractInterfaces({
      organizationId,
    });
    const smartContractInterfaceId = String(smartContractInterfaces[0]?.smartContractInterfaceId);
    const { activity } = await client.deleteSmartContractInterface(
      submission('ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE', { smartContractInterfaceId }),
    );
    const { result } = activity;
    expect(result.deleteSmartContractInterfaceResult).toEqual({ smartContractInterfaceId });
    const left = await client.getSmartContractInterfaces({ organizationId });
    expect(left.smartContractInterfaces).toHaveLength(1);
  });
});
