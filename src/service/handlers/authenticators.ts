import { and, asc, eq, inArray } from 'drizzle-orm';
import { MOST_PASSKEYS } from '../../protocol/passkey.ts';
import { verifyAttestation } from '../attestation.ts';
import type { Context, QueryHandlers, SubmitHandlers, SubmitValues } from '../context.ts';
import { demandCredential, lockUser } from '../credentials.ts';
import { brokenConstraint } from '../database.ts';
import { randomId } from '../ids.ts';
import { conflict, notFound, Refusal } from '../refusal.ts';
import { authenticators, users } from '../schema.ts';
import { wireAuthenticator } from '../wire.ts';

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
    await demandRoom(userId, values.authenticators.length, context);
    const ids: string[] = [];
    for (const one of values.authenticators) ids.push(await register(userId, one, context));
    return { authenticatorIds: ids };
  },

  delete_authenticators: async (values, context) => {
    const { db, organizationId } = context;
    const userId = await lockUser(values.userId, context);
    const ids = values.authenticatorIds.map((id) => id.toLowerCase());
    const deleted = await db
      .delete(authenticators)
      .where(and(eq(authenticators.userId, userId), inArray(authenticators.id, ids)))
      .returning({ id: authenticators.id });
    const gone = new Set(deleted.map((one) => one.id));
    const missing = ids.find((id) => !gone.has(id));
    if (missing !== undefined) throw notFound('authenticator', missing, organizationId);
    await demandCredential(userId, context);
    return { authenticatorIds: ids };
  },
};

/**
 * At most ten (docs/protocol.md, Rates and limits). The code is the one of quotas, as 429 with a rate's is
 * tried again.
 */
async function demandRoom(userId: string, more: number, { db }: Context): Promise<void> {
  const known = await db.$count(authenticators, eq(authenticators.userId, userId));
  if (known + more <= MOST_PASSKEYS) return;
  throw new Refusal({
    grpc: 8,
    message: `user has exceeded maximum authenticators: ${MOST_PASSKEYS}`,
    code: 'SIGNING_QUOTA_EXCEEDED',
  });
}

type New = SubmitValues<'create_authenticators'>['authenticators'][number];

async function register(userId: string, one: New, context: Context): Promise<string> {
  const { db, organizationId, now, random, origins } = context;
  const registered = await verifyAttestation(one, origins);
  const id = randomId(random);
  await db
    .insert(authenticators)
    .values({
      id,
      organizationId,
      userId,
      name: one.authenticatorName,
      transports: JSON.stringify(one.attestation.transports),
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
