// Transactions that this service sends, from the activity that asked for each until a chain has it.
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { organizationColumn, time, timestamps } from './schema.ts';

export const sends = pgTable(
  'sends',
  {
    id: uuid('id').primaryKey(),
    ...organizationColumn,
    /** CAIP-2. */
    chain: text('chain').notNull(),
    /** Whose transaction it is: the sender's address. */
    address: text('address').notNull(),
    /** JSON of what was asked for (sends.ts). */
    asked: text('asked').notNull(),
    /** `INITIALIZED`, `BROADCASTING`, `INCLUDED` or `FAILED`. */
    status: text('status').notNull(),
    /** The only bytes that are ever sent for it, in hex; null until they are signed. */
    signed: text('signed'),
    hash: text('hash'),
    nonce: text('nonce'),
    /** JSON as the interface answers it. */
    error: text('error'),
    /** When the next step is due. A process that takes a step moves it on first, so others leave it alone. */
    dueAt: time('due_at').notNull(),
    /** Steps since the status last changed that brought nothing. */
    tries: integer('tries').notNull().default(0),
    /** Times in a row that its number was used and the chain didn't have it. */
    missed: integer('missed').notNull().default(0),
    ...timestamps,
  },
  (table) => [
    index('sends_due')
      .on(table.chain, table.dueAt)
      .where(sql`status in ('INITIALIZED', 'BROADCASTING')`),
    index('sends_by_organization').on(table.organizationId),
  ],
);
