import type { ActivityRow } from './activity-record.ts';
import { mayVote } from './policies/decision.ts';
import { approvalOf, policyRequest, type PolicyState } from './policies/request.ts';
import { countedApprovals, type VoteRow } from './votes.ts';

/** Whether a user's vote on a waiting activity would count, and the approvals that count so far. */
export function votingRights(
  state: PolicyState,
  row: ActivityRow,
  later: readonly VoteRow[],
  voter: Pick<VoteRow, 'userId' | 'publicKey'>,
  now: number,
) {
  const counted = countedApprovals(row, later, now);
  const request = policyRequest(state, row, counted, now);
  return {
    counted,
    isCounted: mayVote(request, voter.userId, approvalOf(state.users, voter)),
    hasApproved: counted.some(({ userId }) => userId === voter.userId),
  };
}
