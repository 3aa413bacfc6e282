// The credentials of one user: API keys and passkeys together.
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Context, Credential } from './context.ts';
import type { Database } from './database.ts';
import { notFound, Refusal } from './refusal.ts';
import { apiKeys, authenticators, users } from './schema.ts';

/**
 * The user's id as it is kept, and the user locked until the transaction ends: changes of one user's
 * credentials come one after the other, so that two cannot take the last two away. 404 for a
 * user of nobody.
 */
export async function lockUser(id: string, { db, organizationId }: Context): Promise<string> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.organizationId, organizationId), eq(users.id, id)))
    .for('update');
  if (!user) throw notFound('user', id, organizationId);
  return user.id;
}

/** Whether a credential is in the database still: any process may have removed it. */
export async function credentialExists(db: Database, { kind, id }: Credential): Promise<boolean> {
  const table = kind === 'api-key' ? apiKeys : authenticators;
  return (await db.$count(table, eq(table.id, id))) > 0;
}

/** Throws 400 when nothing is left by which the user could stamp: expired keys do not count. */
export async function demandRemainingCredential(
  userId: string,
  { db, now }: Context,
): Promise<void> {
  const { createdAt, expirationSeconds: lifetime } = apiKeys;
  const isLive = or(isNull(lifetime), sql`${createdAt} + ${lifetime} * 1000 > ${now}`);
  const remaining =
    (await db.$count(apiKeys, and(eq(apiKeys.userId, userId), isLive))) +
    (await db.$count(authenticators, eq(authenticators.userId, userId)));
  if (remaining > 0) return;
  throw new Refusal({
    grpc: 9,
    message: `the last credential of user ${userId} cannot be removed: nobody could stamp for this user any more; add another API key or authenticator first`,
  });
}
