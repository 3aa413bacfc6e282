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
 * The bridge in the isolated world: passes a page's questions to the worker, and its answers back. It
 * reads no more of them than their id. What it refuses by itself, it refuses so that a flood ends
 * here and wakes nobody; who asks and what they may, only the worker decides.
 */

/** What the bridge needs of its document and of the extension. */
export type BridgeEffects = {
  /** `window`, in the isolated world. */
  readonly target: EventTarget;
  /** `self.origin`. */
  readonly origin: string;
  /** `document`, and whether it is prerendered still; looked up once the page has asked. */
  readonly page: EventTarget & { readonly prerendering?: boolean };
  /** Whether the user has just done something in the page. */
  readonly hasUserActivation: () => boolean;
  readonly send: (message: BridgeMessage) => Promise<unknown>;
  /** From now on shows each message of the extension; true means that it was for this document. */
  readonly listen: (handle: (message: unknown) => boolean) => void;
  /** False once the extension was updated, reloaded or removed. */
  readonly isAlive: () => boolean;
  readonly uuid: () => string;
  /** Milliseconds, only ever going forward. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
};

/** Before each try, in ms. The browser stops workers, and one that starts takes its time. */
const RETRY_DELAYS_MS = [0, 100, 300, 1000, 3000];
/** A worker that cannot start leaves a message unanswered for good. */
const WATCHDOG_MS = 10_000;

/** Own refusals, in the words of page-errors.ts. */
export const BRIDGE_SENTENCES = {
  too_large: 'The request is larger or deeper than Keystamp accepts.',
  rate_limited: 'Too many requests. Wait before the next one.',
  not_active: 'Only the page that the user looks at may ask.',
  extension_gone: 'Keystamp was updated, reloaded or removed. Reload this page.',
  unavailable: 'Keystamp could not answer. Try again.',
} satisfies Partial<Record<PageErrorCode, string>>;

/** As many at once as the burst, then so many a second; returns the milliseconds to wait, or 0. */
function createBucket(now: () => number): () => number {
  let tokens = DOCUMENT_BURST;
  // Full at the first look: an idle page does not ask what time it is.
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

/** A prerendered page may never be looked at: then nothing of it is ever sent. */
function createActivation(page: BridgeEffects['page']): () => Promise<unknown> {
  let activation: Promise<unknown> | undefined;
  return () =>
    (activation ??= new Promise((resolve) => page.addEventListener('prerenderingchange', resolve)));
}

/** Listens to the page. Sends nothing, and registers nothing more, before the page asks. */
export function startBridge(effects: BridgeEffects): void {
  const { target, send, isAlive, wait } = effects;
  const takeToken = createBucket(effects.now);
  const whenActivated = createActivation(effects.page);
  /** Names this document to the worker; empty until the page has asked. */
  let bridgeId = '';
  /** Questions without an answer. They hold their text: no more than a burst of them. */
  let openCalls = 0;

  const dispatch = (detail: string) =>
    target.dispatchEvent(new CustomEvent(TELL_EVENT, { detail }));

  const refuse = (
    text: string,
    code: keyof typeof BRIDGE_SENTENCES,
    detail?: PageError['detail'],
  ) => {
    // Only there, where the page's client puts it: parsing 64 MB would be what a flood wants.
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

  /** Repeated with the same id: the worker knows it, and nothing happens twice. */
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
    // Tells the page's client that somebody is here.
    event.preventDefault();
    if (text.length > MAX_CHARACTERS) return refuse(text, 'too_large');
    if (effects.origin === 'null') return refuse(text, 'not_active');
    const waitMs = openCalls < DOCUMENT_BURST ? takeToken() : 1000;
    if (waitMs > 0) return refuse(text, 'rate_limited', { waitMs });
    openCalls += 1;
    void forward(text, effects.hasUserActivation())
      // What belongs to an extension throws in the moment in which that goes.
      .catch(() => refuse(text, 'extension_gone'))
      .finally(() => {
        openCalls -= 1;
      });
  });
}
