import { fingerprint } from '../crypto/fingerprint.ts';
import { isSameValue } from '../protocol/envelope.ts';
import { submitRowOfType } from '../protocol/operations.ts';
import type { Activity, UserRecord, Vote } from '../protocol/service-records.ts';
import type {
  ActivityVerdict,
  Forgery,
  SeenActivity,
  Uncheckable,
  Verdict,
} from '../protocol/vote-verdict.ts';
import { findVoteFault, isDuplicate, isForgery, verdictOf } from './check-vote.ts';
import { readVoteMessage } from './message.ts';
import { findContradiction } from './seen.ts';

/** What an activity is held against. */
export type CheckContext = {
  /** Of the profile that reads it. */
  readonly organizationId: string;
  /** The organization's users, if their list was read. */
  readonly users: readonly UserRecord[] | undefined;
  /** Domains that passkeys of the organization are known to be for. */
  readonly rpIds: readonly string[];
  /** What this browser saw of the activity before. */
  readonly seen: SeenActivity | undefined;
};

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
  const submission = await findSubmission(activity);
  const voteContext = { ...context, activity, submission: submission?.message };
  const faults = await Promise.all(
    votes.map(async (vote, index) =>
      isDuplicate(vote, votes.slice(0, index))
        ? 'duplicate_voter'
        : findVoteFault(vote, voteContext),
    ),
  );
  const told = findContentFault(activity, submission, context);
  const since = context.seen && (await findContradiction(context.seen, activity));
  const all = [told, since, summarize(faults)];
  const fault = all.find((one) => one !== undefined && isForgery(one)) ?? all.find(Boolean);
  return {
    activity: verdictOf(fault),
    votes: faults.map(verdictOf),
    signed: told && submission ? readVoteMessage(submission.message) : undefined,
  };
}

/** The vote whose message has the activity's fingerprint: the submission. */
async function findSubmission(activity: Activity): Promise<Vote | undefined> {
  for (const vote of activity.votes ?? []) {
    if ((await fingerprint(vote.message)) === activity.fingerprint) return vote;
  }
  return undefined;
}

/** What is shown against what was signed. */
function findContentFault(
  activity: Activity,
  submission: Vote | undefined,
  { organizationId }: CheckContext,
): Fault | undefined {
  if (activity.organizationId !== organizationId) return 'other_organization';
  if (!activity.votes || activity.votes.length === 0) return 'votes_missing';
  if (!submission) return 'other_fingerprint';
  const message = readVoteMessage(submission.message);
  if (!message) return 'message_unreadable';
  if (message.organizationId !== organizationId) return 'other_organization';
  if (message.type !== activity.type) return 'other_type';
  const intents = Object.values(activity.intent ?? {});
  if (intents.length === 1 && isSameValue(intents[0], message.parameters)) return undefined;
  // What an unknown operation echoes of its parameters isn't known either.
  return submitRowOfType(activity.type) ? 'other_intent' : 'type_unknown';
}

function summarize(faults: readonly (Fault | undefined)[]): Fault | undefined {
  if (faults.some((fault) => fault !== undefined && isForgery(fault))) return 'vote_forged';
  return faults.some(Boolean) ? 'vote_unchecked' : undefined;
}

/** Whether somebody may be offered to approve it: nothing that was forged. */
export const isApprovable = ({ kind }: Verdict): boolean => kind !== 'forged';
