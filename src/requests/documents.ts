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

type KnownDocument = Pick<Caller, 'origin' | 'privateWindow'> & { readonly handle: DocumentHandle };

const MAX_DOCUMENTS = 200;
/** Documents of one tab: enough for its back/forward cache, but no flood of made-up ones. */
const MAX_DOCUMENTS_OF_TAB = 10;
/** A page that is busy with its own scripts answers late; a page that is gone fails immediately. */
const ANSWER_TIMEOUT_MS = 1500;

/**
 * - `heard`: the document has received it
 * - `busy`: no answer in time; the page's own scripts block it, or withhold the answer
 * - `gone`: the document no longer exists
 */
export type Delivery = 'heard' | 'busy' | 'gone';

/** Written by our own code, where nobody else can write. */
const documentList = v.custom<readonly KnownDocument[]>(Array.isArray);

export type Documents = ReturnType<typeof createDocuments>;

/** The documents that may receive events. A page that never sends a request isn't among them. */
export function createDocuments(effects: {
  readonly session: Area;
  readonly sendToDocument: SendToDocument;
  readonly later: (ms: number, act: () => void) => () => void;
}) {
  const stored = createItem<readonly KnownDocument[]>(effects.session, 'documents', documentList);
  let documents: readonly KnownDocument[] | undefined;

  const all = async (): Promise<readonly KnownDocument[]> => {
    const found = documents ?? (await stored.get().catch(() => undefined)) ?? [];
    documents ??= found;
    return documents;
  };

  async function store(next: readonly KnownDocument[]): Promise<void> {
    documents = next;
    // If this fails, the next worker can't notify the page; the page checks the status itself when
    // it comes back into view.
    await stored.set(next).catch(() => undefined);
  }

  async function send(handle: DocumentHandle, event: ProviderMessage | null): Promise<Delivery> {
    const message = { mark: PAGE_MARK, bridgeId: handle.bridgeId } as const;
    const full = event ? { ...message, text: JSON.stringify(event) } : message;
    let cancel = () => {};
    const timeout = new Promise<Delivery>((resolve) => {
      cancel = effects.later(ANSWER_TIMEOUT_MS, () => resolve('busy'));
    });
    const sent = effects.sendToDocument(handle, full).then(
      (answer): Delivery => (answer === true ? 'heard' : 'gone'),
      (): Delivery => 'gone',
    );
    return Promise.race([sent, timeout]).finally(() => cancel());
  }

  return {
    /** Records a document that has sent a request. */
    register: async ({ origin, privateWindow, tabId, documentId }: Caller, bridgeId: string) => {
      const known = await all();
      if (known.some((entry) => entry.handle.bridgeId === bridgeId)) return;
      const document = { origin, privateWindow, handle: { bridgeId, tabId, documentId } };
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
    /** Whether the document has confirmed that it is there. */
    isThere: async (documentHandle: DocumentHandle) =>
      (await send(documentHandle, null)) === 'heard',
    /** What can be said about it within the time it has to answer. */
    check: (documentHandle: DocumentHandle) => send(documentHandle, null),
    send,
    /** To every document of a site, either in private windows or in normal ones. */
    sendToSite: async (site: Pick<Caller, 'origin' | 'privateWindow'>, event: ProviderMessage) => {
      const of = (await all()).filter(
        (entry) => entry.origin === site.origin && entry.privateWindow === site.privateWindow,
      );
      await Promise.all(of.map(({ handle }) => send(handle, event)));
    },
    /** To every document that has sent a request. */
    sendToAll: async (event: ProviderMessage) => {
      await Promise.all((await all()).map(({ handle }) => send(handle, event)));
    },
  };
}
