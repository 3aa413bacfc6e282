import { readContainer, withContainer } from '../protocol/container.ts';
import { isPageOrigin } from '../protocol/origin.ts';
import type { MessageSender } from '../protocol/message-sender.ts';

/** The requesting web page, as reported by the browser. Everything is keyed by it. */
export type Caller = {
  /** Such as `https://app.example`; in a container tab with the container (protocol/container.ts). */
  readonly origin: string;
  readonly privateWindow: boolean;
  readonly tabId: number;
  /** The browser's id of the document; Firefox has none. */
  readonly documentId: string | null;
};

/**
 * Who sent a message from a page, or undefined for senders that aren't allowed to
 * (docs/platform.md, Who sent a message): another extension, a frame, a prerendered or cached
 * document, one without an origin of its own, one in a cookie store without a usable name, and every
 * origin that is neither https nor loopback.
 * Nothing inside the message counts.
 */
export function readCaller(sender: MessageSender, ownId: string): Caller | undefined {
  const { id, url, origin, frameId, tab, documentLifecycle, documentId } = sender;
  if (id !== ownId || url === undefined || frameId !== 0 || tab?.id === undefined) return undefined;
  if (documentLifecycle !== undefined && documentLifecycle !== 'active') return undefined;
  const pageOrigin = originOf(url);
  // A sandboxed document has its site's address but not its origin.
  if (pageOrigin === undefined || (origin !== undefined && origin !== pageOrigin)) return undefined;
  const container = readContainer(tab.cookieStoreId);
  if (container === undefined) return undefined;
  return {
    origin: withContainer(pageOrigin, container),
    privateWindow: tab.incognito === true,
    tabId: tab.id,
    documentId: documentId ?? null,
  };
}

function originOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  if (!parsed) return undefined;
  // A document of another scheme may have such an origin: blob:, for one.
  const isOfOrigin = parsed.protocol === 'https:' || parsed.protocol === 'http:';
  return isOfOrigin && isPageOrigin(parsed.origin) ? parsed.origin : undefined;
}
