// A service whose root user has a passkey besides the API key, for tests of MFA policies.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { activities } from '../../src/service/schema.ts';
import {
  activityOf,
  caller,
  createKey,
  enrol,
  freshService,
  openMemory,
  resultOf,
  serviceOver,
  type Answer,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';
import { withPasskey, type PasskeyUser } from './passkeys.ts';

export const DAY = 24 * 3_600_000;
const MASTER = randomBytes(32);

export let database: OpenDatabase;
export let service: TestService;
/** A root user, who decides alone but for MFA. */
export let root: Caller;
/** The same user by passkey. */
export let passkey: PasskeyUser;
export let walletId: string;

/** Gives each test of a file a fresh service, over one database for the file. */
export function useMfaService(): void {
  beforeAll(async () => {
    database = await openMemory();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    service = await freshService(database, {}, MASTER);
    root = await enrol(service);
    passkey = await withPasskey(service, root);
    const { wallets } = (await root.query('list_wallets')).body as { wallets: Json[] };
    walletId = String(wallets[0]?.['walletId']);
  });
}

/** Another process over the same database. */
export const secondService = () => serviceOver(database, {}, MASTER);

export const method = (type: string, id?: string) => ({
  type: `AUTHENTICATION_TYPE_${type}`,
  ...(id && { id }),
});
export const KEY = { any: [method('API_KEY')] };
export const PASSKEY = { any: [method('PASSKEY')] };

/** An MFA policy's parameters: API key and passkey for renames, unless told otherwise. */
export const mfaPolicy = (userId: string, parameters: Json = {}) => ({
  userId,
  mfaPolicyName: 'Both',
  condition: "activity.kind == 'UPDATE_WALLET'",
  requiredAuthenticationMethods: [KEY, PASSKEY],
  order: 0,
  ...parameters,
});

/** Creates an MFA policy; returns its id. */
export async function demand(
  parameters: Json = {},
  userId = root.userId,
  by: Caller = root,
): Promise<string> {
  const answer = await by.submit('create_mfa_policy', mfaPolicy(userId, parameters));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return String(resultOf(answer)['mfaPolicyId']);
}

export const rename = (who: Caller = root, walletName = 'Renamed') =>
  who.submit('update_wallet', { walletId, walletName });
export const statusOf = (answer: Answer) =>
  activityOf(answer).status.replace('ACTIVITY_STATUS_', '');
export const approve = (who: Caller, waiting: Answer) =>
  who.submit('approve_activity', { fingerprint: activityOf(waiting).fingerprint });
export const reject = (who: Caller, waiting: Answer) =>
  who.submit('reject_activity', { fingerprint: activityOf(waiting).fingerprint });

export async function walletName(): Promise<unknown> {
  const { wallets } = (await root.query('list_wallets')).body as { wallets: Json[] };
  return wallets.find((wallet) => wallet['walletId'] === walletId)?.['walletName'];
}

/** What the activity in an answer demands, of one user or of all. */
export async function mfaStatusesOf(waiting: Answer, userId?: string): Promise<Json[]> {
  const { id: activityId } = activityOf(waiting);
  const { body } = await root.query('get_mfa_status', { activityId, ...(userId && { userId }) });
  return body['mfaStatuses'] as Json[];
}

export async function executionsOf(waiting: Answer): Promise<number | undefined> {
  const [row] = await database.db
    .select({ executions: activities.executions })
    .from(activities)
    .where(eq(activities.id, activityOf(waiting).id));
  return row?.executions;
}

/** A user of the demo organization, by the beginning of the name. */
export async function idOf(name: string): Promise<string> {
  const { users } = (await root.query('list_users')).body as { users: Json[] };
  return String(users.find(({ userName }) => String(userName).startsWith(name))?.['userId']);
}

export async function giveKey(name: string): Promise<Caller> {
  const userId = await idOf(name);
  const key = await createKey();
  const apiKey = {
    apiKeyName: 'Laptop',
    publicKey: key.publicKey,
    curveType: 'API_KEY_CURVE_P256',
  };
  const answer = await root.submit('create_api_keys', { userId, apiKeys: [apiKey] });
  const [apiKeyId = ''] = resultOf(answer)['apiKeyIds'] as readonly string[];
  return caller(service, key, { userId, apiKeyId });
}
