import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { inpage } from '../src/bridge/inpage.ts';

/** Runs in the page's world before any of its scripts; declared in wxt.config.ts. */
export default defineUnlistedScript(() => {
  const wait = setTimeout;
  inpage({
    target: window,
    uuid: crypto.randomUUID.bind(crypto),
    now: performance.now.bind(performance),
    visible: () => document.visibilityState === 'visible',
    later: (listener, data) => void wait(listener as (data: unknown) => void, 0, data),
  });
});
