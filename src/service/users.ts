// Complete users: record, credentials and tags.
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from './database.ts';
import { notFound } from './refusal.ts';
import { organizations, users } from './schema.ts';

const UserRecord = v.object({
  id: v.string(),
  name: v.string(),
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  createdAt: v.number(),
  updatedAt: v.number(),
  apiKeys: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      publicKey: v.string(),
      curve: v.string(),
      expirationSeconds: v.nullable(v.number()),
      createdAt: v.number(),
      updatedAt: v.number(),
    }),
  ),
  /** Absent for users who voted before passkeys existed. */
  authenticators: v.optional(
    v.array(
      v.object({
        id: v.string(),
        name: v.string(),
        credentialId: v.string(),
        publicKey: v.string(),
        transports: v.string(),
        aaguid: v.string(),
        attestationType: v.string(),
        createdAt: v.number(),
        updatedAt: v.number(),
      }),
    ),
    [],
  ),
  tagIds: v.array(v.string()),
  /** In their order. `steps` is JSON. */
  mfaPolicies: v.optional(
    v.array(
      v.object({
        id: v.string(),
        name: v.string(),
        condition: v.string(),
        steps: v.string(),
        order: v.number(),
        notes: v.nullable(v.string()),
        createdAt: v.number(),
        updatedAt: v.number(),
      }),
    ),
    [],
  ),
});
/** A user with credentials and tags. */
export type UserRecord = v.InferOutput<typeof UserRecord>;

/**
 * JSON text of the {@link UserRecord} of a row of `users` in scope; a migration defines the
 * function.
 */
export const userRecordJson = sql<string>`person_json(${users}.id)`;

/** Parses the result of the database's `person_json`. */
export function parseUserRecord(text: string): UserRecord {
  return v.parse(UserRecord, JSON.parse(text));
}

/** The users of an organization, oldest first: all of them, or those with the given ids. */
export async function readUsers(
  db: Database,
  organizationId: string,
  ids?: readonly string[],
): Promise<UserRecord[]> {
  const rows = await db
    .select({ user: userRecordJson })
    .from(users)
    .where(
      and(eq(users.organizationId, organizationId), ids ? inArray(users.id, [...ids]) : undefined),
    )
    .orderBy(asc(users.createdAt), asc(users.id));
  return rows.map(({ user }) => parseUserRecord(user));
}

/** The caller by name, as `whoami` returns it. */
export async function readIdentity(
  db: Database,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
) {
  const [row] = await db
    .select({ organizationName: organizations.name, username: users.name })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(eq(users.id, userId));
  if (!row) throw notFound('user', userId, organizationId);
  return { organizationId, userId, ...row };
}
