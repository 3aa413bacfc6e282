import type { MessageSender } from '../protocol/message-sender.ts';

/** The web page that asks, as the browser says. Everything is keyed by it. */
export type Caller = {
  /** Such as `https://app.example`. */
  readonly origin: string;
  readonly privateWindow: boolean;
  readonly tabId: number;
  /** The browser's own name of the document; Firefox has none. */
  readonly documentId: string | null;
};

const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?$/;

/**
 * Who sent a message from a page, or undefined for anybody who may not (docs/platform.md, Who sent a
 * message): another extension, a frame, a document that is prerendered or cached, one without an origin
 * of its own, and every origin that is not https or loopback. Nothing inside the message counts.
 */
export function readCaller(sender: MessageSender, ownId: string): Caller | undefined {
  const { id, url, origin, frameId, tab, documentLifecycle, documentId } = sender;
  if (id !== ownId || url === undefined || frameId !== 0 || tab?.id === undefined) return undefined;
  if (documentLifecycle !== undefined && documentLifecycle !== 'active') return undefined;
  const pageOrigin = originOf(url);
  // A sandboxed document has the address of its site and not its origin.
  if (pageOrigin === undefined || (origin !== undefined && origin !== pageOrigin)) return undefined;
  return {
    origin: pageOrigin,
    privateWindow: tab.incognito === true,
    tabId: tab.id,
    documentId: documentId ?? null,
  };
}

function originOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  if (!parsed) return undefined;
  const secure = parsed.protocol === 'https:' && parsed.origin.startsWith('https://');
  return secure || LOOPBACK.test(parsed.origin) ? parsed.origin : undefined;
}
