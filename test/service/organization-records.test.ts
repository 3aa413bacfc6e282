// Records of another organization in the same database: none is read, changed or counted by its id.
import { eq } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import type { QueryName, SubmitName } from '../../src/protocol/operations.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { randomId } from '../../src/service/ids.ts';
import { mfaPolicies } from '../../src/service/mfa-tables.ts';
import {
  activities,
  contractInterfaces,
  organizations,
  policies,
  privateKeys,
  tags,
  users,
  walletAccounts,
  wallets,
} from '../../src/service/schema.ts';
import { exportTarget } from './export-target.ts';
import { useFreshService } from './fresh-service.ts';
import { activityOf, resultOf, type Caller, type Json, type TestService } from './harness.ts';
import { sealBundle, startImport, submitImport } from './key-import.ts';
import { addUser } from './new-user.ts';

let database: OpenDatabase;
let service: TestService;
let root: Caller;
let otherOrganization: string;

useFreshService((fresh) => {
  ({ database, service, root } = fresh);
});
beforeEach(async () => {
  otherOrganization = randomId(randomBytes);
  const createdAt = service.time.now;
  await database.db
    .insert(organizations)
    .values({ id: otherOrganization, name: 'Other', createdAt });
});

type OwnedTable = PgTable & { readonly id: PgColumn; readonly organizationId: PgColumn };

/** Gives a row to the other organization, or back. */
async function give(table: OwnedTable, id: string, organizationId = otherOrganization) {
  await database.db.update(table).set({ organizationId }).where(eq(table.id, id));
}
const rowOf = async (table: OwnedTable, id: string) =>
  database.db.select().from(table).where(eq(table.id, id));

let made = 0;
/** No two records have one name. */
const named = (word: string) => `${word} ${(made += 1)}`;

const create = async (name: SubmitName, parameters: Json, member: string) =>
  String(resultOf(await root.submit(name, parameters))[member]);
const ethereum = (index: number) => ({
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: `m/44'/60'/0'/0/${index}`,
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
});
const policy = (parameters: Json) => ({ policyName: named('Policy'), notes: '', ...parameters });
/** A user who is no root user, and their calls. */
const newUser = () => addUser(service, root, { userName: named('Nina') });
const waitingTag = async () => {
  const nina = await newUser();
  await root.submit(
    'create_policy',
    policy({ effect: 'EFFECT_ALLOW', consensus: 'approvers.count() >= 2', condition: 'true' }),
  );
  // Later than all others: of activities of one moment a list's first page has any.
  service.time.now += 1;
  return activityOf(
    await nina.submit('create_user_tag', { userTagName: named('Later'), userIds: [] }),
  );
};

type Kind = {
  readonly table: OwnedTable;
  readonly make: () => Promise<string>;
  readonly queries: readonly (readonly [QueryName, (id: string) => Json])[];
  readonly submits: readonly (readonly [SubmitName, (id: string) => Json])[];
  readonly lists: readonly QueryName[];
};
const targetPublicKey = () => exportTarget(service).targetPublicKey;

const KINDS: Readonly<Record<string, Kind>> = {
  'a wallet': {
    table: wallets,
    make: () =>
      create('create_wallet', { walletName: named('Wallet'), accounts: [ethereum(0)] }, 'walletId'),
    queries: [['get_wallet', (walletId) => ({ walletId })]],
    submits: [
      ['update_wallet', (walletId) => ({ walletId, walletName: named('Taken') })],
      ['create_wallet_accounts', (walletId) => ({ walletId, accounts: [ethereum(1)] })],
      ['export_wallet', (walletId) => ({ walletId, targetPublicKey: targetPublicKey() })],
      ['delete_wallets', (walletId) => ({ walletIds: [walletId], deleteWithoutExport: true })],
    ],
    lists: ['list_wallets'],
  },
  'a private key': {
    table: privateKeys,
    make: async () => {
      const bundle = await sealBundle(await startImport(service, root), randomBytes(32));
      return String(resultOf(await submitImport(root, bundle))['privateKeyId']);
    },
    queries: [['get_private_key', (privateKeyId) => ({ privateKeyId })]],
    submits: [
      [
        'export_private_key',
        (privateKeyId) => ({ privateKeyId, targetPublicKey: targetPublicKey() }),
      ],
      ['delete_private_keys', (id) => ({ privateKeyIds: [id], deleteWithoutExport: true })],
    ],
    lists: ['list_private_keys'],
  },
  'a user tag': {
    table: tags,
    make: () => create('create_user_tag', { userTagName: named('Tag'), userIds: [] }, 'userTagId'),
    queries: [],
    submits: [
      [
        'update_user_tag',
        (userTagId) => ({
          userTagId,
          newUserTagName: named('Taken'),
          addUserIds: [root.userId],
          removeUserIds: [],
        }),
      ],
      ['delete_user_tags', (id) => ({ userTagIds: [id] })],
    ],
    lists: ['list_user_tags'],
  },
  'a policy': {
    table: policies,
    make: () => create('create_policy', policy({ effect: 'EFFECT_DENY' }), 'policyId'),
    queries: [['get_policy', (policyId) => ({ policyId })]],
    submits: [
      ['update_policy', (policyId) => ({ policyId, policyName: named('Taken') })],
      ['delete_policy', (policyId) => ({ policyId })],
    ],
    lists: ['list_policies'],
  },
  'an interface': {
    table: contractInterfaces,
    make: () =>
      create(
        'create_smart_contract_interface',
        {
          label: named('Interface'),
          type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
          smartContractAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
          smartContractInterface: '[{"type":"function","name":"f","inputs":[],"outputs":[]}]',
        },
        'smartContractInterfaceId',
      ),
    queries: [
      [
        'get_smart_contract_interface',
        (smartContractInterfaceId) => ({ smartContractInterfaceId }),
      ],
    ],
    submits: [
      [
        'delete_smart_contract_interface',
        (smartContractInterfaceId) => ({ smartContractInterfaceId }),
      ],
    ],
    lists: ['list_smart_contract_interfaces'],
  },
  'a user': {
    table: users,
    make: async () => (await newUser()).userId,
    queries: [['get_user', (userId) => ({ userId })]],
    submits: [
      ['update_user_name', (userId) => ({ userId, userName: 'Taken' })],
      ['delete_users', (userId) => ({ userIds: [userId] })],
      ['create_user_tag', (userId) => ({ userTagName: named('Of Nina'), userIds: [userId] })],
    ],
    lists: ['list_users'],
  },
  'a waiting activity': {
    table: activities,
    make: async () => (await waitingTag()).id,
    queries: [
      ['get_activity', (activityId) => ({ activityId })],
      ['get_policy_evaluations', (activityId) => ({ activityId })],
      ['get_mfa_status', (activityId) => ({ activityId })],
    ],
    submits: [],
    lists: ['list_activities'],
  },
};

describe.each(Object.entries(KINDS))('%s of another organization', (_, kind) => {
  const { table, make, queries, submits, lists } = kind;

  test('error: is not found by its id, in no list, and stays as it is', async () => {
    const id = await make();
    await give(table, id);
    const before = await rowOf(table, id);
    for (const [name, parametersOf] of queries) {
      expect([name, (await root.query(name, parametersOf(id))).status]).toEqual([name, 404]);
    }
    for (const [name, parametersOf] of submits) {
      expect([name, (await root.submit(name, parametersOf(id))).status]).toEqual([name, 404]);
    }
    for (const name of lists) {
      const { status, body } = await root.query(name);
      expect([name, status, JSON.stringify(body).includes(id)]).toEqual([name, 200, false]);
    }
    expect(await rowOf(table, id)).toEqual(before);
  });

  test('behavior: of this one it is found', async () => {
    for (const [name, parametersOf] of queries) {
      expect([name, (await root.query(name, parametersOf(await make()))).status]).toEqual([
        name,
        200,
      ]);
    }
    for (const [name, parametersOf] of submits) {
      expect([name, (await root.submit(name, parametersOf(await make()))).status]).toEqual([
        name,
        200,
      ]);
    }
    for (const name of lists) {
      const id = await make();
      expect([name, JSON.stringify((await root.query(name)).body).includes(id)]).toEqual([
        name,
        true,
      ]);
    }
  });
});

describe('rules of another organization', () => {
  test('error: its policies decide nothing here', async () => {
    const nina = await newUser();
    const policyId = await create('create_policy', policy({ effect: 'EFFECT_ALLOW' }), 'policyId');
    const tag = (userTagName: string) =>
      nina.submit('create_user_tag', { userTagName, userIds: [] });
    expect((await tag('One')).status).toBe(200);
    await give(policies, policyId);
    expect((await tag('Two')).status).toBe(403);
  });

  test('error: its waiting activities take no votes from here', async () => {
    const { id, fingerprint } = await waitingTag();
    await give(activities, id);
    for (const name of ['approve_activity', 'reject_activity'] as const) {
      expect([name, (await root.submit(name, { fingerprint })).status]).toEqual([name, 404]);
    }
    await give(activities, id, root.organizationId);
    expect((await root.submit('approve_activity', { fingerprint })).status).toBe(200);
  });

  test('error: its MFA policies are deleted by nobody here', async () => {
    const parameters = {
      userId: root.userId,
      mfaPolicyName: 'Key',
      condition: 'false',
      requiredAuthenticationMethods: [{ any: [{ type: 'AUTHENTICATION_TYPE_API_KEY' }] }],
      order: 0,
    };
    const mfaPolicyId = await create('create_mfa_policy', parameters, 'mfaPolicyId');
    await give(mfaPolicies, mfaPolicyId);
    const remove = () => root.submit('delete_mfa_policy', { userId: root.userId, mfaPolicyId });
    expect((await remove()).status).toBe(404);
    await give(mfaPolicies, mfaPolicyId, root.organizationId);
    expect((await remove()).status).toBe(200);
  });

  test('error: its accounts are exported by nobody here', async () => {
    const walletId = await create(
      'create_wallet',
      { walletName: named('Wallet'), accounts: [ethereum(0)] },
      'walletId',
    );
    const [account] = await database.db
      .select()
      .from(walletAccounts)
      .where(eq(walletAccounts.walletId, walletId));
    if (!account) throw new Error('no account');
    const take = () =>
      root.submit('export_wallet_account', {
        address: account.address,
        targetPublicKey: targetPublicKey(),
      });
    await give(walletAccounts, account.id);
    expect((await take()).status).toBe(404);
    await give(walletAccounts, account.id, root.organizationId);
    expect((await take()).status).toBe(200);
  });
});
