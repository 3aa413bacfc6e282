import { CLIENT_OFFER } from './channel.ts';

/*
 * What the content scripts need from their document. In the isolated world an idle page pays for the
 * first use of `document` and of each kind of node or event, since Chromium builds them for that world
 * alone (docs/platform.md, Content scripts). So the page's client watches the document for both.
 */

/** The smallest kind of event that has a `relatedTarget`, with a target that nobody else has. */
export const createOffer = (): FocusEvent =>
  new FocusEvent(CLIENT_OFFER, { cancelable: true, relatedTarget: new EventTarget() });

/** Runs a callback whenever the document has got another root element, as after `document.open`. */
export const onReplaced = (run: () => void): void =>
  new MutationObserver(run).observe(document, { childList: true });

/**
 * Like `onReplaced`, and runs `onFirstContent` before the first script of the page. Returns false, and
 * never runs it, in a document that may have run some already.
 */
export function watchContent(onFirstContent: () => void, run: () => void): boolean {
  // A look that finds nothing makes no object.
  let isEmpty = document.readyState === 'loading' && !document.querySelector(':root > *');
  const observer = new MutationObserver(() => {
    if (isEmpty) {
      isEmpty = false;
      observe();
      onFirstContent();
    }
    run();
  });
  const observe = () => observer.observe(document, { childList: true, subtree: isEmpty });
  observe();
  return isEmpty;
}
