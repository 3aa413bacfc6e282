// Brings a database to the present schema: the migrations that drizzle-kit made of schema.ts, in order.
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { bigint, pgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { adoptFormer } from './former-schema.ts';

const FOLDER = join(import.meta.dirname, 'migrations');

/** What was applied, by the moment that the journal names. */
const applied = pgTable('schema_migrations', {
  madeAt: bigint('made_at', { mode: 'number' }).primaryKey(),
});

/**
 * Applies what is missing, in the transaction it is given. Rejects when a newer version of the service
 * wrote the database. Drizzle's own migrator would take another connection for its transaction, which
 * an embedded database does not have, and wants the right to create schemas of whoever runs it.
 */
export async function migrate(tx: Database): Promise<void> {
  const all = readMigrationFiles({ migrationsFolder: FOLDER });
  await tx.execute(sql`create table if not exists schema_migrations (made_at bigint primary key)`);
  const done = new Set((await tx.select().from(applied)).map(({ madeAt }) => madeAt));
  const known = new Set(all.map(({ folderMillis }) => folderMillis));
  if (Array.from(done).some((madeAt) => !known.has(madeAt))) {
    throw new Error('A newer version of this service wrote the database. Use a newer service.');
  }
  const [tables] = all;
  if (tables && done.size === 0 && (await adoptFormer(tx))) {
    await tx.insert(applied).values({ madeAt: tables.folderMillis });
    done.add(tables.folderMillis);
  }
  for (const { folderMillis: madeAt, sql: statements } of all) {
    if (done.has(madeAt)) continue;
    for (const statement of statements) await tx.execute(sql.raw(statement));
    await tx.insert(applied).values({ madeAt });
  }
}
