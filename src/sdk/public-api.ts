import type {
  Capabilities,
  ConnectParams,
  EventData,
  EventName,
  Outcome,
} from '../protocol/page-api.ts';
import type { PageOperation, PageOperations } from './operations.ts';

/** Options of `discover`. */
export type DiscoverOptions = {
  /** How long to wait for Keystamp, in milliseconds. Default: 500. */
  readonly timeoutMs?: number | undefined;
  /** Stops looking; `discover` then rejects with code `aborted`. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * Options of every call that waits. `signal` ends the wait, not the request: the promise rejects
 * with code `aborted`, and the user can still decide. Use `resume` to wait again.
 */
export type WaitOptions = { readonly signal?: AbortSignal | undefined };
/** Options of a request. */
export type RequestOptions = WaitOptions & {
  /**
   * 1 to 100 characters. Calls with the same key are one request, however often you make them. The
   * SDK makes a random key when you leave it out.
   */
  readonly idempotencyKey?: string | undefined;
};

/** The parameters of an operation. */
export type Parameters<N extends PageOperation> = PageOperations[N]['parameters'];
/** The result of an operation. */
export type Result<N extends PageOperation> = PageOperations[N]['result'];

type Of<K extends Outcome['kind'], R = unknown> = Extract<Outcome<R>, { kind: K }>;
/**
 * The user has connected this site. Says to which organization, and which operations it may
 * request.
 */
export type Connected = Of<'connected'>;
/** The service has carried the request out. */
export type Completed<N extends PageOperation = PageOperation> = Of<'completed', Result<N>>;
/** Signed and submitted, but the service hasn't finished yet: wait for it with `resume`. */
export type Pending = Of<'pending'>;
/** What a request resolves with: `kind` is `completed` or `pending`. */
export type Answer<N extends PageOperation = PageOperation> = Completed<N> | Pending;

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;

/** One method for each operation that a page may request, such as `updateWallet`. */
export type OperationMethods = {
  readonly [N in PageOperation as Camel<N>]: (
    parameters: Parameters<N>,
    options?: RequestOptions,
  ) => Promise<Answer<N>>;
};

/** The methods that don't depend on an operation. */
export type Core = {
  /** The version of Keystamp's page API. */
  readonly version: string;
  /**
   * Asks the user to connect this site. Resolves at once if the site is already connected.
   *
   * Call it in a click handler. Without a click, Keystamp opens no window: the request waits behind
   * Keystamp's badge, and the promise stays pending until the user opens Keystamp and decides.
   */
  readonly connect: (params?: ConnectParams, options?: WaitOptions) => Promise<Connected>;
  /** Disconnects this site. */
  readonly disconnect: () => Promise<void>;
  /** Tells what Keystamp supports and what this site may do. */
  readonly capabilities: () => Promise<Capabilities>;
  /**
   * Requests an operation by its name; the same as calling the operation's own method.
   *
   * Like `connect`, it opens a window only after a click, and only once until the user decides.
   * While the request waits behind the badge, `status` says `waiting`.
   */
  readonly request: <N extends PageOperation>(
    operation: N,
    parameters: Parameters<N>,
    options?: RequestOptions,
  ) => Promise<Answer<N>>;
  /** Tells the current state of a request, by its id. */
  readonly status: <N extends PageOperation = PageOperation>(
    id: string,
  ) => Promise<Outcome<Result<N>>>;
  /** Waits until a request has ended, by its id. Also works after a reload. */
  readonly resume: <N extends PageOperation = PageOperation>(
    id: string,
    options?: WaitOptions,
  ) => Promise<Completed<N>>;
  /** Lists the ids of this tab's unfinished requests. They survive a reload. */
  readonly pending: () => readonly string[];
  /** Adds an event listener. Returns a function that removes it. */
  readonly on: <E extends EventName>(
    event: E,
    listener: (data: EventData[E]) => void,
  ) => () => void;
  /** Removes an event listener. */
  readonly off: <E extends EventName>(event: E, listener: (data: EventData[E]) => void) => void;
};
/** Keystamp's API for a web page. Every promise rejects with a `KeystampError`. */
export type Keystamp = Core & OperationMethods;
