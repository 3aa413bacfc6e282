// Any server that speaks PostgreSQL's protocol, over connections that outlive its restarts.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient } from 'pg';
import { schema } from './schema.ts';

const CONNECTIONS = 10;
/** What a server says of a connection that is in no transaction (PostgreSQL, Message Formats). */
const IDLE = 'I';
/** How long a request waits for a connection, milliseconds. */
const CONNECT_MS = 5000;

/** Drizzle over a pool of connections. */
export function connectPool(url: string) {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  });
  // A lost connection says so by an event that would end this process when nobody listens. The pool
  // drops it by itself, and whoever uses it is told by the statement.
  const heard = () => {};
  pool.on('error', heard);
  pool.on('connect', (client) => client.on('error', heard));
  const db = drizzle(pool, { schema });
  return {
    db: Object.assign(db, { transaction: transactionsOf(pool) }),
    close: () => pool.end(),
  };
}

type Transaction = NodePgDatabase<typeof schema>['transaction'];

/**
 * Transactions of the pool. Drizzle's own (0.45.4) take a connection and begin before they see to it
 * that it is given back: one that is lost there would be missing for ever.
 */
function transactionsOf(pool: Pool): Transaction {
  const known = new WeakMap<PoolClient, NodePgDatabase<typeof schema>>();
  return async (work, config) => {
    const client = await pool.connect();
    const over = known.get(client) ?? drizzle(client, { schema });
    known.set(client, over);
    try {
      return await over.transaction(work, config);
    } finally {
      // One that could not even roll back is not used again.
      client.release(client.getTransactionStatus() !== IDLE);
    }
  };
}
