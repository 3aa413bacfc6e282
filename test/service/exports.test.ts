import { encryptWalletToBundle } from '@turnkey/crypto';
import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { openSignedBundle } from '../../src/crypto/bundle.ts';
import { fromHex, fromUtf8, randomBytes, toHex } from '../../src/crypto/bytes.ts';
import { publicKeyOf } from '../../src/crypto/keys.ts';
import { addressFormatsOf } from '../../src/protocol/curve-formats.ts';
import { CURVE, type Curve } from '../../src/protocol/enums.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { randomId } from '../../src/service/ids.ts';
import { organizations, privateKeys, walletAccounts, wallets } from '../../src/service/schema.ts';
import { exportTarget } from './export-target.ts';
import {
  activityOf,
  demandSubmit,
  listOf,
  refusalOf,
  resultOf,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';
import { useFreshService } from './fresh-service.ts';
import { importBundle, sealBundle, startImport, submitImport } from './key-import.ts';

let database: OpenDatabase;
let service: TestService;
let root: Caller;

useFreshService((fresh) => {
  ({ database, service, root } = fresh);
});

const NOBODY = '00000000-0000-4000-8000-000000000000';

const PATHS: Readonly<Record<Curve, string>> = {
  CURVE_SECP256K1: "m/44'/60'/0'/0/7",
  CURVE_ED25519: "m/44'/501'/7'/0'",
  CURVE_P256: "m/44'/60'/0'/0/7",
};

/** One account in every format that the service has. */
const everyFormat = (): Json[] =>
  CURVE.flatMap((curve) =>
    addressFormatsOf(curve).map((addressFormat) => ({
      curve,
      pathFormat: 'PATH_FORMAT_BIP32',
      path: PATHS[curve],
      addressFormat,
    })),
  );

async function createWallet(accounts: readonly Json[], more: Json = {}) {
  const values = { walletName: 'Travels', accounts, ...more };
  return resultOf(await root.submit('create_wallet', values)) as {
    walletId: string;
    addresses: string[];
  };
}

const recordOf = async (walletId: string) => {
  const { body } = await root.query('get_wallet', { walletId });
  return body['wallet'] as Json;
};

describe('a wallet', () => {
  test('behavior: goes out and in again through the vendor’s own crypto, with every address', async () => {
    const accounts = everyFormat();
    expect(accounts.length).toBeGreaterThan(35);
    const { walletId, addresses } = await createWallet(accounts, { mnemonicLength: 24 });
    expect(await recordOf(walletId)).toMatchObject({ exported: false, imported: false });
    const { targetPublicKey, openAs } = exportTarget(service);
    const out = resultOf(await root.submit('export_wallet', { walletId, targetPublicKey }));
    expect(out).toEqual({ walletId, exportBundle: expect.any(String) });
    const mnemonic = await openAs(out, 'mnemonic');
    expect(mnemonic).toMatch(/^[a-z]+(?: [a-z]+){23}$/);
    expect(await recordOf(walletId)).toMatchObject({ exported: true });
    expect((await root.submit('delete_wallets', { walletIds: [walletId] })).status).toBe(200);
    const { userId, organizationId } = root;
    const encryptedBundle = await encryptWalletToBundle({
      mnemonic,
      importBundle: await importBundle(root, 'init_import_wallet'),
      userId,
      organizationId,
      dangerouslyOverrideSignerPublicKey: service.info.enclaveQuorumPublic,
    });
    const values = { userId, walletName: 'Back', encryptedBundle, accounts };
    const back = resultOf(await root.submit('import_wallet', values));
    expect(back).toEqual({ walletId, addresses });
    expect(await recordOf(walletId)).toMatchObject({
      walletName: 'Back',
      exported: false,
      imported: true,
    });
  });

  test('behavior: the bundle has the deployed form, and names the organization', async () => {
    const { walletId } = await createWallet([]);
    const { targetPublicKey } = exportTarget(service);
    const out = resultOf(await root.submit('export_wallet', { walletId, targetPublicKey }));
    const text = String(out['exportBundle']);
    const wrapper = JSON.parse(text) as Record<string, string>;
    expect(wrapper).toEqual({
      version: 'v1.0.0',
      data: expect.stringMatching(/^[0-9a-f]+$/),
      dataSignature: expect.stringMatching(/^30[0-9a-f]+$/),
      enclaveQuorumPublic: service.info.enclaveQuorumPublic,
    });
    const { organizationId } = root;
    const pinnedPublic = service.info.enclaveQuorumPublic;
    const data = await openSignedBundle(text, { pinnedPublic, organizationId });
    expect(data.encappedPublic).toMatch(/^04[0-9a-f]{128}$/);
    // As in the vendor's own bundles, in that order.
    const inner: unknown = JSON.parse(fromUtf8(fromHex(String(wrapper['data']))));
    expect(Object.keys(inner as Json)).toEqual(['encappedPublic', 'ciphertext', 'organizationId']);
    await expect(
      openSignedBundle(text, { pinnedPublic, organizationId: NOBODY }),
    ).rejects.toMatchObject({ code: 'bundle_foreign' });
  });

  test('error: another key does not open it', async () => {
    const { walletId } = await createWallet([]);
    const { targetPublicKey } = exportTarget(service);
    const out = resultOf(await root.submit('export_wallet', { walletId, targetPublicKey }));
    await expect(exportTarget(service).openText(out)).rejects.toThrow(/decrypting bundle/);
  });

  test('behavior: the same bytes give the same bundle, others another one', async () => {
    const { walletId } = await createWallet([]);
    const { targetPublicKey } = exportTarget(service);
    const { path } = demandSubmit('export_wallet');
    const body = root.body('export_wallet', { walletId, targetPublicKey });
    const first = await root.post(path, body);
    expect(activityOf(await root.post(path, body))).toEqual(activityOf(first));
    const second = await root.submit('export_wallet', { walletId, targetPublicKey });
    expect(resultOf(second)['exportBundle']).not.toBe(resultOf(first)['exportBundle']);
  });

  test('behavior: one that was exported is deleted without being asked, another one is not', async () => {
    const { walletId } = await createWallet([]);
    const remove = () => root.submit('delete_wallets', { walletIds: [walletId] });
    expect(refusalOf(await remove())).toMatchObject({ turnkey: 'WALLET_ACCOUNT_NOT_EXPORTED' });
    const { targetPublicKey } = exportTarget(service);
    resultOf(await root.submit('export_wallet', { walletId, targetPublicKey }));
    expect((await remove()).status).toBe(200);
  });
});

describe('an account', () => {
  test.each(CURVE)('behavior: the key of %s is the one of its address', async (curve) => {
    const accounts = everyFormat().filter((account) => account['curve'] === curve);
    const { walletId } = await createWallet(accounts.slice(0, 1));
    const { body } = await root.query('list_wallet_accounts', { walletId });
    const [account] = body['accounts'] as Json[];
    const { targetPublicKey, open } = exportTarget(service);
    const address = String(account?.['address']);
    const out = resultOf(await root.submit('export_wallet_account', { address, targetPublicKey }));
    expect(out).toEqual({ address, exportBundle: expect.any(String) });
    const key = await open(out);
    expect(key).toHaveLength(32);
    const name = { CURVE_SECP256K1: 'SECP256K1', CURVE_ED25519: 'ED25519', CURVE_P256: 'P256' };
    const publicKey = toHex(publicKeyOf(name[curve] as 'P256', key));
    expect(publicKey).toBe(account?.['publicKey']);
    // The seed didn't leave: the wallet isn't exported by it.
    expect(await recordOf(walletId)).toMatchObject({ exported: false });
  });

  test('behavior: a Solana key, as the vendor’s wallets show it', async () => {
    const account = {
      curve: 'CURVE_ED25519',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/501'/0'/0'",
      addressFormat: 'ADDRESS_FORMAT_SOLANA',
    };
    const { addresses } = await createWallet([account]);
    const { targetPublicKey, openAs } = exportTarget(service);
    const values = { address: addresses[0], targetPublicKey };
    const out = resultOf(await root.submit('export_wallet_account', values));
    const keyPair = base58.decode(await openAs(out, 'solana'));
    expect(base58.encode(keyPair.subarray(32))).toBe(addresses[0]);
  });
});

describe('a private key', () => {
  test('behavior: comes out as the bytes that went in', async () => {
    const secret = randomBytes(32);
    const sealed = await sealBundle(await startImport(service, root), secret);
    const { privateKeyId } = resultOf(await submitImport(root, sealed));
    const remove = () => root.submit('delete_private_keys', { privateKeyIds: [privateKeyId] });
    expect((await remove()).status).toBe(400);
    const { targetPublicKey, open } = exportTarget(service);
    const values = { privateKeyId: String(privateKeyId).toUpperCase(), targetPublicKey };
    const out = resultOf(await root.submit('export_private_key', values));
    expect(out).toEqual({ privateKeyId, exportBundle: expect.any(String) });
    expect(toHex(await open(out))).toBe(toHex(secret));
    const listed = await listOf(root, 'list_private_keys', 'privateKeys');
    expect(listed.find((key) => key['privateKeyId'] === privateKeyId)).toMatchObject({
      exported: true,
      imported: true,
    });
    expect((await remove()).status).toBe(200);
  });
});

/** The three exports, each of one record of the demo organization. */
const KINDS = [
  {
    name: 'export_wallet',
    parameter: 'walletId',
    what: 'wallet',
    table: wallets,
    find: async () => (await listOf(root, 'list_wallets', 'wallets'))[0]?.['walletId'],
  },
  {
    name: 'export_wallet_account',
    parameter: 'address',
    what: 'wallet account',
    table: walletAccounts,
    find: async () => (await listOf(root, 'list_wallet_accounts', 'accounts'))[0]?.['address'],
  },
  {
    name: 'export_private_key',
    parameter: 'privateKeyId',
    what: 'private key',
    table: privateKeys,
    find: async () => (await listOf(root, 'list_private_keys', 'privateKeys'))[0]?.['privateKeyId'],
  },
] as const;

describe.each(KINDS)('$name', ({ name, parameter, what, table, find }) => {
  const run = async (change: Json = {}) => {
    const { targetPublicKey } = exportTarget(service);
    return root.submit(name, { [parameter]: await find(), targetPublicKey, ...change });
  };

  test('error: a target that is no point, compressed, or no hex', async () => {
    const before = await database.db.select().from(table);
    expect(refusalOf(await run({ targetPublicKey: `04${'ab'.repeat(64)}` }))).toEqual({
      status: 400,
      code: 3,
      turnkey: '',
      message: 'invalid target public key: it is not a point of P-256',
    });
    for (const targetPublicKey of [`02${'ab'.repeat(32)}`, 'none', '', 4]) {
      expect(refusalOf(await run({ targetPublicKey }))).toMatchObject({ status: 400, code: 3 });
    }
    expect(refusalOf(await run({ targetPublicKey: `02${'ab'.repeat(32)}` })).message).toMatch(
      /parameters\.targetPublicKey: A target key is 130 hex digits/,
    );
    expect(await database.db.select().from(table)).toEqual(before);
  });

  test('error: one that does not exist', async () => {
    const missing = parameter === 'address' ? 'nowhere' : NOBODY;
    expect(refusalOf(await run({ [parameter]: missing }))).toEqual({
      status: 404,
      code: 5,
      turnkey: '',
      message: `unable to find ${what} ${missing} in organization ${root.organizationId}`,
    });
  });

  test('error: one of another organization', async () => {
    const named = await find();
    const organizationId = randomId(randomBytes);
    const other = { id: organizationId, name: 'Other', createdAt: service.time.now };
    await database.db.insert(organizations).values(other);
    await database.db.update(table).set({ organizationId });
    expect((await run({ [parameter]: named })).status).toBe(404);
  });
});

test('error: addresses are told apart by case', async () => {
  const listed = await listOf(root, 'list_wallet_accounts', 'accounts');
  const address = String(listed[0]?.['address']);
  const { targetPublicKey } = exportTarget(service);
  const values = { address: address.toLowerCase(), targetPublicKey };
  expect(address).toMatch(/^0x.*[A-F]/);
  expect((await root.submit('export_wallet_account', values)).status).toBe(404);
});
