import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { Refusal } from './refusal.ts';
import { organizations } from './schema.ts';

/** Throws 404 when no organization has this id: we look for a credential in one that exists. */
export async function demandOrganization(db: Database, id: string): Promise<void> {
  if ((await db.$count(organizations, eq(organizations.id, id))) > 0) return;
  const message = 'no organization found with the given ID';
  throw new Refusal({ grpc: 5, message, code: 'ORGANIZATION_NOT_FOUND' });
}

/**
 * Locks an organization until the transaction ends: what is counted in it is counted by one request at a
 * time. What only refers to the organization goes on.
 */
export async function lockOrganization(tx: Database, id: string): Promise<void> {
  await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, id))
    .for('no key update');
}

/** Its name now: the root quorum may change it. */
export async function readOrganizationName(db: Database, id: string): Promise<string> {
  const [row] = await db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, id));
  return row?.name ?? '';
}
