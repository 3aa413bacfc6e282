// The tables of the services themselves: nothing in them belongs to an organization.
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from './schema.ts';

/** Keys under the master key: signing keys, and the key of keyed hashes, whose public key is empty. */
export const enclaveKeys = pgTable('enclave_keys', {
  name: text('name').primaryKey(),
  publicKey: text('public_key').notNull(),
  sealed: text('sealed').notNull(),
});

/** Services that use a server's database: the master key changes only while there are none (presence.ts). */
export const runningServices = pgTable('running_services', {
  id: uuid('id').primaryKey(),
  /** Where it runs, for a person. */
  place: text('place').notNull(),
  /** By the database's clock. */
  seenAt: time('seen_at').notNull(),
});
