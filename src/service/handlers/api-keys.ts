import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { MAX_EXPIRING_API_KEYS, MAX_LONG_LIVED_API_KEYS } from '../../protocol/api-key.ts';
import { expiryOf } from '../api-key-expiry.ts';
import { parseApiPublicKey } from '../api-public-key.ts';
import type { Context, QueryHandlers, SubmitHandlers, SubmitValues } from '../context.ts';
import { demandRemainingCredential, lockUser } from '../credentials.ts';
import { brokenConstraint } from '../database.ts';
import { isId, randomId } from '../ids.ts';
import { conflict, notFound, Refusal } from '../refusal.ts';
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

export const apiKeySubmits: SubmitHandlers<'create_api_keys' | 'delete_api_keys'> = {
  create_api_keys: async (values, context) => {
    const userId = await lockUser(values.userId, context);
    return { apiKeyIds: await addApiKeys(userId, values.apiKeys, 'parameters.apiKeys', context) };
  },

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

type NewApiKey = SubmitValues<'create_api_keys'>['apiKeys'][number];

/**
 * Registers keys of a user whom this transaction has locked or made. Throws 429 for more than a user may
 * have.
 * @param path where the keys are in the request, for refusals
 */
export async function addApiKeys(
  userId: string,
  keys: readonly NewApiKey[],
  path: string,
  context: Context,
): Promise<string[]> {
  const expiring = keys.filter((key) => key.expirationSeconds !== undefined).length;
  await demandCapacity(userId, keys.length - expiring, context);
  await makeRoom(userId, expiring, context);
  const ids: string[] = [];
  for (const [at, key] of keys.entries())
    ids.push(await register(userId, key, `${path}.${at}.publicKey`, context));
  return ids;
}

/** How many keys a user may have is in docs/protocol.md, Rates and limits. */
function tooMany(kind: 'long-lived' | 'short-lived', max: number): Refusal {
  const message = `user has exceeded maximum ${kind} api keys: ${max}`;
  return new Refusal({ grpc: 8, message, code: 'SIGNING_QUOTA_EXCEEDED' });
}

async function demandCapacity(userId: string, more: number, { db }: Context): Promise<void> {
  if (more === 0) return;
  const longLived = and(eq(apiKeys.userId, userId), isNull(apiKeys.expirationSeconds));
  const known = await db.$count(apiKeys, longLived);
  if (known + more > MAX_LONG_LIVED_API_KEYS) throw tooMany('long-lived', MAX_LONG_LIVED_API_KEYS);
}

/**
 * One expiring key more than the limit ends those that have expired, or else the oldest ones
 * (docs/protocol.md, Rates and limits).
 */
async function makeRoom(userId: string, more: number, { db, now }: Context): Promise<void> {
  if (more > MAX_EXPIRING_API_KEYS) throw tooMany('short-lived', MAX_EXPIRING_API_KEYS);
  if (more === 0) return;
  const known = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), isNotNull(apiKeys.expirationSeconds)))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
  if (known.length + more <= MAX_EXPIRING_API_KEYS) return;
  const live = known.filter((key) => expiryOf(key) > now);
  const kept = new Set(live.slice(Math.max(0, live.length + more - MAX_EXPIRING_API_KEYS)));
  const ended = known.filter((key) => !kept.has(key)).map(({ id }) => id);
  await db.delete(apiKeys).where(inArray(apiKeys.id, ended));
}

async function register(
  userId: string,
  { apiKeyName, curveType, publicKey: text, expirationSeconds }: NewApiKey,
  path: string,
  { db, organizationId, now, random }: Context,
): Promise<string> {
  const key = parseApiPublicKey(curveType, text, path);
  const id = randomId(random);
  const lifetime = expirationSeconds === undefined ? null : Number(expirationSeconds);
  const columns = { id, organizationId, userId, createdAt: now, updatedAt: now };
  await db
    .insert(apiKeys)
    .values({ ...columns, ...key, name: apiKeyName, expirationSeconds: lifetime })
    .catch((error: unknown) => {
      if (brokenConstraint(error) !== 'api_keys_public_key') throw error;
      throw conflict(
        `public key ${key.publicKey} has already been registered in this organization`,
      );
    });
  return id;
}
