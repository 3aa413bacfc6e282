// Activities that policies or the root quorum decide: the decision at submission, and votes.
import { and, eq, sql } from 'drizzle-orm';
import {
  carryOut,
  type Consent,
  type Effect,
  type ActivityOutcome,
  type Submission,
  type SubmitDeps,
} from './activity.ts';
import type { ActivityRow } from './schema.ts';
import type { RandomBytes } from '../crypto/bytes.ts';
import { credentialExists } from './credentials.ts';
import { transact, type Database } from './database.ts';
import { randomId, timeOrderedId } from './ids.ts';
import { askDemands, readDemands, renewDemands, storeDemands } from './factors.ts';
import { demandAllowedAddress, isAdmitted, notAdmitted } from './ip-allowlist.ts';
import { decide, type Evaluation } from './policies/decision.ts';
import type { Names } from './policies/evaluate.ts';
import { factorOf, isFilledBy } from './policies/mfa.ts';
import { policyRequest, readPolicyState, type PolicyState } from './policies/request.ts';
import { knownRules, readRules } from './policies/rules.ts';
import { readRootQuorum } from './policies/stored-policies.ts';
import { readTargets } from './policies/targets.ts';
import { deniedByPolicy, forbidden, Refusal, UndecidedRefusal } from './refusal.ts';
import { activities, policyEvaluations, votes } from './schema.ts';
import { explainRefusedUse, recordUse } from './sign-count.ts';
import { parseUserRecord } from './users.ts';
import { firstVoteOf, readLaterVotes, takesVotes, votingSince, type VoteRow } from './votes.ts';
import { standingOf, votingRights, type Waiting } from './voting-rights.ts';

/** A submission whose user doesn't act alone, and where it comes from. */
type Submitted = Submission & { readonly address: string };

/**
 * Asks the submitter's MFA policies, then policies and root quorum. `ahead` does so before the claim, by
 * what is known of them, and answers only where they allow; `inTransaction` by what there is, and throws
 * 403 when they deny.
 */
export function consentOf({ db, random }: SubmitDeps, submitted: Submitted): Consent {
  const { caller, address } = submitted;
  const { organizationId, seen } = caller;
  return {
    ahead: async (row) => {
      const rules = knownRules(organizationId) ?? (await readRules(db, organizationId));
      if (!seen || seen.organizationRevision !== rules.revision) return undefined;
      if (!isAdmitted(rules.allowlists, caller, address)) return undefined;
      const reads = rules.askTarget || seen.record.mfaPolicies.length > 0;
      const targets = reads ? await readTargets(db, [row]) : new Map<string, Names>();
      const quorum = {
        threshold: rules.threshold,
        userIds: new Set(seen.isRoot ? [caller.userId] : []),
      };
      const state = { policies: rules.policies, rootQuorum: quorum, users: [seen.record], targets };
      const evaluations = permittedBy(state, row, submitted);
      if (!evaluations) return undefined;
      const values = evaluationRow(random, firstVoteOf(row), evaluations);
      const { id } = policyEvaluations;
      return values ? [db.insert(policyEvaluations).values(values).returning({ id })] : [];
    },
    demandAddress: () => demandAllowedAddress(db, caller, address),
    inTransaction: (tx, row) => decideSubmission(tx, random, row, submitted),
  };
}

/** What policies said where the request may be carried out at once; else undefined. */
function permittedBy(
  state: PolicyState,
  row: ActivityRow,
  { now }: Submitted,
): readonly Evaluation[] | undefined {
  const request = policyRequest(state, row, [firstVoteOf(row)], now);
  try {
    if (askDemands(row.organizationId, userIn(state, row.userId), request).length > 0) return;
    const { verdict, evaluations } = decide(request);
    return verdict === 'allowed' ? evaluations : undefined;
  } catch (error) {
    if (error instanceof UndecidedRefusal) return undefined;
    throw error;
  }
}

async function decideSubmission(
  tx: Database,
  random: RandomBytes,
  row: ActivityRow,
  { caller, address, now }: Submitted,
): Promise<ActivityRow> {
  const { allowlists, policies } = await readRules(tx, caller.organizationId);
  if (!isAdmitted(allowlists, caller, address)) throw notAdmitted(address);
  const state = {
    policies,
    rootQuorum: await readRootQuorum(tx, caller.organizationId),
    users: [parseUserRecord(row.voter ?? '')],
    targets: await readTargets(tx, [row]),
  };
  const first = firstVoteOf(row);
  const request = policyRequest(state, row, [first], now);
  const demands = await storeDemands(tx, row, userIn(state, row.userId), request);
  if (standingOf(state, { row, later: [], demands }, now).needsFactors) {
    return setWaiting(tx, row, NEEDS_FACTORS, now);
  }
  const { verdict, evaluations } = decide(request);
  if (verdict === 'denied') throw deniedByPolicy(evaluations);
  await recordEvaluations(tx, random, first, evaluations);
  return verdict === 'allowed' ? row : setWaiting(tx, row, NEEDS_VOTES, now);
}

const NEEDS_VOTES = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
const NEEDS_FACTORS = 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED';

const userIn = ({ users }: PolicyState, userId: string) => users.find(({ id }) => id === userId);

async function setWaiting(
  tx: Database,
  row: ActivityRow,
  status: string,
  now: number,
): Promise<ActivityRow> {
  const changes = { status, updatedAt: now, votingSince: votingSince(row, now) };
  await tx.update(activities).set(changes).where(eq(activities.id, row.id));
  return { ...row, ...changes };
}

/** Undefined where no policy was asked. */
function evaluationRow(
  random: RandomBytes,
  { id: voteId, activityId, place, createdAt }: Omit<VoteRow, 'voter'>,
  said: readonly Evaluation[],
) {
  if (said.length === 0) return undefined;
  const evaluations = JSON.stringify(said);
  return { id: randomId(random), activityId, voteId, place, evaluations, createdAt };
}

async function recordEvaluations(
  tx: Database,
  random: RandomBytes,
  vote: Omit<VoteRow, 'voter'>,
  said: readonly Evaluation[],
): Promise<void> {
  const values = evaluationRow(random, vote, said);
  if (values) await tx.insert(policyEvaluations).values(values);
}

/** A vote on the activity with a fingerprint. */
export type Vote = { readonly selection: 'approve' | 'reject'; readonly fingerprint: string };

/** Makes the effect of a waiting activity, for the transaction that carries it out. */
export type EffectOf = (target: ActivityRow) => Effect;

/**
 * Casts a vote, and carries the activity out when the vote decides it. The activity's row is locked
 * first, so that of any number of processes one decides. The same bytes again change nothing. Throws
 * 404 for an unknown fingerprint, 403 for a vote that doesn't count.
 */
export async function castVote(
  service: SubmitDeps,
  submission: Submission,
  vote: Vote,
  effectOf: EffectOf,
): Promise<ActivityOutcome> {
  const { caller } = submission;
  return transact(service.db, async (tx) => {
    const isGood =
      (await recordUse(tx, submission)) && (await credentialExists(tx, caller.credential));
    if (!isGood) throw await explainRefusedUse(tx, submission);
    const target = await lockTarget(tx, caller.organizationId, vote.fingerprint);
    const later = (await readLaterVotes(tx, [target])).get(target.id) ?? [];
    const { publicKey } = caller.credential;
    const isRepeated = later.some(
      (cast) => cast.body === submission.body && cast.publicKey === publicKey,
    );
    if (isRepeated) return { row: target, refusal: undefined };
    const state = await readPolicyState(tx, caller.organizationId, [target]);
    const demands = (await readDemands(tx, [target])).get(target.id) ?? [];
    const waiting = { row: target, later, demands };
    demandVote(state, submission, vote, waiting);
    const cast = await storeVote(tx, service, submission, vote, waiting);
    const row =
      vote.selection === 'reject'
        ? await endRejected(tx, target, submission.now)
        : await decideVote(tx, service, state, waiting, cast, effectOf);
    return { row, refusal: undefined };
  });
}

async function lockTarget(
  tx: Database,
  organizationId: string,
  fingerprint: string,
): Promise<ActivityRow> {
  const [row] = await tx
    .select()
    .from(activities)
    .where(
      and(eq(activities.organizationId, organizationId), eq(activities.fingerprint, fingerprint)),
    )
    .for('update');
  if (row) return row;
  const message =
    'No activity found with fingerprint. Consensus activities must target an existing activity by fingerprint';
  throw new Refusal({ grpc: 5, message });
}

/** Throws 403 if the caller's vote changes nothing. */
function demandVote(
  state: PolicyState,
  { caller, now }: Submission,
  { selection }: Vote,
  waiting: Waiting,
): void {
  if (!takesVotes(waiting.row)) throw forbidden('The activity does not wait for votes.');
  const { userId, credential } = caller;
  const voter = { userId, publicKey: credential.publicKey };
  const rights = votingRights(state, waiting, voter, now);
  const { standing, waitsForSubmitter } = rights;
  if (selection === 'reject' ? rights.canReject : rights.canApprove) {
    if (selection === 'reject' || !standing.hasApproved(userId)) return;
    const factor = factorOf(userIn(state, userId), credential.publicKey);
    if (factor && standing.missing(userId).some((step) => isFilledBy(step, [factor]))) return;
    throw forbidden('This credential is none of the missing factors.');
  }
  if (selection === 'approve' && standing.hasApproved(userId)) {
    throw forbidden('This user has approved the activity already.');
  }
  if (selection === 'approve' && waitsForSubmitter) {
    throw forbidden('The activity waits for more factors of the user who submitted it.');
  }
  throw forbidden('No policy and no root quorum counts the vote of this user.');
}

async function storeVote(
  tx: Database,
  { random }: SubmitDeps,
  { caller, proof, body, now }: Submission,
  { selection }: Vote,
  { row: target, later }: Waiting,
): Promise<VoteRow> {
  const [stored] = await tx
    .insert(votes)
    .values({
      id: timeOrderedId(now, random),
      activityId: target.id,
      place: later.length + 1,
      userId: caller.userId,
      isApproval: selection === 'approve',
      body,
      publicKey: caller.credential.publicKey,
      signature: proof.signature,
      scheme: proof.scheme,
      voter: sql<string>`person_json(${caller.userId})`,
      createdAt: now,
    })
    .returning();
  if (!stored) throw new Error('the vote was not stored');
  return stored;
}

async function endRejected(tx: Database, target: ActivityRow, now: number): Promise<ActivityRow> {
  const changes = { status: 'ACTIVITY_STATUS_REJECTED', updatedAt: now };
  await tx.update(activities).set(changes).where(eq(activities.id, target.id));
  return { ...target, ...changes };
}

/**
 * What an approval changes: it may need more factors of its user, wait for further votes, or carry the
 * activity out.
 */
async function decideVote(
  tx: Database,
  service: SubmitDeps,
  state: PolicyState,
  waiting: Waiting,
  cast: VoteRow,
  effectOf: EffectOf,
): Promise<ActivityRow> {
  const { createdAt: now, userId } = cast;
  const row = { ...waiting.row, updatedAt: now, votingSince: votingSince(waiting.row, now) };
  const isFirst = !standingOf(state, waiting, now).hasApproved(userId);
  const others = waiting.demands.filter((demand) => demand.userId !== userId);
  const demands = isFirst
    ? [
        ...others,
        ...(await renewDemands(tx, row, userIn(state, userId), policyRequest(state, row, [], now))),
      ]
    : waiting.demands;
  const standing = standingOf(state, { row, later: [...waiting.later, cast], demands }, now);
  const { counted, needsFactors } = standing;
  const isReady = [userId, row.userId].every((id) => standing.missing(id).length === 0);
  if (!isReady) return setWaiting(tx, row, NEEDS_FACTORS, now);
  const { verdict, evaluations } = decide(policyRequest(state, row, counted, now));
  if (verdict === 'denied') throw deniedByPolicy(evaluations);
  await recordEvaluations(tx, service.random, cast, evaluations);
  if (verdict === 'consensus') {
    return setWaiting(tx, row, needsFactors ? NEEDS_FACTORS : NEEDS_VOTES, now);
  }
  await tx
    .update(activities)
    .set({ updatedAt: row.updatedAt, votingSince: row.votingSince })
    .where(eq(activities.id, row.id));
  return carryOut(service, tx, row, effectOf(row));
}
