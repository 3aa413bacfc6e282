import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate, type OpenDatabase } from '../../src/service/database.ts';
import { MIGRATIONS } from '../../src/service/migrations.ts';
import { schema } from '../../src/service/schema.ts';
import { activityOf, caller, createKey, openMemory, serviceOver, type Key } from './harness.ts';
import { withPasskey } from './passkeys.ts';

const ORGANIZATION = '10000000-0000-4000-8000-000000000001';
const USER = '10000000-0000-4000-8000-000000000002';
const KEY = '10000000-0000-4000-8000-000000000003';
const ACTIVITY = '019aa4b6-4500-7000-8000-000000000004';

/** A database of before passkeys, with a user, a key and an activity that the key stamped. */
async function oldDatabase(key: Key): Promise<OpenDatabase> {
  const old = await PGlite.create('memory://');
  for (const statement of MIGRATIONS[0] ?? []) await old.exec(statement);
  await old.exec(`
    create table schema_version (single boolean primary key default true, version integer not null);
    insert into schema_version (version) values (1);
    insert into organizations values ('${ORGANIZATION}', 'Old', 1);
    insert into users (id, organization_id, name, root, created_at, updated_at)
      values ('${USER}', '${ORGANIZATION}', 'Olga', true, 1, 1);
    insert into api_keys
      values ('${KEY}', '${ORGANIZATION}', '${USER}', 'Old', '${key.publicKey}', 'P256', null, 1, 1);
    select claim_activity('${KEY}', '${ACTIVITY}', 'sha256:00', 'ACTIVITY_TYPE_UPDATE_WALLET',
      '{"timestampMs":"1","parameters":{}}', '${ACTIVITY}', '00', 'SCHEME', 1);`);
  const db = drizzle(old, { schema });
  await migrate(db);
  return { db, kind: 'memory', close: () => old.close() };
}

const columns = sql`select table_name, column_name, data_type, is_nullable
  from information_schema.columns where table_schema = 'public' order by 1, 2`;

describe('migrate', () => {
  let key: Key;
  let database: OpenDatabase;
  beforeAll(async () => {
    key = await createKey();
    database = await oldDatabase(key);
  });
  afterAll(() => database.close());

  test('behavior: a database of before passkeys ends with the tables of a new one', async () => {
    const fresh = await openMemory();
    const [old, expected] = [await database.db.execute(columns), await fresh.db.execute(columns)];
    await fresh.close();
    expect(old).toEqual(expected);
    expect(JSON.stringify(old)).toContain('read_sessions');
  });

  test('behavior: it keeps what it holds, and takes passkeys', async () => {
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
  });

  test('error: a database that a newer service wrote', async () => {
    await database.db.execute(sql`update schema_version set version = 99`);
    await expect(migrate(database.db)).rejects.toThrow(/has version 99.*Use a newer service/);
  });
});
