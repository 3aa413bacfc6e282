// What an activity asks for, from the bytes that were signed and not from what the service shows beside them.
// The worker checks the rest before anybody votes on it.
import type { Activity } from '../protocol/service-records.ts';
import type { VoteMessage } from '../protocol/vote-verdict.ts';
import { findSubmitted, MAX_VOTES, readVoteMessage } from '../votes/message.ts';

/** The request whose SHA-256 is the activity's fingerprint. Null if none among the votes is. */
export async function readSignedRequest(
  activity: Pick<Activity, 'fingerprint' | 'votes' | 'organizationId'>,
): Promise<VoteMessage | null> {
  const messages = (activity.votes ?? []).slice(0, MAX_VOTES).map(({ message }) => message);
  const submitted = await findSubmitted(messages, activity.fingerprint);
  const request = submitted === undefined ? undefined : readVoteMessage(submitted);
  return request?.organizationId === activity.organizationId ? request : null;
}
