// What activities demand of the users who vote for them, and what these have shown
// (docs/policies.md, Several factors).
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { ActivityRow } from './schema.ts';
import type { Database } from './database.ts';
import {
  demandedPolicies,
  factorOf,
  isFilledBy,
  isShownBy,
  parseSteps,
  type Factor,
  type Method,
  type Step,
  type Steps,
} from './policies/mfa.ts';
import type { Decided } from './policies/decision.ts';
import { mfaDemands } from './mfa-tables.ts';
import { parseUserRecord, type UserRecord } from './users.ts';
import { currentApprovals, takesVotes, type VoteRow } from './votes.ts';

/** What one MFA policy demands of a user. */
export type Demand = {
  readonly activityId: string;
  readonly userId: string;
  readonly mfaPolicyId: string;
  readonly steps: Steps;
};

/** The demands of some activities, in the order of their policies, by the activity's id. */
export async function readDemands(
  db: Database,
  rows: readonly Pick<ActivityRow, 'id'>[],
): Promise<ReadonlyMap<string, readonly Demand[]>> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const found = await db
    .select()
    .from(mfaDemands)
    .where(inArray(mfaDemands.activityId, ids))
    .orderBy(asc(mfaDemands.userId), asc(mfaDemands.place));
  const demands = found.map(({ steps, ...demand }) => ({ ...demand, steps: parseSteps(steps) }));
  const ofActivity = (id: string) => demands.filter(({ activityId }) => activityId === id);
  return new Map(ids.map((id) => [id, ofActivity(id)]));
}

type DecidedQuestion = Pick<Decided, 'question' | 'isRootOnly'>;

/** The MFA policies that a request of the user must satisfy. */
export function askDemands(
  organizationId: string,
  user: UserRecord | undefined,
  { question, isRootOnly }: DecidedQuestion,
) {
  if (!user) return [];
  return demandedPolicies(organizationId, user.mfaPolicies, question.condition, isRootOnly);
}

/** Asks the user's MFA policies about a request, and puts what they demand in place of former demands. */
export async function renewDemands(
  tx: Database,
  row: Pick<ActivityRow, 'id' | 'organizationId'>,
  user: UserRecord | undefined,
  decided: DecidedQuestion,
): Promise<readonly Demand[]> {
  if (!user) return [];
  const ofUser = and(eq(mfaDemands.activityId, row.id), eq(mfaDemands.userId, user.id));
  await tx.delete(mfaDemands).where(ofUser);
  return storeDemands(tx, row, user, decided);
}

/** The same for a user of whom the activity demanded nothing before. */
export async function storeDemands(
  tx: Database,
  { id: activityId, organizationId }: Pick<ActivityRow, 'id' | 'organizationId'>,
  user: UserRecord | undefined,
  decided: DecidedQuestion,
): Promise<readonly Demand[]> {
  const demanded = askDemands(organizationId, user, decided);
  if (!user || demanded.length === 0) return [];
  const columns = { activityId, userId: user.id };
  await tx
    .insert(mfaDemands)
    .values(
      demanded.map(({ id, steps }, place) => ({ ...columns, mfaPolicyId: id, place, steps })),
    );
  return demanded.map(({ id, steps }) => ({
    ...columns,
    mfaPolicyId: id,
    steps: parseSteps(steps),
  }));
}

type Approval = Pick<VoteRow, 'userId' | 'publicKey'>;

/** What a user has shown by their approvals, with credentials that they still have. */
function shownFactors(user: UserRecord, approvals: readonly Approval[]): readonly Factor[] {
  return approvals
    .filter(({ userId }) => userId === user.id)
    .flatMap(({ publicKey }) => factorOf(user, publicKey) ?? []);
}

/** The steps demanded of a user that none of their approvals fills. */
export function missingSteps(
  demands: readonly Demand[],
  approvals: readonly Approval[],
  user: UserRecord,
): readonly Step[] {
  const factors = shownFactors(user, approvals);
  return demands
    .filter(({ userId }) => userId === user.id)
    .flatMap(({ steps }) => steps)
    .filter((step) => !isFilledBy(step, factors));
}

/**
 * A demand in the form of the wire. While the activity waits, with the approvals and credentials of
 * now; afterwards with those of then.
 */
export function mfaStatus(
  { mfaPolicyId, userId, steps }: Demand,
  { row, later, users, now }: StatusFacts,
) {
  const factors = takesVotes(row)
    ? users
        .filter(({ id }) => id === userId)
        .flatMap((user) => shownFactors(user, currentApprovals(row, later, now)))
    : currentApprovals(row, later, row.votingSince ?? row.createdAt).flatMap((approval) =>
        approval.voter === null ? [] : shownFactors(parseUserRecord(approval.voter), [approval]),
      );
  const methods = steps.flatMap(({ any }) => any);
  const shown = methods.filter((method) => factors.some((factor) => isShownBy(method, factor)));
  return {
    mfaPolicyId,
    userId,
    satisfied: steps.every((step) => isFilledBy(step, factors)),
    satisfiedMethods: distinct(shown),
    requiredMethods: steps,
  };
}

type StatusFacts = {
  readonly row: ActivityRow;
  readonly later: readonly VoteRow[];
  readonly users: readonly UserRecord[];
  readonly now: number;
};

function distinct(methods: readonly Method[]): Method[] {
  return [...new Map(methods.map((method) => [JSON.stringify(method), method])).values()];
}
