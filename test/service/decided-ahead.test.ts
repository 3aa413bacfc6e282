import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import type { OpenDatabase } from '../../src/service/database.ts';
import { mfaPolicies } from '../../src/service/mfa-tables.ts';
import { randomId } from '../../src/service/ids.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';
import {
  apiKeys,
  ipAllowlists,
  organizations,
  policies,
  tags,
  users,
  userTags,
} from '../../src/service/schema.ts';
import { useFreshService } from './fresh-service.ts';
import {
  activityOf,
  listOf,
  resultOf,
  type Answer,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';
import { addUser } from './new-user.ts';
import { withPasskey } from './passkeys.ts';

/*
 * Most submits are decided before their claim, by what was seen of the user and the organization
 * (activity.ts). Each change here is made in the database, as another process makes it: the claim must
 * notice.
 */

const TAG = randomId(randomBytes);

let database: OpenDatabase;
let service: TestService;
let root: Caller;
let tester: Caller;
let policyId: string;
let walletId: string;
let count = 0;

useFreshService(async (fresh) => {
  ({ database, service, root } = fresh);
  tester = await addUser(service, root, { userName: 'Tester', userEmail: 'tester@example.com' });
  policyId = await createPolicy({
    effect: 'EFFECT_ALLOW',
    condition: "activity.resource == 'WALLET'",
    consensus: "approvers.any(user, user.email == 'tester@example.com')",
  });
  await createPolicy({
    effect: 'EFFECT_DENY',
    consensus: `approvers.any(user, user.tags.contains('${TAG}'))`,
  });
  const [wallet] = await listOf(root, 'list_wallets', 'wallets');
  walletId = String(wallet?.['walletId']);
});

async function createPolicy(change: Json): Promise<string> {
  const policyName = `Policy ${String((count += 1))}`;
  const answer = await root.submit('create_policy', { policyName, notes: '', ...change });
  return String(resultOf(answer)['policyId']);
}

const rename = (who: Caller): Promise<Answer> =>
  who.submit('update_wallet', { walletId, walletName: `Wallet ${String((count += 1))}` });

/** What became of a submit, and what its one statement said of the user; undefined if it took several. */
async function watched(who: Caller) {
  const write = vi.spyOn(database.db, 'write');
  const transaction = vi.spyOn(database.db, 'transaction');
  try {
    const answer = await rename(who);
    const status = answer.status === 200 ? activityOf(answer).status : answer.status;
    const [written] = write.mock.settledResults;
    const isOne = written?.type === 'fulfilled' && transaction.mock.calls.length === 0;
    return { status, answer, claimed: isOne ? written.value[0]?.[0] : undefined };
  } finally {
    write.mockRestore();
    transaction.mockRestore();
  }
}

const ofPolicy = () => eq(policies.id, policyId);
const ofUser = ({ userId }: Caller) => eq(users.id, userId);

function demandFactor({ userId, organizationId }: Caller) {
  return database.db.insert(mfaPolicies).values({
    id: randomId(randomBytes),
    organizationId,
    userId,
    name: 'Passkey',
    condition: 'true',
    steps: JSON.stringify([{ any: [{ type: 'AUTHENTICATION_TYPE_PASSKEY' }] }]),
    order: 0,
    createdAt: 0,
    updatedAt: 0,
  });
}

const admitOnly = (cidr: string, { organizationId }: Caller) =>
  database.db.insert(ipAllowlists).values({
    organizationId,
    publicKey: null,
    enabled: true,
    rules: JSON.stringify([{ cidr, label: '', createdAt: '' }]),
    onEvaluationError: 'DENY',
  });

const [DONE, VOTES, FACTORS] = ['COMPLETED', 'CONSENSUS_NEEDED', 'AUTHENTICATORS_NEEDED'].map(
  (name) => `ACTIVITY_STATUS_${name}`,
);

/** Changes by another process, whose request notices them, and what becomes of it. */
const CHANGES: readonly (readonly [string, () => unknown, 'tester' | 'root', unknown])[] = [
  ['the policy is deleted', () => database.db.delete(policies).where(ofPolicy()), 'tester', 403],
  [
    'the policy has another condition',
    () => database.db.update(policies).set({ condition: 'false' }).where(ofPolicy()),
    'tester',
    403,
  ],
  [
    'the policy has another effect',
    () => database.db.update(policies).set({ effect: 'EFFECT_DENY' }).where(ofPolicy()),
    'tester',
    403,
  ],
  [
    'the policy wants more votes',
    () =>
      database.db.update(policies).set({ consensus: 'approvers.count() >= 2' }).where(ofPolicy()),
    'tester',
    VOTES,
  ],
  [
    'the user has another email address',
    () => database.db.update(users).set({ email: null }).where(ofUser(tester)),
    'tester',
    403,
  ],
  [
    'the user gets a tag',
    async () => {
      const { organizationId, userId } = tester;
      const tag = { id: TAG, organizationId, type: 'TAG_TYPE_USER', name: 'Tag' };
      await database.db.insert(tags).values({ ...tag, createdAt: 0, updatedAt: 0 });
      await database.db.insert(userTags).values({ tagId: TAG, userId });
    },
    'tester',
    403,
  ],
  ['the user needs a factor', () => demandFactor(tester), 'tester', FACTORS],
  [
    'the key is deleted',
    () => database.db.delete(apiKeys).where(eq(apiKeys.id, tester.apiKeyId)),
    'tester',
    401,
  ],
  ['the address is no longer admitted', () => admitOnly('203.0.113.0/24', tester), 'tester', 403],
  ['the address is still admitted', () => admitOnly('127.0.0.0/24', tester), 'tester', DONE],
  [
    'a root user is none',
    () => database.db.update(users).set({ root: false }).where(ofUser(root)),
    'root',
    403,
  ],
  [
    'the root quorum is two',
    () => database.db.update(organizations).set({ rootThreshold: 2 }),
    'root',
    VOTES,
  ],
  ['the root user needs a factor', () => demandFactor(root), 'root', FACTORS],
  ['the address is not admitted', () => admitOnly('203.0.113.0/24', root), 'root', 403],
];

describe('a submit that is decided before its claim', () => {
  test('behavior: is one statement, and leaves what policies said', async () => {
    await rename(tester);
    const { answer, status, claimed } = await watched(tester);
    expect([status, claimed]).toEqual([DONE, '=']);
    const { body } = await root.query('get_policy_evaluations', {
      activityId: activityOf(answer).id,
    });
    expect(body['policyEvaluations']).toMatchObject([
      { policyEvaluations: [{ policyId, outcome: 'OUTCOME_ALLOW' }] },
    ]);
  });

  test.each(CHANGES)('behavior: notices that %s', async (_, change, name, expected) => {
    const who = { tester, root }[name];
    for (const _again of [1, 2]) expect((await watched(who)).status).toBe(DONE);
    await change();
    for (const _again of [1, 2]) expect((await watched(who)).status).toBe(expected);
  });

  test('behavior: learns what has changed, and is one statement again', async () => {
    for (const who of [tester, root]) {
      await rename(who);
      await database.db
        .update(apiKeys)
        .set({ name: 'Renamed' })
        .where(eq(apiKeys.id, who.apiKeyId));
      await database.db.update(policies).set({ notes: 'Changed' });
      const changed = await watched(who);
      expect(changed.status).toBe(DONE);
      const [vote] = activityOf(changed.answer).votes;
      expect(JSON.stringify(vote?.['user'])).toContain('Renamed');
      await rename(who);
      const { status, claimed } = await watched(who);
      expect([name(who), status, claimed]).toEqual([name(who), DONE, '=']);
    }
  });

  test('behavior: the same bytes again have the same answer, and run once', async () => {
    const body = tester.body('update_wallet', { walletId, walletName: 'Once' });
    await rename(tester);
    const [first, second] = [await post(body), await post(body)];
    expect(activityOf(second)).toEqual(activityOf(first));
  });

  test('error: a name that is taken is refused as ever', async () => {
    const other = await root.submit('create_wallet', { walletName: 'Taken', accounts: [] });
    expect(other.status).toBe(200);
    await rename(tester);
    const answer = await tester.submit('update_wallet', { walletId, walletName: 'Taken' });
    expect(answer.status).toBe(400);
  });

  test('behavior: a passkey that is used is the same user', async () => {
    const passkey = await withPasskey(service, tester);
    const revisionOf = async () =>
      (await database.db.select().from(users).where(ofUser(tester)))[0]?.revision;
    const before = await revisionOf();
    expect((await passkey.query('whoami')).status).toBe(200);
    expect(await revisionOf()).toBe(before);
  });
});

const name = (who: Caller) => (who === root ? 'root' : 'tester');
const post = (body: string) => tester.post('/public/v1/submit/update_wallet', body);
