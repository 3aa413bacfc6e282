// The queries that show one record: the same as the list has it, and only of the own organization.
import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import { ROWS, listQueryOf, type QueryName } from '../../src/protocol/operations.ts';
import type { QueryRow } from '../../src/protocol/operation-row.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { randomId } from '../../src/service/ids.ts';
import {
  contractInterfaces,
  organizations,
  privateKeys,
  users,
  wallets,
} from '../../src/service/schema.ts';
import { listOf, refusalOf, type Caller, type Json, type TestService } from './harness.ts';
import { useFreshService } from './fresh-service.ts';

let database: OpenDatabase;
let service: TestService;
let root: Caller;

useFreshService((fresh) => {
  ({ database, service, root } = fresh);
});

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Rows that show one record, with their tables where a record can change hands. */
const TABLES = {
  get_wallet: wallets,
  get_user: users,
  get_private_key: privateKeys,
  get_smart_contract_interface: contractInterfaces,
} as const;
type Shown = keyof typeof TABLES;
const shown = Object.keys(TABLES) as Shown[];

function factsOf(name: Shown) {
  const row = ROWS.find((one): one is QueryRow => one.kind === 'query' && one.name === name);
  const listing = row?.shows && listQueryOf(row.shows.recordKind);
  if (!row?.shows || !listing?.lists) throw new Error(name);
  const { member, id: parameter } = row.shows;
  return { member, parameter, list: listing.name as QueryName, lists: listing.lists };
}

async function listed(name: Shown): Promise<readonly Json[]> {
  const { list, lists } = factsOf(name);
  return listOf(root, list, lists.member);
}

async function createOtherOrganization(): Promise<string> {
  const id = randomId(randomBytes);
  const createdAt = service.time.now;
  await database.db.insert(organizations).values({ id, name: 'Other', createdAt });
  return id;
}

describe.each(shown)('%s', (name) => {
  const { member, parameter, lists } = factsOf(name);

  test('behavior: each record is shown as the list has it, whatever the case of its id', async () => {
    const records = await listed(name);
    expect(records.length).toBeGreaterThan(1);
    for (const record of records) {
      const id = String(record[lists.id]);
      const { body } = await root.query(name, { [parameter]: id.toUpperCase() });
      expect(body).toEqual({ [member]: record });
    }
  });

  test('error: an id that nothing has, and no id', async () => {
    const unknown = await root.query(name, { [parameter]: NOBODY });
    const words = new RegExp(
      `^unable to find .+ ${NOBODY} in organization ${root.organizationId}$`,
    );
    expect(refusalOf(unknown)).toEqual({
      status: 404,
      code: 5,
      turnkey: '',
      message: expect.stringMatching(words),
    });
    const malformed = await root.query(name, { [parameter]: 'no id' });
    expect(refusalOf(malformed)).toMatchObject({ status: 400, turnkey: 'REQUEST_INVALID' });
    expect(malformed.body['message']).toContain(`${parameter}: An id has 36 characters`);
  });

  test('error: a record of another organization is as unknown as none', async () => {
    const [record] = (await listed(name)).filter(({ userId }) => userId !== root.userId);
    const id = String(record?.[lists.id]);
    const table = TABLES[name];
    const organizationId = await createOtherOrganization();
    await database.db.update(table).set({ organizationId }).where(eq(table.id, id));
    const answer = await root.query(name, { [parameter]: id });
    expect(answer.status).toBe(404);
    expect(answer.body['message']).toContain(`${id} in organization ${root.organizationId}`);
    expect(JSON.stringify(await listed(name))).not.toContain(id);
  });
});

describe('get_wallet_account', () => {
  const accounts = async () => {
    const { body } = await root.query('list_wallet_accounts', {
      paginationOptions: { limit: '100' },
    });
    return body['accounts'] as (Json & { walletId: string; address: string; path: string })[];
  };
  const show = (parameters: Json) => root.query('get_wallet_account', parameters);

  test('behavior: by address, by path, or both', async () => {
    for (const account of await accounts()) {
      const { walletId, address, path } = account;
      for (const parameters of [{ address }, { path }, { address, path }]) {
        const { body } = await show({ walletId, ...parameters });
        expect(body).toEqual({ account });
      }
    }
  });

  test('behavior: of two accounts with one path the older one', async () => {
    const path = "m/44'/0'/0'/0/0";
    const formats = ['P2SH', 'P2PKH'].map((script) => `ADDRESS_FORMAT_BITCOIN_MAINNET_${script}`);
    const walletName = 'Two formats';
    const requests = formats.map((addressFormat) => ({
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path,
      addressFormat,
    }));
    await root.submit('create_wallet', { walletName, accounts: requests });
    const wallet = (await listOf(root, 'list_wallets', 'wallets')).find(
      (one) => one['walletName'] === walletName,
    );
    const { body } = await show({ walletId: wallet?.['walletId'], path });
    expect(body['account']).toMatchObject({ path, addressFormat: formats[0] });
  });

  test('error: neither address nor path, or two that don’t belong together', async () => {
    const [first, second] = await accounts();
    if (!first || !second) throw new Error('no accounts');
    const { walletId } = first;
    expect(refusalOf(await show({ walletId }))).toEqual({
      status: 400,
      code: 3,
      turnkey: 'REQUEST_INVALID',
      message: 'invalid request body: missing field `address`',
    });
    const mixed = await show({ walletId, address: first.address, path: second.path });
    expect(mixed.status).toBe(404);
    expect((await show({ walletId, address: first.address.toLowerCase() })).status).toBe(404);
    expect((await show({ walletId: NOBODY, address: first.address })).status).toBe(404);
  });

  test('error: an account of another organization’s wallet', async () => {
    const [first] = await accounts();
    if (!first) throw new Error('no accounts');
    const { walletId, address } = first;
    const organizationId = await createOtherOrganization();
    await database.db.update(wallets).set({ organizationId }).where(eq(wallets.id, walletId));
    const answer = await show({ walletId, address });
    expect(answer.body['message']).toBe(
      `unable to find wallet ${walletId} in organization ${root.organizationId}`,
    );
  });
});

describe('get_organization', () => {
  test('behavior: everything that the lists have, and the root users', async () => {
    const { body } = await root.query('get_organization');
    const stored = await database.db.select().from(users).orderBy(asc(users.createdAt));
    const interfaces = await listOf(
      root,
      'list_smart_contract_interfaces',
      'smartContractInterfaces',
    );
    expect(body['organizationData']).toEqual({
      organizationId: root.organizationId,
      name: 'Demo organization',
      users: await listOf(root, 'list_users', 'users'),
      wallets: await listOf(root, 'list_wallets', 'wallets'),
      privateKeys: await listOf(root, 'list_private_keys', 'privateKeys'),
      tags: await listOf(root, 'list_user_tags', 'userTags'),
      smartContractInterfaceReferences: interfaces.map(
        ({ smartContractInterfaceId, smartContractAddress }) => ({
          smartContractInterfaceId,
          smartContractAddress,
        }),
      ),
      rootQuorum: {
        threshold: 1,
        userIds: stored.filter(({ root: acts }) => acts).map(({ id }) => id),
      },
      policies: [],
      invitations: [],
      features: [],
    });
  });

  test('error: nothing of another organization', async () => {
    const [{ walletId } = {}] = await listOf(root, 'list_wallets', 'wallets');
    const organizationId = await createOtherOrganization();
    for (const table of [wallets, privateKeys, contractInterfaces])
      await database.db.update(table).set({ organizationId });
    const { body } = await root.query('get_organization');
    expect(body['organizationData']).toMatchObject({
      wallets: [],
      privateKeys: [],
      smartContractInterfaceReferences: [],
    });
    expect(JSON.stringify(body)).not.toContain(walletId);
  });
});
