// One schema on two engines: PGlite (Postgres in this process, in a folder or in memory) and any
// server that speaks Postgres's protocol.
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as onPglite } from 'drizzle-orm/pglite';
import { drizzle as onPostgres } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { migrate } from './migrations.ts';
import { schema } from './schema.ts';

/** Drizzle over either engine; a transaction is one too. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** An open database with all its migrations run. */
export type OpenDatabase = {
  readonly db: Database;
  readonly kind: 'memory' | 'folder' | 'server';
  readonly close: () => Promise<void>;
};

/** Serialises migrations and first-start seeding among processes: any fixed number does. */
const SETUP_LOCK = 7_810_215;

const CONNECTIONS = 10;

/**
 * Opens `memory`, a folder, or a `postgres://` address, and brings its schema up to date. Rejects
 * when the server does not answer, or when a newer version of the service wrote the database.
 */
export async function openDatabase(where: string): Promise<OpenDatabase> {
  const open = /^postgres(?:ql)?:\/\//.test(where) ? openServer(where) : await openEmbedded(where);
  try {
    await underSetupLock(open.db, migrate);
    return open;
  } catch (error) {
    await open.close();
    throw error;
  }
}

function openServer(url: string): OpenDatabase {
  const client = postgres(url, { max: CONNECTIONS, onnotice: () => {} });
  return { db: onPostgres(client, { schema }), kind: 'server', close: () => client.end() };
}

async function openEmbedded(where: string): Promise<OpenDatabase> {
  const memory = where === 'memory';
  // PGlite writes to the folder and never syncs it, whatever its settings say (its file system has no
  // fsync): what was answered survives the end of this process, not a power cut. A server does both.
  if (!memory) await makeFolder(where);
  const client = await PGlite.create(memory ? 'memory://' : where);
  const close = () => client.close();
  return { db: onPglite(client, { schema }), kind: memory ? 'memory' : 'folder', close };
}

/** A new folder appears whole or not at all: a start that is interrupted leaves nothing to trip over. */
async function makeFolder(where: string): Promise<void> {
  if (existsSync(where)) return;
  const unfinished = `${where}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(dirname(where), { recursive: true });
  await (await PGlite.create(unfinished)).close();
  await rename(unfinished, where);
}

/** Runs `work` in a transaction that no other process's set-up overlaps. */
export function underSetupLock<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SETUP_LOCK})`);
    return work(tx);
  });
}

/** SQLSTATE of a failed statement, or undefined for any other error. */
function sqlState(error: unknown): { readonly state: string; readonly cause: object } | undefined {
  const cause: unknown = error instanceof Error && error.cause ? error.cause : error;
  if (typeof cause !== 'object' || cause === null) return undefined;
  const state: unknown = Reflect.get(cause, 'code');
  return typeof state === 'string' ? { state, cause } : undefined;
}

/** Deadlock, or a conflict of serialisable transactions on servers that have no other level. */
const AGAIN = new Set(['40P01', '40001']);

const ATTEMPTS = 5;

/** A transaction, tried again when the server ended it in favour of another one. */
export async function transact<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !AGAIN.has(sqlState(error)?.state ?? '')) throw error;
    }
  }
}

/** Name of the unique constraint that an insert or update broke; undefined for any other error. */
export function brokenConstraint(error: unknown): string | undefined {
  const failed = sqlState(error);
  if (failed?.state !== '23505') return undefined;
  // The two drivers name the member differently.
  const name: unknown =
    Reflect.get(failed.cause, 'constraint') ?? Reflect.get(failed.cause, 'constraint_name');
  return typeof name === 'string' ? name : '';
}
