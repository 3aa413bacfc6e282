import { isSameValue } from '../protocol/envelope.ts';
import { versionOfType } from '../protocol/operation-row.ts';
import { submitRowOfType } from '../protocol/operations.ts';
import type { Activity, UserRecord } from '../protocol/service-records.ts';
import type {
  ActivityVerdict,
  Forgery,
  SeenActivity,
  Uncheckable,
  VoteMessage,
} from '../protocol/vote-verdict.ts';
import { findVoteFault, isDuplicate, isForgery, verdictOf } from './check-vote.ts';
import { findSubmitted, MAX_VOTES, readVoteMessage } from './message.ts';
import { findContradiction } from './seen.ts';

/** What an activity is held against. */
export type CheckContext = {
  /** The activity that the service was asked for; undefined if it was found in a list. */
  readonly askedId: string | undefined;
  /** Of the profile that reads it. */
  readonly organizationId: string;
  /** The organization's users, if their list was read. */
  readonly users: readonly UserRecord[] | undefined;
  /** Domains that passkeys of the organization are known to be for. */
  readonly rpIds: readonly string[];
  /** What this browser saw of the activity before. */
  readonly seen: SeenActivity | undefined;
  /** The exact text that this browser signed, if the activity may be the user's own. */
  readonly ownBody: string | undefined;
};

/** Characters of a request that is shown as it is, because Keystamp has no form for its type. */
const MAX_SHOWN = 100_000;

type Fault = Forgery | Uncheckable;

/**
 * Checks what a service says of an activity: that its fingerprint is of bytes that a user signed, that those
 * bytes are what is shown, that each vote is a signed vote on them, and that nothing seen before is gone.
 */
export async function checkActivity(
  activity: Activity,
  context: CheckContext,
): Promise<ActivityVerdict> {
  const votes = activity.votes ?? [];
  if (votes.length > MAX_VOTES) {
    const verdict = verdictOf('votes_too_many');
    return { activity: verdict, votes: votes.map(() => verdict), signed: null };
  }
  const messages = votes.map(({ message }) => message);
  // That of a vote, or what this browser signed.
  const texts = context.ownBody === undefined ? messages : [...messages, context.ownBody];
  const submission = await findSubmitted(texts, activity.fingerprint);
  const voteContext = { ...context, activity, submission };
  const faults: readonly (Fault | undefined)[] = await Promise.all(
    votes.map(async (vote, index) =>
      isDuplicate(vote, votes.slice(0, index))
        ? 'duplicate_voter'
        : findVoteFault(vote, voteContext),
    ),
  );
  const signed = submission === undefined ? undefined : readVoteMessage(submission);
  const isTooLong = submission !== undefined && isTooLongToShow(submission, signed);
  const since = context.seen && (await findContradiction(context.seen, activity));
  const all: readonly (Fault | undefined)[] = [
    findContentFault(activity, signed, context),
    submission !== undefined && !signed ? 'message_unreadable' : undefined,
    findSubmissionFault(activity, submission),
    since,
    isTooLong ? 'content_too_long' : undefined,
    summarize(faults),
  ];
  const fault = all.find((one) => one !== undefined && isForgery(one)) ?? all.find(Boolean);
  const shown = isTooLong ? undefined : signed;
  return { activity: verdictOf(fault), votes: faults.map(verdictOf), signed: shown ?? null };
}

const isTooLongToShow = (text: string, signed: VoteMessage | undefined): boolean =>
  text.length > MAX_SHOWN && signed !== undefined && submitRowOfType(signed.type) === undefined;

/** What the votes lack: whoever submits an activity is the first to vote for it. */
function findSubmissionFault(
  { votes }: Activity,
  submission: string | undefined,
): Fault | undefined {
  if (submission === undefined) return votes?.length ? 'other_fingerprint' : 'votes_missing';
  const isShown = votes?.some(({ message }) => message === submission);
  return isShown ? undefined : 'own_vote_missing';
}

/** What is shown against what was signed. */
function findContentFault(
  activity: Activity,
  signed: VoteMessage | undefined,
  { organizationId, askedId }: CheckContext,
): Fault | undefined {
  if (askedId !== undefined && activity.id !== askedId) return 'other_id';
  if (activity.organizationId !== organizationId) return 'other_organization';
  if (!signed) return undefined;
  if (signed.organizationId !== organizationId) return 'other_organization';
  if (signed.type !== activity.type) return 'other_type';
  return isIntentOf(activity, signed) ? undefined : 'other_intent';
}

/** Whether the intent is the parameters that were signed, under the name of the type if it is known. */
function isIntentOf({ intent, type }: Activity, { parameters }: VoteMessage): boolean {
  const [entry, ...others] = Object.entries(intent ?? {});
  if (!entry || others.length > 0) return false;
  const [name, shown] = entry;
  const row = submitRowOfType(type);
  const version = row && versionOfType(row, type);
  if (version && name !== version.intentKey) return false;
  return isSameValue(shown, parameters);
}

function summarize(faults: readonly (Fault | undefined)[]): Fault | undefined {
  if (faults.some((fault) => fault !== undefined && isForgery(fault))) return 'vote_forged';
  return faults.some(Boolean) ? 'vote_unchecked' : undefined;
}
