import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { createOffer, watchContent } from '../src/bridge/document-effects.ts';
import { startInpage } from '../src/bridge/inpage.ts';

/** Runs in the page's world before any of its scripts; declared in wxt.config.ts. */
export default defineUnlistedScript(() => {
  const setTimer = setTimeout;
  startInpage({
    target: window,
    uuid: crypto.randomUUID.bind(crypto),
    now: performance.now.bind(performance),
    isVisible: () => document.visibilityState === 'visible',
    callLater: (listener, data, ms) => void setTimer(listener as (data: unknown) => void, ms, data),
    createOffer,
    watchContent,
  });
});
