import type { Browser, Runtime, Storage } from 'webextension-polyfill';

/*
 * The browser's own interface as it is. What the polyfill adds is read and run at each start of the
 * worker, and both families answer with promises themselves.
 */

export const browser = Reflect.get(
  globalThis,
  import.meta.env.FIREFOX ? 'browser' : 'chrome',
) as Browser;

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
