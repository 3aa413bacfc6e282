// One schema on two engines: PGlite (Postgres in this process, in a folder or in memory) and any
// server that speaks Postgres's protocol.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { openEngine, createEmbeddedDatabase } from './embedded-database.ts';
import { lockMigrations, migrate } from './migrations.ts';
import { connectPools, DEFAULT_SIZES, type PoolSizes, type PoolState } from './postgres.ts';
import { COMMAND } from './program.ts';
import type { schema } from './tables.ts';

/** Drizzle over either engine; a transaction is a `Database` too. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** What a statement returned: its rows, each with its columns in order. */
export type Rows = readonly (readonly unknown[])[];

/** A database outside any transaction. */
export type RootDatabase = Database & {
  /** One statement that changes something, as its own transaction. */
  readonly write: (statement: SQL) => Promise<Rows>;
  /** How many transactions it takes at the same time. */
  readonly maxWrites: number;
};

/** An open database with all migrations applied. */
export type OpenDatabase = {
  readonly db: RootDatabase;
  readonly kind: 'memory' | 'folder' | 'server';
  /** Connections to a server; an embedded database has none. */
  readonly pools?: () => readonly PoolState[];
  readonly close: () => Promise<void>;
};

/**
 * Opens the embedded database, in a folder or in `memory`, and brings its schema up to date.
 * Rejects when a newer version of the service wrote it.
 */
export async function openDatabase(location: string): Promise<OpenDatabase> {
  const kind = location === 'memory' ? 'memory' : 'folder';
  return withMigrations({ ...createEmbeddedDatabase(await openEngine(location)), kind });
}

/**
 * The same for a server, by its `postgres://` or `postgresql://` address. Also rejects when the
 * address isn't valid or the server doesn't answer.
 */
export async function openServer(
  url: string,
  sizes: PoolSizes = DEFAULT_SIZES,
): Promise<OpenDatabase> {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0] ?? '';
  if (!/^postgres(?:ql)?:$/i.test(scheme)) {
    // The address may contain a password: the message shows nothing else of it.
    const problem = scheme ? `begins with ${scheme}` : 'has no scheme';
    throw new Error(`DATABASE_URL must begin with postgres:// or postgresql://; it ${problem}`);
  }
  return withMigrations({ ...connectPools(url, sizes), kind: 'server' }).catch((error: unknown) => {
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
    throw hasCode(error, (code) => code === MAY_NOT)
      ? new Error(MIGRATE_APART, { cause: error })
      : error;
  }
}

/** SQLSTATE of a missing right. */
const MAY_NOT = '42501';
const MIGRATE_APART = `The database lacks tables of this version of the service, and the role of DATABASE_URL may not create or read them. Run \`${COMMAND} --migrate\` with a role that may, and grant this one the rights on its tables (docs/running.md).`;

function unreachableMessage(url: string, error: unknown): string {
  const code = errorChain(error).map(codeOf).find(Boolean);
  return `The database of DATABASE_URL, at ${URL.parse(url)?.host ?? 'its host'}, does not answer${code ? ` (${code})` : ''}. Start it, or correct the address.`;
}

/**
 * Runs `work` in a transaction that no other process's setup overlaps. Locks and tables alone: some
 * engines have no advisory locks, and poolers would give them to others.
 */
export async function withSetupLock<T>(
  db: Database,
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  const run = () =>
    db.transaction(async (tx) => {
      // Wait however long another process takes.
      await tx.execute(sql`set local lock_timeout = 0`);
      await lockMigrations(tx);
      return work(tx);
    });
  try {
    return await run();
  } catch (error) {
    // Of processes that start on an empty database at the same moment one makes the table. The others
    // wait for it there, are told that it exists, and lock it.
    if (!hasCode(error, (code) => code === TABLE_EXISTS || code === KEY_EXISTS)) throw error;
    return run();
  }
}

/** SQLSTATEs of a table that another transaction has just created. */
const TABLE_EXISTS = '42P07';
const KEY_EXISTS = '23505';

/** An error and its causes, the root cause last. */
function errorChain(error: unknown): readonly object[] {
  const chain: object[] = [];
  let next = error;
  while (typeof next === 'object' && next !== null && !chain.includes(next)) {
    chain.push(next);
    next = Reflect.get(next, 'cause');
  }
  return chain;
}

/** SQLSTATE of a failed statement, or the system's code for a failed connection. */
function codeOf(error: object): string | undefined {
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : undefined;
}

/** Whether an error or one of its causes has a matching code. */
function hasCode(error: unknown, matches: (code: string) => boolean): boolean {
  return errorChain(error).some((cause) => matches(codeOf(cause) ?? ''));
}

/**
 * Deadlock, a lock that someone else held too long, or a conflict of serializable transactions on
 * servers that have no other level.
 */
const RETRYABLE_CODES: ReadonlySet<string> = new Set(['40P01', '55P03', '40001']);

/**
 * Classes of SQLSTATE that mean the server takes no work now: 08 connection, 53 resources, 57P shut
 * down, crashed or starting (PostgreSQL, Error Codes). Plus the system codes for sockets.
 */
const UNREACHABLE_CODES =
  /^(?:08...|53...|57P0[1-5]|E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOST(?:UNREACH|DOWN)|NETUNREACH|AI_AGAIN)|ENOTFOUND)$/;

/** The driver gives these errors no code (pg 8.23, client.js and pg-pool). */
const LOST_CONNECTION =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/**
 * Whether the database doesn't answer, went away during a statement, or lost to other transactions
 * in all of {@link transact}'s attempts.
 */
export function isUnreachable(error: unknown): boolean {
  return (
    hasCode(error, (code) => RETRYABLE_CODES.has(code) || UNREACHABLE_CODES.test(code)) ||
    errorChain(error).some((cause) => LOST_CONNECTION.test(String(Reflect.get(cause, 'message'))))
  );
}

const MAX_ATTEMPTS = 5;
/**
 * Longest delay before a retry, milliseconds: random, so that colliding transactions don't meet
 * again.
 */
const MAX_RETRY_DELAY_MS = 50;

/** A transaction, retried when the server ended it in favor of another one. */
export function transact<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return withRetries(() => db.transaction(work));
}

/** One statement as its own transaction, retried the same way. */
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

/** SQLSTATEs of our own: the migrations' function `demand` ends a statement with them. */
export const DEMAND_CODES = { claimed: 'KS001', changed: 'KS002', seen: 'KS003' } as const;

/** Whether an error is this unmet demand. */
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
