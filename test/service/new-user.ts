// Users that a root user adds, who aren't in the root quorum.
import {
  caller,
  createKey,
  resultOf,
  type Caller,
  type Json,
  type Key,
  type TestService,
} from './harness.ts';

/** What `create_users` takes of an API key. */
export const apiKeyEntry = (key: Key, change: Json = {}): Json => ({
  apiKeyName: `Key on ${key.curve}`,
  publicKey: key.publicKey,
  curveType: `API_KEY_CURVE_${key.curve}`,
  ...change,
});

/** What `create_users` takes of a user: one long-lived key, unless told otherwise. */
export const userEntry = (key: Key, change: Json = {}): Json => ({
  userName: 'Grace Hopper',
  apiKeys: [apiKeyEntry(key)],
  authenticators: [],
  oauthProviders: [],
  userTags: [],
  ...change,
});

/** Adds a user; the calls that their key stamps. */
export async function addUser(
  service: TestService,
  root: Caller,
  change: Json = {},
): Promise<Caller> {
  const key = await createKey();
  const users = [userEntry(key, change)];
  const [userId = ''] = resultOf(await root.submit('create_users', { users }))[
    'userIds'
  ] as string[];
  const { body } = await root.query('get_api_keys', { userId });
  const [record] = body['apiKeys'] as Json[];
  return caller(service, key, { userId, apiKeyId: String(record?.['apiKeyId']) });
}
