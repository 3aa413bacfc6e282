import type { ACTIVITY_STATUS } from '../../../protocol/enums.ts';
import type { Activity } from '../../../protocol/service-records.ts';

/** The statuses of activities that wait for somebody's approval. */
export const WAITING_STATUSES = [
  'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED',
] as const satisfies readonly (typeof ACTIVITY_STATUS)[number][];

/** Whether it waits for anybody. Only these statuses say so; an unknown one doesn't. */
export const isWaiting = ({ status }: Pick<Activity, 'status'>): boolean =>
  WAITING_STATUSES.some((waiting) => waiting === status);

/**
 * Whether it waits for this user's vote. `canApprove` alone doesn't say it: services leave it on
 * activities that have ended (docs/protocol.md, Approving and rejecting).
 */
export const awaitsVote = (activity: Pick<Activity, 'status' | 'canApprove'>): boolean =>
  isWaiting(activity) && activity.canApprove;
