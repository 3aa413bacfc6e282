import type { StampMethod, StampChoice } from './passkey.ts';
import type { GrantTerms } from './site.ts';

/*
 * What web pages wait for the user to decide, as Keystamp's own pages see it.
 */

type Values = Readonly<Record<string, unknown>>;

/**
 * - `asking`: waits for the user
 * - `away`: the page has been left; it may come back within some seconds, else this is withdrawn.
 *   Cannot be approved
 * - `performing`: approved, and not handed over yet
 */
export type PendingRequestState = 'asking' | 'away' | 'performing';

export type RequestedConnection = {
  readonly kind: 'connect';
  /** Names of operations, all known and open to pages. */
  readonly operations: readonly string[];
  /** The page's own words: never trusted, hidden characters shown. */
  readonly reason: string | null;
};
export type RequestedOperation = {
  readonly kind: 'operation';
  readonly operation: string;
  readonly profileId: string;
};

/** One thing that waits. What a page sent with it is in {@link PendingRequestDetails} only. */
export type PendingRequestView = {
  /** Keystamp's own id of it, a UUID. */
  readonly id: string;
  /** As the browser says, such as `https://app.example`. */
  readonly origin: string;
  /** The registered name that it is under, such as `app.example`: what blocking holds for. */
  readonly group: string;
  readonly privateWindow: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly state: PendingRequestState;
  /** While locked only its kind: all else in it is empty. */
  readonly requested: RequestedConnection | RequestedOperation;
};

/** Everything about an operation that waits. Asks for an unlocked vault. */
export type PendingRequestDetails = {
  readonly id: string;
  readonly operation: string;
  readonly profileId: string;
  /** Activity type; null for an operation that only reads. */
  readonly type: string | null;
  /** As they will be stamped. */
  readonly parameters: Values;
  /** The exact text that will be stamped and sent. */
  readonly body: string;
  /** SHA-256 of the body, hex: an approval names it. */
  readonly digest: string;
  /** What may stamp it. */
  readonly stampChoice: StampChoice;
  /** Whether the user may allow further ones like it in advance. */
  readonly grantable: boolean;
};

/** What waits, oldest first. */
export type PendingRequests = { readonly items: readonly PendingRequestView[] };

export type Decision =
  | {
      readonly kind: 'connect';
      readonly profileId: string;
      readonly operations: readonly string[];
    }
  /** `digest` as shown; refused with `approval_changed` when the body is another one by now. */
  | {
      readonly kind: 'approve';
      readonly digest: string;
      readonly by: StampMethod;
      readonly grant: GrantTerms | null;
    }
  | { readonly kind: 'refuse' };

/** A refusal of everything that waits of a site, with all its subdomains. */
export type SiteRefusal = {
  /** Milliseconds in which nothing of this site is shown; 0 for none. */
  readonly cooldownMs: number;
  /**
   * Never show anything of this site again, until it is unblocked in the options; from a private
   * window, until the browser is closed.
   */
  readonly block: boolean;
};

export type DecisionResult = {
  readonly queue: PendingRequests;
  /** The outbox entry to follow; null when nothing was stamped, or for an operation that reads. */
  readonly entryId: string | null;
};
