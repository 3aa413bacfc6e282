import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { eq, getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/tool.ts';
import { fromHex } from '../../src/crypto/bytes.ts';
import type { AddressFormat, Curve } from '../../src/protocol/enums.ts';
import { deriveAccounts } from '../../src/service/derivation.ts';
import { openPhrase } from '../../src/service/wallets.ts';
import { createEnclave } from '../../src/service/enclave.ts';
import { openDatabase, type Database, type OpenDatabase } from '../../src/service/database.ts';
import { walletAccounts, wallets } from '../../src/service/schema.ts';
import { schema } from '../../src/service/tables.ts';
import { startService } from '../e2e/service.ts';
import { FORMER, formerFiles, formerWith, openFormer, upgradeDatabase } from './former-database.ts';
import {
  activityOf,
  caller,
  createKey,
  send,
  serviceOver,
  type Key,
  type TestService,
} from './harness.ts';
import { withPasskey } from './passkeys.ts';

const ORGANIZATION = '10000000-0000-4000-8000-000000000001';
const USER = '10000000-0000-4000-8000-000000000002';
const KEY = '10000000-0000-4000-8000-000000000003';
const ACTIVITY = '019aa4b6-4500-7000-8000-000000000004';

/** A database from before passkeys, with a user, a key and an activity that the key stamped. */
async function createFirstVersion(key: Key): Promise<PGlite> {
  const old = await PGlite.create('memory://');
  await old.exec(
    formerWith(`
    insert into organizations values ('${ORGANIZATION}', 'Old', 1);
    insert into users (id, organization_id, name, root, created_at, updated_at)
      values ('${USER}', '${ORGANIZATION}', 'Olga', true, 1, 1);
    insert into api_keys
      values ('${KEY}', '${ORGANIZATION}', '${USER}', 'Old', '${key.publicKey}', 'P256', null, 1, 1);
    select claim_activity('${KEY}', '${ACTIVITY}', 'sha256:00', 'ACTIVITY_TYPE_UPDATE_WALLET',
      '{"timestampMs":"1","parameters":{}}', '${ACTIVITY}', '00', 'SCHEME', 1);`),
  );
  return old;
}

/** Everything that makes up the schema, by name. */
const CATALOG = {
  columns: sql`select table_name, column_name, data_type, is_nullable, column_default
    from information_schema.columns where table_schema = 'public'
      and table_name <> 'schema_version' order by 1, 2`,
  constraints: sql`select conrelid::regclass::text as owner, conname, pg_get_constraintdef(oid) as rule
    from pg_constraint where connamespace = 'public'::regnamespace
      and conrelid::regclass::text <> 'schema_version' and contype <> 'n' order by 1, 2`,
  indexes: sql`select indexname, indexdef from pg_indexes
    where schemaname = 'public' and tablename <> 'schema_version' order by 1`,
  functions: sql`select proname, pg_get_function_arguments(oid) as takes, prosrc, provolatile
    from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
};

async function catalogOf({ db }: OpenDatabase) {
  const parts = Object.entries(CATALOG).map(async ([part, query]) => {
    const answer: unknown = await db.execute(query);
    const { rows } = answer as { readonly rows: object[] };
    return [part, rows] as const;
  });
  return Object.fromEntries(await Promise.all(parts));
}

/** All rows of all tables, as text. */
async function contentOf(db: Database): Promise<Readonly<Record<string, readonly string[]>>> {
  const content: Record<string, readonly string[]> = {};
  for (const table of Object.values(schema)) {
    const rows = await db.select({ row: sql<string>`${table}::text` }).from(table);
    content[getTableName(table)] = rows.map(({ row }) => row).toSorted();
  }
  return content;
}

const version = sql`select version from schema_version`;

describe('a database of version 2', () => {
  let client: PGlite;
  let database: OpenDatabase;
  let service: TestService;
  let before: Awaited<ReturnType<typeof contentOf>>;
  beforeAll(async () => {
    client = await openFormer();
    database = await upgradeDatabase(client);
    before = await contentOf(database.db);
    service = await serviceOver(database, {}, fromHex(FORMER.master));
  }, 60_000);
  afterAll(() => database.close());

  const post = (path: string, { body, header, stamp }: (typeof FORMER)['apiKey']) =>
    send(service, path, { method: 'POST', body, headers: { [header]: stamp } });

  test('behavior: every row is there', () => {
    const counts = Object.entries(before).map(([name, rows]) => [name, rows.length]);
    expect(Object.fromEntries(counts)).toMatchObject(FORMER.counts);
    expect(Object.values(FORMER.counts).every((count) => count > 0)).toBe(true);
  });

  test('behavior: organization, enclave, API key and passkey are the same as before', async () => {
    expect(service.info).toMatchObject({
      organizationId: FORMER.organizationId,
      enclaveQuorumPublic: FORMER.enclaveQuorumPublic,
    });
    for (const stamped of [FORMER.apiKey, FORMER.passkey]) {
      const { status, body } = await post('/public/v1/query/whoami', stamped);
      expect({ status, userId: body['userId'] }).toEqual({ status: 200, userId: FORMER.userId });
    }
  });

  test('behavior: bytes that ran before don’t run again', async () => {
    service.time.now = FORMER.now;
    const again = await post('/public/v1/submit/create_user_tag', FORMER.resubmit);
    expect(activityOf(again).id).toBe(FORMER.resubmit.activityId);
    expect((await contentOf(database.db))['tags']).toEqual(before['tags']);
  });

  test('behavior: a wallet’s seed still opens and gives the same addresses', async () => {
    const master = fromHex(FORMER.master);
    const enclave = await createEnclave(database.db, master, () => new Uint8Array(32));
    const { db } = database;
    const [wallet] = await db.select().from(wallets).where(eq(wallets.id, FORMER.walletId));
    const accounts = await db
      .select()
      .from(walletAccounts)
      .where(eq(walletAccounts.walletId, FORMER.walletId));
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
    expect(addresses.toSorted()).toEqual(FORMER.addresses.toSorted());
  });

  test('behavior: it accepts new data', async () => {
    const key = await createKey();
    const enrolment = { publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' };
    const enrolled = await send(service, '/local/enrol', {
      method: 'POST',
      body: JSON.stringify(enrolment),
    });
    const ids = enrolled.body as { userId: string; apiKeyId: string };
    const root = caller(service, key, ids);
    const user = await withPasskey(service, root);
    expect(
      activityOf(await user.submit('create_user_tag', { userTagName: 'New', userIds: [] })),
    ).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' });
  });

  test('behavior: opening it again changes nothing', async () => {
    const [content, catalog] = [await contentOf(database.db), await catalogOf(database)];
    const again = await upgradeDatabase(client);
    expect(await contentOf(again.db)).toEqual(content);
    expect(await catalogOf(again)).toEqual(catalog);
  });
});

describe('a data folder of version 2', () => {
  test(
    'behavior: the service starts with it, twice, and knows the key',
    { timeout: 180_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'keystamp-former-'));
      try {
        mkdirSync(join(folder, 'database'), { mode: 0o700 });
        execFileSync('tar', ['-x', '-C', join(folder, 'database')], { input: formerFiles() });
        writeFileSync(join(folder, 'master.key'), `${FORMER.master}\n`, { mode: 0o600 });
        for (let start = 0; start < 2; start++) {
          const running = await startService({ args: ['--port', '0', '--data', folder] });
          const { organizationId, enclaveQuorumPublic } = FORMER;
          expect(running).toMatchObject({ organizationId, enclaveQuorumPublic });
          const { body, header, stamp } = FORMER.apiKey;
          const init = { method: 'POST', body, headers: { [header]: stamp } };
          const answer = await fetch(`${running.url}/public/v1/query/whoami`, init);
          expect(await answer.json()).toMatchObject({ userId: FORMER.userId });
          expect(running.output()).toBe('');
          await running.stop();
        }
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});

describe('a database of version 1', () => {
  test('behavior: it keeps its data and accepts passkeys', async () => {
    const key = await createKey();
    const database = await upgradeDatabase(await createFirstVersion(key));
    const service = await serviceOver(database);
    expect(service.info.organizationId).toBe(ORGANIZATION);
    const root = caller(service, key, { userId: USER, apiKeyId: KEY });
    const known = await root.query('get_activity', { activityId: ACTIVITY });
    const voter = activityOf(known).votes[0]?.['user'];
    expect(voter).toMatchObject({ userId: USER, authenticators: [] });
    const user = await withPasskey(service, root);
    const tagged = await user.submit('create_user_tag', { userTagName: 'New', userIds: [] });
    expect(activityOf(tagged).votes[0]?.['user']).toMatchObject({
      userId: USER,
      authenticators: [{ authenticatorId: user.authenticatorId }],
    });
    await database.close();
  });

  test('error: a database that can’t be upgraded stays unchanged', async () => {
    const old = await createFirstVersion(await createKey());
    await old.exec('create table read_sessions (digest text primary key)');
    await expect(upgradeDatabase(old)).rejects.toThrow();
    const { rows } = await old.query('select version from schema_version');
    expect(rows).toEqual([{ version: 1 }]);
    const tables = await old.query(
      `select relname from pg_class where relname in ('authenticators', 'schema_migrations')`,
    );
    expect(tables.rows).toEqual([]);
    await old.close();
  });
});

describe('migrate', () => {
  test('behavior: every former database ends up with the schema of a new one', async () => {
    const fresh = await openDatabase('memory');
    const expected = await catalogOf(fresh);
    await fresh.close();
    for (const part of Object.values(expected)) expect(part).not.toEqual([]);
    for (const former of [await openFormer(), await createFirstVersion(await createKey())]) {
      const database = await upgradeDatabase(former);
      expect(await catalogOf(database)).toEqual(expected);
      // A version that former services refuse by name.
      expect(await database.db.execute(version)).toMatchObject({ rows: [{ version: 3 }] });
      await database.close();
    }
  });

  test('error: a database that a newer service wrote', async () => {
    const client = await PGlite.create('memory://');
    const { db, close } = await upgradeDatabase(client);
    await db.execute(sql`insert into schema_migrations (made_at) values (9999999999999)`);
    await expect(upgradeDatabase(client)).rejects.toThrow(/newer version.*Use a newer service/);
    await close();
  });

  test.each([0, 3, 99])('error: former version %i, which never existed', async (number) => {
    const client = await createFirstVersion(await createKey());
    await client.exec(`update schema_version set version = ${number}`);
    await expect(upgradeDatabase(client)).rejects.toThrow(`The database has version ${number}`);
    await client.close();
  });
});

describe('the schema', () => {
  /** Runs drizzle-kit over a copy of the migrations; returns the names of what it made. */
  function generated(schemaFile: string): readonly string[] {
    const folder = mkdtempSync(join(ROOT, '.output', 'migrations-'));
    try {
      cpSync(join(ROOT, 'src/service/migrations'), folder, { recursive: true });
      const before = readdirSync(folder);
      const args = ['--dialect=postgresql', `--schema=${schemaFile}`];
      const out = `--out=${relative(ROOT, folder)}`;
      execFileSync(join(ROOT, 'node_modules/.bin/drizzle-kit'), ['generate', ...args, out], {
        cwd: ROOT,
        stdio: 'pipe',
      });
      return readdirSync(folder).filter((name) => !before.includes(name));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  test('behavior: drizzle-kit has nothing to add to the migrations', { timeout: 120_000 }, () => {
    expect(generated('src/service/{schema,mfa-tables}.ts')).toEqual([]);
  });

  test('error: a table that no migration makes is detected', { timeout: 120_000 }, () => {
    const file = join(ROOT, '.output', 'further-schema.ts');
    writeFileSync(
      file,
      `export * from '../src/service/schema.ts';
       export * from '../src/service/mfa-tables.ts';
       import { pgTable, text } from 'drizzle-orm/pg-core';
       export const further = pgTable('further', { name: text('name') });`,
    );
    expect(generated('.output/further-schema.ts')).toHaveLength(1);
    rmSync(file);
  });
});
