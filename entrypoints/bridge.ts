import type { Browser, Runtime } from 'webextension-polyfill';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { startBridge } from '../src/bridge/bridge.ts';

/** Runs beside the page, in a world of its own; declared in wxt.config.ts. */
export default defineUnlistedScript(() => {
  // Taken now: later an element of the page with such an id could stand in for it. The polyfill would
  // be more than all of this script. `runtime` and `document`, which nothing can stand in for, are
  // looked up only where they are used: Chromium builds them at the first look, and an idle page would
  // pay more for them than for the rest.
  const name = 'browser' in globalThis ? 'browser' : 'chrome';
  const api = Reflect.get(globalThis, name) as Browser;
  startBridge({
    target: window,
    origin: self.origin,
    get page() {
      return document;
    },
    hasUserActivation: () => navigator.userActivation.isActive,
    send: (message) => api.runtime.sendMessage(message),
    listen: (handle) => {
      const listener = (message: unknown, _: unknown, respond: (answer: true) => void): void => {
        if (handle(message)) respond(true);
      };
      // The polyfill's types know a `respond` only for listeners that use it later.
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
