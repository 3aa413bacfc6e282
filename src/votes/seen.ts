import { digestOfBody } from '../crypto/fingerprint.ts';
import type { Activity } from '../protocol/service-records.ts';
import type { Forgery, SeenActivity, SeenVote } from '../protocol/vote-verdict.ts';

/** How far a status is. From each, an activity may only go on; an unknown one says nothing. */
const STAGES: Readonly<Record<string, number>> = {
  ACTIVITY_STATUS_CREATED: 0,
  ACTIVITY_STATUS_CONSENSUS_NEEDED: 1,
  ACTIVITY_STATUS_AUTHENTICATORS_NEEDED: 1,
  ACTIVITY_STATUS_PENDING: 2,
  ACTIVITY_STATUS_COMPLETED: 3,
  ACTIVITY_STATUS_FAILED: 3,
  ACTIVITY_STATUS_REJECTED: 3,
};
const FINAL_STAGE = 3;

const stageOf = (status: string): number | undefined =>
  Object.hasOwn(STAGES, status) ? STAGES[status] : undefined;

function isBackwards(before: string, status: string): boolean {
  const [from, to] = [stageOf(before), stageOf(status)];
  if (from === undefined || to === undefined) return false;
  return to < from || (from === FINAL_STAGE && status !== before);
}

async function seenVotes({ votes }: Activity): Promise<readonly SeenVote[]> {
  return Promise.all(
    (votes ?? []).map(async ({ id, selection, message }) => ({
      id,
      selection,
      digest: await digestOfBody(message),
    })),
  );
}

/**
 * What can't be true together with what was seen before. An approval may be gone, because it lapsed; a
 * rejection never is.
 */
export async function findContradiction(
  seen: SeenActivity,
  activity: Activity,
): Promise<Forgery | undefined> {
  if (seen.fingerprint !== activity.fingerprint) return 'changed_since';
  const votes = await seenVotes(activity);
  const isChanged = seen.votes.some(({ id, selection, digest }) =>
    votes.some(
      (vote) => vote.id === id && (vote.selection !== selection || vote.digest !== digest),
    ),
  );
  if (isChanged) return 'changed_since';
  const isHidden = seen.votes.some(
    ({ selection, digest }) =>
      selection === 'VOTE_SELECTION_REJECTED' && !votes.some((vote) => vote.digest === digest),
  );
  if (isHidden) return 'rejection_hidden';
  return isBackwards(seen.status, activity.status) ? 'status_backwards' : undefined;
}

/** What is known of an activity after it was seen once more. What contradicts itself changes nothing. */
export async function rememberActivity(
  seen: SeenActivity | undefined,
  activity: Activity,
): Promise<SeenActivity> {
  if (seen && (await findContradiction(seen, activity)) !== undefined) return seen;
  const votes = await seenVotes(activity);
  const gone = seen?.votes.filter(({ digest }) => !votes.some((vote) => vote.digest === digest));
  const { fingerprint, status } = activity;
  return { fingerprint, status, votes: [...(gone ?? []), ...votes] };
}
