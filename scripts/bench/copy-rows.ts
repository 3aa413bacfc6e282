import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../src/service/database.ts';
import { wallets } from '../../src/service/schema.ts';

/**
 * Copies a table's row many times: `from` to `to` are the numbers of the copies, which `changed` knows
 * as `g`. Columns go by name, since their order in the database is no promise of the schema's.
 */
export async function copyRow<T extends PgTable>(
  db: Database,
  table: T,
  first: SQL,
  changed: Partial<Record<keyof T['_']['columns'], SQL>>,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const columns: [string, PgColumn][] = Object.entries(getTableColumns(table));
  const names = columns.map(([, column]) => sql.identifier(column.name));
  const values = columns.map(
    ([key, column]) => changed[key] ?? sql`first.${sql.identifier(column.name)}`,
  );
  await db.execute(sql`insert into ${table} (${sql.join(names, sql`, `)})
    select ${sql.join(values, sql`, `)}
    from (select * from ${table} ${first} limit 1) first, generate_series(${from}::int, ${to}::int) g`);
}

/** Wallets beside the first one, each with its own id and name (`Grown 1` and on). */
export async function growWallets(
  db: Database,
  range: { from: number; to: number },
): Promise<void> {
  await copyRow(
    db,
    wallets,
    sql`order by id`,
    { id: sql`gen_random_uuid()`, name: sql`'Grown ' || g` },
    range,
  );
}
