import browser, { type Runtime, type Storage } from 'webextension-polyfill';

/*
 * The browser's own interface, the same in Chromium and Firefox: what our pages and the worker use.
 * Content scripts take its types alone, because every web page would pay for the rest.
 */

export { browser };

/** A storage area with what only Chromium has. */
export type BrowserArea = Storage.StorageArea & {
  readonly setAccessLevel?: (access: { readonly accessLevel: 'TRUSTED_CONTEXTS' }) => Promise<void>;
};

/**
 * Shows each message to a listener that answers `true` when it will respond, and nothing when the
 * message is for others: browsers take that, and the types know only the first.
 */
export function addMessageListener(
  listener: (
    message: unknown,
    sender: Runtime.MessageSender,
    respond: (answer: unknown) => void,
  ) => true | undefined,
): void {
  browser.runtime.onMessage.addListener(listener as Runtime.OnMessageListenerCallback);
}
