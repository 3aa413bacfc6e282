/*
 * What Keystamp finds out about an activity and its votes by checking them itself, and not because the
 * service says so. `src/votes` decides, `src/ui/words` has a sentence for each reason.
 */

/** What can't be true: somebody made it up or changed it. */
export const FORGERIES = [
  /** The fingerprint isn't that of any message: nobody signed what is shown. */
  'other_fingerprint',
  'other_type',
  'other_organization',
  'other_intent',
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
export const UNCHECKABLE = [
  'votes_missing',
  'type_unknown',
  'scheme_unknown',
  'signature_unreadable',
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
export type Verdict =
  | { readonly kind: 'verified' }
  | { readonly kind: 'unchecked'; readonly reason: Uncheckable }
  | { readonly kind: 'forged'; readonly reason: Forgery };

/** The verdict on an activity, and on each of its votes by the vote's place in the record. */
export type ActivityVerdict = {
  readonly activity: Verdict;
  readonly votes: readonly Verdict[];
  /** What was signed, where it differs from what the service shows: the first message's JSON. */
  readonly signed: unknown;
};

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
