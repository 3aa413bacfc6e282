import type {
  Capabilities,
  ConnectParams,
  EventData,
  EventName,
  Outcome,
} from '../protocol/page-api.ts';
import type { PageOperation, PageOperations } from './operations.ts';

export type DiscoverOptions = {
  /** How long to wait for an answer; 500 when left out. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** The end of the wait, not of the request. */
export type WaitOptions = { readonly signal?: AbortSignal | undefined };
export type RequestOptions = WaitOptions & {
  /** 1 to 100 characters. The same key is the same request, however often it is asked. */
  readonly idempotencyKey?: string | undefined;
};

export type Parameters<N extends PageOperation> = PageOperations[N]['parameters'];
export type Result<N extends PageOperation> = PageOperations[N]['result'];

type Of<K extends Outcome['kind'], R = unknown> = Extract<Outcome<R>, { kind: K }>;
export type Connected = Of<'connected'>;
/** Carried out. */
export type Completed<N extends PageOperation = PageOperation> = Of<'completed', Result<N>>;
/** Stamped and handed over, and not carried out yet: see `resume`. */
export type Pending = Of<'pending'>;
export type Answer<N extends PageOperation = PageOperation> = Completed<N> | Pending;

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;

/** One method for each operation that a page may ask for, such as `updateWallet`. */
export type OperationMethods = {
  readonly [N in PageOperation as Camel<N>]: (
    parameters: Parameters<N>,
    options?: RequestOptions,
  ) => Promise<Answer<N>>;
};

/** What does not depend on the operations. */
export type Core = {
  /** Of the provider. */
  readonly version: string;
  /**
   * Asks the user to connect this site. Resolves at once where it is connected already. Call it in the
   * handler of a click: without one no window of Keystamp opens. The request waits behind its badge
   * then, and the promise stays open until the user has looked there.
   */
  readonly connect: (params?: ConnectParams, options?: WaitOptions) => Promise<Connected>;
  readonly disconnect: () => Promise<void>;
  /** What Keystamp offers, and what this site may do. */
  readonly capabilities: () => Promise<Capabilities>;
  /**
   * The same as the method of the operation, by its name. Like `connect` it opens a window only after
   * a click, and once until the user has decided: what waits behind the badge is `waiting` in `status`.
   */
  readonly request: <N extends PageOperation>(
    operation: N,
    parameters: Parameters<N>,
    options?: RequestOptions,
  ) => Promise<Answer<N>>;
  /** How far a request is. */
  readonly status: <N extends PageOperation = PageOperation>(
    id: string,
  ) => Promise<Outcome<Result<N>>>;
  /** Waits until a request has ended, by its id; after a reload too. */
  readonly resume: <N extends PageOperation = PageOperation>(
    id: string,
    options?: WaitOptions,
  ) => Promise<Completed<N>>;
  /** Ids of this tab's requests that have not ended; they outlive a reload. */
  readonly pending: () => readonly string[];
  /** Returns what takes the listener off again. */
  readonly on: <E extends EventName>(
    event: E,
    listener: (data: EventData[E]) => void,
  ) => () => void;
  readonly off: <E extends EventName>(event: E, listener: (data: EventData[E]) => void) => void;
};

/** Keystamp as a page uses it. Every promise rejects with a `KeystampError`. */
export type Keystamp = Core & OperationMethods;
