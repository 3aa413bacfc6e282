// The policies of an organization as the database has them, and its root quorum.
import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { organizations, policies, users } from '../schema.ts';
import type { RootQuorum } from './decision.ts';
import { storedClause } from './clause.ts';
import { readPolicy, type Effect, type Policy, type PolicyTexts } from './policy.ts';

export type PolicyRow = typeof policies.$inferSelect;

/** Oldest first. */
export function readPolicyRows(
  db: Database,
  organizationId: string,
): Promise<readonly PolicyRow[]> {
  return db
    .select()
    .from(policies)
    .where(eq(policies.organizationId, organizationId))
    .orderBy(asc(policies.createdAt), asc(policies.id));
}

export async function readPolicies(
  db: Database,
  organizationId: string,
): Promise<readonly Policy[]> {
  const rows = await readPolicyRows(db, organizationId);
  return rows.map((row) => storedPolicy(organizationId, { ...row, effect: row.effect as Effect }));
}

/** A policy of an organization, whose clauses are read once. */
export const storedPolicy = (
  organizationId: string,
  row: Pick<Policy, 'id' | 'name' | 'effect'> & PolicyTexts,
): Policy => readPolicy(row, row, (name, text) => storedClause(organizationId, name, text));

/** Who may do anything together: the organization's root users. */
export async function readRootQuorum(db: Database, organizationId: string): Promise<RootQuorum> {
  const rows = await db
    .select({ threshold: organizations.rootThreshold, userId: users.id })
    .from(organizations)
    .innerJoin(users, and(eq(users.organizationId, organizations.id), users.root))
    .where(eq(organizations.id, organizationId))
    .orderBy(asc(users.createdAt), asc(users.id));
  const threshold = rows[0]?.threshold ?? 1;
  return { threshold, userIds: new Set(rows.map(({ userId }) => userId)) };
}
