// Any server that speaks PostgreSQL's protocol, over connections that outlive its restarts.
import { sql, type SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient } from 'pg';
import { LOCK_TIMEOUT } from './lock-timeout.ts';
import { schema } from './tables.ts';

/** How many connections a service takes. */
export type PoolSizes = {
  readonly writeConnections: number;
  /** For single statements, so that queued writes never delay a reader. */
  readonly readConnections: number;
};

/** A pool's connections, and how many requests wait for one. */
export type PoolState = {
  readonly name: 'read' | 'write';
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
};

/** What settings.ts says. */
export const DEFAULT_SIZES: PoolSizes = { writeConnections: 10, readConnections: 4 };

/** The status of a connection outside any transaction (PostgreSQL, Message Formats). */
const IDLE = 'I';
/** How long a request waits for a connection, milliseconds. */
const CONNECT_TIMEOUT_MS = 5000;

/** Drizzle over connection pools. */
export function connectPools(url: string, { writeConnections, readConnections }: PoolSizes) {
  const readPool = createPool(url, readConnections);
  const writePool = createPool(url, writeConnections);
  const db = drizzle(readPool, { schema });
  return {
    db: Object.assign(db, createWriteMethods(writePool), { maxWrites: writeConnections }),
    pools: () => [stateOf('read', readPool), stateOf('write', writePool)],
    close: async () => {
      await Promise.all([readPool.end(), writePool.end()]);
    },
  };
}

function createPool(url: string, max: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // A lost connection emits an event that would end this process if nobody listened. The pool drops
  // it by itself, and the statement that uses it fails.
  const ignoreError = () => {};
  pool.on('error', ignoreError);
  pool.on('connect', (client) => client.on('error', ignoreError));
  return pool;
}

function stateOf(name: PoolState['name'], pool: Pool): PoolState {
  const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
  return { name, used: totalCount - idle, idle, waiting };
}

type PoolDatabase = NodePgDatabase<typeof schema>;

/**
 * Transactions on the pool. Drizzle's own (0.45.4) take a connection and begin before they make
 * sure that it's returned: a connection lost at that point would stay missing. And the pool's own
 * statements end a connection for each refused statement.
 */
function createWriteMethods(pool: Pool) {
  // Creating one takes 0.09 ms of a transaction's 3 ms.
  const databases = new WeakMap<PoolClient, PoolDatabase>();
  const run = async <T>(work: (database: PoolDatabase) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    const database = databases.get(client) ?? drizzle(client, { schema });
    databases.set(client, database);
    try {
      return await work(database);
    } finally {
      // Never reuse a connection that couldn't even roll back.
      client.release(client.getTransactionStatus() !== IDLE);
    }
  };
  const transaction: PoolDatabase['transaction'] = (work, config) =>
    run((database) =>
      database.transaction(async (tx) => {
        // Of this transaction, not of the connection: a pooler gives it to someone else next.
        await tx.execute(sql`set local lock_timeout = ${sql.raw(`'${LOCK_TIMEOUT}'`)}`);
        return work(tx);
      }, config),
    );
  const write = (statement: SQL) =>
    run(async (database) => (await database.execute(statement)).rows.map(Object.values<unknown>));
  return { transaction, write };
}
