// Who may vote on a waiting activity, and whose approvals count (docs/policies.md, Who may approve
// and Several factors).
import type { ActivityRow } from './schema.ts';
import { missingSteps, type Demand } from './factors.ts';
import { mayVote } from './policies/decision.ts';
import type { Step } from './policies/mfa.ts';
import { approvalOf, policyRequest, type PolicyState } from './policies/request.ts';
import { currentApprovals, type VoteRow } from './votes.ts';

/** What an activity waits for: its later votes, and what it demands of those who approved it. */
export type Waiting = {
  readonly row: ActivityRow;
  readonly later: readonly VoteRow[];
  readonly demands: readonly Demand[];
};

/** How far an activity is. */
export type Standing = {
  /** The approvals that count: those of users who have shown every factor demanded of them. */
  readonly counted: readonly Pick<VoteRow, 'userId' | 'publicKey'>[];
  readonly hasApproved: (userId: string) => boolean;
  /** The steps that a user still has to fill; all of them again once the user's approvals lapse. */
  readonly missing: (userId: string) => readonly Step[];
  /** Someone who approved has steps to fill. */
  readonly needsFactors: boolean;
};

export function standingOf(
  { users }: Pick<PolicyState, 'users'>,
  { row, later, demands }: Waiting,
  now: number,
): Standing {
  // An approval ends with its user.
  const current = currentApprovals(row, later, now).filter(({ userId }) =>
    users.some(({ id }) => id === userId),
  );
  const missing = (userId: string) => {
    const user = users.find(({ id }) => id === userId);
    return user ? missingSteps(demands, current, user) : [];
  };
  const approverIds = new Set(current.map(({ userId }) => userId));
  const unproved = new Set([...approverIds].filter((id) => missing(id).length > 0));
  return {
    counted: current.filter(({ userId }) => !unproved.has(userId)),
    hasApproved: (userId) => approverIds.has(userId),
    missing,
    needsFactors: unproved.size > 0 || missing(row.userId).length > 0,
  };
}

/** What a user may do about a waiting activity. */
export type Rights = {
  readonly standing: Standing;
  readonly canApprove: boolean;
  readonly canReject: boolean;
  /** The submitter has to show factors before anybody else may approve. */
  readonly waitsForSubmitter: boolean;
};

export function votingRights(
  state: PolicyState,
  waiting: Waiting,
  voter: Pick<VoteRow, 'userId' | 'publicKey'>,
  now: number,
): Rights {
  const { row } = waiting;
  const { userId } = voter;
  const standing = standingOf(state, waiting, now);
  const request = policyRequest(state, row, standing.counted, now);
  const isCounted = mayVote(request, userId, approvalOf(state.users, voter));
  const isSubmitter = userId === row.userId;
  const waitsForSubmitter = standing.missing(row.userId).length > 0;
  // A vote that has begun is needed, whatever it counts for.
  const isNeeded =
    (isSubmitter && waitsForSubmitter) ||
    (standing.hasApproved(userId) && standing.missing(userId).length > 0);
  const isFree = isCounted && !standing.hasApproved(userId) && !waitsForSubmitter;
  return {
    standing,
    canApprove: isNeeded || isFree,
    canReject: isNeeded || isCounted,
    waitsForSubmitter,
  };
}
