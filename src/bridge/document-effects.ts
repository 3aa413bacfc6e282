/*
 * What both content scripts need from their document. Each takes the built-ins when it starts, in its
 * own world.
 */

/** A cancelable event with a new node as its `relatedTarget`: only a mouse's or focus's event has it. */
export const createOffer = (type: string): MouseEvent =>
  new MouseEvent(type, { cancelable: true, relatedTarget: new Comment() });

/** Runs a callback whenever the document has got another root element, as after `document.open`. */
export const onReplaced = (run: () => void): void =>
  new MutationObserver(run).observe(document, { childList: true });
