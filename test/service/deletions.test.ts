import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { randomId } from '../../src/service/ids.ts';
import {
  contractInterfaces,
  organizations,
  privateKeys,
  walletAccounts,
  wallets,
} from '../../src/service/schema.ts';
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
import { exportTarget } from './export-target.ts';
import { sealBundle, startImport, submitImport } from './key-import.ts';

let database: OpenDatabase;
let service: TestService;
let root: Caller;

useFreshService((fresh) => {
  ({ database, service, root } = fresh);
});

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** The operations that destroy key material. */
const KINDS = [
  {
    name: 'delete_wallets',
    parameter: 'walletIds',
    what: 'wallet',
    code: 'WALLET_ACCOUNT_NOT_EXPORTED',
    table: wallets,
    list: () => listOf(root, 'list_wallets', 'wallets'),
    id: 'walletId',
    showsExport: true,
  },
  {
    name: 'delete_wallet_accounts',
    parameter: 'walletAccountIds',
    what: 'wallet account',
    code: 'WALLET_ACCOUNT_NOT_EXPORTED',
    table: walletAccounts,
    list: async () => {
      const all = { paginationOptions: { limit: '100' } };
      return (await root.query('list_wallet_accounts', all)).body['accounts'] as Json[];
    },
    id: 'walletAccountId',
    showsExport: false,
  },
  {
    name: 'delete_private_keys',
    parameter: 'privateKeyIds',
    what: 'private key',
    code: '',
    table: privateKeys,
    list: () => listOf(root, 'list_private_keys', 'privateKeys'),
    id: 'privateKeyId',
    showsExport: true,
  },
] as const;

/** Gives rows to another organization. */
async function giveAway(
  table: (typeof KINDS)[number]['table'] | typeof contractInterfaces,
  id: string,
): Promise<void> {
  const organizationId = randomId(randomBytes);
  await database.db
    .insert(organizations)
    .values({ id: organizationId, name: 'Other', createdAt: service.time.now });
  await database.db.update(table).set({ organizationId }).where(eq(table.id, id));
}

describe.each(KINDS)('$name', ({ name, parameter, what, code, table, list, ...kind }) => {
  const { id: member, showsExport } = kind;
  const idsOf = async () => (await list()).map((record) => String(record[member]));
  const remove = (ids: readonly string[], more: Json = {}) =>
    root.submit(name, { [parameter]: ids, ...more });
  const setExported = (id: string) =>
    database.db.update(table).set({ exported: true }).where(eq(table.id, id));

  test('error: one that was never exported stays, and those named with it', async () => {
    const before = await list();
    const [kept = '', exported = ''] = await idsOf();
    await setExported(exported);
    for (const more of [{}, { deleteWithoutExport: false }]) {
      expect(refusalOf(await remove([exported, kept], more))).toEqual({
        status: 400,
        code: 9,
        turnkey: code,
        message: `${what} ${kept} has not been exported: export it first, or set deleteWithoutExport`,
      });
    }
    const after = before.map((record) =>
      record[member] === exported && showsExport ? { ...record, exported: true } : record,
    );
    expect(await list()).toEqual(after);
  });

  test('behavior: an exported one is deleted without being asked', async () => {
    const [exported = '', ...others] = await idsOf();
    await setExported(exported);
    const answer = await remove([exported.toUpperCase()]);
    expect(resultOf(answer)).toEqual({ [parameter]: [exported] });
    expect(await idsOf()).toEqual(others);
  });

  test('behavior: deleteWithoutExport deletes all that are named', async () => {
    const ids = await idsOf();
    const [first = '', second = '', ...others] = ids;
    const answer = await remove([second, first], { deleteWithoutExport: true });
    expect(resultOf(answer)).toEqual({ [parameter]: [second, first] });
    expect(await idsOf()).toEqual(others);
    expect(await database.db.$count(table, eq(table.id, first))).toBe(0);
  });

  test('error: one unknown id means none are deleted', async () => {
    const ids = await idsOf();
    const [first = ''] = ids;
    const answer = await remove([first, NOBODY], { deleteWithoutExport: true });
    expect(refusalOf(answer)).toMatchObject({
      status: 404,
      message: `unable to find ${what} ${NOBODY} in organization ${root.organizationId}`,
    });
    expect(await idsOf()).toEqual(ids);
  });

  test('error: no ids, one twice, a flag that is text', async () => {
    const [first = ''] = await idsOf();
    expect((await remove([])).body['message']).toMatch(/Choose at least one/);
    expect((await remove([first, first])).body['message']).toMatch(/stands here twice/);
    expect((await remove([first], { deleteWithoutExport: 'true' })).status).toBe(400);
    expect(await idsOf()).toContain(first);
  });

  test('error: one of another organization', async () => {
    const [first = ''] = await idsOf();
    await giveAway(table, first);
    const answer = await remove([first], { deleteWithoutExport: true });
    expect(answer.status).toBe(404);
    expect(await database.db.$count(table, eq(table.id, first))).toBe(1);
  });

  test('behavior: of two concurrent deletions one is carried out', async () => {
    const ids = await idsOf();
    const more = { deleteWithoutExport: true };
    const answers = await Promise.all([remove(ids, more), remove(ids.toReversed(), more)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
    expect(await list()).toEqual([]);
  });

  test('behavior: the same bytes again give the same activity', async () => {
    const [first = '', ...others] = await idsOf();
    const body = root.body(name, { [parameter]: [first], deleteWithoutExport: true });
    const { path } = demandSubmit(name);
    const done = activityOf(await root.post(path, body));
    expect(activityOf(await root.post(path, body))).toEqual(done);
    expect(await idsOf()).toEqual(others);
  });
});

describe('a deleted wallet', () => {
  test('behavior: its accounts and its seed are gone, those of others stay', async () => {
    const all = await database.db.select().from(walletAccounts);
    const [wallet] = await listOf(root, 'list_wallets', 'wallets');
    const walletId = String(wallet?.['walletId']);
    await root.submit('delete_wallets', { walletIds: [walletId], deleteWithoutExport: true });
    const left = await database.db.select().from(walletAccounts);
    expect(left).toEqual(all.filter((account) => account.walletId !== walletId));
    expect(left.length).toBeLessThan(all.length);
    for (const answer of [
      await root.query('get_wallet', { walletId }),
      await root.query('list_wallet_accounts', { walletId }),
      await root.submit('update_wallet', { walletId, walletName: 'Back' }),
    ]) {
      expect(answer.status).toBe(404);
    }
    const renewed = { walletName: wallet?.['walletName'], accounts: [] };
    expect((await root.submit('create_wallet', renewed)).status).toBe(200);
  });

  test('behavior: new accounts come before its deletion, or not at all', async () => {
    for (let round = 0; round < 5; round += 1) {
      const made = await root.submit('create_wallet', { walletName: `W ${round}`, accounts: [] });
      const { walletId } = resultOf(made);
      const account = {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      };
      const [added, deleted] = await Promise.all([
        root.submit('create_wallet_accounts', { walletId, accounts: [account] }),
        root.submit('delete_wallets', { walletIds: [walletId], deleteWithoutExport: true }),
      ]);
      expect(deleted?.status).toBe(200);
      expect([200, 404]).toContain(added?.status);
      const ofWallet = eq(walletAccounts.walletId, String(walletId));
      expect(await database.db.$count(walletAccounts, ofWallet)).toBe(0);
    }
  });
});

describe('a deleted account', () => {
  const accounts = async (walletId: unknown) =>
    (await root.query('list_wallet_accounts', { walletId })).body['accounts'] as Json[];
  const remove = (account: Json | undefined) =>
    root.submit('delete_wallet_accounts', { walletAccountIds: [account?.['walletAccountId']] });

  test('behavior: its export or its wallet’s makes it deletable, and its wallet derives it again', async () => {
    const [wallet, other] = await listOf(root, 'list_wallets', 'wallets');
    const [first, second] = await accounts(wallet?.['walletId']);
    const [third] = await accounts(other?.['walletId']);
    const { targetPublicKey } = exportTarget(service);
    expect((await remove(first)).status).toBe(400);
    const address = first?.['address'];
    expect((await root.submit('export_wallet_account', { address, targetPublicKey })).status).toBe(
      200,
    );
    expect((await remove(first)).status).toBe(200);
    expect((await remove(second)).status).toBe(400);
    const walletId = other?.['walletId'];
    expect((await root.submit('export_wallet', { walletId, targetPublicKey })).status).toBe(200);
    expect((await remove(third)).status).toBe(200);
    const { curve, pathFormat, path, addressFormat, name } = first ?? {};
    const again = await root.submit('create_wallet_accounts', {
      walletId: wallet?.['walletId'],
      accounts: [{ curve, pathFormat, path, addressFormat, name }],
    });
    expect(resultOf(again)).toEqual({ addresses: [address] });
  });
});

describe('a deleted private key', () => {
  test('behavior: can be imported again, under the same id', async () => {
    const secret = randomBytes(32);
    const importIt = async () =>
      submitImport(root, await sealBundle(await startImport(service, root), secret));
    const first = resultOf(await importIt());
    expect((await importIt()).status).toBe(409);
    const deletion = { privateKeyIds: [first['privateKeyId']], deleteWithoutExport: true };
    resultOf(await root.submit('delete_private_keys', deletion));
    expect(resultOf(await importIt())).toEqual(first);
  });
});

describe('delete_smart_contract_interface', () => {
  const interfaces = () =>
    listOf(root, 'list_smart_contract_interfaces', 'smartContractInterfaces');
  const remove = (smartContractInterfaceId: string) =>
    root.submit('delete_smart_contract_interface', { smartContractInterfaceId });
  const idsOf = async () =>
    (await interfaces()).map((one) => String(one['smartContractInterfaceId']));

  test('behavior: deletes the one that is named', async () => {
    const [first = '', ...others] = await idsOf();
    expect(resultOf(await remove(first.toUpperCase()))).toEqual({
      smartContractInterfaceId: first,
    });
    expect(await idsOf()).toEqual(others);
  });

  test('error: one that doesn’t exist, or of another organization, or no id', async () => {
    const [first = ''] = await idsOf();
    await giveAway(contractInterfaces, first);
    for (const id of [NOBODY, first]) {
      expect(refusalOf(await remove(id))).toEqual({
        status: 404,
        code: 5,
        turnkey: '',
        message: `unable to find smart contract interface ${id} in organization ${root.organizationId}`,
      });
    }
    expect(await database.db.$count(contractInterfaces)).toBe(2);
    expect((await remove('no id')).status).toBe(400);
  });

  test('behavior: of ten concurrent deletions one is carried out; its bytes give it again', async () => {
    const [first = ''] = await idsOf();
    const bodies = Array.from({ length: 10 }, () =>
      root.body('delete_smart_contract_interface', { smartContractInterfaceId: first }),
    );
    const { path } = demandSubmit('delete_smart_contract_interface');
    const answers = await Promise.all(bodies.map((body) => root.post(path, body)));
    const done = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9);
    const again = await root.post(path, bodies[done] ?? '');
    expect(again.body).toEqual(answers[done]?.body);
  });
});
