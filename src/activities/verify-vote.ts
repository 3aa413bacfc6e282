import * as v from 'valibot';
import { parseActivity } from '../protocol/envelope.ts';
import { KeystampError, type ErrorReason } from '../protocol/errors.ts';
import type { SubmitRow } from '../protocol/operation-row.ts';
import type { Activity, Vote } from '../protocol/service-records.ts';

/*
 * A vote is answered with the activity that it is about, not with one of its own: another type, another
 * intent, another fingerprint (docs/policies.md, Who may approve). It counts as given when that
 * activity's votes have the body that was stamped.
 */

/** A vote that was stamped, as far as a reply can be checked against it. */
export type StampedVote = {
  readonly selection: NonNullable<SubmitRow['vote']>;
  readonly organizationId: string;
  /** The exact text that was stamped. */
  readonly body: string;
  /** Of the activity that it is about, as the body names it. */
  readonly fingerprint: string;
  /** Of that activity, from an earlier reply. Null before the first one. */
  readonly activityId: string | null;
};

const voteBody = v.object({ parameters: v.object({ fingerprint: v.string() }) });

/** The fingerprint of the activity that a stamped vote is about. Throws for any other body. */
export function readTargetFingerprint(body: string): string {
  return v.parse(voteBody, JSON.parse(body)).parameters.fingerprint;
}

/** How each vote is selected in the service's records. */
const SELECTIONS = {
  approve: 'VOTE_SELECTION_APPROVED',
  reject: 'VOTE_SELECTION_REJECTED',
} as const;

/** The vote whose message is the text that was stamped. */
function findVote({ body }: StampedVote, { votes }: Activity): Vote | undefined {
  return votes?.find(({ message }) => message === body);
}

/**
 * The activity in the reply to a vote, proved to be the one that the vote names, with that vote among
 * its own. A service that shows no votes at all took this one all the same: it answers only what it
 * accepted, and the same bytes again change nothing.
 * @throws `service_malformed`, or `reply_mismatch` naming the member that differs
 */
export function verifyVotedActivity(stamped: StampedVote, answer: unknown): Activity {
  const activity = parseActivity(answer);
  demandTarget(stamped, activity);
  if (!hasNoVotes(activity) && !isAmongVotes(stamped, activity)) {
    throw mismatch('votes', 'vote_missing');
  }
  return activity;
}

/**
 * Whether an activity that a look-up found has the vote.
 * @throws `reply_mismatch` if it isn't the one that the vote names, and `outcome_unknown` if the
 *   service shows no votes
 */
export function hasVote(stamped: StampedVote, activity: Activity): boolean {
  demandTarget(stamped, activity);
  if (hasNoVotes(activity)) throw new KeystampError('outcome_unknown');
  return isAmongVotes(stamped, activity);
}

/** Every activity has its submission among its votes: none at all is a list that isn't shown. */
const hasNoVotes = ({ votes }: Activity) => !votes || votes.length === 0;

function demandTarget(stamped: StampedVote, activity: Activity): void {
  if (activity.organizationId !== stamped.organizationId) {
    throw mismatch('organizationId', 'other_organization');
  }
  if (activity.fingerprint !== stamped.fingerprint) throw mismatch('fingerprint', 'other_request');
  if (stamped.activityId !== null && activity.id !== stamped.activityId) {
    throw mismatch('id', 'other_activity');
  }
}

/** @throws `reply_mismatch` if the body is there, and said to be the opposite */
function isAmongVotes(stamped: StampedVote, activity: Activity): boolean {
  const found = findVote(stamped, activity);
  if (found && found.selection !== SELECTIONS[stamped.selection]) {
    throw mismatch('votes', 'other_vote');
  }
  return found !== undefined;
}

function mismatch(field: string, reason: ErrorReason): KeystampError {
  return new KeystampError('reply_mismatch', undefined, { field, reason });
}
