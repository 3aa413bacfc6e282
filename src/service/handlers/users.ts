import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Context, QueryHandlers, SubmitHandlers, SubmitValues } from '../context.ts';
import { demandRemainingStamper } from '../credentials.ts';
import { randomId } from '../ids.ts';
import { readIdentity, readUsers } from '../users.ts';
import { invalid, notFound, Refusal } from '../refusal.ts';
import { users } from '../schema.ts';
import { giveTags, USER_TAG } from '../tags.ts';
import { redeemToken } from '../verification-token.ts';
import { wireUser } from '../wire-records.ts';
import { addApiKeys } from './api-keys.ts';
import { addAuthenticators } from './authenticators.ts';

export const userQueries: QueryHandlers<'whoami' | 'list_users' | 'get_user'> = {
  whoami: (_values, { db, caller }) => readIdentity(db, caller),

  list_users: async (_values, { db, organizationId }) => {
    const userRecords = await readUsers(db, organizationId);
    return { users: userRecords.map(wireUser) };
  },

  get_user: async ({ userId }, { db, organizationId }) => {
    const [userRecord] = await readUsers(db, organizationId, [userId]);
    if (!userRecord) throw notFound('user', userId, organizationId);
    return { user: wireUser(userRecord) };
  },
};

type UserSubmit =
  | 'create_users'
  | 'update_user_name'
  | 'update_user_email'
  | 'update_user_phone_number'
  | 'delete_users';

export const userSubmits: SubmitHandlers<UserSubmit> = {
  create_users: async ({ users: created }, context) => {
    await demandRoom(created.length, context);
    // Ascending, so that lists keep the order of users who were created at the same moment.
    const ids = created.map(() => randomId(context.random)).toSorted();
    for (const [at, user] of created.entries()) {
      await createUser(
        ids[at] ?? randomId(context.random),
        user,
        `parameters.users.${at}`,
        context,
      );
    }
    return { userIds: ids };
  },

  update_user_name: {
    prepare: ({ userId, userName }, context) => ({
      result: { userId: userId.toLowerCase() },
      statements: [updateRow(userId, { name: userName }, context)],
      refusal: () => notFound('user', userId, context.organizationId),
    }),
  },

  update_user_email: async ({ userId, userEmail, verificationToken: token }, context) => {
    if (token !== undefined) await redeemToken(token, userEmail, 'OTP_TYPE_EMAIL', context);
    const emailVerified = token !== undefined;
    return updateUser(userId, { email: userEmail || null, emailVerified }, context);
  },

  update_user_phone_number: async (values, context) => {
    const { userId, userPhoneNumber, verificationToken: token } = values;
    if (token !== undefined) await redeemToken(token, userPhoneNumber, 'OTP_TYPE_SMS', context);
    const phoneVerified = token !== undefined;
    return updateUser(userId, { phone: userPhoneNumber || null, phoneVerified }, context);
  },

  // What they submitted and voted for stays, with their records as they were.
  delete_users: async ({ userIds }, context) => {
    const { db, organizationId } = context;
    const ids = userIds.map((id) => id.toLowerCase());
    const own = and(eq(users.organizationId, organizationId), inArray(users.id, ids));
    // In one order, like wallets.
    const rows = await db
      .select({ id: users.id, root: users.root })
      .from(users)
      .where(own)
      .orderBy(asc(users.id))
      .for('update');
    const known = new Set(rows.map(({ id }) => id));
    const missing = ids.find((id) => !known.has(id));
    if (missing !== undefined) throw notFound('user', missing, organizationId);
    if (rows.some(({ root }) => root)) throw invalid('quorum users missing');
    await db.delete(users).where(own);
    await demandRemainingStamper(context);
    return { userIds: ids };
  },
};

type NewUser = SubmitValues<'create_users'>['users'][number];

/** @param path where the user is in the request, for refusals */
async function createUser(
  id: string,
  { userName, userEmail, userPhoneNumber, apiKeys, authenticators, userTags: tagIds }: NewUser,
  path: string,
  context: Context,
): Promise<void> {
  const { db, organizationId, now } = context;
  await db.insert(users).values({
    id,
    organizationId,
    name: userName,
    email: userEmail ?? null,
    phone: userPhoneNumber ?? null,
    root: false,
    createdAt: now,
    updatedAt: now,
  });
  await addApiKeys(id, apiKeys, `${path}.apiKeys`, context);
  await addAuthenticators(id, authenticators, context);
  await giveTags(USER_TAG, id, tagIds, context);
}

/** As many as the service allows (docs/protocol.md, Rates and limits). */
const MAX_USERS = 100;

async function demandRoom(more: number, { db, organizationId }: Context): Promise<void> {
  const known = await db.$count(users, eq(users.organizationId, organizationId));
  if (known + more <= MAX_USERS) return;
  throw new Refusal({
    grpc: 8,
    message: `organization has exceeded maximum users: ${MAX_USERS}`,
    code: 'SIGNING_QUOTA_EXCEEDED',
  });
}

async function updateUser(
  userId: string,
  changes: Changes,
  context: Context,
): Promise<{ userId: string }> {
  const [updated] = await updateRow(userId, changes, context);
  if (!updated) throw notFound('user', userId, context.organizationId);
  return { userId: updated.id };
}

type Changes = Partial<typeof users.$inferInsert>;

function updateRow(userId: string, changes: Changes, { db, organizationId, now }: Context) {
  return db
    .update(users)
    .set({ ...changes, updatedAt: now })
    .where(and(eq(users.organizationId, organizationId), eq(users.id, userId)))
    .returning({ id: users.id });
}
