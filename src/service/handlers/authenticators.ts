import { and, asc, eq, inArray } from 'drizzle-orm';
import { MAX_PASSKEYS } from '../../protocol/passkey.ts';
import { verifyAttestation } from '../attestation.ts';
import type { Context, QueryHandlers, SubmitHandlers, SubmitValues } from '../context.ts';
import { demandRemainingCredential, lockUser } from '../credentials.ts';
import { brokenConstraint } from '../database.ts';
import { randomId } from '../ids.ts';
import { conflict, notFound, Refusal } from '../refusal.ts';
import { authenticators, users } from '../schema.ts';
import { wireAuthenticator } from '../wire-records.ts';

export const authenticatorQueries: QueryHandlers<'get_authenticators'> = {
  get_authenticators: async ({ userId }, { db, organizationId }) => {
    const user = and(eq(users.organizationId, organizationId), eq(users.id, userId));
    if ((await db.$count(users, user)) === 0) throw notFound('user', userId, organizationId);
    const rows = await db
      .select()
      .from(authenticators)
      .where(eq(authenticators.userId, userId))
      .orderBy(asc(authenticators.createdAt), asc(authenticators.id));
    return { authenticators: rows.map(wireAuthenticator) };
  },
};

type AuthenticatorSubmit = 'create_authenticators' | 'delete_authenticators';

export const authenticatorSubmits: SubmitHandlers<AuthenticatorSubmit> = {
  create_authenticators: async (values, context) => {
    const userId = await lockUser(values.userId, context);
    return { authenticatorIds: await addAuthenticators(userId, values.authenticators, context) };
  },

  delete_authenticators: async (values, context) => {
    const { db, organizationId } = context;
    const userId = await lockUser(values.userId, context);
    const ids = values.authenticatorIds.map((id) => id.toLowerCase());
    const deleted = await db
      .delete(authenticators)
      .where(and(eq(authenticators.userId, userId), inArray(authenticators.id, ids)))
      .returning({ id: authenticators.id });
    const deletedIds = new Set(deleted.map((row) => row.id));
    const missing = ids.find((id) => !deletedIds.has(id));
    if (missing !== undefined) throw notFound('authenticator', missing, organizationId);
    await demandRemainingCredential(userId, context);
    return { authenticatorIds: ids };
  },
};

type NewAuthenticator = SubmitValues<'create_authenticators'>['authenticators'][number];

/**
 * Registers passkeys of a user whom this transaction has locked or made. Throws 429 for more than a user
 * may have.
 */
export async function addAuthenticators(
  userId: string,
  added: readonly NewAuthenticator[],
  context: Context,
): Promise<string[]> {
  await demandCapacity(userId, added.length, context);
  const ids: string[] = [];
  for (const authenticator of added) ids.push(await register(userId, authenticator, context));
  return ids;
}

/**
 * At most ten (docs/protocol.md, Rates and limits). The code is the one for quotas, because clients
 * retry a 429 with the code of a rate.
 */
async function demandCapacity(userId: string, more: number, { db }: Context): Promise<void> {
  const known = await db.$count(authenticators, eq(authenticators.userId, userId));
  if (known + more <= MAX_PASSKEYS) return;
  throw new Refusal({
    grpc: 8,
    message: `user has exceeded maximum authenticators: ${MAX_PASSKEYS}`,
    code: 'SIGNING_QUOTA_EXCEEDED',
  });
}

async function register(
  userId: string,
  authenticator: NewAuthenticator,
  context: Context,
): Promise<string> {
  const { db, organizationId, now, random, origins } = context;
  const registered = await verifyAttestation(authenticator, origins);
  const id = randomId(random);
  await db
    .insert(authenticators)
    .values({
      id,
      organizationId,
      userId,
      name: authenticator.authenticatorName,
      transports: JSON.stringify(authenticator.attestation.transports),
      ...registered,
      createdAt: now,
      updatedAt: now,
    })
    .catch((error: unknown) => {
      if (brokenConstraint(error) !== 'authenticators_credential') throw error;
      throw conflict(
        `credential ID ${registered.credentialId} has already been registered in this organization`,
      );
    });
  return id;
}
