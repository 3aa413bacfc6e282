// Activities that policies or the root quorum decide: the decision at submission, and votes.
import { and, eq, sql } from 'drizzle-orm';
import {
  carryOut,
  type Consent,
  type Effect,
  type Outcome,
  type Submission,
  type SubmitDeps,
} from './activity.ts';
import type { ActivityRow } from './activity-record.ts';
import type { RandomBytes } from '../crypto/bytes.ts';
import { credentialExists } from './credentials.ts';
import { transact, type Database } from './database.ts';
import { randomId, timeOrderedId } from './ids.ts';
import { decide, type Evaluation } from './policies/decision.ts';
import { policyRequest, readPolicyState, type PolicyState } from './policies/request.ts';
import { deniedByPolicy, forbidden, Refusal } from './refusal.ts';
import { activities, policyEvaluations, votes } from './schema.ts';
import { explainRefusedUse, recordUse } from './sign-count.ts';
import { firstVoteOf, readLaterVotes, takesVotes, votingSince, type VoteRow } from './votes.ts';
import { votingRights } from './voting-rights.ts';

/** Asks policies and root quorum in the transaction of the submission; throws 403 when they deny it. */
export function consentOf({ random }: SubmitDeps, { caller, now }: Submission): Consent {
  return async (tx, row) => {
    const state = await readPolicyState(tx, caller.organizationId);
    const { verdict, evaluations } = decide(policyRequest(state, row, [firstVoteOf(row)], now));
    if (verdict === 'denied') throw deniedByPolicy(evaluations);
    await recordEvaluations(tx, random, firstVoteOf(row), evaluations);
    return verdict === 'allowed' ? row : setWaiting(tx, row, now);
  };
}

async function setWaiting(tx: Database, row: ActivityRow, since: number): Promise<ActivityRow> {
  const changes = { status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', votingSince: since };
  await tx.update(activities).set(changes).where(eq(activities.id, row.id));
  return { ...row, ...changes };
}

async function recordEvaluations(
  tx: Database,
  random: RandomBytes,
  { id: voteId, activityId, place, createdAt }: Omit<VoteRow, 'voter'>,
  said: readonly Evaluation[],
): Promise<void> {
  if (said.length === 0) return;
  const evaluations = JSON.stringify(said);
  const id = randomId(random);
  await tx
    .insert(policyEvaluations)
    .values({ id, activityId, voteId, place, evaluations, createdAt });
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
): Promise<Outcome> {
  const { caller } = submission;
  return transact(service.db, async (tx) => {
    const isGood =
      (await recordUse(tx, submission)) && (await credentialExists(tx, caller.credential));
    if (!isGood) throw await explainRefusedUse(tx, submission);
    const target = await lockTarget(tx, caller.organizationId, vote.fingerprint);
    const later = (await readLaterVotes(tx, [target])).get(target.id) ?? [];
    const isRepeated = later.some(
      ({ body, userId }) => body === submission.body && userId === caller.userId,
    );
    if (isRepeated) return { row: target, refusal: undefined };
    const state = await readPolicyState(tx, caller.organizationId);
    const counted = demandVote(state, submission, vote, target, later);
    const place = later.length + 1;
    const cast = await storeVote(tx, service, submission, vote, { target, place });
    const row =
      vote.selection === 'reject'
        ? await endRejected(tx, target, submission.now)
        : await decideVote(tx, service, state, target, [...counted, cast], cast, effectOf);
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

/** The approvals that count so far, if the caller's vote would count too. */
function demandVote(
  state: PolicyState,
  { caller, now }: Submission,
  { selection }: Vote,
  target: ActivityRow,
  later: readonly VoteRow[],
) {
  if (!takesVotes(target)) throw forbidden('The activity does not wait for votes.');
  const voter = { userId: caller.userId, publicKey: caller.credential.publicKey };
  const { counted, isCounted, hasApproved } = votingRights(state, target, later, voter, now);
  if (selection === 'approve' && hasApproved) {
    throw forbidden('This user has approved the activity already.');
  }
  if (isCounted) return counted;
  throw forbidden('No policy and no root quorum counts the vote of this user.');
}

async function storeVote(
  tx: Database,
  { random }: SubmitDeps,
  { caller, proof, body, now }: Submission,
  { selection }: Vote,
  { target, place }: { readonly target: ActivityRow; readonly place: number },
): Promise<VoteRow> {
  const [stored] = await tx
    .insert(votes)
    .values({
      id: timeOrderedId(now, random),
      activityId: target.id,
      place,
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

async function decideVote(
  tx: Database,
  service: SubmitDeps,
  state: PolicyState,
  target: ActivityRow,
  approvals: readonly Pick<VoteRow, 'userId' | 'publicKey'>[],
  cast: VoteRow,
  effectOf: EffectOf,
): Promise<ActivityRow> {
  const { createdAt: now } = cast;
  const { verdict, evaluations } = decide(policyRequest(state, target, approvals, now));
  if (verdict === 'denied') throw deniedByPolicy(evaluations);
  await recordEvaluations(tx, service.random, cast, evaluations);
  const row = { ...target, updatedAt: now, votingSince: votingSince(target, now) };
  const { updatedAt, votingSince: since } = row;
  await tx
    .update(activities)
    .set({ updatedAt, votingSince: since })
    .where(eq(activities.id, row.id));
  return verdict === 'consensus' ? row : carryOut(service, tx, row, effectOf(row));
}
