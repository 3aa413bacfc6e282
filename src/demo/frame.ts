import { ANNOUNCE, ASK, DISCOVER, TELL } from '../protocol/page.ts';

/*
 * Runs in the sandboxed frame: looks for Keystamp, asks it a raw question, and reports to the page
 * around it what came of that.
 */

const PATIENCE_MS = 1500;

/** What came back, in words. */
function watch(): { readonly words: () => string } {
  let announced = false;
  let answered = false;
  window.addEventListener(ANNOUNCE, () => {
    announced = true;
  });
  window.addEventListener(TELL, () => {
    answered = true;
  });
  return {
    words: () =>
      `${announced ? 'an announcement' : 'no announcement'}, ${answered ? 'an answer' : 'no answer'}`,
  };
}

const { words } = watch();
window.dispatchEvent(new Event(DISCOVER));
const ask = { id: '00000000-0000-4000-8000-000000000000', method: 'capabilities', params: {} };
window.dispatchEvent(new CustomEvent(ASK, { detail: JSON.stringify(ask) }));
// The frame has no origin to name; nothing in these words is secret.
setTimeout(() => parent.postMessage(words(), '*'), PATIENCE_MS);
