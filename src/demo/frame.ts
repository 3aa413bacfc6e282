import { ANNOUNCE_EVENT, ASK_EVENT, DISCOVER_EVENT, TELL_EVENT } from '../protocol/page-api.ts';

/*
 * Runs in the sandboxed frame: looks for Keystamp, asks it a raw question, and reports to the page
 * around it what came of that.
 */

const REPORT_DELAY_MS = 1500;

/** What came back, in words. */
function watchEvents(): { readonly summary: () => string } {
  let announced = false;
  let answered = false;
  window.addEventListener(ANNOUNCE_EVENT, () => {
    announced = true;
  });
  window.addEventListener(TELL_EVENT, () => {
    answered = true;
  });
  return {
    summary: () =>
      `${announced ? 'an announcement' : 'no announcement'}, ${answered ? 'an answer' : 'no answer'}`,
  };
}

const { summary } = watchEvents();
window.dispatchEvent(new Event(DISCOVER_EVENT));
const call = { id: '00000000-0000-4000-8000-000000000000', method: 'capabilities', params: {} };
window.dispatchEvent(new CustomEvent(ASK_EVENT, { detail: JSON.stringify(call) }));
// The frame has no origin to name; nothing in these words is secret.
setTimeout(() => parent.postMessage(summary(), '*'), REPORT_DELAY_MS);
