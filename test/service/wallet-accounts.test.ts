import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addressOf } from '../../src/addresses/address.ts';
import { fromHex, randomBytes } from '../../src/crypto/bytes.ts';
import type { AddressFormat, Curve } from '../../src/protocol/enums.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { randomId } from '../../src/service/ids.ts';
import { organizations, walletAccounts, wallets } from '../../src/service/schema.ts';
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

let database: OpenDatabase;
let service: TestService;
let root: Caller;

useFreshService((fresh) => {
  ({ database, service, root } = fresh);
});

const NOBODY = '00000000-0000-4000-8000-000000000000';

const ethereum = (index: number, name?: string) => ({
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: `m/44'/60'/${index}'/0/0`,
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  ...(name !== undefined && { name }),
});

async function createWallet(walletName: string, accounts: readonly Json[]) {
  const result = resultOf(await root.submit('create_wallet', { walletName, accounts }));
  return { walletId: String(result['walletId']), addresses: result['addresses'] as string[] };
}

const list = async (parameters: Json = {}): Promise<Json[]> => {
  const { body } = await root.query('list_wallet_accounts', parameters);
  return body['accounts'] as Json[];
};
const page = (parameters: Json, paginationOptions: Json) =>
  list({ ...parameters, paginationOptions });
const ids = (accounts: readonly Json[]) => accounts.map((account) => account['walletAccountId']);

/** Gives a wallet and its accounts to another organization, and returns one account's id. */
async function giveAway(walletId: string): Promise<string> {
  const organizationId = randomId(randomBytes);
  await database.db
    .insert(organizations)
    .values({ id: organizationId, name: 'Other', createdAt: service.time.now });
  await database.db.update(wallets).set({ organizationId }).where(eq(wallets.id, walletId));
  const [account] = await database.db
    .update(walletAccounts)
    .set({ organizationId })
    .where(eq(walletAccounts.walletId, walletId))
    .returning({ id: walletAccounts.id });
  return account?.id ?? '';
}

describe('list_wallet_accounts', () => {
  test('behavior: every account has the public key of its address', async () => {
    const accounts = await page({}, { limit: '100' });
    expect(accounts.length).toBeGreaterThanOrEqual(7);
    for (const { curve, addressFormat, address, publicKey } of accounts) {
      const key = { curve: curve as Curve, bytes: fromHex(String(publicKey)) };
      expect(addressOf(addressFormat as AddressFormat, key)).toBe(address);
      expect(key.bytes).toHaveLength(curve === 'CURVE_ED25519' ? 32 : 33);
    }
  });

  test('behavior: the record of the published schema', async () => {
    service.time.now += 1000;
    const { walletId, addresses } = await createWallet('Fresh', [ethereum(0, 'Fees')]);
    const times = { seconds: String(service.time.now / 1000), nanos: '0' };
    const [account] = await list({ walletId });
    expect(account).toEqual({
      walletAccountId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      organizationId: root.organizationId,
      walletId,
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/60'/0'/0/0",
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      address: addresses[0],
      publicKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/),
      name: 'Fees',
      caip2Prefix: 'eip155',
      createdAt: times,
      updatedAt: times,
    });
    const wallet = (await listOf(root, 'list_wallets', 'wallets')).at(-1);
    const detailed = await list({ walletId, includeWalletDetails: true });
    expect(detailed).toEqual([{ ...account, walletDetails: wallet }]);
  });

  test('behavior: accounts are listed as they were asked for, oldest first', async () => {
    service.time.now += 1000;
    const requests = Array.from({ length: 30 }, (_, index) => ethereum(index));
    const { walletId, addresses } = await createWallet('Many', requests);
    const accounts = await page({ walletId }, { limit: '100' });
    expect(accounts.map(({ address }) => address)).toEqual(addresses);
    expect((await page({}, { limit: '100' })).slice(-30)).toEqual(accounts);
  });

  test('behavior: pages of ten, forward and backward, leave nothing out', async () => {
    const requests = Array.from({ length: 25 }, (_, index) => ethereum(index));
    const { walletId } = await createWallet('Many', requests);
    const all = ids(await page({ walletId }, { limit: '100' }));
    const forward = [ids(await list({ walletId }))];
    for (let after = forward[0]?.at(-1); forward.length < 3; after = forward.at(-1)?.at(-1))
      forward.push(ids(await page({ walletId }, { after })));
    expect(forward.map((one) => one.length)).toEqual([10, 10, 5]);
    expect(forward.flat()).toEqual(all);
    expect(await page({ walletId }, { after: all.at(-1) })).toEqual([]);
    const back = ids(await page({ walletId }, { before: all[20], limit: '7' }));
    expect(back).toEqual(all.slice(13, 20));
    expect(await page({ walletId }, { before: all[0] })).toEqual([]);
    const between = await page({ walletId }, { after: all[3], before: all[9], limit: '2' });
    expect(ids(between)).toEqual(all.slice(7, 9));
  });

  test.each(['0', '101', '-1', '1e1', '', 10])('error: limit %j', async (limit) => {
    const answer = await root.query('list_wallet_accounts', { paginationOptions: { limit } });
    expect(refusalOf(answer)).toMatchObject({ status: 400, turnkey: 'REQUEST_INVALID' });
  });

  test('error: a wallet or account that doesn’t exist', async () => {
    const noWallet = await root.query('list_wallet_accounts', { walletId: NOBODY });
    expect(refusalOf(noWallet)).toEqual({
      status: 404,
      code: 5,
      turnkey: '',
      message: `unable to find wallet ${NOBODY} in organization ${root.organizationId}`,
    });
    for (const cursor of [{ before: NOBODY }, { after: NOBODY }]) {
      const answer = await root.query('list_wallet_accounts', { paginationOptions: cursor });
      expect(answer.body['message']).toBe(
        `unable to find wallet account ${NOBODY} in organization ${root.organizationId}`,
      );
    }
  });

  test('error: wallets and accounts of another organization', async () => {
    const { walletId } = await createWallet('Theirs', [ethereum(0)]);
    const foreignAccount = await giveAway(walletId);
    for (const parameters of [
      { walletId },
      { paginationOptions: { after: foreignAccount } },
      { paginationOptions: { before: foreignAccount } },
    ]) {
      expect((await root.query('list_wallet_accounts', parameters)).status).toBe(404);
    }
    const own = ids(await page({}, { limit: '100' }));
    const stored = await database.db.select().from(walletAccounts).orderBy(asc(walletAccounts.id));
    expect(stored.map(({ id }) => id)).toContain(foreignAccount);
    expect(own).toHaveLength(stored.length - 1);
    expect(own).not.toContain(foreignAccount);
  });
});

describe('names of accounts', () => {
  test('error: a name in use, in this wallet or another', async () => {
    await createWallet('First', [ethereum(0, 'Fees')]);
    const refused = { status: 400, message: 'wallet account label must be unique' };
    const taken = { walletName: 'Second', accounts: [ethereum(0, 'Fees')] };
    expect(refusalOf(await root.submit('create_wallet', taken))).toMatchObject(refused);
    const twice = { walletName: 'Third', accounts: [ethereum(0, 'A'), ethereum(1, 'A')] };
    expect(refusalOf(await root.submit('create_wallet', twice))).toMatchObject(refused);
    expect(await listOf(root, 'list_wallets', 'wallets')).toHaveLength(5);
  });
});

describe('create_wallet_accounts', () => {
  const add = (walletId: string, accounts: readonly Json[], more: Json = {}) =>
    root.submit('create_wallet_accounts', { walletId, accounts, ...more });
  const solana = {
    curve: 'CURVE_ED25519',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/501'/0'/0'",
    addressFormat: 'ADDRESS_FORMAT_SOLANA',
  };

  test('behavior: addresses in order, of the wallet’s own seed, at the end of its list', async () => {
    const together = await createWallet('Together', [ethereum(0), ethereum(1), solana]);
    const { walletId } = await createWallet('One by one', []);
    service.time.now += 1000;
    const first = resultOf(await add(walletId, [ethereum(1, 'Second'), solana]));
    service.time.now += 1000;
    const second = resultOf(await add(walletId, [ethereum(0)]));
    const accounts = await list({ walletId });
    expect(accounts.map(({ address }) => address)).toEqual([
      ...(first['addresses'] as string[]),
      ...(second['addresses'] as string[]),
    ]);
    expect(accounts.map(({ path, name }) => [path, name])).toEqual([
      ["m/44'/60'/1'/0/0", 'Second'],
      ["m/44'/501'/0'/0'", undefined],
      ["m/44'/60'/0'/0/0", undefined],
    ]);
    expect(first['addresses']).not.toContain(together.addresses[1]);
  });

  test('behavior: the same seed gives the same accounts as with the wallet', async () => {
    const { walletId, addresses } = await createWallet('Seed', [ethereum(3), solana]);
    const preview = resultOf(await add(walletId, [solana, ethereum(3)], { persist: false }));
    expect(preview).toEqual({ addresses: addresses.toReversed() });
  });

  test('behavior: with persist false nothing is added', async () => {
    const { walletId, addresses } = await createWallet('Preview', [ethereum(0)]);
    const preview = resultOf(await add(walletId, [ethereum(7)], { persist: false }));
    expect((await list({ walletId })).map(({ address }) => address)).toEqual(addresses);
    expect(resultOf(await add(walletId, [ethereum(7)]))).toEqual(preview);
  });

  test('behavior: one path in two formats', async () => {
    const { walletId } = await createWallet('Formats', [ethereum(0)]);
    const tron = { ...ethereum(0), addressFormat: 'ADDRESS_FORMAT_TRON' };
    expect(resultOf(await add(walletId, [tron]))).toEqual({
      addresses: [expect.stringMatching(/^T/)],
    });
  });

  test('error: a path that the wallet has, or twice in one request', async () => {
    const { walletId } = await createWallet('Paths', [ethereum(0)]);
    const [account] = await list({ walletId });
    expect(refusalOf(await add(walletId, [ethereum(1), ethereum(0)]))).toEqual({
      status: 409,
      code: 6,
      turnkey: '',
      message: `path already exists in wallet account ${String(account?.['walletAccountId'])}`,
    });
    expect(refusalOf(await add(walletId, [ethereum(1), ethereum(1)]))).toMatchObject({
      status: 409,
      message: 'path already exists in wallet account: the same account is asked for twice',
    });
    expect(await list({ walletId })).toEqual([account]);
  });

  test('error: a name in use undoes all of it', async () => {
    const { walletId } = await createWallet('Names', [ethereum(0, 'Fees')]);
    expect(refusalOf(await add(walletId, [ethereum(1), ethereum(2, 'Fees')]))).toMatchObject({
      status: 400,
      message: 'wallet account label must be unique',
    });
    expect(await list({ walletId })).toHaveLength(1);
  });

  test.each([
    ['no accounts', [], /accounts: Choose at least one/],
    ['101 accounts', Array.from({ length: 101 }, (_, at) => ethereum(at)), /more than fit/],
    ['another curve', [{ ...ethereum(0), curve: 'CURVE_ED25519' }], /invalid address format/],
    ['a path that isn’t one', [{ ...ethereum(0), path: 'm' }], /invalid path/],
    ['soft steps on Ed25519', [{ ...solana, path: "m/44'/501'/0" }], /hardened steps only/],
  ])('error: %s', async (_what, accounts, words) => {
    const { walletId } = await createWallet('Bounds', []);
    const answer = await add(walletId, accounts);
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(words) } });
    expect(await list({ walletId })).toEqual([]);
  });

  test('error: a wallet that doesn’t exist, or of another organization', async () => {
    const { walletId } = await createWallet('Theirs', [ethereum(0)]);
    await giveAway(walletId);
    for (const id of [NOBODY, walletId]) {
      const { status, body } = await add(id, [ethereum(1)]);
      expect(status).toBe(404);
      expect(body['message']).toBe(
        `unable to find wallet ${id} in organization ${root.organizationId}`,
      );
    }
    expect(await database.db.$count(walletAccounts, eq(walletAccounts.walletId, walletId))).toBe(1);
  });

  test('behavior: the same bytes again add nothing', async () => {
    const { walletId } = await createWallet('Again', []);
    const body = root.body('create_wallet_accounts', { walletId, accounts: [ethereum(0)] });
    const { path } = demandSubmit('create_wallet_accounts');
    const answers = await Promise.all(Array.from({ length: 5 }, () => root.post(path, body)));
    const [first, ...others] = answers.map((answer) => activityOf(answer));
    for (const other of others) expect(other).toEqual(first);
    expect(await list({ walletId })).toHaveLength(1);
  });

  test('behavior: of ten concurrent requests for one path one gets it', async () => {
    const { walletId } = await createWallet('Race', []);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => add(walletId, [ethereum(0), ethereum(at + 1)])),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await list({ walletId })).toHaveLength(2);
  });
});
