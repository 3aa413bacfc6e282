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
 * The client in the page's own world. It shares its built-ins with scripts that may be hostile, so it
 * takes each one before any of them has run, keeps its state in objects without a prototype, and
 * calls nothing through one: no array methods, no iterators, no `then`. A page that changes them
 * later deceives only itself. Nothing here is secret, and nothing here decides.
 */

/** What the client needs of its page besides the language. */
export type InpageEffects = {
  /** The page's `window`. */
  readonly target: EventTarget;
  readonly uuid: () => string;
  /** Milliseconds, only ever going forward. */
  readonly now: () => number;
  /** Whether the user sees the page. */
  readonly isVisible: () => boolean;
  /** Calls a page's listener from the event loop, so that what it throws is its own fault alone. */
  readonly callLater: (listener: Listener, data: unknown) => void;
};

type Listener = (data: never) => void;
/** Anything parsed: any member or none, and none that is inherited. */
type BareRecord = Readonly<Record<string, unknown>>;

/** A question that has no answer yet. */
type OpenCall = {
  readonly resolve: (value: unknown) => void;
  readonly reject: (fault: Error) => void;
  /** Whether it goes on waiting for the user; requests and connects do. */
  readonly waitsForUser?: boolean;
  /** The request that it waits for, once Keystamp has named it. */
  requestId?: unknown;
};

/** The page has come back into view: closer than this, it asks once. */
const RECHECK_MS = 2000;

/** Own refusals, in the words of page-errors.ts. */
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

/** Errors that tell nothing of a request whose state was asked for. */
const TRANSIENT_CODES: Readonly<Partial<Record<PageErrorCode, 1>>> = withoutPrototype({
  rate_limited: 1,
  unavailable: 1,
  locked: 1,
  not_active: 1,
});

/** An object without a prototype, with the same own members. Of anything but an object, an empty one. */
function withoutPrototype<T = BareRecord>(own?: unknown): T {
  return { __proto__: null, ...(own as object) } as T;
}

/** Defines members that nobody can change any more; what has no value is none. */
function define(on: object, members: BareRecord): void {
  for (const name in members) {
    const value = members[name];
    if (value !== undefined)
      defineProperty(on, name, withoutPrototype({ value, enumerable: true }));
  }
}

/** What an event carries, parsed; an empty object when it is not JSON. */
function parseEvent(event: Event): BareRecord {
  try {
    return withoutPrototype(parse(apply(detailAccessor.get, event, [])));
  } catch {
    return withoutPrototype();
  }
}

/** An error for the page. The stack that it was made with would name the extension's files. */
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

/** The page's open questions and how they end. */
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
      // The id stands first: the bridge reads it there, however long the rest is.
      text = stringify(withoutPrototype({ id, method, params }));
    } catch {
      return call.reject(createPageError(INVALID_REQUEST, id));
    }
    openCalls[id] = call;
    // The bridge cancels what it takes. Where it is gone for good, nobody does.
    if (emit(ASK_EVENT, text)) settle(id, withoutPrototype({ error: EXTENSION_GONE }));
  };

  /** An event about a request: whatever waits for it ends. */
  const settleRequest = (data: unknown): void => {
    const settlement = withoutPrototype(data);
    for (const callId in openCalls) {
      const { waitsForUser, requestId } = withoutPrototype<OpenCall>(openCalls[callId]);
      if (waitsForUser && (requestId ?? callId) === settlement['id']) settle(callId, settlement);
    }
  };

  /** Asks how far everything is that waits: an event may have been missed. */
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

/** The page's listeners by event, and how a page adds and removes them. */
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
 * Waits for a page to ask for Keystamp; until then it can see nothing. Then the page gets a frozen
 * provider, by an event and as `window.keystamp`.
 */
export function startInpage({ target, uuid, now, isVisible, callLater }: InpageEffects): void {
  const addListener = target.addEventListener.bind(target);
  const dispatch = target.dispatchEvent.bind(target);
  /** False when somebody took it. */
  const emit = (type: string, detail: unknown) =>
    dispatch(new SafeCustomEvent(type, withoutPrototype({ detail, cancelable: true })));
  // Now: taking a list apart calls its iterator, which may be another one once the page has run.
  const [sendCall, settle, settleRequest, recheck] = createCalls(uuid, emit);
  const [byEvent, on, off] = createListeners();

  const createProvider = (): unknown => {
    let lastCheckedAt = -RECHECK_MS;

    addListener(TELL_EVENT, (event) => {
      const message = parseEvent(event);
      const name = message['event'] as string;
      if (name === 'activity') settleRequest(message['data']);
      const listeners = byEvent[name];
      // Each listener gets data of its own: what one changes is no other's.
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
