/*
 * What is known of a request, as policies see it, and what isn't. Whatever isn't known is said to be,
 * with the reason why: a value that is guessed would become a prediction.
 */

/** Why something isn't known. `src/ui/words` has a sentence for each. */
const UNKNOWN_CAUSES = [
  'policies_unread',
  'root_quorum_unread',
  'submitter_unread',
  'credential_unread',
  'voter_unread',
  'target_unread',
  'transaction',
  'control',
  'policy_unreadable',
  'other_activity',
  'parameters_later',
  'time',
  'too_much',
  'unpublished',
] as const;
export type UnknownCause = (typeof UNKNOWN_CAUSES)[number];

const CAUSE = Symbol('cause');

/** A value that isn't known. `mayBeMissing`: not even whether there is one. */
export type Unknown = { readonly [CAUSE]: UnknownCause; readonly mayBeMissing: boolean };

const VALUE = Symbol('value');

/** A value that is known, and of which isn't published whether a policy sees it: else naming it is an error. */
export type Doubtful = { readonly [VALUE]: Fact };

/** A time, told from an integer. */
export type Moment = { readonly atMs: number };

/** A value as a policy sees it. Integers are bigints; whatever is left out doesn't exist. */
export type Fact =
  | boolean
  | bigint
  | string
  | Moment
  | Unknown
  | Doubtful
  /** Undefined: an element that has no value, such as an integer beyond 128 bits. Naming it is an error. */
  | readonly (Fact | undefined)[]
  | { readonly [name: string]: Fact };

export type Facts = Readonly<Record<string, Fact>>;

export function unknown(cause: UnknownCause, mayBeMissing = false): Unknown {
  return { [CAUSE]: cause, mayBeMissing };
}

export function isUnknown(fact: Fact): fact is Unknown {
  return typeof fact === 'object' && CAUSE in fact;
}

export function causeOf(fact: Unknown): UnknownCause {
  return fact[CAUSE];
}

export const doubtful = (fact: Fact): Doubtful => ({ [VALUE]: fact });

/** The value of what may not be seen; undefined for any other. */
export const doubtfulValue = (fact: Fact): Fact | undefined =>
  typeof fact === 'object' && VALUE in fact ? fact[VALUE] : undefined;

/** One approving vote: its user and the credential that stamped it. */
export type ApprovingVote = { readonly user: Fact; readonly credential: Fact };
