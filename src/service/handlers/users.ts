import { and, eq } from 'drizzle-orm';
import type { Context, QueryHandlers, SubmitHandlers } from '../context.ts';
import { readIdentity, readUsers } from '../users.ts';
import { notFound } from '../refusal.ts';
import { users } from '../schema.ts';
import { redeemToken } from '../verification-token.ts';
import { wireUser } from '../wire-records.ts';

export const userQueries: QueryHandlers<'whoami' | 'list_users' | 'get_user'> = {
  whoami: (_values, context) => readIdentity(context),

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

type UserSubmit = 'update_user_name' | 'update_user_email' | 'update_user_phone_number';

export const userSubmits: SubmitHandlers<UserSubmit> = {
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
};

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
