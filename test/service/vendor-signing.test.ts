// The vendor's published signers for viem and ethers sign through this service, and both libraries verify
// what comes back (random-signatures.test.ts has many more, without those signers).
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { TurnkeySigner } from '@turnkey/ethers';
import { TurnkeyClient } from '@turnkey/http';
import { createAccountWithAddress } from '@turnkey/viem';
import * as ethers from 'ethers';
import * as viem from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
let address: viem.Address;

beforeAll(async () => {
  const secret = generatePrivateKey('P256');
  const apiPublicKey = toHex(publicKeyOf('P256', secret));
  database = await openMemory();
  // The vendor's signers stamp with this computer's time.
  service = await freshService(database);
  service.time.now = Date.now();
  server = await listen((request) => service.handle(request));
  const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey: toHex(secret) });
  client = new TurnkeyClient({ baseUrl: server.baseUrl }, stamper);
  ({ organizationId } = service.info);
  const setUpCode = service.createSetUpCode();
  const enrolment = { publicKey: apiPublicKey, curveType: 'API_KEY_CURVE_P256', setUpCode };
  await send(service, '/local/enrol', { method: 'POST', body: JSON.stringify(enrolment) });
  address = viem.getAddress(await newAddress());
});
afterAll(async () => {
  await server.close();
  await database.close();
});

async function newAddress(): Promise<string> {
  const { activity } = await client.createWallet({
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    timestampMs: String(service.time.now),
    organizationId,
    parameters: {
      walletName: 'Signs',
      accounts: [
        {
          curve: 'CURVE_SECP256K1',
          pathFormat: 'PATH_FORMAT_BIP32',
          path: "m/44'/60'/0'/0/0",
          addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
        },
      ],
    },
  });
  const [made = ''] = activity.result.createWalletResult?.addresses ?? [];
  return made;
}

const TYPES = {
  Person: [
    { name: 'name', type: 'string' },
    { name: 'wallets', type: 'address[]' },
  ],
  Mail: [
    { name: 'to', type: 'Person' },
    { name: 'amount', type: 'uint256' },
    { name: 'note', type: 'bytes' },
  ],
};
const DOMAIN = {
  name: 'Ether Mail',
  version: '1',
  chainId: 1,
  verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
} as const;
const MESSAGE = {
  to: { name: 'Bob', wallets: ['0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB'] },
  amount: 2n ** 200n,
  note: '0x1234',
};
const DEAD = '0x000000000000000000000000000000000000dEaD';
const fees = { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };

const config = (): object => ({ client, organizationId, signWith: address });
/** The vendor's packages carry clients of several versions, whose types differ. */
type ViemInput = Parameters<typeof createAccountWithAddress>[0];
type EthersInput = ConstructorParameters<typeof TurnkeySigner>[0];

describe('@turnkey/viem', () => {
  const account = () =>
    createAccountWithAddress({ ...config(), ethereumAddress: address } as ViemInput);

  test('behavior: messages', async () => {
    const signer = account();
    for (const message of ['Hello, Bob!', { raw: '0xdeadbeef' }] as const) {
      const signature = await signer.signMessage({ message });
      await expect(viem.verifyMessage({ address, message, signature })).resolves.toBe(true);
    }
  });

  test('behavior: typed data, with its domain’s type as clients must send it', async () => {
    const EIP712Domain = [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ];
    const data = { domain: DOMAIN, primaryType: 'Mail', message: MESSAGE } as const;
    const whole: viem.TypedDataDefinition = { ...data, types: { ...TYPES, EIP712Domain } };
    const signature = await account().signTypedData(whole);
    const types = TYPES;
    await expect(viem.verifyTypedData({ ...data, types, address, signature })).resolves.toBe(true);
    // Without the domain's type this client sends an empty domain, which is what is signed then.
    const bare = await account().signTypedData({ ...data, types });
    await expect(viem.verifyTypedData({ ...data, types, address, signature: bare })).resolves.toBe(
      false,
    );
    const empty = { ...data, domain: {}, types, address, signature: bare };
    await expect(viem.verifyTypedData(empty)).resolves.toBe(true);
  });

  const authorization = { address: DEAD, chainId: 1, nonce: 7 } as const;
  const shared = { chainId: 31_337, nonce: 1, gas: 60_000n, to: DEAD, value: 12_345n } as const;
  const TRANSACTIONS: readonly viem.TransactionSerializable[] = [
    { ...shared, type: 'legacy', gasPrice: 2_000_000_000n },
    { ...shared, type: 'eip2930', gasPrice: 2_000_000_000n, data: '0x1234' },
    { ...shared, type: 'eip1559', ...fees },
    { chainId: 1, nonce: 0, gas: 100_000n, type: 'eip1559', ...fees, data: '0x600a' },
  ];

  test.each(TRANSACTIONS.map((one) => [one.type, one] as const))(
    'behavior: a transaction of type %s',
    async (_, transaction) => {
      const signed = (await account().signTransaction(transaction)) as viem.TransactionSerialized;
      await expect(viem.recoverTransactionAddress({ serializedTransaction: signed })).resolves.toBe(
        address,
      );
      expect(ethers.Transaction.from(signed).from).toBe(address);
      expect(viem.parseTransaction(signed)).toMatchObject({ nonce: transaction.nonce });
    },
  );

  test('behavior: an authorization to delegate', async () => {
    const signer = account();
    const signed = await signer.signAuthorization?.(authorization);
    if (!signed) throw new Error('nothing signed');
    await expect(
      viem.recoverAddress({
        hash: viem.keccak256(
          viem.concatHex(['0x05', viem.toRlp(['0x01', authorization.address, '0x07'])]),
        ),
        signature: viem.serializeSignature(signed as viem.Signature),
      }),
    ).resolves.toBe(address);
  });
});

describe('@turnkey/ethers', () => {
  const signer = () => new TurnkeySigner(config() as EthersInput);

  test('behavior: messages, typed data and a transaction', async () => {
    const own = signer();
    expect(ethers.verifyMessage('Hello', await own.signMessage('Hello'))).toBe(address);
    const typed = await own.signTypedData(DOMAIN, TYPES, MESSAGE);
    expect(ethers.verifyTypedData(DOMAIN, TYPES, MESSAGE, typed)).toBe(address);
    const signed = await own.signTransaction({
      type: 2,
      chainId: 1,
      nonce: 3,
      gasLimit: 21_000,
      to: DEAD,
      value: 1,
      ...fees,
    });
    expect(ethers.Transaction.from(signed)).toMatchObject({ from: address, nonce: 3, value: 1n });
  });
});
