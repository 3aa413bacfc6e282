// The one migration makes all that the schema has, and a database that it didn't make is refused.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/tool.ts';
import { withSetupLock } from '../../src/service/database.ts';
import { createEmbeddedDatabase } from '../../src/service/embedded-database.ts';
import { migrate } from '../../src/service/migrations.ts';
import { startService } from '../e2e/service.ts';
import { clusterFile, loadFrom } from './empty-cluster.ts';
import { UNRELEASED_DATABASES } from './unreleased-databases.ts';

const UNRELEASED = /from before 0\.1\.0 was released wrote the database.*To start afresh/;
const migrateAt = (client: PGlite) => withSetupLock(createEmbeddedDatabase(client).db, migrate);

/** The names of all tables. */
async function tablesOf(client: PGlite): Promise<unknown> {
  const { rows } = await client.query(
    `select tablename from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows;
}

describe('migrate', () => {
  test('behavior: opening a database again changes nothing', async () => {
    const client = await PGlite.create('memory://');
    await migrateAt(client);
    const made = async () => (await client.query('select * from schema_migrations')).rows;
    const [before, tables] = [await made(), await tablesOf(client)];
    expect(before).toHaveLength(1);
    await migrateAt(client);
    expect([await made(), await tablesOf(client)]).toEqual([before, tables]);
    await client.close();
  });

  test('error: a database that a newer service wrote', async () => {
    const client = await PGlite.create('memory://');
    await migrateAt(client);
    await client.exec('insert into schema_migrations (made_at) values (9999999999999)');
    await expect(migrateAt(client)).rejects.toThrow(/newer version.*Use a newer service/);
    await client.close();
  });

  test.each(Object.entries(UNRELEASED_DATABASES))(
    'error: %s, which was never released, is refused as it is',
    async (_what, statements) => {
      const client = await PGlite.create('memory://');
      await client.exec(statements);
      const before = await tablesOf(client);
      await expect(migrateAt(client)).rejects.toThrow(UNRELEASED);
      expect(await tablesOf(client)).toEqual(before);
      const { rows } = await client.query('select name from organizations');
      expect(rows).toEqual([{ name: 'Old' }]);
      await client.close();
    },
  );

  test(
    'error: the service refuses such a folder in plain words',
    { timeout: 180_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'keystamp-unreleased-'));
      try {
        mkdirSync(join(folder, 'database'), { mode: 0o700 });
        const client = await loadFrom(clusterFile(), join(folder, 'database'));
        await client.exec(UNRELEASED_DATABASES['a database of thirteen migrations']);
        await client.close();
        const starting = startService({ args: ['--port', '0', '--data', folder] });
        await expect(starting).rejects.toThrow(UNRELEASED);
        const kept = await PGlite.create(join(folder, 'database'));
        const { rows } = await kept.query('select name from organizations');
        expect(rows).toEqual([{ name: 'Old' }]);
        await kept.close();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});

describe('the schema', () => {
  test(
    'behavior: drizzle-kit has nothing to add to the migrations but a table that they lack',
    { timeout: 240_000 },
    () => {
      mkdirSync(join(ROOT, '.output'), { recursive: true });
      const folder = mkdtempSync(join(ROOT, '.output', 'migrations-'));
      try {
        const further = join(folder, 'further-schema.ts');
        writeFileSync(
          further,
          `export * from '../../src/service/schema.ts';
           export * from '../../src/service/mfa-tables.ts';
           export * from '../../src/service/send-table.ts';
           export * from '../../src/service/service-tables.ts';
           import { pgTable, text } from 'drizzle-orm/pg-core';
           export const further = pgTable('further', { name: text('name') });`,
        );
        const out = join(folder, 'migrations');
        cpSync(join(ROOT, 'src/service/migrations'), out, { recursive: true });
        const before = readdirSync(out);
        const args = ['--dialect=postgresql', `--schema=${relative(ROOT, further)}`];
        execFileSync(
          join(ROOT, 'node_modules/.bin/drizzle-kit'),
          ['generate', ...args, `--out=${relative(ROOT, out)}`],
          { cwd: ROOT, stdio: 'pipe' },
        );
        const added = readdirSync(out).filter((name) => !before.includes(name));
        const made = added.map((name) => readFileSync(join(out, name), 'utf8'));
        expect(made).toEqual(['CREATE TABLE "further" (\n\t"name" text\n);\n']);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );

  test('behavior: there is one migration, and it ends with all functions', () => {
    const folder = join(ROOT, 'src/service');
    const [only = '', ...others] = readdirSync(join(folder, 'migrations')).filter((name) =>
      name.endsWith('.sql'),
    );
    expect(others).toEqual([]);
    const functions = readFileSync(join(folder, 'functions.sql'), 'utf8');
    const made = readFileSync(join(folder, 'migrations', only), 'utf8');
    expect(made.endsWith(functions), 'run npm run schema').toBe(true);
  });
});
