import { getTableName, sql } from 'drizzle-orm';
import type { Bytes } from '../../src/crypto/bytes.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { schema } from '../../src/service/tables.ts';

/*
 * The rows of a service's first start, kept in another schema of the same database, so that each
 * test can have them back. The master key that opens them stays here.
 */

const masters = new WeakMap<OpenDatabase, Bytes>();

const TABLES = Object.values(schema).map((table) => getTableName(table));

/** Keeps all rows that are there now. */
export async function keepFirstRows(database: OpenDatabase, master: Bytes): Promise<void> {
  const { db } = database;
  await db.execute(sql`create schema first_rows`);
  for (const name of TABLES) {
    await db.execute(sql.raw(`create table first_rows.${name} as table public.${name}`));
  }
  // Truncating 22 tables takes 45 ms, deleting their few rows 6.
  const deletions = TABLES.map((name) => `delete from public.${name};`);
  const copies = TABLES.map((name) => `insert into public.${name} table first_rows.${name};`);
  // Without its triggers, the order of tables that refer to each other doesn't matter.
  const restore = `
    set local session_replication_role = replica;
    ${deletions.join('\n')}
    ${copies.join('\n')}`;
  await db.execute(
    sql.raw(`create function first_rows.restore() returns void language plpgsql
      as $restore$ begin ${restore} end $restore$`),
  );
  masters.set(database, master);
}

/** The master key of the kept rows, if any are kept. */
export const masterOfFirstRows = (database: OpenDatabase): Bytes | undefined =>
  masters.get(database);

/** Empties all tables and puts the kept rows back. */
export async function restoreFirstRows({ db }: OpenDatabase): Promise<void> {
  await db.execute(sql`select first_rows.restore()`);
}
