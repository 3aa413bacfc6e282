// Any server that speaks PostgreSQL's protocol, over connections that outlive its restarts.
import type { SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient } from 'pg';
import { schema } from './schema.ts';

/** For transactions; single statements have their own, so that no queue of writes keeps a reader. */
const WRITERS = 10;
const READERS = 4;
/** How long a statement waits for another transaction's lock; then its own is tried again. */
const LOCK_MS = 2000;
/** What a server says of a connection that is in no transaction (PostgreSQL, Message Formats). */
const IDLE = 'I';
/** How long a request waits for a connection, milliseconds. */
const CONNECT_MS = 5000;

/** Drizzle over pools of connections. */
export function connectPools(url: string) {
  const reads = createPool(url, READERS);
  const writes = createPool(url, WRITERS);
  const db = drizzle(reads, { schema });
  return {
    db: Object.assign(db, writingOver(writes)),
    close: async () => {
      await Promise.all([reads.end(), writes.end()]);
    },
  };
}

function createPool(url: string, max: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    lock_timeout: LOCK_MS,
    keepAlive: true,
  });
  // A lost connection says so by an event that would end this process when nobody listens. The pool
  // drops it by itself, and whoever uses it is told by the statement.
  const heard = () => {};
  pool.on('error', heard);
  pool.on('connect', (client) => client.on('error', heard));
  return pool;
}

type Over = NodePgDatabase<typeof schema>;

/**
 * Transactions of the pool. Drizzle's own (0.45.4) take a connection and begin before they see to it
 * that it is given back: one that is lost there would be missing for ever. And the pool's own
 * statements end a connection for each refused one.
 */
function writingOver(pool: Pool) {
  // Making one takes 0.09 ms, of a transaction's three.
  const known = new WeakMap<PoolClient, Over>();
  const run = async <T>(work: (over: Over) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    const over = known.get(client) ?? drizzle(client, { schema });
    known.set(client, over);
    try {
      return await work(over);
    } finally {
      // One that could not even roll back is not used again.
      client.release(client.getTransactionStatus() !== IDLE);
    }
  };
  const transaction: Over['transaction'] = (work, config) =>
    run((over) => over.transaction(work, config));
  const write = (statement: SQL) =>
    run(async (over) => (await over.execute(statement)).rows.map(Object.values<unknown>));
  return { transaction, write };
}
