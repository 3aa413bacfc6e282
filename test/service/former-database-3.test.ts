import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { eq, getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf } from '../../src/addresses/address.ts';
import { fromHex } from '../../src/crypto/bytes.ts';
import type { AddressFormat, Curve } from '../../src/protocol/enums.ts';
import type { Database, OpenDatabase } from '../../src/service/database.ts';
import { deriveAccounts } from '../../src/service/derivation.ts';
import { openPhrase } from '../../src/service/wallets.ts';
import { createEnclave } from '../../src/service/enclave.ts';
import { walletAccounts, wallets } from '../../src/service/schema.ts';
import { schema } from '../../src/service/tables.ts';
import { startService } from '../e2e/service.ts';
import { FORMER_3, writeFormerDataFolder, openFormerDatabase } from './former-database-3.ts';
import { upgradeDatabase } from './former-database.ts';
import {
  activityOf,
  caller,
  createKey,
  send,
  serviceOver,
  type Caller,
  type TestService,
} from './harness.ts';
import { withPasskey } from './passkeys.ts';

/*
 * A database with the tables and functions of the migrations up to 0003_one_statement, and data
 * from the service of version 0.1.0. Versions 1 and 2 have tests in migrations.test.ts.
 */

type Stamped = (typeof FORMER_3)['apiKey'];

/** All rows of all tables, as text. */
async function contentOf(db: Database): Promise<Readonly<Record<string, readonly string[]>>> {
  const content: Record<string, readonly string[]> = {};
  for (const table of Object.values(schema)) {
    const rows = await db.select({ row: sql<string>`${table}::text` }).from(table);
    content[getTableName(table)] = rows.map(({ row }) => row).toSorted();
  }
  return content;
}

const countsOf = (content: Awaited<ReturnType<typeof contentOf>>) =>
  Object.fromEntries(Object.entries(content).map(([name, rows]) => [name, rows.length]));

describe('a database of version 0.1.0', () => {
  let client: PGlite;
  let database: OpenDatabase;
  let service: TestService;
  let before: Awaited<ReturnType<typeof contentOf>>;

  beforeAll(async () => {
    client = await openFormerDatabase();
    database = await upgradeDatabase(client);
    before = await contentOf(database.db);
    service = await serviceOver(database, {}, fromHex(FORMER_3.master));
    service.time.now = FORMER_3.now;
  }, 60_000);
  afterAll(() => database.close());

  const post = (path: string, { body, header, stamp }: Stamped) =>
    send(service, path, { method: 'POST', body, headers: { [header]: stamp } });

  /** A new user, with a key that the service enrolls now. */
  async function newcomer(): Promise<Caller> {
    const key = await createKey();
    const enrolment = { publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' };
    const enrolled = await send(service, '/local/enrol', {
      method: 'POST',
      body: JSON.stringify(enrolment),
    });
    return caller(service, key, enrolled.body as { userId: string; apiKeyId: string });
  }

  test('behavior: every row is there, and no former table is empty', () => {
    expect(countsOf(before)).toMatchObject(FORMER_3.counts);
    expect(Object.values(FORMER_3.counts).every((count) => count > 0)).toBe(true);
  });

  test('behavior: organization, enclave, API key and passkey are the same as before', async () => {
    const { organizationId, enclaveQuorumPublic } = FORMER_3;
    expect(service.info).toMatchObject({ organizationId, enclaveQuorumPublic });
    for (const stamped of [FORMER_3.apiKey, FORMER_3.passkey]) {
      const { status, body } = await post('/public/v1/query/whoami', stamped);
      expect({ status, userId: body['userId'] }).toEqual({ status: 200, userId: FORMER_3.userId });
    }
  });

  test('behavior: bytes that ran before don’t run again', async () => {
    const again = await post('/public/v1/submit/create_user_tag', FORMER_3.resubmit);
    expect(activityOf(again).id).toBe(FORMER_3.resubmit.activityId);
    expect((await contentOf(database.db))['tags']).toEqual(before['tags']);
  });

  test('behavior: a wallet’s seed still opens and gives the same addresses', async () => {
    const { db } = database;
    const enclave = await createEnclave(db, fromHex(FORMER_3.master), () => new Uint8Array(32));
    const id = FORMER_3.walletId;
    const [wallet] = await db.select().from(wallets).where(eq(wallets.id, id));
    const accounts = await db.select().from(walletAccounts).where(eq(walletAccounts.walletId, id));
    if (!wallet) throw new Error('no such wallet');
    const derived = await deriveAccounts(
      await openPhrase(wallet, enclave),
      accounts.map(({ curve, path, addressFormat }) => ({
        curve: curve as Curve,
        path,
        addressFormat: addressFormat as AddressFormat,
      })),
    );
    const addresses = derived.map(({ address }) => address);
    expect(addresses.toSorted()).toEqual(FORMER_3.addresses.toSorted());
  });

  test('behavior: accounts get the public keys of their addresses', async () => {
    const page = { paginationOptions: { limit: '100' } };
    const { body } = await (await newcomer()).query('list_wallet_accounts', page);
    const accounts = body['accounts'] as readonly Record<string, string>[];
    expect(accounts).toHaveLength(Number(FORMER_3.counts['wallet_accounts']));
    for (const { curve, addressFormat, address, publicKey = '' } of accounts) {
      const key = { curve: curve as Curve, bytes: fromHex(publicKey) };
      expect(addressOf(addressFormat as AddressFormat, key)).toBe(address);
    }
  });

  test('behavior: an imported key is listed as before', async () => {
    const { body } = await (await newcomer()).query('list_private_keys');
    const listed = body['privateKeys'] as readonly Record<string, unknown>[];
    expect(listed).toContainEqual(
      expect.objectContaining({
        privateKeyId: FORMER_3.privateKeyId,
        privateKeyName: 'Imported key',
      }),
    );
  });

  test('behavior: it accepts new data', async () => {
    const user = await withPasskey(service, await newcomer());
    const made = await user.submit('create_user_tag', { userTagName: 'New', userIds: [] });
    expect(activityOf(made)).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' });
  });

  test('behavior: opening it again changes nothing', async () => {
    const content = await contentOf(database.db);
    const again = await upgradeDatabase(client);
    expect(await contentOf(again.db)).toEqual(content);
  });
});

describe('accounts of version 0.1.0 with one name', () => {
  test('behavior: the oldest keeps it, and no account is lost', async () => {
    const client = await openFormerDatabase();
    await client.exec(`update wallet_accounts set name = 'Same'`);
    const { rows } = await client.query<{ id: string }>(
      'select id from wallet_accounts order by created_at, id',
    );
    const { db, close } = await upgradeDatabase(client);
    const accounts = await db.select().from(walletAccounts);
    expect(accounts).toHaveLength(rows.length);
    const named = accounts.filter(({ name }) => name !== null);
    expect(named.map(({ id, name }) => [id, name])).toEqual([[rows[0]?.id, 'Same']]);
    await close();
  });
});

describe('a data folder of version 0.1.0', () => {
  test(
    'behavior: the service starts with it, twice, and knows the key',
    { timeout: 180_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'keystamp-former-'));
      try {
        writeFormerDataFolder(folder);
        for (let start = 0; start < 2; start++) {
          const running = await startService({ args: ['--port', '0', '--data', folder] });
          const { organizationId, enclaveQuorumPublic } = FORMER_3;
          expect(running).toMatchObject({ organizationId, enclaveQuorumPublic });
          const { body, header, stamp } = FORMER_3.apiKey;
          const init = { method: 'POST', body, headers: { [header]: stamp } };
          const answer = await fetch(`${running.url}/public/v1/query/whoami`, init);
          expect(await answer.json()).toMatchObject({ userId: FORMER_3.userId });
          expect(running.output()).toBe('');
          await running.stop();
        }
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
