// The credentials of one user: API keys and passkeys together.
import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Caller, Context, Credential } from './context.ts';
import type { Database } from './database.ts';
import { notFound, Refusal } from './refusal.ts';
import { mfaPolicies } from './mfa-tables.ts';
import { apiKeys, authenticators, ipAllowlists, organizations, users } from './schema.ts';

/**
 * Whether a row of `users` in scope, with its organization, decides alone: a root user where the quorum
 * is one, whom no MFA policy asks for more and no allowlist for an address. `claim_activity` has the same
 * words.
 */
export const actsAlone = sql<boolean>`(${users.root} and ${organizations.rootThreshold} <= 1
  and not exists (select from ${mfaPolicies} where ${mfaPolicies.userId} = ${users.id})
  and not exists (select from ${ipAllowlists} where ${ipAllowlists.organizationId} = ${organizations.id}
    and ${ipAllowlists.publicKey} is null and ${ipAllowlists.enabled}))`;

/**
 * Returns the user's id as stored, and locks the user until the transaction ends: changes to one
 * user's credentials run one after the other, so two can't remove the last two. 404 when there is
 * no such user.
 */
export async function lockUser(id: string, { db, organizationId }: Context): Promise<string> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.organizationId, organizationId), eq(users.id, id)))
    // Compatible with the claims of this user's other requests, which only keep the user from being deleted.
    .for('no key update');
  if (!user) throw notFound('user', id, organizationId);
  return user.id;
}

/** Whether a credential is still in the database: any process may have removed it. */
export async function credentialExists(db: Database, { kind, id }: Credential): Promise<boolean> {
  const table = kind === 'api-key' ? apiKeys : authenticators;
  return (await db.$count(table, eq(table.id, id))) > 0;
}

/**
 * Whether a caller is still who they were when their credential was read: it is in the database, and
 * its user still acts alone if they did.
 */
export async function isStillCaller(
  db: Database,
  { credential, userId, actsAlone: actedAlone }: Caller,
): Promise<boolean> {
  if (!(await credentialExists(db, credential))) return false;
  if (!actedAlone) return true;
  const [user] = await db
    .select({ actsAlone })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(eq(users.id, userId));
  return user?.actsAlone ?? false;
}

/** Throws 400 when the user has nothing left to stamp with: expired keys don't count. */
export async function demandRemainingCredential(userId: string, context: Context): Promise<void> {
  const ofUser = { keys: eq(apiKeys.userId, userId), passkeys: eq(authenticators.userId, userId) };
  if ((await countCredentials(ofUser, context)) > 0) return;
  throw new Refusal({
    grpc: 9,
    message: `the last credential of user ${userId} cannot be removed: nobody could stamp for this user any more; add another API key or authenticator first`,
  });
}

/** The same for a whole organization: somebody must be left who can stamp. */
export async function demandRemainingStamper(context: Context): Promise<void> {
  const { organizationId } = context;
  const all = {
    keys: eq(apiKeys.organizationId, organizationId),
    passkeys: eq(authenticators.organizationId, organizationId),
  };
  if ((await countCredentials(all, context)) > 0) return;
  throw new Refusal({
    grpc: 9,
    message:
      'the last user with a credential cannot be deleted: nobody could stamp in this organization any more; add a credential to another user first',
  });
}

/** Of these users, those who have an API key that has not expired, or a passkey. */
export async function readUsersWhoStamp(
  userIds: readonly string[],
  context: Context,
): Promise<ReadonlySet<string>> {
  const { db } = context;
  const ids = [...userIds];
  const keys = db
    .select({ userId: apiKeys.userId })
    .from(apiKeys)
    .where(and(inArray(apiKeys.userId, ids), isLive(context)));
  const passkeys = db
    .select({ userId: authenticators.userId })
    .from(authenticators)
    .where(inArray(authenticators.userId, ids));
  const rows = await union(keys, passkeys);
  return new Set(rows.map(({ userId }) => userId));
}

const isLive = ({ now }: Pick<Context, 'now'>) =>
  or(
    isNull(apiKeys.expirationSeconds),
    sql`${apiKeys.createdAt} + ${apiKeys.expirationSeconds} * 1000 > ${now}`,
  );

type CredentialFilter = { readonly keys: SQL; readonly passkeys: SQL };

/** API keys that have not expired, and passkeys. */
async function countCredentials(
  { keys, passkeys }: CredentialFilter,
  context: Context,
): Promise<number> {
  const { db } = context;
  const live = await db.$count(apiKeys, and(keys, isLive(context)));
  return live + (await db.$count(authenticators, passkeys));
}
