import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { ClauseName } from '../../policies/published-names.ts';
import type { Context, QueryHandlers, SubmitHandlers, SubmitValues } from '../context.ts';
import { brokenConstraint } from '../database.ts';
import { randomId } from '../ids.ts';
import { readClause } from '../policies/clause.ts';
import { readPolicyRows, type PolicyRow } from '../policies/stored-policies.ts';
import { PolicyTextError } from '../policies/policy-text-error.ts';
import { invalid, notFound } from '../refusal.ts';
import { activities, policies, policyEvaluations } from '../schema.ts';
import { wirePolicy, wirePolicyEvaluation } from '../wire-records.ts';

type PolicyQuery = 'list_policies' | 'get_policy' | 'get_policy_evaluations';

export const policyQueries: QueryHandlers<PolicyQuery> = {
  list_policies: async (_values, { db, organizationId }) => ({
    policies: (await readPolicyRows(db, organizationId)).map(wirePolicy),
  }),

  get_policy: async ({ policyId }, context) => ({
    policy: wirePolicy(await readPolicyRow(policyId, context)),
  }),

  get_policy_evaluations: async ({ activityId }, { db, organizationId }) => {
    const ofActivity = and(
      eq(activities.organizationId, organizationId),
      eq(activities.id, activityId),
    );
    if ((await db.$count(activities, ofActivity)) === 0) {
      throw notFound('activity', activityId, organizationId);
    }
    const rows = await db
      .select()
      .from(policyEvaluations)
      .where(eq(policyEvaluations.activityId, activityId))
      .orderBy(asc(policyEvaluations.place));
    return { policyEvaluations: rows.map((row) => wirePolicyEvaluation(row, organizationId)) };
  },
};

type PolicySubmit =
  'create_policy' | 'create_policies' | 'update_policy' | 'delete_policy' | 'delete_policies';

export const policySubmits: SubmitHandlers<PolicySubmit> = {
  create_policy: async (values, context) => {
    const policyId = randomId(context.random);
    await insertPolicy(policyId, values, context);
    return { policyId };
  },

  // All of them or none: a refusal says which one it is about.
  create_policies: async ({ policies: created }, context) => {
    // Ascending, so that lists keep the order of policies that were created at the same moment.
    const policyIds = created.map(() => randomId(context.random)).toSorted();
    for (const [at, policy] of created.entries()) {
      await insertPolicy(policyIds[at] ?? '', policy, context, `: parameters.policies.${at}`);
    }
    return { policyIds };
  },

  // What is left out stays; an empty clause is taken away.
  update_policy: async (values, context) => {
    const { db, organizationId, now } = context;
    const row = await readPolicyRow(values.policyId, context, true);
    const { policyName: name = row.name, policyEffect: effect = row.effect } = values;
    await demandFreeName(name, row.id, context);
    const clauses = checkClauses({
      consensus: values.policyConsensus ?? row.consensus ?? '',
      condition: values.policyCondition ?? row.condition ?? '',
      time: values.time ?? row.time ?? '',
    });
    await db
      .update(policies)
      .set({ name, effect, notes: values.policyNotes ?? row.notes, ...clauses, updatedAt: now })
      .where(and(eq(policies.organizationId, organizationId), eq(policies.id, row.id)))
      .catch((error: unknown) => throwNameTaken(error));
    return { policyId: row.id };
  },

  delete_policy: {
    prepare: ({ policyId }, { db, organizationId }) => {
      const id = policyId.toLowerCase();
      const own = and(eq(policies.organizationId, organizationId), eq(policies.id, id));
      const deleted = db.delete(policies).where(own).returning({ id: policies.id });
      return {
        result: { policyId: id },
        statements: [deleted],
        refusal: () => notFound('policy', policyId, organizationId),
      };
    },
  },

  delete_policies: async ({ policyIds }, { db, organizationId }) => {
    const ids = policyIds.map((id) => id.toLowerCase());
    const own = and(eq(policies.organizationId, organizationId), inArray(policies.id, ids));
    // In one order, like wallets.
    const rows = await db
      .select({ id: policies.id })
      .from(policies)
      .where(own)
      .orderBy(asc(policies.id))
      .for('update');
    const known = new Set(rows.map(({ id }) => id));
    const missing = ids.find((id) => !known.has(id));
    if (missing !== undefined) throw notFound('policy', missing, organizationId);
    await db.delete(policies).where(own);
    return { policyIds: ids };
  },
};

/** @param place where the policy is in the request, for refusals; nothing if it is the only one */
async function insertPolicy(
  id: string,
  values: SubmitValues<'create_policy'>,
  { db, organizationId, now }: Context,
  place = '',
): Promise<void> {
  const { policyName: name, effect, notes } = values;
  const clauses = checkClauses(values, place);
  const row = {
    id,
    organizationId,
    name,
    effect,
    notes,
    ...clauses,
    createdAt: now,
    updatedAt: now,
  };
  await db
    .insert(policies)
    .values(row)
    .catch((error: unknown) => throwNameTaken(error, place));
}

type ClauseTexts = { readonly [K in ClauseName]?: string | undefined };

/** The clauses as stored: null where there is none. 400 for a text that doesn't hold up. */
function checkClauses({ consensus, condition, time }: ClauseTexts, place = '') {
  const check = (name: ClauseName, text: string | undefined) => {
    if (text === undefined || text === '') return null;
    try {
      readClause(name, text);
      return text;
    } catch (error) {
      if (!(error instanceof PolicyTextError)) throw error;
      throw invalid(`invalid policy ${name}${place}: ${error.message}`);
    }
  };
  return {
    consensus: check('consensus', consensus),
    condition: check('condition', condition),
    time: check('time', time),
  };
}

async function readPolicyRow(
  policyId: string,
  { db, organizationId }: Context,
  isLocked = false,
): Promise<PolicyRow> {
  const own = and(eq(policies.organizationId, organizationId), eq(policies.id, policyId));
  const query = db.select().from(policies).where(own);
  const [row] = await (isLocked ? query.for('update') : query);
  if (!row) throw notFound('policy', policyId, organizationId);
  return row;
}

const nameTaken = (place = '') => invalid(`policy label must be unique${place}`);

/** Asked first, because a broken constraint ends the whole transaction. */
async function demandFreeName(
  name: string,
  ownId: string,
  { db, organizationId }: Context,
): Promise<void> {
  const others = and(
    eq(policies.organizationId, organizationId),
    eq(policies.name, name),
    ne(policies.id, ownId),
  );
  if ((await db.$count(policies, others)) > 0) throw nameTaken();
}

function throwNameTaken(error: unknown, place?: string): never {
  throw brokenConstraint(error) === undefined ? error : nameTaken(place);
}
