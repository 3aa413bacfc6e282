/*
 * What a web page and Keystamp say to each other, and its limits. Constants and types only: the two
 * content scripts and the SDK include this file and must stay small.
 */

/** A page dispatches it on `window` to find out if Keystamp is there (the pattern of EIP-6963). */
export const DISCOVER_EVENT = 'keystamp:discover';
/** The reply: a CustomEvent on `window` whose `detail` is an {@link Announcement}. */
export const ANNOUNCE_EVENT = 'keystamp:announce';
/**
 * From the client in the page's world to the bridge: a CustomEvent on the node that only these two
 * have. `detail` is the JSON of a {@link ProviderCall}, or empty to ask whether the bridge is there.
 * The bridge cancels each event that it takes, as long as its extension lives.
 */
export const ASK_EVENT = 'keystamp:ask';
/** From the bridge to the client, on the same node: the JSON of a {@link ProviderMessage}. */
export const TELL_EVENT = 'keystamp:tell';

/** Marks messages between bridge and worker. */
export const PAGE_MARK = 'keystamp-page/1';

/** Version of what a page sees. */
export const PROVIDER_VERSION = '1.0.0';

/** Maximum characters in a message. The bridge refuses longer ones before it forwards anything. */
export const MAX_CHARACTERS = 262_144;
/** Maximum nesting and number of members in a message. */
export const MAX_DEPTH = 16;
export const MAX_MEMBERS = 2000;
/** Messages per document: this many at once, then this many per second. */
export const DOCUMENT_BURST = 20;
export const DOCUMENT_PER_SECOND = 5;
/**
 * The same for all documents of an origin together, enforced by the worker. Also per tab, and twice
 * as much for all subdomains of a site.
 */
export const ORIGIN_BURST = 40;
export const ORIGIN_PER_SECOND = 10;
/** Requests that can be pending at once: per site with its subdomains, per tab, and in total. */
export const MAX_PENDING = 5;
export const MAX_PENDING_OF_ALL = 40;

/** What a page can ask for. */
export const PROVIDER_METHODS = [
  'connect',
  'disconnect',
  'request',
  'status',
  'capabilities',
] as const;
export type ProviderMethod = (typeof PROVIDER_METHODS)[number];

type Values = Readonly<Record<string, unknown>>;

/**
 * In place of an ID, as in `walletId: ASK`: the user picks the record in Keystamp, and the page
 * learns which one only from the result. An object, because no ID is one; it stays the same as JSON.
 */
export const ASK = /* @__PURE__ */ Object.freeze({ keystamp: 'ask' } as const);
/** The type of {@link ASK}. */
export type Ask = typeof ASK;

/** What a page says when it asks the user to connect it. */
export type ConnectParams = {
  /** Names of operations. If omitted, all that pages may ask for. */
  readonly operations?: readonly string[];
  /** Shown to the user as the page's own words. At most 200 characters. */
  readonly reason?: string;
};
export type RequestParams = {
  readonly operation: string;
  /** {@link ASK} in place of a record's ID, or of a list of them, leaves the choice to the user. */
  readonly parameters: Values;
  /** 1 to 100 characters. The same key is the same request, however often it's asked. */
  readonly idempotencyKey?: string;
};

/** One call by a page. `id` is a UUID made by its client, and names the request from then on. */
export type ProviderCall = {
  readonly id: string;
  readonly method: ProviderMethod;
  readonly params: unknown;
};

/**
 * From the bridge to the worker. `bridgeId` is a UUID that the bridge made for its document. `text`
 * is the JSON of a {@link ProviderCall} as the page sent it. `clicked` tells whether the user has
 * just interacted with the page, `hasOtherCopy` whether another copy of Keystamp was in the document
 * before any script of the page. `gone`: the user has left the document with this bridgeId.
 */
export type BridgeMessage =
  | {
      readonly mark: typeof PAGE_MARK;
      readonly bridgeId: string;
      readonly text: string;
      readonly clicked: boolean;
      readonly hasOtherCopy?: true;
    }
  | { readonly mark: typeof PAGE_MARK; readonly bridgeId: string; readonly gone: true };

/**
 * From the worker to a bridge. The bridge only accepts messages for its own bridgeId, and answers
 * true. Without `text`, the worker only asks whether it's there. The worker's answer to a {@link
 * BridgeMessage} is also the JSON text of a {@link ProviderMessage}, or nothing for `gone`.
 */
export type WorkerMessage = {
  readonly mark: typeof PAGE_MARK;
  readonly bridgeId: string;
  readonly text?: string;
};

/** An activity as pages see it. Without votes and intent, which contain whole user records. */
export type PageActivity = {
  readonly id: string;
  readonly type: string;
  /** One of the service's states, or a newer one. */
  readonly status: string;
  /** `sha256:` and 64 hex digits, of the exact body. */
  readonly fingerprint: string;
};

/**
 * How far along a request is.
 * - `connected`: the user connected the site
 * - `waiting`: the user hasn't decided. If asked without a click in the page, it waits behind
 *   Keystamp's badge, and no window opens: ask in a click handler
 * - `pending`: stamped and handed over; the service hasn't finished, or other users must vote
 * - `completed`: done. `activity` is null for an operation that only reads
 */
export type Outcome<R = unknown> =
  | {
      readonly kind: 'connected';
      readonly id: string;
      readonly organizationId: string;
      readonly operations: readonly string[];
    }
  | { readonly kind: 'waiting'; readonly id: string }
  | { readonly kind: 'pending'; readonly id: string; readonly activity: PageActivity | null }
  | {
      readonly kind: 'completed';
      readonly id: string;
      readonly activity: PageActivity | null;
      readonly result: R;
    };

/** Why a request failed. The codes are stable; page-errors.ts has their sentences. */
export const PAGE_ERROR_CODES = [
  'invalid_request',
  'unsupported_operation',
  'invalid_parameters',
  'not_connected',
  'refused',
  'withdrawn',
  'rate_limited',
  'too_many_pending',
  'too_large',
  'unknown_request',
  'locked',
  'service_error',
  'activity_failed',
  'activity_rejected',
  'outcome_unknown',
  'not_active',
  'extension_gone',
  'unavailable',
] as const;
/** Why a request failed. */
export type PageErrorCode = (typeof PAGE_ERROR_CODES)[number];

/** An error, as a page gets it. */
export type PageError = {
  readonly code: PageErrorCode;
  readonly message: string;
  readonly detail?: {
    /** Path, such as `parameters.userEmail`. */
    readonly field?: string;
    /** Name of the broken rule, such as `too_long`. */
    readonly rule?: string;
    /** The service's own code, such as `WALLET_NOT_FOUND`. */
    readonly serviceCode?: string;
    /** Milliseconds to wait before another try. */
    readonly waitMs?: number;
  };
};

/** What the user has allowed this site in advance. */
export type PageGrant = {
  readonly operation: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Uses left. Null if there is no limit. */
  readonly left: number | null;
};

/** What Keystamp supports, and what this site may do. */
export type Capabilities = {
  readonly version: string;
  /** Every operation that pages may ask for. */
  readonly operations: readonly string[];
  /** What this site may do. Null while it isn't connected. */
  readonly connection: {
    readonly organizationId: string;
    readonly operations: readonly string[];
    readonly grants: readonly PageGrant[];
  } | null;
};

/** How a request ended, or how far along it is. */
export type PageReply =
  | { readonly id: string; readonly ok: true; readonly answer: unknown }
  | { readonly id: string; readonly ok: false; readonly error: PageError };

export const PROVIDER_EVENTS = ['connect', 'disconnect', 'grantsChanged', 'activity'] as const;
/** The events that a page can listen to. */
export type EventName = (typeof PROVIDER_EVENTS)[number];
/** The data of each event. */
export type EventData = {
  readonly connect: { readonly organizationId: string; readonly operations: readonly string[] };
  readonly disconnect: Readonly<Record<never, never>>;
  readonly grantsChanged: { readonly grants: readonly PageGrant[] };
  /** A request that was `waiting` or `pending` has moved on. */
  readonly activity: PageReply;
};

/**
 * What reaches a page's world: the answer to a {@link ProviderCall} (an {@link Outcome}, {@link
 * Capabilities} or null), or an event.
 */
export type ProviderMessage =
  PageReply | { [E in EventName]: { readonly event: E; readonly data: EventData[E] } }[EventName];

/** What a reply to {@link DISCOVER_EVENT} contains. Frozen, and so is the provider. */
export type Announcement = {
  readonly name: 'Keystamp';
  readonly version: string;
  /** A UUID made for this document: tells two installed copies of Keystamp apart, and nothing else. */
  readonly id: string;
  readonly provider: Provider;
};

/** What a page gets: `window.keystamp`. Promises reject with a {@link PageError}-shaped Error. */
export type Provider = {
  readonly version: string;
  readonly connect: (params?: ConnectParams) => Promise<Outcome>;
  readonly disconnect: () => Promise<null>;
  /** Settles with `completed`, or with `pending` if it takes longer than the user's decision. */
  readonly request: (params: RequestParams) => Promise<Outcome>;
  /** How far along one of this site's requests is, by its id. Works after a reload, too. */
  readonly status: (id: string) => Promise<Outcome>;
  readonly capabilities: () => Promise<Capabilities>;
  readonly on: <E extends EventName>(event: E, listener: (data: EventData[E]) => void) => void;
  readonly off: <E extends EventName>(event: E, listener: (data: EventData[E]) => void) => void;
};
