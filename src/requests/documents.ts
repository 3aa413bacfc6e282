import * as v from 'valibot';
import { PAGE_MARK, type WorkerMessage, type ProviderMessage } from '../protocol/page-api.ts';
import { createItem, type Area } from '../storage/area.ts';
import type { Caller } from './caller.ts';

/** A document that has sent a request: answers go there and nowhere else. */
export type DocumentHandle = {
  /** UUID created by its bridge; bridges drop messages for other ids. */
  readonly bridgeId: string;
  readonly tabId: number;
  /** The browser's id of the document; Firefox has none. */
  readonly documentId: string | null;
};

/**
 * Sends to the bridge of a document. Rejects, or resolves with something other than true, if that
 * document is gone.
 */
export type SendToDocument = (
  documentHandle: DocumentHandle,
  message: WorkerMessage,
) => Promise<unknown>;

type KnownDocument = Pick<Caller, 'origin' | 'privateWindow'> & {
  readonly handle: DocumentHandle;
  /** Whether its last answer is overdue. */
  readonly busy: boolean;
};

const MAX_DOCUMENTS = 200;
/** Documents of one tab: enough for its back/forward cache, but no flood of made-up ones. */
const MAX_DOCUMENTS_OF_TAB = 10;
/** A page that is busy with its own scripts answers late; a page that is gone fails immediately. */
export const ANSWER_TIMEOUT_MS = 1500;

/**
 * - `heard`: the document has received it
 * - `busy`: no answer in time; the page's own scripts block it, or withhold the answer. The browser
 *   keeps the message for the document until it is free
 * - `gone`: the document no longer exists
 */
export type Delivery = 'heard' | 'busy' | 'gone';

/** What became of one message. */
export type Sent = {
  /** What is known within the time that a document has to answer. */
  readonly soon: Promise<Delivery>;
  /** How it ends: a busy document answers once it is free, or goes away. */
  readonly end: Promise<Exclude<Delivery, 'busy'>>;
};

/** Written by our own code, where nobody else can write. */
const documentList = v.custom<readonly KnownDocument[]>(Array.isArray);

export type Documents = ReturnType<typeof createDocuments>;

/** The documents, in memory and in the session area. */
function createDocumentList(session: Area) {
  const stored = createItem<readonly KnownDocument[]>(session, 'documents', documentList);
  let documents: readonly KnownDocument[] | undefined;
  return {
    all: async (): Promise<readonly KnownDocument[]> => {
      const found = documents ?? (await stored.get().catch(() => undefined)) ?? [];
      documents ??= found;
      return documents;
    },
    store: async (next: readonly KnownDocument[]): Promise<void> => {
      documents = next;
      // If this fails, the next worker can't notify the page; the page checks the status itself
      // when it comes back into view.
      await stored.set(next).catch(() => undefined);
    },
  };
}

type DocumentEffects = {
  readonly sendToDocument: SendToDocument;
  readonly later: (ms: number, act: () => void) => () => void;
};

/** Sends an event; a sign of life is all that is asked for without one. */
function sendOnce(
  { sendToDocument, later }: DocumentEffects,
  handle: DocumentHandle,
  event: ProviderMessage | null,
): Sent {
  const message = { mark: PAGE_MARK, bridgeId: handle.bridgeId } as const;
  const full = event ? { ...message, text: JSON.stringify(event) } : message;
  let cancel = () => {};
  const timeout = new Promise<Delivery>((resolve) => {
    cancel = later(ANSWER_TIMEOUT_MS, () => resolve('busy'));
  });
  const end = sendToDocument(handle, full).then(
    (answer) => (answer === true ? 'heard' : 'gone'),
    () => 'gone' as const,
  );
  return { soon: Promise.race([end, timeout]).finally(() => cancel()), end };
}

/** The documents that may receive events. A page that never sends a request isn't among them. */
export function createDocuments(
  effects: DocumentEffects & {
    readonly session: Area;
    /** A document has become busy, or is free again. */
    readonly onBusyChange: () => void;
  },
) {
  const { all, store } = createDocumentList(effects.session);

  /** Stored, so that the next worker notices that a document is free again. */
  async function noteBusy({ bridgeId }: DocumentHandle, busy: boolean): Promise<void> {
    const known = await all();
    const isNews = (entry: KnownDocument) =>
      entry.handle.bridgeId === bridgeId && entry.busy !== busy;
    if (!known.some(isNews)) return;
    await store(known.map((entry) => (isNews(entry) ? { ...entry, busy } : entry)));
    effects.onBusyChange();
  }

  function send(handle: DocumentHandle, event: ProviderMessage | null): Sent {
    const sent = sendOnce(effects, handle, event);
    void sent.soon.then((delivery) => noteBusy(handle, delivery === 'busy'));
    void sent.end.then(() => noteBusy(handle, false));
    return sent;
  }

  return {
    /** Records a document that has sent a request. */
    register: async ({ origin, privateWindow, tabId, documentId }: Caller, bridgeId: string) => {
      const known = await all();
      if (known.some((entry) => entry.handle.bridgeId === bridgeId)) return;
      const handle = { bridgeId, tabId, documentId };
      const document = { origin, privateWindow, handle, busy: false };
      const ofTab = known.filter((entry) => entry.handle.tabId === tabId);
      const old = ofTab.slice(0, Math.max(0, ofTab.length + 1 - MAX_DOCUMENTS_OF_TAB));
      const others = known.filter((entry) => !old.includes(entry));
      await store([...others, document].slice(-MAX_DOCUMENTS));
    },
    remove: async (bridgeId: string) => {
      const known = await all();
      const left = known.filter((entry) => entry.handle.bridgeId !== bridgeId);
      if (left.length < known.length) await store(left);
    },
    /** Asks the document for a sign of life. */
    check: (documentHandle: DocumentHandle): Promise<Delivery> => send(documentHandle, null).soon,
    send,
    /** The ids of the documents whose last answer is overdue. */
    listBusy: async (): Promise<readonly string[]> =>
      (await all()).filter(({ busy }) => busy).map(({ handle }) => handle.bridgeId),
    /** To every document of a site, either in private windows or in normal ones. */
    sendToSite: async (site: Pick<Caller, 'origin' | 'privateWindow'>, event: ProviderMessage) => {
      const of = (await all()).filter(
        (entry) => entry.origin === site.origin && entry.privateWindow === site.privateWindow,
      );
      await Promise.all(of.map(({ handle }) => send(handle, event).soon));
    },
    /** To every document that has sent a request. */
    sendToAll: async (event: ProviderMessage) => {
      await Promise.all((await all()).map(({ handle }) => send(handle, event).soon));
    },
  };
}
