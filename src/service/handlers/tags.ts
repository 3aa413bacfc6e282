import { and, asc, eq, inArray, ne } from 'drizzle-orm';
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

export const tagSubmits: SubmitHandlers<
  'delete_user_tags' | 'create_user_tag' | 'update_user_tag'
> = {
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
      .catch(throwNameTaken);
    await tagUsers(userTagId, ids, context);
    return { userTagId, userIds: ids };
  },

  // A user who has the tag already, or lacks it already, stays as they are.
  update_user_tag: async (values, context) => {
    const { db, organizationId, now } = context;
    const tagId = values.userTagId.toLowerCase();
    const added = values.addUserIds.map((id) => id.toLowerCase());
    const removed = values.removeUserIds.map((id) => id.toLowerCase());
    await lockTag(tagId, context);
    await demandUsers([...added, ...removed], context);
    const { newUserTagName: name } = values;
    if (name !== undefined) await demandFreeName(name, tagId, context);
    await db
      .update(tags)
      .set({ updatedAt: now, ...(name !== undefined && { name }) })
      .where(and(eq(tags.organizationId, organizationId), eq(tags.id, tagId)))
      .catch(throwNameTaken);
    await tagUsers(tagId, added, context);
    await db
      .delete(userTags)
      .where(and(eq(userTags.tagId, tagId), inArray(userTags.userId, removed)));
    return { userTagId: tagId };
  },
};

/** Locks the tag until the transaction ends, so that changes to it come one after the other. */
async function lockTag(tagId: string, { db, organizationId }: Context): Promise<void> {
  const [tag] = await db
    .select({ id: tags.id })
    .from(tags)
    .where(and(eq(tags.organizationId, organizationId), eq(tags.id, tagId)))
    .for('update');
  if (!tag) throw notFound('user tag', tagId, organizationId);
}

async function tagUsers(tagId: string, userIds: readonly string[], { db }: Context): Promise<void> {
  if (userIds.length === 0) return;
  const rows = userIds.map((userId) => ({ tagId, userId }));
  await db.insert(userTags).values(rows).onConflictDoNothing();
}

const nameTaken = () => invalid('user tag label must be unique');

function throwNameTaken(error: unknown): never {
  throw brokenConstraint(error) === 'tags_name' ? nameTaken() : error;
}

/**
 * Refuses a name that another tag has, before the index does: there, two requests that swap names
 * would wait for each other.
 */
async function demandFreeName(
  name: string,
  tagId: string,
  { db, organizationId }: Context,
): Promise<void> {
  const sameName = and(
    eq(tags.organizationId, organizationId),
    eq(tags.name, name),
    ne(tags.id, tagId),
  );
  if ((await db.$count(tags, sameName)) > 0) throw nameTaken();
}

async function demandUsers(ids: readonly string[], { db, organizationId }: Context): Promise<void> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.organizationId, organizationId), inArray(users.id, [...ids])));
  const known = new Set(rows.map((row) => row.id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw notFound('user', missing, organizationId);
}
