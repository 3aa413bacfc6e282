import {
  ANNOUNCE_EVENT,
  ASK_EVENT,
  DISCOVER_EVENT,
  PROVIDER_VERSION,
  TELL_EVENT,
  type ProviderMethod,
  type PageError,
  type PageErrorCode,
  type Provider,
} from '../protocol/page-api.ts';

/*
 * The client in the page's own world. It shares its built-ins with scripts that may be hostile. So
 * it takes each built-in before any of those scripts has run, keeps its state in objects without a
 * prototype, and calls nothing through a prototype: no array methods, no iterators, no `then`. A
 * page that changes built-ins later deceives only itself. Nothing here is secret, and nothing here
 * decides.
 */

/** What the client needs from its page, apart from the language. */
export type InpageEffects = {
  /** The page's `window`. */
  readonly target: EventTarget;
  readonly uuid: () => string;
  /** Milliseconds from a monotonic clock. */
  readonly now: () => number;
  /** Whether the user sees the page. */
  readonly isVisible: () => boolean;
  /** Calls a page's listener from the event loop, so that an error in it stays the page's own. */
  readonly callLater: (listener: Listener, data: unknown) => void;
};

type Listener = (data: never) => void;
/** Anything parsed: any member or none, and none that is inherited. */
type BareRecord = Readonly<Record<string, unknown>>;

/** A call without an answer. */
type OpenCall = {
  readonly resolve: (value: unknown) => void;
  readonly reject: (fault: Error) => void;
  /** Whether it keeps waiting for the user, as requests and connects do. */
  readonly waitsForUser?: boolean;
  /** The request that the call waits for, once Keystamp has given its id. */
  requestId?: unknown;
};

/** The page checks again when it comes back into view, but not more often than this. */
const RECHECK_MS = 2000;

/** The client's own refusals, with the texts of page-errors.ts. */
export const INVALID_REQUEST: PageError = {
  code: 'invalid_request',
  message: 'This is not a request that Keystamp understands.',
};
export const EXTENSION_GONE: PageError = {
  code: 'extension_gone',
  message: 'Keystamp was updated, reloaded or removed. Reload this page.',
};

const [SafePromise, SafeError, SafeCustomEvent] = [Promise, Error, CustomEvent];
const { apply, defineProperty } = Reflect;
const { freeze, getOwnPropertyDescriptor } = Object;
const { parse, stringify } = JSON;
const detailAccessor = withoutPrototype<{ readonly get: () => string }>(
  getOwnPropertyDescriptor(SafeCustomEvent.prototype, 'detail'),
);

/** Errors from a status call that say nothing about the request itself. */
const TRANSIENT_CODES: Readonly<Partial<Record<PageErrorCode, 1>>> = withoutPrototype({
  rate_limited: 1,
  unavailable: 1,
  locked: 1,
  not_active: 1,
});

/**
 * An object without a prototype, with the same own members; an empty one for anything but an
 * object.
 */
function withoutPrototype<T = BareRecord>(own?: unknown): T {
  return { __proto__: null, ...(own as object) } as T;
}

/** Defines members that nobody can change; skips members without a value. */
function define(on: object, members: BareRecord): void {
  for (const name in members) {
    const value = members[name];
    if (value !== undefined)
      defineProperty(on, name, withoutPrototype({ value, enumerable: true }));
  }
}

/** An event's parsed detail; an empty object when it isn't JSON. */
function parseEvent(event: Event): BareRecord {
  try {
    return withoutPrototype(parse(apply(detailAccessor.get, event, [])));
  } catch {
    return withoutPrototype();
  }
}

/** An error for the page. Its original stack would name the extension's files. */
function createPageError(error: unknown, id?: unknown): Error & PageError {
  const { code, message, detail } = withoutPrototype<PageError>(error);
  const pageError = new SafeError(message);
  const name = 'KeystampError';
  define(
    pageError,
    withoutPrototype({ name, code, message, detail, id, stack: `${name}: ${message}` }),
  );
  return pageError as Error & PageError;
}

/** The page's open calls and how they end. */
function createCalls(uuid: () => string, emit: (type: string, detail: unknown) => boolean) {
  const openCalls: Record<string, OpenCall> = withoutPrototype();

  const settle = (callId: string, { ok, answer, error }: BareRecord): void => {
    const call = openCalls[callId];
    if (!call) return;
    const outcome = withoutPrototype(answer);
    if (ok === true && call.waitsForUser && outcome['kind'] === 'waiting') {
      call.requestId = outcome['id'];
      return;
    }
    delete openCalls[callId];
    if (ok === true) call.resolve(answer === null ? null : outcome);
    else call.reject(createPageError(error, call.requestId ?? callId));
  };

  const sendCall = (method: ProviderMethod, params: unknown, call: OpenCall): void => {
    const id = uuid();
    let text;
    try {
      // The id comes first: the bridge reads it there, however long the rest is.
      text = stringify(withoutPrototype({ id, method, params }));
    } catch {
      return call.reject(createPageError(INVALID_REQUEST, id));
    }
    openCalls[id] = call;
    // The bridge cancels the events it accepts. If it's gone, nobody does.
    if (emit(ASK_EVENT, text)) settle(id, withoutPrototype({ error: EXTENSION_GONE }));
  };

  /** Settles every call that waits for the request of this event. */
  const settleRequest = (data: unknown): void => {
    const settlement = withoutPrototype(data);
    for (const callId in openCalls) {
      const { waitsForUser, requestId } = withoutPrototype<OpenCall>(openCalls[callId]);
      if (waitsForUser && (requestId ?? callId) === settlement['id']) settle(callId, settlement);
    }
  };

  /** Asks for the status of every waiting request: an event may have been missed. */
  const recheck = (): void => {
    for (const callId in openCalls) {
      const id = openCalls[callId]?.requestId;
      if (id === undefined) continue;
      const call: OpenCall = {
        resolve: (answer) => settle(callId, withoutPrototype({ ok: true, answer })),
        reject: (error) => {
          if (!TRANSIENT_CODES[(error as Error & PageError).code])
            settle(callId, withoutPrototype({ error }));
        },
      };
      sendCall('status', withoutPrototype({ id }), withoutPrototype(call));
    }
  };
  return [sendCall, settle, settleRequest, recheck] as const;
}

/** The page's listeners by event, and functions to add and remove them. */
function createListeners() {
  const byEvent: Readonly<Record<string, Record<string, Listener>>> = withoutPrototype({
    connect: withoutPrototype(),
    disconnect: withoutPrototype(),
    grantsChanged: withoutPrototype(),
    activity: withoutPrototype(),
  });
  let count = 0;
  const off = (event: string, listener: Listener): void => {
    const listeners = byEvent[event];
    for (const key in listeners) if (listeners[key] === listener) delete listeners[key];
  };
  const on = (event: string, listener: Listener): void => {
    const listeners = byEvent[event];
    if (!listeners || typeof listener !== 'function') throw createPageError(INVALID_REQUEST);
    off(event, listener);
    listeners[count++] = listener;
  };
  return [byEvent, on, off] as const;
}

/**
 * Waits for a page to ask for Keystamp; until then the page sees nothing. Then the page gets a
 * frozen provider, through an event and as `window.keystamp`.
 */
export function startInpage({ target, uuid, now, isVisible, callLater }: InpageEffects): void {
  const addListener = target.addEventListener.bind(target);
  const dispatch = target.dispatchEvent.bind(target);
  /** False when a listener canceled the event. */
  const emit = (type: string, detail: unknown) =>
    dispatch(new SafeCustomEvent(type, withoutPrototype({ detail, cancelable: true })));
  // Do this now: destructuring calls the array's iterator, which the page may replace once it runs.
  const [sendCall, settle, settleRequest, recheck] = createCalls(uuid, emit);
  const [byEvent, on, off] = createListeners();

  const createProvider = (): unknown => {
    let lastCheckedAt = -RECHECK_MS;

    addListener(TELL_EVENT, (event) => {
      const message = parseEvent(event);
      const name = message['event'] as string;
      if (name === 'activity') settleRequest(message['data']);
      const listeners = byEvent[name];
      // Each listener gets its own copy of the data, so no listener can change another's.
      for (const key in listeners) callLater(listeners[key] as Listener, parseEvent(event)['data']);
      settle(message['id'] as string, message);
    });
    addListener('visibilitychange', () => {
      if (!isVisible() || now() - lastCheckedAt < RECHECK_MS) return;
      lastCheckedAt = now();
      recheck();
    });
    addListener('pageshow', (event) => (event as PageTransitionEvent).persisted && recheck());

    const createMethod = (method: ProviderMethod, waitsForUser?: boolean) => (params?: unknown) =>
      new SafePromise((resolve, reject) =>
        sendCall(method, params ?? null, withoutPrototype({ resolve, reject, waitsForUser })),
      );
    const status = createMethod('status');
    const provider: Provider = withoutPrototype({
      version: PROVIDER_VERSION,
      connect: createMethod('connect', true),
      disconnect: createMethod('disconnect'),
      request: createMethod('request', true),
      status: (id: string) => status(withoutPrototype({ id })),
      capabilities: createMethod('capabilities'),
      on,
      off,
    });
    for (const name in freeze(provider)) freeze(provider[name as keyof Provider]);
    define(target, withoutPrototype({ keystamp: provider }));
    return freeze(withoutPrototype({ name: 'Keystamp', version: PROVIDER_VERSION, provider }));
  };

  let announcement: unknown;
  addListener(DISCOVER_EVENT, () => emit(ANNOUNCE_EVENT, (announcement ??= createProvider())));
}
