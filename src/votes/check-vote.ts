import {
  FORGERIES,
  type Forgery,
  type Uncheckable,
  type VoteVerdict,
  type VoteMessage,
} from '../protocol/vote-verdict.ts';
import {
  millisecondsOf,
  type Activity,
  type UserRecord,
  type Vote,
} from '../protocol/service-records.ts';
import { findKeyFault } from './credentials.ts';
import { readBallot, readVoteMessage } from './message.ts';
import { verifySignature } from './signature.ts';
import { windowBegin } from '../protocol/voting-window.ts';

/** What a vote is held against. */
export type VoteContext = {
  readonly activity: Pick<Activity, 'id' | 'fingerprint'>;
  /** Of the profile that reads it. */
  readonly organizationId: string;
  /** The exact text of the submission. */
  readonly submission: string | undefined;
  /** The organization's users, if their list was read. */
  readonly users: readonly UserRecord[] | undefined;
  /** Domains that passkeys of the organization are known to be for. */
  readonly rpIds: readonly string[];
};

type Fault = Forgery | Uncheckable;

const SELECTIONS: Readonly<Record<string, 'approve' | 'reject'>> = {
  VOTE_SELECTION_APPROVED: 'approve',
  VOTE_SELECTION_REJECTED: 'reject',
};

/** Whether a reason is one of {@link FORGERIES}. */
export const isForgery = (fault: Fault): fault is Forgery =>
  FORGERIES.some((forgery) => forgery === fault);

/** The verdict of a reason, or of none. */
export function verdictOf(fault: Fault | undefined): VoteVerdict {
  if (fault === undefined) return { kind: 'verified' };
  return isForgery(fault)
    ? { kind: 'forged', reason: fault }
    : { kind: 'unchecked', reason: fault };
}

/** What is wrong with one vote: a forgery before anything that can't be told. */
export async function findVoteFault(vote: Vote, context: VoteContext): Promise<Fault | undefined> {
  const told = findMessageFault(vote, context);
  if (told !== undefined && isForgery(told)) return told;
  const signature = await verifySignature(vote, context.rpIds);
  const signed = signature === 'valid' ? undefined : signature;
  const faults = [signed, findKeyFault(vote, context.users), told];
  return faults.find((fault) => fault !== undefined && isForgery(fault)) ?? faults.find(Boolean);
}

/** What is wrong with what a vote says, whoever signed it. */
function findMessageFault(vote: Vote, context: VoteContext): Fault | undefined {
  const { activity, organizationId } = context;
  if (vote.activityId !== activity.id) return 'other_activity';
  if (vote.user && vote.user.userId !== vote.userId) return 'other_user';
  const message = readVoteMessage(vote.message);
  if (!message) return 'message_unreadable';
  if (message.organizationId !== organizationId) return 'other_organization';
  return findBallotFault(vote, message, context) ?? findTimeFault(vote, message);
}

function findBallotFault(
  vote: Vote,
  message: VoteMessage,
  { activity, submission }: VoteContext,
): Fault | undefined {
  const isSubmission = vote.message === submission;
  const ballot = isSubmission
    ? ({ selection: 'approve', fingerprint: activity.fingerprint } as const)
    : readBallot(message);
  if (!ballot || ballot.fingerprint !== activity.fingerprint) return 'other_activity';
  const selection = Object.hasOwn(SELECTIONS, vote.selection)
    ? SELECTIONS[vote.selection]
    : undefined;
  if (!selection) return 'selection_unknown';
  return selection === ballot.selection ? undefined : 'other_selection';
}

/** A body is taken within an hour of its time, and no more than five minutes before it (docs/protocol.md, Time window). */
const MAX_AGE_MS = 3_600_000;
const MAX_AHEAD_MS = 300_000;
/** The record's time is in whole seconds, and may be from the end of a long transaction. */
const SLACK_MS = 60_000;

function findTimeFault({ createdAt }: Vote, { timestampMs }: VoteMessage): Fault | undefined {
  const [cast, stamped] = [millisecondsOf(createdAt), Number(timestampMs)];
  if (cast === undefined || !Number.isFinite(stamped)) return undefined;
  const age = cast - stamped;
  return age > MAX_AGE_MS + SLACK_MS || age < -MAX_AHEAD_MS - SLACK_MS ? 'other_time' : undefined;
}

/**
 * Whether an earlier vote is the same one again, or one that the user can't have cast twice: with the same
 * credential, the same way, and before votes lapse. Another credential is another factor.
 */
export function isDuplicate(vote: Vote, earlier: readonly Vote[]): boolean {
  const times = [...earlier, vote].map(({ createdAt }) => millisecondsOf(createdAt));
  const windowOf = ({ createdAt }: Vote) => {
    const at = millisecondsOf(createdAt);
    return at === undefined ? undefined : windowBegin(times, at);
  };
  const current = windowOf(vote);
  return earlier.some((other) => {
    if (other.userId !== vote.userId) return false;
    if (other.message === vote.message) return true;
    const before = windowOf(other);
    const isSameWindow = current === undefined || before === undefined || before === current;
    return isSameWindow && other.selection === vote.selection && other.publicKey === vote.publicKey;
  });
}
