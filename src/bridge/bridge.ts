import {
  ASK_EVENT,
  DOCUMENT_BURST,
  DOCUMENT_PER_SECOND,
  MAX_CHARACTERS,
  PAGE_MARK,
  TELL_EVENT,
  type WorkerMessage,
  type PageError,
  type PageErrorCode,
  type BridgeMessage,
} from '../protocol/page-api.ts';
import { CONTENT_EVENT, EMPTY_EVENT, meetClient } from './channel.ts';

/*
 * The bridge in the isolated world: passes a page's calls to the worker, and the answers back. It
 * reads nothing but their ids. It refuses some calls by itself, so that a flood ends here and wakes
 * nobody. Only the worker decides who is asking and what they may do.
 */

/** What the bridge needs from its document and from the extension. */
export type BridgeEffects = {
  /** `window`, in the isolated world. */
  readonly target: EventTarget;
  /** `self.origin`. */
  readonly origin: string;
  /** `document`, and whether it's still prerendered; read only once the page has sent a call. */
  readonly page: EventTarget & { readonly prerendering?: boolean };
  /**
   * Runs a callback after each replacement of the document's content from now on: `document.open`
   * takes the listeners from `window` and `document`.
   */
  readonly onReplaced: (run: () => void) => void;
  /** Whether the user has just done something in the page. */
  readonly hasUserActivation: () => boolean;
  readonly send: (message: BridgeMessage) => Promise<unknown>;
  /** Delivers each message of the extension from now on; true means it was for this document. */
  readonly listen: (handle: (message: unknown) => boolean) => void;
  /** False after the extension was updated, reloaded or removed. */
  readonly isAlive: () => boolean;
  readonly uuid: () => string;
  /** Milliseconds from a monotonic clock. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
};

/** Delay before each try, in ms. The browser stops workers, and a worker takes time to start. */
const RETRY_DELAYS_MS = [0, 100, 300, 1000, 3000];
/** A worker that can't start never answers a message. */
const WATCHDOG_MS = 10_000;

/** The bridge's own refusals, with the texts of page-errors.ts. */
export const BRIDGE_SENTENCES = {
  too_large: 'The request is larger or deeper than Keystamp accepts.',
  rate_limited: 'Too many requests. Wait before the next one.',
  not_active: 'Only the page that the user looks at may ask.',
  extension_gone: 'Keystamp was updated, reloaded or removed. Reload this page.',
  unavailable: 'Keystamp could not answer. Try again.',
} satisfies Partial<Record<PageErrorCode, string>>;

/** Allows the burst at once, then so many per second; returns the milliseconds to wait, or 0. */
function createBucket(now: () => number): () => number {
  let tokens = DOCUMENT_BURST;
  // Full on first use: an idle page doesn't read the clock.
  let lastTakenAt = -Infinity;
  return () => {
    tokens = Math.min(
      DOCUMENT_BURST,
      tokens + ((now() - lastTakenAt) / 1000) * DOCUMENT_PER_SECOND,
    );
    lastTakenAt = now();
    if (tokens < 1) return Math.ceil(((1 - tokens) / DOCUMENT_PER_SECOND) * 1000);
    tokens -= 1;
    return 0;
  };
}

/** What the bridges of two copies of Keystamp say to each other on `window`. */
const COPY_EVENT = 'keystamp:copy';

/**
 * Tells whether another copy of Keystamp is in the document. It asks and listens only until the page
 * has content: a page that plays a copy comes too late.
 */
function watchForCopies(target: EventTarget, channel: EventTarget): () => boolean {
  let isFound = false;
  const hear = (event: Event): void => {
    event.preventDefault();
    isFound = true;
  };
  channel.addEventListener(EMPTY_EVENT, () => {
    isFound = !target.dispatchEvent(new Event(COPY_EVENT, { cancelable: true }));
    target.addEventListener(COPY_EVENT, hear);
  });
  channel.addEventListener(CONTENT_EVENT, () => target.removeEventListener(COPY_EVENT, hear));
  return () => isFound;
}

/** Meets the page's client. Sends nothing and listens to nothing else before it sends a call. */
export function startBridge(effects: BridgeEffects): void {
  meetClient(effects.target, (channel) => serveClient(effects, channel));
}

/** A refusal as the JSON text of an answer; nothing for a text without an id. */
function refusalOf(
  text: string,
  code: keyof typeof BRIDGE_SENTENCES,
  detail?: PageError['detail'],
): string | undefined {
  // Only there, where the page's client puts it: parsing 64 MB is what a flood would want.
  const id = /^\{"id":"([\w-]{1,64})"/.exec(text.slice(0, 80))?.[1];
  const error: PageError = { code, message: BRIDGE_SENTENCES[code], ...(detail && { detail }) };
  return id && JSON.stringify({ id, ok: false, error });
}

/**
 * Calls `onLeft` whenever the user leaves the page, also after it has replaced its document. Resolves
 * when the user sees a page that was prerendered.
 */
const listenToPage = ({ target, page, onReplaced }: BridgeEffects, onLeft: () => void) =>
  new Promise((resolve) => {
    const listen = () => {
      target.addEventListener('pagehide', onLeft);
      page.addEventListener('prerenderingchange', resolve);
    };
    listen();
    onReplaced(listen);
  });

/** Passes the client's calls on, and the answers back. */
function serveClient(effects: BridgeEffects, channel: EventTarget): void {
  const { send, isAlive, wait } = effects;
  const hasOtherCopy = watchForCopies(effects.target, channel);
  const takeToken = createBucket(effects.now);
  /** Identifies this document to the worker; empty until the page has sent a call. */
  let bridgeId = '';
  /** Calls without an answer. They keep their text, so there are no more than one burst of them. */
  let openCalls = 0;
  /** The user may never see a prerendered page: until they do, the bridge sends nothing of it. */
  let whenActivated: Promise<unknown> | undefined;

  const dispatch = (detail: string | undefined) =>
    detail && channel.dispatchEvent(new CustomEvent(TELL_EVENT, { detail }));
  const refuse = (...refusal: Parameters<typeof refusalOf>) => void dispatch(refusalOf(...refusal));

  const attachDocument = () => {
    if (bridgeId) return;
    bridgeId = effects.uuid();
    effects.listen((message) => {
      const { mark, bridgeId: addressee, text } = { ...(message as Partial<WorkerMessage>) };
      if (mark !== PAGE_MARK || addressee !== bridgeId) return false;
      if (typeof text === 'string') dispatch(text);
      return true;
    });
  };

  const onLeft = () => {
    if (bridgeId) void send({ mark: PAGE_MARK, bridgeId, gone: true }).catch(() => undefined);
  };

  /** Retries with the same id: the worker knows it, so nothing happens twice. */
  const forward = async (text: string, clicked: boolean): Promise<void> => {
    whenActivated ??= listenToPage(effects, onLeft);
    if (effects.page.prerendering) await whenActivated;
    for (const delay of RETRY_DELAYS_MS) {
      if (delay > 0) await wait(delay);
      if (!isAlive()) return refuse(text, 'extension_gone');
      attachDocument();
      const other = hasOtherCopy() && ({ hasOtherCopy: true } as const);
      const answer = send({ mark: PAGE_MARK, bridgeId, text, clicked, ...other });
      const reply = await Promise.race([answer.catch(() => undefined), wait(WATCHDOG_MS)]);
      if (typeof reply === 'string') return void dispatch(reply);
    }
    refuse(text, isAlive() ? 'unavailable' : 'extension_gone');
  };

  channel.addEventListener(ASK_EVENT, (event) => {
    const text: unknown = (event as CustomEvent).detail;
    if (!isAlive()) return;
    // Tells the page's client that someone is there.
    event.preventDefault();
    if (typeof text !== 'string' || text === '') return;
    if (text.length > MAX_CHARACTERS) return refuse(text, 'too_large');
    if (effects.origin === 'null') return refuse(text, 'not_active');
    const waitMs = openCalls < DOCUMENT_BURST ? takeToken() : 1000;
    if (waitMs > 0) return refuse(text, 'rate_limited', { waitMs });
    openCalls += 1;
    void forward(text, effects.hasUserActivation())
      // Everything that belongs to an extension throws the moment the extension goes away.
      .catch(() => refuse(text, 'extension_gone'))
      .finally(() => {
        openCalls -= 1;
      });
  });
}
