// The votes on an activity: the submission's, which is in the activity's own row, and later ones.
import { asc, inArray } from 'drizzle-orm';
import type { ActivityRow } from './schema.ts';
import type { Database } from './database.ts';
import { votes } from './schema.ts';

export type VoteRow = typeof votes.$inferSelect;

/** How long votes count (docs/policies.md, Who may approve). */
const VOTING_MS = 24 * 3_600_000;

/** The states in which an activity takes votes. */
const VOTING_STATES: ReadonlySet<string> = new Set([
  'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED',
]);

export const takesVotes = ({ status }: Pick<ActivityRow, 'status'>): boolean =>
  VOTING_STATES.has(status);

/** The submission, as the first approval. */
export function firstVoteOf(row: ActivityRow): Omit<VoteRow, 'voter'> & Pick<ActivityRow, 'voter'> {
  const { voteId: id, id: activityId, userId, body, publicKey, signature, scheme, voter } = row;
  const { createdAt } = row;
  const vote = { id, activityId, userId, body, publicKey, signature, scheme, voter, createdAt };
  return { ...vote, place: 0, isApproval: true };
}

/** The later votes of some activities, oldest first, by the activity's id. */
export async function readLaterVotes(
  db: Database,
  rows: readonly ActivityRow[],
): Promise<ReadonlyMap<string, readonly VoteRow[]>> {
  const ids = rows.filter(({ votingSince }) => votingSince !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const found = await db
    .select()
    .from(votes)
    .where(inArray(votes.activityId, ids))
    .orderBy(asc(votes.place));
  const ofActivity = (id: string) => found.filter(({ activityId }) => activityId === id);
  return new Map(ids.map((id) => [id, ofActivity(id)]));
}

/** When the votes that count now began; `now` if they have lapsed. */
export function votingSince({ votingSince: since }: ActivityRow, now: number): number {
  return since === null || now - since >= VOTING_MS ? now : since;
}

/** The approvals that haven't lapsed, the submission first. */
export function currentApprovals(row: ActivityRow, later: readonly VoteRow[], now: number) {
  const since = votingSince(row, now);
  return [firstVoteOf(row), ...later].filter(
    ({ isApproval, createdAt }) => isApproval && createdAt >= since,
  );
}
