import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Context, QueryHandlers, SubmitHandlers } from '../context.ts';
import { brokenConstraint } from '../database.ts';
import { randomId } from '../ids.ts';
import { invalid, notFound } from '../refusal.ts';
import { tags, users, userTags } from '../schema.ts';
import { wireTag } from '../wire-records.ts';

export const tagQueries: QueryHandlers<'list_user_tags'> = {
  list_user_tags: async (_values, { db, organizationId }) => {
    const rows = await db
      .select()
      .from(tags)
      .where(eq(tags.organizationId, organizationId))
      .orderBy(asc(tags.createdAt), asc(tags.id));
    return { userTags: rows.map(wireTag) };
  },
};

export const tagSubmits: SubmitHandlers<'delete_user_tags' | 'create_user_tag'> = {
  delete_user_tags: async ({ userTagIds }, { db, organizationId }) => {
    const ids = userTagIds.map((id) => id.toLowerCase());
    const tagFilter = inArray(userTags.tagId, ids);
    const taggedUsers = await db
      .selectDistinct({ userId: userTags.userId })
      .from(userTags)
      .innerJoin(tags, and(eq(tags.id, userTags.tagId), eq(tags.organizationId, organizationId)))
      .where(tagFilter)
      .orderBy(asc(userTags.userId));
    const ownTags = and(eq(tags.organizationId, organizationId), inArray(tags.id, ids));
    // In one order: otherwise two requests that delete the same tags would wait for each other.
    await db.select({ id: tags.id }).from(tags).where(ownTags).orderBy(asc(tags.id)).for('update');
    // The tags' pairs in user_tags go with them.
    const deleted = await db.delete(tags).where(ownTags).returning({ id: tags.id });
    const deletedIds = new Set(deleted.map((row) => row.id));
    const missing = ids.find((id) => !deletedIds.has(id));
    if (missing !== undefined) throw notFound('user tag', missing, organizationId);
    return { userTagIds: ids, userIds: taggedUsers.map((row) => row.userId) };
  },

  create_user_tag: async ({ userTagName, userIds }, context) => {
    const { db, organizationId, now, random } = context;
    const ids = userIds.map((id) => id.toLowerCase());
    await demandUsers(ids, context);
    const userTagId = randomId(random);
    await db
      .insert(tags)
      .values({ id: userTagId, organizationId, name: userTagName, createdAt: now, updatedAt: now })
      .catch((error: unknown) => {
        if (brokenConstraint(error) !== 'tags_name') throw error;
        throw invalid('user tag label must be unique');
      });
    if (ids.length > 0) {
      await db.insert(userTags).values(ids.map((userId) => ({ tagId: userTagId, userId })));
    }
    return { userTagId, userIds: ids };
  },
};

async function demandUsers(ids: readonly string[], { db, organizationId }: Context): Promise<void> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.organizationId, organizationId), inArray(users.id, [...ids])));
  const known = new Set(rows.map((row) => row.id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw notFound('user', missing, organizationId);
}
