import type { EntryView } from '../../../src/protocol/outbox-entry.ts';
import type { Activity } from '../../../src/protocol/service-records.ts';
import { entry } from '../page/world.ts';

/**
 * A vote that the service has taken just now, with what it says of the activity that it is on: its
 * fingerprint, and how it was answered.
 */
export function ownVoteOn(activity: Activity | undefined): EntryView {
  const vote: EntryView = {
    ...entry,
    operation: 'approve_activity',
    type: 'ACTIVITY_TYPE_APPROVE_ACTIVITY',
    state: 'completed',
    updatedAt: 1e12,
  };
  if (!activity) return vote;
  const { votes: _, intent: __, ...answered } = activity;
  return {
    ...vote,
    parameters: { fingerprint: activity.fingerprint },
    activity: { ...answered, status: 'ACTIVITY_STATUS_COMPLETED' },
  };
}
