import type { Activity } from './service-records.ts';

/*
 * What Keystamp finds out about an activity and its votes by checking them itself, and not because the
 * service says so. `src/votes` decides, `src/ui/words` has a sentence for each reason.
 */

/** What can't be true: somebody made it up or changed it. */
export const FORGERIES = [
  /** The service answers with another activity than the one that was asked for. */
  'other_id',
  /** The fingerprint isn't that of any message: nobody signed what is shown. */
  'other_fingerprint',
  'other_type',
  'other_organization',
  'other_intent',
  /** What was signed isn't a request, or could be read in two ways. */
  'message_unreadable',
  /** The vote's message is about something else. */
  'other_activity',
  /** The message approves what the record says is rejected, or the other way round. */
  'other_selection',
  'other_user',
  /** The vote was stamped at another time than the record says: it was taken from elsewhere. */
  'other_time',
  'signature_invalid',
  /** The key is neither among the user's credentials nor was it in the record of the vote. */
  'key_of_nobody',
  'key_of_other',
  /** The same user votes twice with one credential in a day, or the same bytes stand there twice. */
  'duplicate_voter',
  'vote_forged',
  /** Compared with what this browser saw earlier. */
  'changed_since',
  'status_backwards',
  'rejection_hidden',
] as const;
export type Forgery = (typeof FORGERIES)[number];

/** Why something can be neither confirmed nor refuted. */
const UNCHECKABLE = [
  /** Nothing shows what was signed. The submitter's vote is always there, so it was left out. */
  'votes_missing',
  /** The same of an activity that was signed here: what it asks for is known all the same. */
  'own_vote_missing',
  /** More votes than anybody checks. */
  'votes_too_many',
  /** Of a type without a form of its own, and longer than anybody could read. */
  'content_too_long',
  /** Also a passkey of an algorithm that no browser verifies here. */
  'scheme_unknown',
  'user_unknown',
  /** It was the user's when they voted, and isn't any more. */
  'key_removed',
  /** A passkey signed for a domain that Keystamp can't tell from the origin. */
  'domain_unknown',
  'selection_unknown',
  'vote_unchecked',
] as const;
export type Uncheckable = (typeof UNCHECKABLE)[number];

/** What came of a check. */
export type VoteVerdict =
  | { readonly kind: 'verified' }
  | { readonly kind: 'unchecked'; readonly reason: Uncheckable }
  | { readonly kind: 'forged'; readonly reason: Forgery };

/** The request in a vote's message, whole. */
export type VoteMessage = {
  readonly type: string;
  readonly timestampMs: string | number;
  readonly organizationId: string;
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** The verdict on an activity, and on each of its votes by the vote's place in the record. */
export type ActivityVerdict = {
  readonly activity: VoteVerdict;
  readonly votes: readonly VoteVerdict[];
  /**
   * The request in the bytes whose SHA-256 is the fingerprint: what a vote would be on, whatever the
   * service shows beside it. Null if there are no such bytes.
   */
  readonly signed: VoteMessage | null;
};

/** An activity as the service shows it, and what came of the check. */
export type CheckedActivity = { readonly activity: Activity; readonly verdict: ActivityVerdict };

/** Whether it may be approved: nothing is forged, and it is known what was signed. */
export const isApprovable = ({ activity, signed }: ActivityVerdict): boolean =>
  activity.kind !== 'forged' && signed !== null;

/** Under this name the worker keeps what it saw of activities. No page may write it. */
export const SEEN_ACTIVITIES = 'seen-activities';

/** Whether a value is a reason of a verdict. */
export const isVoteFault = (value: unknown): value is Forgery | Uncheckable =>
  [...FORGERIES, ...UNCHECKABLE].some((fault) => fault === value);

/** What this browser saw of an activity earlier. */
export type SeenActivity = {
  readonly fingerprint: string;
  readonly status: string;
  readonly votes: readonly SeenVote[];
};
export type SeenVote = {
  readonly id: string;
  readonly selection: string;
  /** SHA-256 of its message, in hex. */
  readonly digest: string;
};
