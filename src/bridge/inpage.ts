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
import { CONTENT_EVENT, EMPTY_EVENT, meetBridge, type CreateOffer } from './channel.ts';

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
  /**
   * Calls a function from the event loop, after so many milliseconds: an error in a page's listener
   * stays the page's own.
   */
  readonly callLater: (listener: Listener, data: unknown, ms: number) => void;
  readonly createOffer: CreateOffer;
  /**
   * Runs `onReplaced` after each replacement of the document's content from now on: `document.open`
   * takes the listeners from `window`. Runs `onFirstContent` before the first script of the page, and
   * returns true; false in a document that may have run some already.
   */
  readonly watchContent: (onFirstContent: () => void, onReplaced: () => void) => boolean;
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
/** While a call is open, the client looks this often whether the extension is still there. */
const CHECK_MS = 5000;

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

/**
 * Defines members that nobody can change. They have getters: a Proxy may answer with a function of
 * its own for such a member, but not for a frozen value (ECMA-262, invariants of `[[Get]]`).
 */
function expose<T extends object>(on: T, members: BareRecord): T {
  for (const name in members)
    defineProperty(on, name, withoutPrototype({ get: () => members[name], enumerable: true }));
  return on;
}

/** An event's parsed detail; an empty object when it isn't JSON. */
function parseEvent(event: Event): BareRecord {
  try {
    return withoutPrototype(parse(apply(detailAccessor.get, event, [])));
  } catch {
    return withoutPrototype();
  }
}

/**
 * An error for the page, which may change it like any other. Its original stack would name the
 * extension's files.
 */
function createPageError(error: unknown, id?: unknown): Error & PageError {
  const { code, message, detail } = withoutPrototype<PageError>(error);
  const pageError = new SafeError(message);
  const name = 'KeystampError';
  const members = withoutPrototype({
    name,
    code,
    message,
    detail,
    id,
    stack: `${name}: ${message}`,
  });
  for (const member in members) {
    const value = members[member];
    if (value !== undefined)
      defineProperty(
        pageError,
        member,
        withoutPrototype({ value, enumerable: true, writable: true, configurable: true }),
      );
  }
  return pageError as Error & PageError;
}

/** Sends a text to the bridge; false when nobody takes it. An empty one only asks who is there. */
type SendText = (text: string) => boolean;

/**
 * Calls `onGone` for each key once the bridge is gone, as long as there are keys. The end of the
 * extension causes no event in a page, and in Firefox it ends the bridge's own timers.
 */
function createLookout(
  keys: object,
  sendText: SendText,
  callLater: InpageEffects['callLater'],
  onGone: (key: string) => void,
): () => void {
  let isWaiting = false;
  const look = (): void => {
    isWaiting = false;
    for (const key in keys) {
      if (sendText('')) return lookLater();
      onGone(key);
    }
  };
  const lookLater = (): void => {
    if (!isWaiting) callLater(look, undefined, CHECK_MS);
    isWaiting = true;
  };
  return lookLater;
}

/** The page's open calls and how they end. */
function createCalls({ uuid, callLater }: InpageEffects, sendText: SendText) {
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
    if (ok === true) call.resolve(answer);
    else call.reject(createPageError(error, call.requestId ?? callId));
  };
  const settleGone = (callId: string): void =>
    settle(callId, withoutPrototype({ error: EXTENSION_GONE }));
  const lookLater = createLookout(openCalls, sendText, callLater, settleGone);

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
    if (sendText(text)) lookLater();
    else settleGone(id);
  };

  /** Settles every call that waits for the request of this event, each with its own copy. */
  const settleRequest = (event: Event): void => {
    for (const callId in openCalls) {
      const { waitsForUser, requestId } = withoutPrototype<OpenCall>(openCalls[callId]);
      const reply = withoutPrototype(parseEvent(event)['data']);
      if (waitsForUser && (requestId ?? callId) === reply['id']) settle(callId, reply);
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
  return { sendCall, settle, settleRequest, recheck };
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
  return { byEvent, on, off };
}

/** What a page gets, and the members of its listeners that it shares. */
function createProvider(
  sendCall: ReturnType<typeof createCalls>['sendCall'],
  listening: Pick<Provider, 'on' | 'off'>,
): Provider {
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
    ...listening,
  });
  for (const name in provider) freeze(provider[name as keyof Provider]);
  return freeze(expose({}, provider)) as Provider;
}

/** The bridge's end of the channel, as the client uses it. */
function openChannel(channel: EventTarget) {
  const add = channel.addEventListener.bind(channel);
  const dispatch = channel.dispatchEvent.bind(channel);
  const listen = (listener: (event: Event) => void): void => add(TELL_EVENT, listener);
  // The bridge cancels the events it accepts. If it's gone, nobody does.
  const sendText: SendText = (detail) =>
    !dispatch(new SafeCustomEvent(ASK_EVENT, withoutPrototype({ detail, cancelable: true })));
  const tell = (type: string): boolean => dispatch(new SafeCustomEvent(type));
  return { listen, sendText, tell };
}

/**
 * Meets the bridge, then waits for a page to ask for Keystamp; until then the page sees nothing.
 * Then the page gets a frozen provider, through an event and as `window.keystamp`.
 */
export function startInpage(effects: InpageEffects): void {
  const { target, uuid, now, isVisible, callLater } = effects;
  const addListener = target.addEventListener.bind(target);
  const dispatch = target.dispatchEvent.bind(target);
  let bridge: ReturnType<typeof openChannel> | undefined;
  const sendText: SendText = (text) => bridge?.sendText(text) === true;
  const calls = createCalls(effects, sendText);
  const { byEvent, on, off } = createListeners();

  const hear = (event: Event): void => {
    const message = parseEvent(event);
    const name = message['event'] as string;
    if (name === 'activity') calls.settleRequest(event);
    const listeners = byEvent[name];
    // Each listener gets its own copy of the data, so no listener can change another's.
    for (const key in listeners)
      callLater(listeners[key] as Listener, parseEvent(event)['data'], 0);
    calls.settle(message['id'] as string, message);
  };

  let announcement: unknown;
  const announce = (): void => {
    // The client of an extension that is gone leaves the answer to another copy, or to its own update.
    if (!sendText('')) return;
    if (!announcement) {
      bridge?.listen(hear);
      const provider = createProvider(calls.sendCall, { on, off });
      expose(target, withoutPrototype({ keystamp: provider }));
      const name = 'Keystamp';
      const members = withoutPrototype({ name, version: PROVIDER_VERSION, id: uuid(), provider });
      announcement = freeze(expose({}, members));
      listenToPage();
    }
    dispatch(new SafeCustomEvent(ANNOUNCE_EVENT, withoutPrototype({ detail: announcement })));
  };

  let lastCheckedAt = -RECHECK_MS;
  const onVisibilityChange = (): void => {
    if (!isVisible() || now() - lastCheckedAt < RECHECK_MS) return;
    lastCheckedAt = now();
    calls.recheck();
  };
  const onShown = (event: Event): void => {
    if ((event as PageTransitionEvent).persisted) calls.recheck();
  };
  /** Adds what isn't there: `document.open` has taken it away. */
  const listenToPage = (): void => {
    addListener(DISCOVER_EVENT, announce);
    if (!announcement) return;
    addListener('visibilitychange', onVisibilityChange);
    addListener('pageshow', onShown);
  };
  listenToPage();
  let isEmpty = effects.watchContent(() => {
    isEmpty = false;
    bridge?.tell(CONTENT_EVENT);
  }, listenToPage);
  meetBridge(target, effects.createOffer, (channel) => {
    bridge = openChannel(channel);
    if (isEmpty) bridge.tell(EMPTY_EVENT);
  });
}
