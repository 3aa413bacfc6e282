// Brings a database up to date: the migrations that drizzle-kit made from schema.ts, in order.
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { bigint, pgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { adoptFormerDatabase } from './former-schema.ts';

const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');

/** The applied migrations, by the time that the journal gives. */
const appliedMigrations = pgTable('schema_migrations', {
  createdAt: bigint('made_at', { mode: 'number' }).primaryKey(),
});

/**
 * Applies the missing migrations, in the given transaction. Rejects when a newer version of the
 * service wrote the database. Drizzle's own migrator would take another connection for its
 * transaction, which an embedded database doesn't have, and it needs the right to create schemas.
 */
export async function migrate(tx: Database): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER });
  await tx.execute(sql`create table if not exists schema_migrations (made_at bigint primary key)`);
  const appliedTimes = new Set(
    (await tx.select().from(appliedMigrations)).map(({ createdAt }) => createdAt),
  );
  const knownTimes = new Set(migrations.map(({ folderMillis }) => folderMillis));
  if (Array.from(appliedTimes).some((createdAt) => !knownTimes.has(createdAt))) {
    throw new Error('A newer version of this service wrote the database. Use a newer service.');
  }
  const [firstMigration] = migrations;
  if (firstMigration && appliedTimes.size === 0 && (await adoptFormerDatabase(tx))) {
    await tx.insert(appliedMigrations).values({ createdAt: firstMigration.folderMillis });
    appliedTimes.add(firstMigration.folderMillis);
  }
  for (const { folderMillis: createdAt, sql: statements } of migrations) {
    if (appliedTimes.has(createdAt)) continue;
    for (const statement of statements) await tx.execute(sql.raw(statement));
    await tx.insert(appliedMigrations).values({ createdAt });
  }
}
