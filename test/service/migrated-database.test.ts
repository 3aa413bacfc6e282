// Databases that tests share one after another: each gets one like new.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/service/database.ts';
import { openMigrated } from './migrated-database.ts';

/** The one value that an expression has there. */
async function valueOf({ db }: OpenDatabase, expression: string): Promise<unknown> {
  const { rows } = (await db.execute(sql.raw(`select ${expression} as value`))) as {
    rows: { value: unknown }[];
  };
  return rows[0]?.value;
}

test('behavior: neither rows nor settings of one reach the next', async () => {
  const first = await openMigrated();
  await first.db.execute(sql`create schema first_rows`);
  await first.db.execute(sql`create table first_rows.users as table public.users`);
  await first.db.execute(sql`set statement_timeout = 4000`);
  await first.close();
  const next = await openMigrated();
  expect(await valueOf(next, `to_regclass('first_rows.users')`)).toBeNull();
  expect(await valueOf(next, `current_setting('statement_timeout')`)).toBe('0');
  await next.close();
});

test.for([
  'create table public.left_over (id text)',
  'alter table public.users add column left_over text',
  'create function public.left_over() returns int language sql as $$ select 1 $$',
])('behavior: one with another table, column or function is nobody’s again: %s', async (change) => {
  const first = await openMigrated();
  await first.db.execute(sql.raw(change));
  await first.close();
  const next = await openMigrated();
  await expect(next.db.execute(sql.raw(change))).resolves.toBeDefined();
  await next.close();
});

test('error: once it is closed, its owner reaches it no more', async () => {
  const first = await openMigrated();
  await first.close();
  const next = await openMigrated();
  await expect(first.db.execute(sql`select 1`)).rejects.toThrow();
  await first.close();
  await expect(next.db.execute(sql`select 1`)).resolves.toBeDefined();
  await next.close();
});
