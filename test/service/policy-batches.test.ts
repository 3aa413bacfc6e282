import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/service/database.ts';
import { organizations, policies } from '../../src/service/schema.ts';
import { useFreshService } from './fresh-service.ts';
import { listOf, refusalOf, resultOf, type Caller, type Json } from './harness.ts';

/* Policies in batches, and the MFA policies of a user: read and written all or none. */

const NOBODY = '00000000-0000-4000-8000-000000000000';

let database: OpenDatabase;
let root: Caller;

useFreshService((fresh) => {
  ({ database, root } = fresh);
});

const policy = (policyName: string, rest: Json = {}): Json => ({
  policyName,
  effect: 'EFFECT_ALLOW',
  notes: '',
  ...rest,
});
const create = (...list: readonly Json[]) => root.submit('create_policies', { policies: list });
const remove = (...policyIds: readonly unknown[]) => root.submit('delete_policies', { policyIds });
const idsOf = (result: Json) => result['policyIds'] as string[];
const names = async () =>
  (await listOf(root, 'list_policies', 'policies')).map(({ policyName }) => policyName);

describe('create_policies', () => {
  test('behavior: adds them in their order, each as create_policy would', async () => {
    const two = { condition: "activity.resource == 'WALLET'", consensus: 'approvers.count() >= 2' };
    const ids = idsOf(resultOf(await create(policy('B', two), policy('A'), policy('C'))));
    const listed = await listOf(root, 'list_policies', 'policies');
    expect(listed.map(({ policyId }) => policyId)).toEqual(ids);
    expect(listed[0]).toMatchObject({ policyName: 'B', ...two });
    expect(await names()).toEqual(['B', 'A', 'C']);
  });

  test('error: one that does not hold up is named, and none is added', async () => {
    const wrong = policy('Wrong', { condition: 'activity.parameters.x == 1' });
    expect(refusalOf(await create(policy('Right'), wrong))).toMatchObject({
      status: 400,
      code: 3,
      message: expect.stringMatching(/^invalid policy condition: parameters\.policies\.1: /),
    });
    expect(refusalOf(await create(policy('Twice'), policy('Twice')))).toMatchObject({
      status: 400,
      message: 'policy label must be unique: parameters.policies.1',
    });
    expect(await names()).toEqual([]);
  });

  test('error: each member that is none', async () => {
    const wrong: readonly (readonly [Json, string])[] = [
      [{ policies: [] }, 'policies'],
      [{}, 'policies'],
      [{ policies: Array.from({ length: 101 }, (_, at) => policy(`P${at}`)) }, 'policies'],
      [{ policies: [policy('')] }, 'policies.0.policyName'],
      [{ policies: [policy('A', { effect: 'ALLOW' })] }, 'policies.0.effect'],
      [{ policies: [policy('A', { consensus: 1 })] }, 'policies.0.consensus'],
      [{ policies: [policy('A', { condition: 'x'.repeat(16_385) })] }, 'policies.0.condition'],
      [{ policies: [policy('A', { time: [] })] }, 'policies.0.time'],
      [{ policies: [policy('A', { notes: 'x'.repeat(1025) })] }, 'policies.0.notes'],
      [{ policies: [policy('A', { note: '' })] }, 'policies.0.note'],
    ];
    for (const [parameters, field] of wrong) {
      const { status, message } = refusalOf(await root.submit('create_policies', parameters));
      expect([status, message]).toEqual([400, expect.stringContaining(`parameters.${field}`)]);
    }
    expect(await names()).toEqual([]);
  });
});

describe('delete_policies', () => {
  test('behavior: deletes these and no others', async () => {
    const [first = '', second, third = ''] = idsOf(
      resultOf(await create(policy('A'), policy('B'), policy('C'))),
    );
    const result = resultOf(await remove(third.toUpperCase(), first));
    expect(result).toEqual({ policyIds: [third, first] });
    const left = await listOf(root, 'list_policies', 'policies');
    expect(left.map(({ policyId }) => policyId)).toEqual([second]);
  });

  test('error: one that is missing, or another organization’s, keeps all', async () => {
    const [mine, theirs = ''] = idsOf(resultOf(await create(policy('A'), policy('B'))));
    const organizationId = NOBODY.replace('4', '5');
    await database.db.insert(organizations).values({ id: organizationId, name: 'X', createdAt: 1 });
    await database.db.update(policies).set({ organizationId }).where(eq(policies.id, theirs));
    for (const id of [NOBODY, theirs]) {
      expect(refusalOf(await remove(mine, id))).toMatchObject({
        status: 404,
        message: `unable to find policy ${id} in organization ${root.organizationId}`,
      });
    }
    expect(await names()).toEqual(['A']);
    expect(await database.db.$count(policies, eq(policies.id, theirs))).toBe(1);
    for (const policyIds of [[], ['A'], [mine, mine], 'A']) {
      expect((await root.submit('delete_policies', { policyIds })).status).toBe(400);
    }
  });
});

describe('MFA policies of a user', () => {
  const mfa = (mfaPolicyName: string, order: number) => ({
    userId: root.userId,
    mfaPolicyName,
    condition: "activity.kind == 'DELETE_USERS'",
    requiredAuthenticationMethods: [{ any: [{ type: 'AUTHENTICATION_TYPE_SESSION' }] }],
    order,
  });
  const ask = (parameters: Json) => root.query('get_mfa_policies', parameters);

  test('behavior: they come in their order, and one by its id', async () => {
    await root.submit('create_mfa_policy', mfa('Second', 5));
    await root.submit('create_mfa_policy', mfa('First', -1));
    const { body } = await ask({ userId: root.userId.toUpperCase() });
    const listed = body['mfaPolicies'] as Json[];
    expect(listed.map(({ mfaPolicyName }) => mfaPolicyName)).toEqual(['First', 'Second']);
    const mfaPolicyId = String(listed[1]?.['mfaPolicyId']);
    const one = await root.query('get_mfa_policy', { userId: root.userId, mfaPolicyId });
    expect(one.body).toEqual({ mfaPolicy: listed[1] });
  });

  test('error: an unknown user or policy, and members that are none', async () => {
    expect((await ask({ userId: NOBODY })).body['message']).toContain('unable to find user');
    const missing = await root.query('get_mfa_policy', {
      userId: root.userId,
      mfaPolicyId: NOBODY,
    });
    expect(refusalOf(missing)).toMatchObject({
      status: 404,
      message: `unable to find mfa policy ${NOBODY} in organization ${root.organizationId}`,
    });
    expect((await ask({})).status).toBe(400);
    expect((await ask({ userId: 'me' })).status).toBe(400);
    expect((await root.query('get_mfa_policy', { userId: root.userId })).status).toBe(400);
  });
});
