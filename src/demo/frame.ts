import { ANNOUNCE_EVENT, ASK_EVENT, DISCOVER_EVENT, TELL_EVENT } from '../protocol/page-api.ts';

/*
 * Runs in the sandboxed frame: looks for Keystamp, makes a raw call, and reports the result to the
 * page around it.
 */

const REPORT_DELAY_MS = 1500;

/** Describes what came back. */
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
// The frame has no origin to name, and nothing in this text is secret.
setTimeout(() => parent.postMessage(summary(), '*'), REPORT_DELAY_MS);
