import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { MAX_DECISION_STEPS, MAX_STEPS } from '../../../src/policies/limits.ts';
import { readClause } from '../../../src/policies/read-clause.ts';
import { randomId } from '../../../src/service/ids.ts';
import { randomBytes } from '../../../src/crypto/bytes.ts';
import { mfaPolicies } from '../../../src/service/mfa-tables.ts';
import { readClause as readStored } from '../../../src/service/policies/clause.ts';
import { evaluate, StepLimitError } from '../../../src/service/policies/evaluate.ts';
import { policies } from '../../../src/service/schema.ts';
import { useFreshService } from '../fresh-service.ts';
import {
  activityOf,
  resultOf,
  START,
  type Caller,
  type Json,
  type TestService,
} from '../harness.ts';
import { addUser } from '../new-user.ts';

/*
 * What a clause may cost (docs/policies.md, Limits): refused when it is stored; and one that an earlier
 * version stored, or that meets its limit during a decision, refuses the request and is never left out.
 */

let service: TestService;
let root: Caller;
let tester: Caller;

useFreshService(async (fresh) => {
  ({ service, root } = fresh);
  tester = await addUser(service, root, { userName: 'Tester' });
});

/** 20 lists within each other: 3 to the 20th predicates. */
const NESTED = Array.from({ length: 20 }).reduce<string>(
  (inner, _, depth) => `[1, 2, 3].any(a${String(depth)}, ${inner})`,
  'false',
);
const COSTLY = [
  ['22 slices', `'abc'${'[0..1]'.repeat(22)} == 'a'`, /nested more than 20 deep/],
  ['20 nested any', NESTED, /nested more than 20 deep/],
  ['2,700 ||', Array.from({ length: 2700 }, () => 'true').join('||'), /more than 2000 parts/],
  [
    'a list looked through for each element of another',
    `[${'1,'.repeat(400)}1].all(a, a in [${'1,'.repeat(400)}1])`,
    /more than 20000 steps/,
  ],
  ['parentheses', `${'('.repeat(2000)}true${')'.repeat(2000)}`, /nested more than 20 deep/],
  ['negations', `${'!'.repeat(2000)}true`, /nested more than 20 deep/],
] as const;

const policy = (change: Json): Json => ({
  policyName: 'Costly',
  effect: 'EFFECT_ALLOW',
  notes: '',
  ...change,
});

/** Stores a policy as a version without limits did. */
async function store(change: Partial<typeof policies.$inferInsert>): Promise<string> {
  const id = randomId(randomBytes);
  const at = service.time.now;
  await service.database.db.insert(policies).values({
    id,
    organizationId: root.organizationId,
    name: 'Costly',
    effect: 'EFFECT_ALLOW',
    notes: '',
    consensus: null,
    condition: null,
    time: null,
    createdAt: at,
    updatedAt: at,
    ...change,
  });
  return id;
}

const makeTag = (who: Caller, userTagName: string) =>
  who.submit('create_user_tag', { userTagName, userIds: [] });

describe.each(COSTLY)('%s', (_, text, message) => {
  test('error: refused when stored', async () => {
    const answer = await root.submit('create_policy', policy({ condition: text }));
    expect(answer.status).toBe(400);
    expect(answer.body['message']).toMatch(/^invalid policy condition: /);
    expect(answer.body['message']).toMatch(message);
  });

  test('attack: stored by an earlier version, it refuses the request with its name', async () => {
    await store({ condition: text, effect: 'EFFECT_DENY' });
    resultOf(await root.submit('create_policy', policy({ policyName: 'All' })));
    const refused = await makeTag(tester, 'One');
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code: 9 });
    expect(refused.body['message']).toContain("policy 'Costly' can't be read");
  });

  test('behavior: and the root quorum takes it away', async () => {
    const policyId = await store({ condition: text });
    expect(activityOf(await makeTag(root, 'Two')).status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect((await root.query('list_activities')).status).toBe(200);
    const answer = await root.submit('delete_policy', { policyId });
    expect(activityOf(answer).status).toBe('ACTIVITY_STATUS_COMPLETED');
  });
});

test('attack: a long list of the request does not switch a DENY off', async () => {
  // The lists of a request are taken to be short when a clause is stored.
  const condition =
    "activity.kind == 'DELETE_USERS' && activity.params.user_ids.all(a, activity.params.user_ids.any(b, b != 'x'))";
  resultOf(await root.submit('create_policy', policy({ policyName: 'All' })));
  resultOf(await root.submit('create_policy', policy({ condition, effect: 'EFFECT_DENY' })));
  const ids = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    );
  const short = await tester.submit('delete_users', { userIds: ids(2) });
  expect([short.status, short.body['message']]).toEqual([
    403,
    expect.stringContaining('denied this action'),
  ]);
  const long = await tester.submit('delete_users', { userIds: ids(100) });
  expect([long.status, long.body['message']]).toEqual([
    400,
    "The request can't be decided: policy 'Costly' takes more steps than one decision may.",
  ]);
});

test('attack: many policies together, each within its limit', async () => {
  const list = `[${'1,'.repeat(100)}1]`;
  const condition = `${list}.all(a, a in [${'1,'.repeat(80)}1])`;
  expect(readClause('condition', condition).fault).toBeUndefined();
  for (let at = 0; at < 8; at += 1) {
    await store({
      condition,
      effect: 'EFFECT_DENY',
      name: `Slow ${String(at)}`,
      createdAt: START + at,
    });
  }
  const answer = await makeTag(tester, 'One');
  expect(answer.body['message']).toMatch(/^The request can't be decided: policy 'Slow \d' takes/);
});

test('attack: an MFA condition that can’t be asked is not left out', async () => {
  const at = service.time.now;
  await service.database.db.insert(mfaPolicies).values({
    id: randomId(randomBytes),
    organizationId: root.organizationId,
    userId: root.userId,
    name: 'Costly factor',
    condition: NESTED,
    steps: JSON.stringify([{ any: [{ type: 'AUTHENTICATION_TYPE_PASSKEY' }] }]),
    order: 0,
    notes: null,
    createdAt: at,
    updatedAt: at,
  });
  const answer = await makeTag(root, 'One');
  expect([answer.status, answer.body['message']]).toEqual([
    400,
    expect.stringContaining("MFA policy 'Costly factor' can't be read"),
  ]);
  expect((await root.query('whoami')).status).toBe(200);
});

test('behavior: a vote is counted by the root quorum alone while a policy can’t be asked', async () => {
  resultOf(
    await root.submit(
      'create_policy',
      policy({ policyName: 'Two', consensus: 'approvers.count() >= 2' }),
    ),
  );
  const asked = activityOf(await makeTag(tester, 'One'));
  expect(asked.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  const other = await addUser(service, root, { userName: 'Other' });
  await store({ condition: NESTED });
  const seen = await other.query('get_activity', { activityId: asked.id });
  expect(seen.body['activity']).toMatchObject({ canApprove: false });
  const done = await root.submit('approve_activity', { fingerprint: asked.fingerprint });
  expect(activityOf(done).status).toBe('ACTIVITY_STATUS_COMPLETED');
});

test('behavior: a changed policy is read anew', async () => {
  const { policyId } = resultOf(await root.submit('create_policy', policy({ condition: 'true' })));
  expect((await makeTag(tester, 'One')).status).toBe(200);
  resultOf(await root.submit('update_policy', { policyId, policyCondition: 'false' }));
  expect((await makeTag(tester, 'Two')).status).toBe(403);
  await service.database.db
    .update(policies)
    .set({ condition: 'true' })
    .where(eq(policies.id, String(policyId)));
  expect((await makeTag(tester, 'Three')).status).toBe(200);
});

test('error: a time that errs is an error, and leaves no ALLOW in force', async () => {
  resultOf(await root.submit('create_policy', policy({ time: '[true][1]' })));
  const answer = await makeTag(tester, 'One');
  expect(answer.status).toBe(403);
  const [detail] = answer.body['details'] as { policyEvaluations: Json[] }[];
  expect(detail?.policyEvaluations).toMatchObject([{ outcome: 'OUTCOME_ERROR' }]);
});

test('behavior: an empty time is always', async () => {
  resultOf(await root.submit('create_policy', policy({ time: '' })));
  expect((await makeTag(tester, 'One')).status).toBe(200);
});

test('attack: a clause stops at its limit, whatever its lists are', () => {
  const clause = readStored('condition', 'wallets.all(a, wallets.all(b, a.id == b.id))');
  const wallets = Array.from({ length: 3000 }, (_, at) => ({ id: String(at) }));
  const together = { left: MAX_DECISION_STEPS };
  expect(() => evaluate(clause, { wallets }, together)).toThrow(StepLimitError);
  expect(MAX_DECISION_STEPS - together.left).toBeLessThanOrEqual(MAX_STEPS + 1);
});
