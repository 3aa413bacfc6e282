import type { Browser, Runtime } from 'webextension-polyfill';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { startBridge } from '../src/bridge/bridge.ts';
import { onReplaced } from '../src/bridge/document-effects.ts';

/** Runs next to the page, in a world of its own; declared in wxt.config.ts. */
export default defineUnlistedScript(() => {
  // Read now: later, an element of the page with such an id could take its place. The polyfill
  // would be bigger than this whole script. Nothing can replace `runtime` and `document`, so
  // they're only looked up where they're used: Chromium builds them on first access, and an idle
  // page would pay more for them than for everything else.
  const name = 'browser' in globalThis ? 'browser' : 'chrome';
  const api = Reflect.get(globalThis, name) as Browser;
  startBridge({
    target: window,
    origin: self.origin,
    get page() {
      return document;
    },
    onReplaced,
    hasUserActivation: () => navigator.userActivation.isActive,
    send: (message) => api.runtime.sendMessage(message),
    listen: (handle) => {
      const listener = (message: unknown, _: unknown, respond: (answer: true) => void): void => {
        if (handle(message)) respond(true);
      };
      // The polyfill's types only know a `respond` for listeners that use it later.
      api.runtime.onMessage.addListener(listener as Runtime.OnMessageListenerCallback);
    },
    isAlive: () => {
      try {
        return Boolean(api.runtime.id);
      } catch {
        return false;
      }
    },
    uuid: () => crypto.randomUUID(),
    now: () => performance.now(),
    wait: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
  });
});
