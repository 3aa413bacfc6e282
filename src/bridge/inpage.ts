import {
  ANNOUNCE,
  ASK,
  DISCOVER,
  PROVIDER_VERSION,
  TELL,
  type Method,
  type PageError,
  type PageErrorCode,
  type Provider,
} from '../protocol/page.ts';

/*
 * The client in the page's own world. It shares its built-ins with scripts that may be hostile, so it
 * takes each one before any of them has run, keeps its state in objects without a prototype, and
 * calls nothing through one: no array methods, no iterators, no `then`. A page that changes them
 * later deceives only itself. Nothing here is secret, and nothing here decides.
 */

/** What the client needs of its page besides the language. */
export type PageWorld = {
  /** The page's `window`. */
  readonly target: EventTarget;
  readonly uuid: () => string;
  /** Milliseconds, only ever going forward. */
  readonly now: () => number;
  /** Whether the user sees the page. */
  readonly visible: () => boolean;
  /** Calls a page's listener from the event loop, so that what it throws is its own fault alone. */
  readonly later: (listener: Listener, data: unknown) => void;
};

type Listener = (data: never) => void;
/** Anything parsed: any member or none, and none that is inherited. */
type Bare = Readonly<Record<string, unknown>>;

/** A question that has no answer yet. */
type Open = {
  readonly resolve: (value: unknown) => void;
  readonly reject: (fault: Error) => void;
  /** Whether it goes on waiting for the user; requests and connects do. */
  readonly keeps?: boolean;
  /** The request that it waits for, once Keystamp has named it. */
  waits?: unknown;
};

/** The page has come back into view: closer than this, it asks once. */
const RECHECK_MS = 2000;

/** Own refusals, in the words of page-errors.ts. */
export const MISFORMED: PageError = {
  code: 'invalid_request',
  message: 'This is not a request that Keystamp understands.',
};
export const NOBODY_THERE: PageError = {
  code: 'extension_gone',
  message: 'Keystamp was updated, reloaded or removed. Reload this page.',
};

const [Later, Fault, Signal] = [Promise, Error, CustomEvent];
const { apply, defineProperty } = Reflect;
const { freeze, getOwnPropertyDescriptor } = Object;
const { parse, stringify } = JSON;
const detailOf = bare<{ readonly get: () => string }>(
  getOwnPropertyDescriptor(Signal.prototype, 'detail'),
);

/** Errors that tell nothing of a request whose state was asked for. */
const PASSING: Readonly<Partial<Record<PageErrorCode, 1>>> = bare({
  rate_limited: 1,
  unavailable: 1,
  locked: 1,
  not_active: 1,
});

/** An object without a prototype, with the same own members. Of anything but an object, an empty one. */
function bare<T = Bare>(own?: unknown): T {
  return { __proto__: null, ...(own as object) } as T;
}

/** Defines members that nobody can change any more; what has no value is none. */
function define(on: object, members: Bare): void {
  for (const name in members) {
    const value = members[name];
    if (value !== undefined) defineProperty(on, name, bare({ value, enumerable: true }));
  }
}

/** What an event carries, parsed; an empty object when it is not JSON. */
function read(event: Event): Bare {
  try {
    return bare(parse(apply(detailOf.get, event, [])));
  } catch {
    return bare();
  }
}

/** An error for the page. The stack that it was made with would name the extension's files. */
function fault(error: unknown, id?: unknown): Error & PageError {
  const { code, message, detail } = bare<PageError>(error);
  const made = new Fault(message);
  const name = 'KeystampError';
  define(made, bare({ name, code, message, detail, id, stack: `${name}: ${message}` }));
  return made as Error & PageError;
}

/** The page's open questions and how they end. */
function createQuestions(uuid: () => string, emit: (type: string, detail: unknown) => boolean) {
  const open: Record<string, Open> = bare();

  const settle = (own: string, { ok, answer, error }: Bare): void => {
    const one = open[own];
    if (!one) return;
    const outcome = bare(answer);
    if (ok === true && one.keeps && outcome['kind'] === 'waiting') {
      one.waits = outcome['id'];
      return;
    }
    delete open[own];
    if (ok === true) one.resolve(answer === null ? null : outcome);
    else one.reject(fault(error, one.waits ?? own));
  };

  const ask = (method: Method, params: unknown, one: Open): void => {
    const id = uuid();
    let text;
    try {
      // The id stands first: the bridge reads it there, however long the rest is.
      text = stringify(bare({ id, method, params }));
    } catch {
      return one.reject(fault(MISFORMED, id));
    }
    open[id] = one;
    // The bridge cancels what it takes. Where it is gone for good, nobody does.
    if (emit(ASK, text)) settle(id, bare({ error: NOBODY_THERE }));
  };

  /** An event about a request: whatever waits for it ends. */
  const settleAll = (about: unknown): void => {
    const settlement = bare(about);
    for (const own in open) {
      const { keeps, waits } = bare<Open>(open[own]);
      if (keeps && (waits ?? own) === settlement['id']) settle(own, settlement);
    }
  };

  /** Asks how far everything is that waits: an event may have been missed. */
  const recheck = (): void => {
    for (const own in open) {
      const id = open[own]?.waits;
      if (id === undefined) continue;
      const one: Open = {
        resolve: (answer) => settle(own, bare({ ok: true, answer })),
        reject: (error) => {
          if (!PASSING[(error as Error & PageError).code]) settle(own, bare({ error }));
        },
      };
      ask('status', bare({ id }), bare(one));
    }
  };
  return [ask, settle, settleAll, recheck] as const;
}

/** The page's listeners by event, and how a page adds and removes them. */
function createListeners() {
  const byEvent: Readonly<Record<string, Record<string, Listener>>> = bare({
    connect: bare(),
    disconnect: bare(),
    grantsChanged: bare(),
    activity: bare(),
  });
  let count = 0;
  const off = (event: string, listener: Listener): void => {
    const those = byEvent[event];
    for (const key in those) if (those[key] === listener) delete those[key];
  };
  const on = (event: string, listener: Listener): void => {
    const those = byEvent[event];
    if (!those || typeof listener !== 'function') throw fault(MISFORMED);
    off(event, listener);
    those[count++] = listener;
  };
  return [byEvent, on, off] as const;
}

/**
 * Waits for a page to ask for Keystamp; until then it can see nothing. Then the page gets a frozen
 * provider, by an event and as `window.keystamp`.
 */
export function inpage({ target, uuid, now, visible, later }: PageWorld): void {
  const hear = target.addEventListener.bind(target);
  const dispatch = target.dispatchEvent.bind(target);
  /** False when somebody took it. */
  const emit = (type: string, detail: unknown) =>
    dispatch(new Signal(type, bare({ detail, cancelable: true })));
  // Now: taking a list apart calls its iterator, which may be another one once the page has run.
  const [ask, settle, settleAll, recheck] = createQuestions(uuid, emit);
  const [byEvent, on, off] = createListeners();

  const open = (): unknown => {
    let checked = -RECHECK_MS;

    hear(TELL, (event) => {
      const tell = read(event);
      const name = tell['event'] as string;
      if (name === 'activity') settleAll(tell['data']);
      const those = byEvent[name];
      // Each listener gets data of its own: what one changes is no other's.
      for (const key in those) later(those[key] as Listener, read(event)['data']);
      settle(tell['id'] as string, tell);
    });
    hear('visibilitychange', () => {
      if (!visible() || now() - checked < RECHECK_MS) return;
      checked = now();
      recheck();
    });
    hear('pageshow', (event) => (event as PageTransitionEvent).persisted && recheck());

    const question = (method: Method, keeps?: boolean) => (params?: unknown) =>
      new Later((resolve, reject) => ask(method, params ?? null, bare({ resolve, reject, keeps })));
    const status = question('status');
    const provider: Provider = bare({
      version: PROVIDER_VERSION,
      connect: question('connect', true),
      disconnect: question('disconnect'),
      request: question('request', true),
      status: (id: string) => status(bare({ id })),
      capabilities: question('capabilities'),
      on,
      off,
    });
    for (const name in freeze(provider)) freeze(provider[name as keyof Provider]);
    define(target, bare({ keystamp: provider }));
    return freeze(bare({ name: 'Keystamp', version: PROVIDER_VERSION, provider }));
  };

  let announcement: unknown;
  hear(DISCOVER, () => emit(ANNOUNCE, (announcement ??= open())));
}
