// What an activity asks for, from the bytes that were signed and not from what the service shows beside them.
// The worker checks the rest before anybody votes on it.
import { fingerprint } from '../crypto/fingerprint.ts';
import type { Activity } from '../protocol/service-records.ts';
import type { VoteMessage } from '../protocol/vote-verdict.ts';
import { readVoteMessage } from '../votes/message.ts';

/** Far more than anybody casts; a longer list isn't searched. */
const MAX_VOTES = 300;

/** The request whose SHA-256 is the activity's fingerprint. Null if none among the votes is. */
export async function readSignedRequest(
  activity: Pick<Activity, 'fingerprint' | 'votes' | 'organizationId'>,
): Promise<VoteMessage | null> {
  const messages = new Set(
    (activity.votes ?? []).slice(0, MAX_VOTES).map(({ message }) => message),
  );
  for (const message of messages) {
    if ((await fingerprint(message)) !== activity.fingerprint) continue;
    const request = readVoteMessage(message);
    return request?.organizationId === activity.organizationId ? request : null;
  }
  return null;
}
