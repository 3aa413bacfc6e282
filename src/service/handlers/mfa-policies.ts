// Which factors a user must show (docs/policies.md, Several factors).
import { and, eq } from 'drizzle-orm';
import type { Context, QueryHandlers, SubmitHandlers, SubmitValues } from '../context.ts';
import { lockUser } from '../credentials.ts';
import { brokenConstraint } from '../database.ts';
import { mfaStatus, readDemands } from '../factors.ts';
import { randomId } from '../ids.ts';
import { impossibleStep, type Method, type Steps } from '../policies/mfa.ts';
import { readClause } from '../policies/clause.ts';
import { PolicyTextError } from '../policies/policy-text-error.ts';
import { invalid, notFound } from '../refusal.ts';
import { mfaPolicies } from '../mfa-tables.ts';
import { activities } from '../schema.ts';
import { readUsers } from '../users.ts';
import { readLaterVotes } from '../votes.ts';
import { wireMfaPolicy } from '../wire-records.ts';

export const mfaPolicySubmits: SubmitHandlers<'create_mfa_policy' | 'delete_mfa_policy'> = {
  create_mfa_policy: async (values, context) => {
    const { db, organizationId, now, random } = context;
    const { mfaPolicyName: name, condition, order, notes = null } = values;
    checkCondition(condition);
    const userId = await lockUser(values.userId, context);
    const steps = stepsOf(values);
    await demandSatisfiable(userId, name, steps, context);
    const id = randomId(random);
    await db
      .insert(mfaPolicies)
      .values({
        id,
        organizationId,
        userId,
        name,
        condition,
        steps: JSON.stringify(steps),
        order,
        notes,
        createdAt: now,
        updatedAt: now,
      })
      .catch((error: unknown) => {
        const broken = brokenConstraint(error);
        if (broken === 'mfa_policies_name') throw invalid('mfa policy label must be unique');
        if (broken === 'mfa_policies_order') throw invalid('mfa policy order must be unique');
        throw error;
      });
    return { mfaPolicyId: id };
  },

  delete_mfa_policy: {
    prepare: ({ userId, mfaPolicyId }, { db, organizationId }) => {
      const id = mfaPolicyId.toLowerCase();
      const own = and(
        eq(mfaPolicies.organizationId, organizationId),
        eq(mfaPolicies.userId, userId),
        eq(mfaPolicies.id, id),
      );
      return {
        result: { mfaPolicyId: id },
        statements: [db.delete(mfaPolicies).where(own).returning({ id: mfaPolicies.id })],
        refusal: () => notFound('mfa policy', mfaPolicyId, organizationId),
      };
    },
  },
};

type MfaQuery = 'get_mfa_policies' | 'get_mfa_policy' | 'get_mfa_status';

export const mfaPolicyQueries: QueryHandlers<MfaQuery> = {
  get_mfa_policies: async ({ userId }, context) => ({
    mfaPolicies: (await readMfaPolicies(userId, context)).map(wireMfaPolicy),
  }),

  get_mfa_policy: async ({ userId, mfaPolicyId }, context) => {
    const found = (await readMfaPolicies(userId, context)).find(({ id }) =>
      sameId(mfaPolicyId, id),
    );
    if (!found) throw notFound('mfa policy', mfaPolicyId, context.organizationId);
    return { mfaPolicy: wireMfaPolicy(found) };
  },

  get_mfa_status: async ({ activityId, userId }, { db, organizationId, now }) => {
    const [row] = await db
      .select()
      .from(activities)
      .where(and(eq(activities.organizationId, organizationId), eq(activities.id, activityId)));
    if (!row) throw notFound('activity', activityId, organizationId);
    const demands = (await readDemands(db, [row])).get(row.id) ?? [];
    const later = (await readLaterVotes(db, [row])).get(row.id) ?? [];
    const users = await readUsers(db, organizationId);
    const wanted = demands.filter((one) => userId === undefined || sameId(userId, one.userId));
    return { mfaStatuses: wanted.map((one) => mfaStatus(one, { row, later, users, now })) };
  },
};

/** In the order in which they are asked. */
async function readMfaPolicies(userId: string, { db, organizationId }: Context) {
  const [user] = await readUsers(db, organizationId, [userId]);
  if (!user) throw notFound('user', userId, organizationId);
  return user.mfaPolicies;
}

const sameId = (one: string, other: string) => one.toLowerCase() === other;

/** The policy's steps as they are stored: ids in lower case. */
function stepsOf({
  requiredAuthenticationMethods: steps,
}: SubmitValues<'create_mfa_policy'>): Steps {
  return steps.map(({ any }) => ({
    any: any.map(({ type, id }) => (id === undefined ? { type } : { type, id: id.toLowerCase() })),
  }));
}

function checkCondition(condition: string): void {
  try {
    readClause('condition', condition);
  } catch (error) {
    if (!(error instanceof PolicyTextError)) throw error;
    throw invalid(`invalid policy condition: ${error.message}`);
  }
}

/** The vendor's words for factors: only that of a passkey is published. */
const METHOD_NAMES: Readonly<Record<Method['type'], string>> = {
  AUTHENTICATION_TYPE_EMAIL_OTP: 'EmailOtp',
  AUTHENTICATION_TYPE_SMS_OTP: 'SmsOtp',
  AUTHENTICATION_TYPE_PASSKEY: 'Passkey',
  AUTHENTICATION_TYPE_API_KEY: 'ApiKey',
  AUTHENTICATION_TYPE_OAUTH: 'Oauth',
  AUTHENTICATION_TYPE_SESSION: 'Session',
};

/** Throws 400 in the published words if the user has no way to fill a step. */
async function demandSatisfiable(
  userId: string,
  name: string,
  steps: Steps,
  { db, organizationId }: Context,
): Promise<void> {
  const [user] = await readUsers(db, organizationId, [userId]);
  const impossible = user && impossibleStep(steps, user);
  if (!impossible) return;
  const methods = JSON.stringify(impossible.any.map(({ type }) => METHOD_NAMES[type]));
  throw invalid(
    `user (${userId}) cannot satisfy mfa policy requirement: mfa policy '${name}' requires one of ${methods} but user does not, or will not, have a matching credential`,
  );
}
