import { and, asc, eq, inArray } from 'drizzle-orm';
import type { QueryHandlers, SubmitHandlers } from '../context.ts';
import { demandRemainingCredential, lockUser } from '../credentials.ts';
import { isId } from '../ids.ts';
import { notFound } from '../refusal.ts';
import { apiKeys, users } from '../schema.ts';
import { wireApiKey } from '../wire-records.ts';

export const apiKeyQueries: QueryHandlers<'get_api_key' | 'get_api_keys'> = {
  get_api_key: async ({ apiKeyId }, { db, organizationId }) => {
    const [row] = isId(apiKeyId)
      ? await db
          .select()
          .from(apiKeys)
          .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, apiKeyId)))
      : [];
    if (!row) throw notFound('api key', apiKeyId, organizationId);
    return { apiKey: wireApiKey(row) };
  },

  // Without a user: the keys of the whole organization, which every user may read.
  get_api_keys: async ({ userId }, { db, organizationId }) => {
    const userFilter = userId === undefined ? undefined : eq(apiKeys.userId, userId);
    if (userId !== undefined) {
      const user = and(eq(users.organizationId, organizationId), eq(users.id, userId));
      if ((await db.$count(users, user)) === 0) throw notFound('user', userId, organizationId);
    }
    const rows = await db
      .select()
      .from(apiKeys)
      .where(and(eq(apiKeys.organizationId, organizationId), userFilter))
      .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
    return { apiKeys: rows.map(wireApiKey) };
  },
};

export const apiKeySubmits: SubmitHandlers<'delete_api_keys'> = {
  delete_api_keys: async (values, context) => {
    const { db, organizationId } = context;
    const userId = await lockUser(values.userId, context);
    const ids = values.apiKeyIds.map((id) => id.toLowerCase());
    const deleted = await db
      .delete(apiKeys)
      .where(and(eq(apiKeys.userId, userId), inArray(apiKeys.id, ids)))
      .returning({ id: apiKeys.id });
    const deletedIds = new Set(deleted.map((row) => row.id));
    const missing = ids.find((id) => !deletedIds.has(id));
    if (missing !== undefined) throw notFound('api key', missing, organizationId);
    await demandRemainingCredential(userId, context);
    return { apiKeyIds: ids };
  },
};
