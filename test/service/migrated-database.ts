import { existsSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { getTableName } from 'drizzle-orm';
import { withSetupLock, type OpenDatabase } from '../../src/service/database.ts';
import { createEmbeddedDatabase } from '../../src/service/embedded-database.ts';
import { migrate } from '../../src/service/migrations.ts';
import { schema } from '../../src/service/tables.ts';
import { loadFrom, migratedFile, startFromFile } from './empty-cluster.ts';

/*
 * A database in memory with all migrations applied, for tests that aren't about them. Applying them
 * takes 0.4 of the 1.1 seconds of processor time that `openDatabase('memory')` takes, and the
 * result is always the same: it is saved as a file.
 */

/** New databases would be copied from them, and nothing makes any: half of the files to load. */
async function dropTemplates(client: PGlite): Promise<void> {
  await client.exec('update pg_database set datistemplate = false');
  for (const name of ['template0', 'template1']) await client.exec(`drop database ${name}`);
}

const makeMigrated = (): Promise<PGlite> =>
  startFromFile(migratedFile(), async () => {
    const empty = await PGlite.create('memory://');
    await withSetupLock(createEmbeddedDatabase(empty).db, migrate);
    await dropTemplates(empty);
    return empty;
  });

/** The same in an empty folder. */
export async function startMigrated(folder: string): Promise<PGlite> {
  if (!existsSync(migratedFile())) await (await makeMigrated()).close();
  return loadFrom(migratedFile(), folder);
}

/** Engines that nobody uses, as they were when made. Their files are those of this thread. */
const idle: PGlite[] = [];
/** What {@link layoutOf} says of a new one. */
let newLayout: string | undefined;

/** All that a test may have changed and emptying the tables leaves: names, code, rights, settings. */
async function layoutOf(client: PGlite): Promise<string> {
  const { rows } = await client.query<{ layout: string }>(`
    select md5(string_agg(line, chr(10) order by line)) as layout from (
      select concat_ws(' ', nspname, nspacl) as line from pg_namespace
      union all select concat_ws(' ', oid, relname, relacl, reloptions, relrowsecurity) from pg_class
      union all select concat_ws(' ', attrelid, attname, atttypid, attnotnull) from pg_attribute
      union all select concat_ws(' ', oid, adrelid, adbin) from pg_attrdef
      union all select concat_ws(' ', oid, proname, prosrc, proacl) from pg_proc
      union all select concat_ws(' ', oid, conname, convalidated) from pg_constraint
      union all select concat_ws(' ', oid, tgname, tgenabled) from pg_trigger
      union all select concat_ws(' ', rolname, rolsuper, rolcanlogin) from pg_roles
      union all select concat_ws(' ', setdatabase, setrole, setconfig) from pg_db_role_setting
    ) as lines where line not like 'pg\\_toast\\_temp%' and line not like 'pg\\_temp%'`);
  return rows[0]?.layout ?? '';
}

/** Makes it as new; returns whether that has worked. */
async function reset(client: PGlite): Promise<boolean> {
  const tables = Object.values(schema).map((table) => `public."${getTableName(table)}"`);
  await client.exec('discard all');
  await client.exec('drop schema if exists first_rows cascade');
  if ((await layoutOf(client)) !== newLayout) return false;
  await client.exec(`truncate ${tables.join(', ')} restart identity`);
  // Nothing else limits the log in memory.
  await client.exec('checkpoint');
  return true;
}

/** The engine until it is closed: what comes later from whoever had it doesn't reach the next one. */
function lend(client: PGlite, giveBack: () => Promise<void>): PGlite {
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await giveBack();
  };
  return new Proxy(client, {
    get: (engine, name) => {
      if (name === 'close') return close;
      const member: unknown = Reflect.get(engine, name, engine);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        if (isClosed) throw new Error('PGlite is closed');
        return Reflect.apply(member, engine, args);
      };
    },
  });
}

/**
 * What `openDatabase('memory')` opens, without databases to copy others from. Starting an engine takes
 * 0.7 seconds of processor time, emptying one a tenth of that: the files of a thread share them.
 */
export async function openMigrated(): Promise<OpenDatabase> {
  const client = idle.pop() ?? (await makeMigrated());
  newLayout ??= await layoutOf(client);
  const lent = lend(client, async () => {
    if (await reset(client).catch(() => false)) idle.push(client);
    else await client.close();
  });
  return { ...createEmbeddedDatabase(lent), kind: 'memory' };
}
