import browser, { type Runtime, type Storage } from 'webextension-polyfill';

/*
 * The browser's own interface, the same in Chromium and Firefox, for our pages and the worker.
 * Content scripts import only its types, because every web page would pay for the rest.
 */

export { browser };

/** A storage area, with the members that only Chromium has. */
export type BrowserArea = Storage.StorageArea & {
  readonly setAccessLevel?: (access: { readonly accessLevel: 'TRUSTED_CONTEXTS' }) => Promise<void>;
};

/**
 * Passes each message to a listener that answers `true` when it will respond, and nothing when the
 * message is for others. Browsers accept both; the types only know the first.
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
