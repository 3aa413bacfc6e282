/*
 * Where the two content scripts of one document meet. Before any script of the page has run, one of
 * them offers the other a node that is in no document, as the `relatedTarget` of an event: browsers
 * show the same node to both worlds. From then on they talk by events on that node. Neither the
 * page nor another copy of Keystamp can reach it, and `document.open` takes no listener from it
 * (docs/platform.md, Content scripts).
 */

/** What one script dispatches on `window` to meet the other. The number changes with the messages. */
export const BRIDGE_OFFER = 'keystamp:bridge/1';
export const CLIENT_OFFER = 'keystamp:client/1';

/** A cancelable event with a new node as its `relatedTarget`. */
export type CreateOffer = (type: string) => Event & { readonly relatedTarget: EventTarget | null };

/**
 * Offers a node, or waits for the other script's offer. Whoever hears an offer first takes it alone:
 * with two copies of Keystamp in a page, each script has one partner.
 */
export function meet(
  target: EventTarget,
  createOffer: CreateOffer,
  offered: string,
  awaited: string,
  start: (channel: EventTarget) => void,
): void {
  const offer = createOffer(offered);
  const take = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    target.removeEventListener(awaited, take);
    start((event as typeof offer).relatedTarget as EventTarget);
  };
  if (target.dispatchEvent(offer)) target.addEventListener(awaited, take);
  else start(offer.relatedTarget as EventTarget);
}
