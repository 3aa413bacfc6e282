import * as v from 'valibot';
import { PAGE_MARK, type WorkerMessage, type ProviderMessage } from '../protocol/page-api.ts';
import { createItem, type Area } from '../storage/area.ts';
import type { Caller } from './caller.ts';

/** A document that has asked something: where an answer goes, and to nobody else. */
export type DocumentHandle = {
  /** UUID that its bridge made; bridges drop what is for another one. */
  readonly bridgeId: string;
  readonly tabId: number;
  /** The browser's own name of the document; Firefox has none. */
  readonly documentId: string | null;
};

/**
 * Sends to the bridge of a document. Rejects, or resolves with something else than true, when that
 * document is not there any more.
 */
export type SendToDocument = (
  documentHandle: DocumentHandle,
  message: WorkerMessage,
) => Promise<unknown>;

type KnownDocument = Pick<Caller, 'origin' | 'privateWindow'> & { readonly handle: DocumentHandle };

const MAX_DOCUMENTS = 200;
/** Documents of one tab: what can lie in its back/forward cache, and no flood of made-up ones. */
const MAX_DOCUMENTS_OF_TAB = 10;
/** A page whose own scripts keep it busy answers late; one that is gone, at once. */
const ANSWER_TIMEOUT_MS = 1500;

/**
 * - `heard`: the document has it
 * - `busy`: no answer in time; its own scripts keep it from listening, or hold it
 * - `gone`: it is not there any more
 */
export type Delivery = 'heard' | 'busy' | 'gone';

/** Ours wrote it, where nobody else can write. */
const documentList = v.custom<readonly KnownDocument[]>(Array.isArray);

export type Documents = ReturnType<typeof createDocuments>;

/** The documents that may be told something. A page that never asks is not among them. */
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
    // Without it a page is not told by the next worker; it asks by itself when it is looked at.
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
    /** Notes who has asked. */
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
    /** Whether the document is there, for sure. */
    isThere: async (documentHandle: DocumentHandle) =>
      (await send(documentHandle, null)) === 'heard',
    /** Whether it is, as far as can be told in the time that it has to answer. */
    check: (documentHandle: DocumentHandle) => send(documentHandle, null),
    send,
    /** To every document of a site, in private windows or in the others. */
    sendToSite: async (site: Pick<Caller, 'origin' | 'privateWindow'>, event: ProviderMessage) => {
      const of = (await all()).filter(
        (entry) => entry.origin === site.origin && entry.privateWindow === site.privateWindow,
      );
      await Promise.all(of.map(({ handle }) => send(handle, event)));
    },
    /** To every document that has asked anything. */
    sendToAll: async (event: ProviderMessage) => {
      await Promise.all((await all()).map(({ handle }) => send(handle, event)));
    },
  };
}
