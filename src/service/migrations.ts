// Gives an empty database its tables: the migration that `npm run schema` makes.
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { bigint, pgTable, type PgDatabase, type PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { MIGRATIONS_FOLDER } from './program.ts';

/** The applied migrations, by the time that the journal gives. */
const appliedMigrations = pgTable('schema_migrations', {
  createdAt: bigint('made_at', { mode: 'number' }).primaryKey(),
});

/** Of any schema: nothing here reads a table of the service. */
type Transaction = Pick<PgDatabase<PgQueryResultHKT>, 'execute' | 'insert' | 'select'>;

const UNRELEASED =
  'A version of this service from before 0.1.0 was released wrote the database. This version does not read it, and has changed nothing. To start afresh, delete it, or use another folder (--data) or another database (DATABASE_URL).';

/**
 * Applies the missing migrations, in a transaction that has locked them. Rejects when a newer version of the
 * service wrote the database, or one that was never released: neither is read or changed. Drizzle's
 * own migrator would take another connection for its transaction, which an embedded database doesn't
 * have, and it needs the right to create schemas.
 */
export async function migrate(tx: Transaction): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER });
  const knownTimes = new Set(migrations.map(({ folderMillis }) => folderMillis));
  const applied = await tx.select().from(appliedMigrations);
  const appliedTimes = new Set(applied.map(({ createdAt }) => createdAt));
  const newest = Math.max(...knownTimes);
  for (const createdAt of appliedTimes) {
    if (createdAt > newest) {
      throw new Error('A newer version of this service wrote the database. Use a newer service.');
    }
    if (!knownTimes.has(createdAt)) throw new Error(UNRELEASED);
  }
  for (const { folderMillis: createdAt, sql: statements } of migrations) {
    if (appliedTimes.has(createdAt)) continue;
    for (const statement of statements) await tx.execute(sql.raw(statement));
    await tx.insert(appliedMigrations).values({ createdAt });
  }
}

/**
 * Locks the count of migrations until the transaction ends; makes it where there is none. Not by `if
 * not exists`: that takes the right to create even where nothing is created. Rejects for a database of
 * the earliest ones, which counted in a table of another name.
 */
export async function lockMigrations(tx: Transaction): Promise<void> {
  const [there] = await tx
    .select({
      isUnreleased: sql<boolean>`to_regclass('schema_version') is not null`,
      isCounted: sql<boolean>`to_regclass('schema_migrations') is not null`,
    })
    .from(sql`(values (1)) as once`);
  if (there?.isUnreleased) throw new Error(UNRELEASED);
  if (there?.isCounted) await tx.select().from(appliedMigrations).for('update');
  else await tx.execute(sql`create table schema_migrations (made_at bigint primary key)`);
}
