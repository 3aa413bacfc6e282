// One schema on two engines: PGlite (Postgres in this process, in a folder or in memory) and any
// server that speaks Postgres's protocol.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { openEngine, createEmbeddedDatabase } from './embedded-database.ts';
import { migrate } from './migrations.ts';
import { connectPools } from './postgres.ts';
import type { schema } from './schema.ts';

/** Drizzle over either engine; a transaction is one too. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** What a statement gave: its rows, each its columns in order. */
export type Rows = readonly (readonly unknown[])[];

/** A database that is in no transaction. */
export type RootDatabase = Database & {
  /** One statement that changes something, a transaction by itself. */
  readonly write: (statement: SQL) => Promise<Rows>;
};

/** An open database with all its migrations run. */
export type OpenDatabase = {
  readonly db: RootDatabase;
  readonly kind: 'memory' | 'folder' | 'server';
  readonly close: () => Promise<void>;
};

/** Serialises migrations and first-start seeding among processes: any fixed number does. */
const SETUP_LOCK = 7_810_215;

/**
 * Opens the embedded database, in a folder or in `memory`, and brings its schema up to date. Rejects
 * when a newer version of the service wrote it.
 */
export async function openDatabase(location: string): Promise<OpenDatabase> {
  const kind = location === 'memory' ? 'memory' : 'folder';
  return withMigrations({ ...createEmbeddedDatabase(await openEngine(location)), kind });
}

/**
 * The same for a server, by its `postgres://` or `postgresql://` address. Rejects also when the
 * address is none, or the server does not answer.
 */
export async function openServer(url: string): Promise<OpenDatabase> {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0] ?? '';
  if (!/^postgres(?:ql)?:$/i.test(scheme)) {
    // The address may hold a password: nothing else of it is said.
    const problem = scheme ? `begins with ${scheme}` : 'has no scheme';
    throw new Error(`DATABASE_URL must begin with postgres:// or postgresql://; it ${problem}`);
  }
  return withMigrations({ ...connectPools(url), kind: 'server' }).catch((error: unknown) => {
    throw isUnreachable(error)
      ? new Error(unreachableMessage(url, error), { cause: error })
      : error;
  });
}

async function withMigrations(open: OpenDatabase): Promise<OpenDatabase> {
  try {
    await withSetupLock(open.db, migrate);
    return open;
  } catch (error) {
    await open.close();
    throw error;
  }
}

function unreachableMessage(url: string, error: unknown): string {
  const code = errorChain(error).map(codeOf).find(Boolean);
  return `The database of DATABASE_URL, at ${URL.parse(url)?.host ?? 'its host'}, does not answer${code ? ` (${code})` : ''}. Start it, or correct the address.`;
}

/** Runs `work` in a transaction that no other process's set-up overlaps. */
export function withSetupLock<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    // However long another process takes.
    await tx.execute(sql`set local lock_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(${SETUP_LOCK})`);
    return work(tx);
  });
}

/** An error and what it came of, the last first. */
function errorChain(error: unknown): readonly object[] {
  const chain: object[] = [];
  let next = error;
  while (typeof next === 'object' && next !== null && !chain.includes(next)) {
    chain.push(next);
    next = Reflect.get(next, 'cause');
  }
  return chain;
}

/** SQLSTATE of a failed statement, or the system's own code of a failed connection. */
function codeOf(error: object): string | undefined {
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : undefined;
}

/** Whether an error, or what it came of, has a code like that. */
function hasCode(error: unknown, matches: (code: string) => boolean): boolean {
  return errorChain(error).some((cause) => matches(codeOf(cause) ?? ''));
}

/**
 * Deadlock, a lock that somebody else held for long, or a conflict of serialisable transactions on
 * servers that have no other level.
 */
const RETRYABLE_CODES: ReadonlySet<string> = new Set(['40P01', '55P03', '40001']);

/**
 * Classes of SQLSTATE that say that the server takes no work now: 08 connection, 53 resources, 57P
 * shut down, crashed or starting (PostgreSQL, Error Codes). And what systems say of sockets.
 */
const UNREACHABLE_CODES =
  /^(?:08...|53...|57P0[1-5]|E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOST(?:UNREACH|DOWN)|NETUNREACH|AI_AGAIN)|ENOTFOUND)$/;

/** The driver gives these no code (pg 8.23, client.js and pg-pool). */
const LOST_CONNECTION =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/**
 * Whether the database does not answer, went away under a statement, or gave others the way as often
 * as {@link transact} tries.
 */
export function isUnreachable(error: unknown): boolean {
  return (
    hasCode(error, (code) => RETRYABLE_CODES.has(code) || UNREACHABLE_CODES.test(code)) ||
    errorChain(error).some((cause) => LOST_CONNECTION.test(String(Reflect.get(cause, 'message'))))
  );
}

const MAX_ATTEMPTS = 5;
/** Before another attempt, milliseconds at most: those that met are not to meet again. */
const MAX_RETRY_DELAY_MS = 50;

/** A transaction, tried again when the server ended it in favour of another one. */
export function transact<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return withRetries(() => db.transaction(work));
}

/** One statement that is a transaction by itself, tried again as one. */
export function write(db: RootDatabase, statement: SQL): Promise<Rows> {
  return withRetries(() => db.write(statement));
}

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !hasCode(error, (code) => RETRYABLE_CODES.has(code)))
        throw error;
      await sleep(randomInt(MAX_RETRY_DELAY_MS * attempt));
    }
  }
}

/** What the function `demand` of the migrations ends a statement with: SQLSTATEs of our own. */
export const DEMAND_CODES = { claimed: 'KS001', changed: 'KS002' } as const;

/** Whether an error is of that demand. */
export function isUnmetDemand(error: unknown, demand: keyof typeof DEMAND_CODES): boolean {
  return hasCode(error, (code) => code === DEMAND_CODES[demand]);
}

/** Name of the unique constraint that an insert or update broke; undefined for any other error. */
export function brokenConstraint(error: unknown): string | undefined {
  const failed = errorChain(error).find((cause) => codeOf(cause) === '23505');
  if (!failed) return undefined;
  const name: unknown = Reflect.get(failed, 'constraint');
  return typeof name === 'string' ? name : '';
}
