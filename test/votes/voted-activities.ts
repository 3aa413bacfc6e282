// Activities of the real service with votes of each kind, and checks of them as a service would change
// them.
import { afterAll, beforeAll, expect } from 'vitest';
import * as v from 'valibot';
import { randomBytes } from '../../src/crypto/bytes.ts';
import type { ApiKeyCurve } from '../../src/crypto/schemes.ts';
import { parseActivity } from '../../src/protocol/envelope.ts';
import {
  user as userSchema,
  type Activity,
  type UserRecord,
  type Vote,
} from '../../src/protocol/service-records.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { checkActivity, type CheckContext } from '../../src/votes/check-activity.ts';
import {
  caller,
  createKey,
  enrol,
  freshService,
  openMemory,
  type Caller,
  type Json,
  type TestService,
} from '../service/harness.ts';
import { withPasskey, type PasskeyUser } from '../service/passkeys.ts';
import { demandFourApprovals } from './four-approvals.ts';

let database: OpenDatabase;
export let service: TestService;
export let root: Caller;
export let passkey: PasskeyUser;
export let carol: Caller;
export let dave: Caller;
export let walletId: string;
/** Carol asked (secp256k1), Dave approved (Ed25519), and two more must. */
export let waiting: Activity;
/** The same, and a root user approved with a passkey, which decided it. */
export let completed: Activity;
/** Carol asked, and Dave rejected. */
export let rejected: Activity;
export let context: CheckContext;

/** Gives a file's tests these activities, of one service. */
export function useVotedActivities(): void {
  beforeAll(async () => {
    database = await openMemory();
    service = await freshService(database, {}, randomBytes(32));
    root = await enrol(service);
    passkey = await withPasskey(service, root);
    carol = await giveKey('Carol', 'SECP256K1');
    dave = await giveKey('Dave', 'ED25519');
    walletId = await demandFourApprovals(root);
    const asked = await ask('First');
    waiting = parseActivity(await vote(dave, 'approve_activity', asked));
    const other = await ask('Second');
    await vote(dave, 'approve_activity', other);
    completed = parseActivity(await vote(passkey, 'approve_activity', other));
    const third = await ask('Third');
    rejected = parseActivity(await vote(dave, 'reject_activity', third));
    context = {
      organizationId: root.organizationId,
      users: await listUsers(),
      rpIds: [],
      seen: undefined,
      askedId: undefined,
      ownBody: undefined,
    };
  });
  afterAll(() => database.close());
}

async function listUsers(): Promise<UserRecord[]> {
  const { users } = (await root.query('list_users')).body as { users: Json[] };
  return users.map((one) => v.parse(userSchema, one));
}

async function giveKey(name: string, curve: ApiKeyCurve): Promise<Caller> {
  const userId = (await listUsers()).find(({ userName }) => userName.startsWith(name))?.userId;
  const key = await createKey(curve);
  const apiKey = {
    apiKeyName: 'Laptop',
    publicKey: key.publicKey,
    curveType: `API_KEY_CURVE_${curve}`,
  };
  await root.submit('create_api_keys', { userId, apiKeys: [apiKey] });
  return caller(service, key, { userId: userId ?? '', apiKeyId: '' });
}

export const ask = async (walletName: string) =>
  (await carol.submit('update_wallet', { walletId, walletName })).body;

export async function vote(who: Caller, name: 'approve_activity' | 'reject_activity', asked: Json) {
  const answer = await who.submit(name, { fingerprint: parseActivity(asked).fingerprint });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

export const check = (activity: Activity, changes: Partial<CheckContext> = {}) =>
  checkActivity(activity, { ...context, ...changes });
export const votesOf = ({ votes }: Activity): readonly Vote[] => votes ?? [];
export const withVote = (activity: Activity, at: number, changes: Partial<Vote>): Activity => ({
  ...activity,
  votes: votesOf(activity).map((one, index) => (index === at ? { ...one, ...changes } : one)),
});
export const at = (activity: Activity, index: number): Vote => {
  const found = votesOf(activity)[index];
  if (!found) throw new Error(`no vote ${index}`);
  return found;
};
export const VERIFIED = { kind: 'verified' };
export const forged = (reason: string) => ({ kind: 'forged', reason });
export const unchecked = (reason: string) => ({ kind: 'unchecked', reason });
