import type { Activity } from '../../../protocol/service-records.ts';
import { isWaiting } from '../../../protocol/voting-window.ts';

/**
 * Whether it waits for this user's vote. `canApprove` alone doesn't say it: services leave it on
 * activities that have ended (docs/protocol.md, Approving and rejecting).
 */
export const awaitsVote = (activity: Pick<Activity, 'status' | 'canApprove'>): boolean =>
  isWaiting(activity) && activity.canApprove;
