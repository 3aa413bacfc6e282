// Tags of users and of private keys: the same, on other records.
import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { TagType } from '../protocol/enums.ts';
import type { Context } from './context.ts';
import { brokenConstraint, type Database } from './database.ts';
import { randomId } from './ids.ts';
import { invalid, notFound } from './refusal.ts';
import { privateKeys, privateKeyTags, tags, users, userTags } from './schema.ts';
import { wireTag } from './wire-records.ts';

/** A kind of tag, and the records that have it. */
export type TagKind = {
  readonly type: TagType;
  /** What a tag and a record are, in the words of refusals. */
  readonly what: string;
  readonly member: string;
  readonly members: {
    readonly table: PgTable;
    readonly id: AnyPgColumn;
    readonly organizationId: AnyPgColumn;
  };
  readonly pairs: {
    readonly table: PgTable;
    readonly tagId: AnyPgColumn;
    readonly memberId: AnyPgColumn;
  };
  /** Adds pairs that aren't there yet. */
  readonly add: (tagId: string, ids: readonly string[], context: Context) => PromiseLike<unknown>;
};

export const USER_TAG: TagKind = {
  type: 'TAG_TYPE_USER',
  what: 'user tag',
  member: 'user',
  members: { table: users, id: users.id, organizationId: users.organizationId },
  pairs: { table: userTags, tagId: userTags.tagId, memberId: userTags.userId },
  add: (tagId, ids, { db }) =>
    db
      .insert(userTags)
      .values(ids.map((userId) => ({ tagId, userId })))
      .onConflictDoNothing(),
};

export const PRIVATE_KEY_TAG: TagKind = {
  type: 'TAG_TYPE_PRIVATE_KEY',
  what: 'private key tag',
  member: 'private key',
  members: {
    table: privateKeys,
    id: privateKeys.id,
    organizationId: privateKeys.organizationId,
  },
  pairs: {
    table: privateKeyTags,
    tagId: privateKeyTags.tagId,
    memberId: privateKeyTags.privateKeyId,
  },
  add: (tagId, ids, { db, organizationId }) =>
    db
      .insert(privateKeyTags)
      .values(ids.map((privateKeyId) => ({ tagId, organizationId, privateKeyId })))
      .onConflictDoNothing(),
};

const ownTags = ({ type }: TagKind, { organizationId }: Context) =>
  and(eq(tags.organizationId, organizationId), eq(tags.type, type));

/** Oldest first. */
export async function listTags(kind: TagKind, context: Context) {
  const rows = await context.db
    .select()
    .from(tags)
    .where(ownTags(kind, context))
    .orderBy(asc(tags.createdAt), asc(tags.id));
  return rows.map(wireTag);
}

/** Makes a tag and puts it on the records. Returns its id and theirs, in lowercase. */
export async function createTag(
  kind: TagKind,
  { name, memberIds }: { readonly name: string; readonly memberIds: readonly string[] },
  context: Context,
): Promise<{ readonly tagId: string; readonly memberIds: string[] }> {
  const { db, organizationId, now, random } = context;
  const ids = memberIds.map((id) => id.toLowerCase());
  await demandMembers(kind, ids, context);
  const tagId = randomId(random);
  const row = { id: tagId, organizationId, type: kind.type, name, createdAt: now, updatedAt: now };
  await db
    .insert(tags)
    .values(row)
    .catch((error: unknown) => throwNameTaken(kind, error));
  if (ids.length > 0) await kind.add(tagId, ids, context);
  return { tagId, memberIds: ids };
}

/** What changes about a tag; a name that is left out stays. */
export type TagChange = {
  readonly tagId: string;
  readonly name: string | undefined;
  readonly added: readonly string[];
  readonly removed: readonly string[];
};

/** A record that has the tag already, or lacks it already, stays as it is. Returns the tag's id. */
export async function changeTag(
  kind: TagKind,
  change: TagChange,
  context: Context,
): Promise<string> {
  const { db, now } = context;
  const { name } = change;
  const tagId = change.tagId.toLowerCase();
  const added = change.added.map((id) => id.toLowerCase());
  const removed = change.removed.map((id) => id.toLowerCase());
  const own = and(ownTags(kind, context), eq(tags.id, tagId));
  // Until the transaction ends, so that changes to the tag come one after the other.
  const [tag] = await db.select({ id: tags.id }).from(tags).where(own).for('update');
  if (!tag) throw notFound(kind.what, tagId, context.organizationId);
  await demandMembers(kind, [...added, ...removed], context);
  if (name !== undefined) await demandFreeName(kind, name, tagId, context);
  await db
    .update(tags)
    .set({ updatedAt: now, ...(name !== undefined && { name }) })
    .where(own)
    .catch((error: unknown) => throwNameTaken(kind, error));
  if (added.length > 0) await kind.add(tagId, added, context);
  const { pairs } = kind;
  const gone = inArray(pairs.memberId, removed);
  await db.delete(pairs.table).where(and(eq(pairs.tagId, tagId), gone));
  return tagId;
}

/** Deletes tags. Returns their ids, and those of the records that lost one. */
export async function deleteTags(
  kind: TagKind,
  tagIds: readonly string[],
  context: Context,
): Promise<{ readonly tagIds: string[]; readonly memberIds: string[] }> {
  const { db, organizationId } = context;
  const { pairs } = kind;
  const ids = tagIds.map((id) => id.toLowerCase());
  const own = and(ownTags(kind, context), inArray(tags.id, ids));
  const tagged = await db
    .selectDistinct({ id: pairs.memberId })
    .from(pairs.table)
    .innerJoin(tags, and(eq(tags.id, pairs.tagId), own))
    .orderBy(asc(pairs.memberId));
  // In one order: otherwise two requests that delete the same tags would wait for each other.
  await db.select({ id: tags.id }).from(tags).where(own).orderBy(asc(tags.id)).for('update');
  // The tags' pairs go with them.
  const deleted = await db.delete(tags).where(own).returning({ id: tags.id });
  const known = new Set(deleted.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw notFound(kind.what, missing, organizationId);
  return { tagIds: ids, memberIds: tagged.map(({ id }) => String(id)) };
}

/** Puts existing tags on a new record, and keeps them until the transaction ends. 404 for another id. */
export async function giveTags(
  kind: TagKind,
  memberId: string,
  tagIds: readonly string[],
  context: Context,
): Promise<void> {
  if (tagIds.length === 0) return;
  const ids = tagIds.map((id) => id.toLowerCase());
  const rows = await context.db
    .select({ id: tags.id })
    .from(tags)
    .where(and(ownTags(kind, context), inArray(tags.id, ids)))
    .orderBy(asc(tags.id))
    .for('key share');
  const known = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw notFound(kind.what, missing, context.organizationId);
  for (const id of ids) await kind.add(id, [memberId], context);
}

const nameTaken = ({ what }: TagKind) => invalid(`${what} label must be unique`);

function throwNameTaken(kind: TagKind, error: unknown): never {
  throw brokenConstraint(error) === 'tags_name' ? nameTaken(kind) : error;
}

/**
 * Refuses a name that another tag has, before the index does: there, two requests that swap names
 * would wait for each other.
 */
async function demandFreeName(
  kind: TagKind,
  name: string,
  tagId: string,
  context: Context,
): Promise<void> {
  const sameName = and(ownTags(kind, context), eq(tags.name, name), ne(tags.id, tagId));
  if ((await context.db.$count(tags, sameName)) > 0) throw nameTaken(kind);
}

async function demandMembers(
  { member, members }: TagKind,
  ids: readonly string[],
  { db, organizationId }: Context,
): Promise<void> {
  const rows = await db
    .select({ id: members.id })
    .from(members.table)
    .where(and(eq(members.organizationId, organizationId), inArray(members.id, [...ids])));
  const known = new Set(rows.map(({ id }) => String(id)));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw notFound(member, missing, organizationId);
}

/** The ids of the tags of private keys, by the key's id: of all keys, or of some. */
export async function readPrivateKeyTags(
  db: Database,
  organizationId: string,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .select({ tagId: privateKeyTags.tagId, keyId: privateKeyTags.privateKeyId })
    .from(privateKeyTags)
    .where(
      and(
        eq(privateKeyTags.organizationId, organizationId),
        ids ? inArray(privateKeyTags.privateKeyId, [...ids]) : undefined,
      ),
    )
    .orderBy(asc(privateKeyTags.tagId));
  const byKey = Map.groupBy(rows, ({ keyId }) => keyId);
  return new Map([...byKey].map(([id, of]) => [id, of.map(({ tagId }) => tagId)]));
}
