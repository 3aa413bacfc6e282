// The tables of MFA policies, and of what they demand (docs/policies.md, Several factors).
import { bigint, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { activities, organizationColumn, timestamps, users } from './schema.ts';

/** Which factors a user must show, and for what (docs/policies.md, Several factors). */
export const mfaPolicies = pgTable(
  'mfa_policies',
  {
    id: uuid('id').primaryKey(),
    ...organizationColumn,
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    condition: text('condition').notNull(),
    /** JSON of a list of `{any: [{type, id?}]}`. */
    steps: text('steps').notNull(),
    /** Lower ones are asked first. */
    order: bigint('order', { mode: 'number' }).notNull(),
    notes: text('notes'),
    ...timestamps,
  },
  (table) => [
    unique('mfa_policies_name').on(table.userId, table.name),
    unique('mfa_policies_order').on(table.userId, table.order),
  ],
);

/**
 * The factors that an activity demands of a user who voted for it, as they were when that vote came:
 * the policy may be gone since.
 */
export const mfaDemands = pgTable(
  'mfa_demands',
  {
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    mfaPolicyId: uuid('mfa_policy_id').notNull(),
    /** Of the policy, from 0. */
    place: integer('place').notNull(),
    /** As in {@link mfaPolicies}. */
    steps: text('steps').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'mfa_demands_pkey',
      columns: [table.activityId, table.userId, table.mfaPolicyId],
    }),
  ],
);
