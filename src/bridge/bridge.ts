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

/** The user may never see a prerendered page: until they do, the bridge sends nothing of it. */
function createActivation(page: BridgeEffects['page']): () => Promise<unknown> {
  let activation: Promise<unknown> | undefined;
  return () =>
    (activation ??= new Promise((resolve) => page.addEventListener('prerenderingchange', resolve)));
}

/** Listens to the page. Sends nothing and adds no other listener before the page sends a call. */
export function startBridge(effects: BridgeEffects): void {
  const { target, send, isAlive, wait } = effects;
  const takeToken = createBucket(effects.now);
  const whenActivated = createActivation(effects.page);
  /** Identifies this document to the worker; empty until the page has sent a call. */
  let bridgeId = '';
  /** Calls without an answer. They keep their text, so there are no more than one burst of them. */
  let openCalls = 0;

  const dispatch = (detail: string) =>
    target.dispatchEvent(new CustomEvent(TELL_EVENT, { detail }));

  const refuse = (
    text: string,
    code: keyof typeof BRIDGE_SENTENCES,
    detail?: PageError['detail'],
  ) => {
    // Only there, where the page's client puts it: parsing 64 MB is what a flood would want.
    const id = /^\{"id":"([\w-]{1,64})"/.exec(text.slice(0, 80))?.[1];
    const error: PageError = { code, message: BRIDGE_SENTENCES[code], ...(detail && { detail }) };
    if (id) dispatch(JSON.stringify({ id, ok: false, error }));
  };

  const attachDocument = () => {
    if (bridgeId) return;
    bridgeId = effects.uuid();
    effects.listen((message) => {
      const { mark, bridgeId: addressee, text } = { ...(message as Partial<WorkerMessage>) };
      if (mark !== PAGE_MARK || addressee !== bridgeId) return false;
      if (typeof text === 'string') dispatch(text);
      return true;
    });
    target.addEventListener('pagehide', () => {
      void send({ mark: PAGE_MARK, bridgeId, gone: true }).catch(() => undefined);
    });
  };

  /** Retries with the same id: the worker knows it, so nothing happens twice. */
  const forward = async (text: string, clicked: boolean): Promise<void> => {
    if (effects.page.prerendering) await whenActivated();
    for (const delay of RETRY_DELAYS_MS) {
      if (delay > 0) await wait(delay);
      if (!isAlive()) return refuse(text, 'extension_gone');
      attachDocument();
      const answer = send({ mark: PAGE_MARK, bridgeId, text, clicked }).catch(() => undefined);
      const reply = await Promise.race([answer, wait(WATCHDOG_MS)]);
      if (typeof reply === 'string') return void dispatch(reply);
    }
    refuse(text, isAlive() ? 'unavailable' : 'extension_gone');
  };

  target.addEventListener(ASK_EVENT, (event) => {
    const text: unknown = (event as CustomEvent).detail;
    if (typeof text !== 'string') return;
    // Tells the page's client that someone is listening.
    event.preventDefault();
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
