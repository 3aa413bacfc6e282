import type { EntryView, ReplacedValues } from './outbox-entry.ts';
import type { StampChoice, StampMethod } from './passkey.ts';
import type { GrantTerms } from './site.ts';
import type { Values } from './parse.ts';

/*
 * Everything that waits for the user, as Keystamp's own pages see it: what web pages ask for, and
 * what the user asked for in Keystamp itself and still has to approve.
 */

/**
 * - `pending`: waits for the user
 * - `busy`: the same, and the page's own scripts keep it from answering. Once approved it's carried
 *   out, and the page gets the answer when it is free
 * - `away`: the user has left the page. It may come back within a few seconds, otherwise this is
 *   withdrawn. Can't be approved
 * - `submitting`: approved, but not in the outbox yet
 */
export type PendingRequestState = 'pending' | 'busy' | 'away' | 'submitting';

export type RequestedConnection = {
  readonly kind: 'connect';
  /** Names of operations. All of them are known and open to pages. */
  readonly operations: readonly string[];
  /** The page's own words: never trusted, and shown with hidden characters made visible. */
  readonly reason: string | null;
};
export type RequestedOperation = {
  readonly kind: 'operation';
  readonly operation: string;
  readonly profileId: string;
};

/** A web page's request. Only {@link PendingRequestDetails} has what the page sent with it. */
export type SiteRequestView = {
  readonly asker: 'site';
  /** Keystamp's own id for it, a UUID. */
  readonly id: string;
  /** According to the browser, such as `https://app.example`. */
  readonly origin: string;
  /** The registered domain it belongs to, such as `app.example`. Blocking applies to all of it. */
  readonly group: string;
  readonly privateWindow: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly state: PendingRequestState;
  /** Another copy of Keystamp was in the page before the page's own scripts. */
  readonly hasOtherCopy?: true;
  /** While locked, only its kind: everything else in it is empty. */
  readonly requested: RequestedConnection | RequestedOperation;
};

/** What the user asked for in Keystamp itself. There is none while the vault is locked. */
export type OwnRequestView = {
  readonly asker: 'own';
  /** For an activity: the id that its entry will have. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly state: 'pending';
  readonly requested: RequestedOperation;
  /** A question or a read session: nothing of it is kept and sent again. */
  readonly onlyReads: boolean;
};

/** One pending request. */
export type PendingRequestView = SiteRequestView | OwnRequestView;

/** Everything about a pending operation, whether there is a body yet or not. */
type OperationDetails = {
  readonly id: string;
  readonly operation: string;
  readonly profileId: string;
  /** Activity type. Null for an operation that only reads. */
  readonly type: string | null;
  /** As they will be stamped, without the secret ones, and without what still has to be picked. */
  readonly parameters: Values;
  /** Names of the parameters that the site leaves to the user. */
  readonly open: readonly string[];
  /** What may stamp it. */
  readonly stampChoice: StampChoice;
  /** Whether the user can pre-approve similar requests. */
  readonly grantable: boolean;
};

/** What can be approved. */
export type ReadyRequestDetails = OperationDetails & {
  /** The exact text that will be stamped and sent. Null if it contains a secret. */
  readonly body: string | null;
  /** SHA-256 of the body in hex. An approval names it, and a passkey's challenge is its UTF-8. */
  readonly digest: string;
};

/**
 * Everything about a pending operation. Requires an unlocked vault. Without a body and its digest
 * while the user still has to pick something.
 */
export type PendingRequestDetails =
  ReadyRequestDetails | (OperationDetails & { readonly body: null; readonly digest: null });

/** Pending requests, oldest first. */
export type PendingRequests = { readonly items: readonly PendingRequestView[] };

export type Decision =
  | {
      readonly kind: 'connect';
      readonly profileId: string;
      readonly operations: readonly string[];
    }
  /** `digest` as shown. Refused with `approval_changed` if the body is a different one now. */
  | {
      readonly kind: 'approve';
      readonly digest: string;
      readonly by: StampMethod;
      readonly grant: GrantTerms | null;
      /** What the window showed as current. */
      readonly replaced?: ReplacedValues | undefined;
    }
  /** For the user's own request: discards it. */
  | { readonly kind: 'refuse' };

/** Rejects all pending requests of a site with all its subdomains. */
export type SiteRefusal = {
  /** How many milliseconds to mute this site. 0 for not at all. */
  readonly cooldownMs: number;
  /**
   * Never show anything from this site again, until it's unblocked in the options. From a private
   * window: until the browser is closed.
   */
  readonly block: boolean;
};

/** What came of the user's own request. */
export type OwnOutcome =
  | { readonly kind: 'activity'; readonly entry: EntryView }
  | { readonly kind: 'query'; readonly result: Values }
  /** When the read session ends, in milliseconds since the epoch. */
  | { readonly kind: 'read-session'; readonly until: number };

export type DecisionResult = {
  readonly queue: PendingRequests;
  /** The outbox entry to follow. Null if nothing was stamped, or for an operation that reads. */
  readonly entryId: string | null;
  /** Null for a web page's request: the page gets the answer. */
  readonly outcome: OwnOutcome | null;
  /** The page was busy when this was approved: it gets the answer when it is free. */
  readonly pageIsBusy: boolean;
};
