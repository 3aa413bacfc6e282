import type { SiteGroup } from '../permissions/site-group.ts';
import type { PageReply } from '../protocol/page-api.ts';
import type { StampMethod } from '../protocol/passkey.ts';
import type { RequestedConnection, RequestedOperation } from '../protocol/pending-request.ts';
import type { DocumentHandle } from './documents.ts';
import type { PreparedBody } from './prepared-body.ts';
import type { RequestKey } from './request-key.ts';

/* What the request store holds. */

/** A requested operation with its parameters, checked against the table. */
type OperationWithParameters = RequestedOperation & {
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** What a site requested; some of it may be left to the user. */
export type SiteOperation = OperationWithParameters & {
  /** Names of the parameters that the user picks. Their values are in `parameters` once they did. */
  readonly open: readonly string[];
};

/**
 * - `pending`: waits for the user
 * - `submitting`: approved; not in the outbox yet, or a query in progress
 * - `submitted`: in the outbox; kept without its parameters, so that its page can be notified
 */
export type SiteRequest = RequestKey & {
  readonly asker: 'site';
  /** Our id, which its outbox entry will have, too. */
  readonly id: string;
  /** SHA-256 of the request; empty if it's no longer known. */
  readonly requestDigest: string;
  readonly at: number;
  /** The site's group, which shares the slots. */
  readonly group: SiteGroup;
  /** Whether the user had just interacted with the requesting page. */
  readonly clicked: boolean;
  /** Another copy of Keystamp runs in that page. */
  readonly hasOtherCopy?: true;
  /** The document to notify; null if there is none anymore. */
  readonly documentHandle: DocumentHandle | null;
  /** When that document went away; null while it is there. */
  readonly awayAt: number | null;
  readonly requested: RequestedConnection | SiteOperation;
  readonly state: 'pending' | 'submitting' | 'submitted';
  readonly preparedBody: PreparedBody | null;
  /** How the user had it stamped; null before they decide. */
  readonly stampMethod: StampMethod | null;
};

/** A site's request for an operation. */
export type OperationRequest = SiteRequest & { readonly requested: SiteOperation };

/** The user's own request, made in Keystamp itself. Its body may contain secrets: memory only. */
export type OwnRequest = {
  readonly asker: 'own';
  /** Chosen by the page, and the id of its outbox entry. */
  readonly id: string;
  readonly at: number;
  readonly requested: OperationWithParameters;
  readonly secrets: Readonly<Record<string, string>>;
  readonly state: 'pending';
  readonly preparedBody: PreparedBody;
};

export type PendingRequest = SiteRequest | OwnRequest;

/** A request that ended without the outbox. */
export type EndedRequest = RequestKey & {
  readonly requestDigest: string;
  readonly at: number;
  readonly reply: PageReply;
  /** The document that hasn't been notified yet; null if nobody has to be. */
  readonly documentHandle: DocumentHandle | null;
};
