import type { ACTIVITY_STATUS } from './enums.ts';
import type { Activity } from './service-records.ts';

/** The statuses of activities that wait for somebody's approval. Only these say so; an unknown one doesn't. */
export const WAITING_STATUSES = [
  'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED',
] as const satisfies readonly (typeof ACTIVITY_STATUS)[number][];

/** Whether an activity waits for anybody. */
export const isWaiting = ({ status }: { readonly status: string }): boolean =>
  WAITING_STATUSES.some((waiting) => waiting === status);

/** How long votes count before they lapse, milliseconds (docs/policies.md, Who may approve). */
export const VOTING_MS = 24 * 3_600_000;

/**
 * When the window began that a moment is in: with the first vote of all, or with the first one after the
 * window before it was over. Milliseconds since the epoch; undefined before any vote.
 */
export function windowBegin(
  votedAt: readonly (number | undefined)[],
  moment: number,
): number | undefined {
  return votedAt
    .filter((at): at is number => at !== undefined && at <= moment)
    .sort((a, b) => a - b)
    .reduce<number | undefined>(
      (begin, at) => (begin === undefined || at - begin >= VOTING_MS ? at : begin),
      undefined,
    );
}

/**
 * Whether it waits for this user's vote. `canApprove` alone doesn't say it: services leave it on
 * activities that have ended (docs/protocol.md, Approving and rejecting).
 */
export const awaitsVote = (activity: Pick<Activity, 'status' | 'canApprove'>): boolean =>
  isWaiting(activity) && activity.canApprove;
