/*
 * Where the two content scripts of one document meet. Before any script of the page has run, the
 * page's client offers the bridge a target that nobody else has, as the `relatedTarget` of an event:
 * browsers show the same one to both worlds. From then on they talk by events on it. Neither the page
 * nor another copy of Keystamp can reach it, and `document.open` takes no listener from it
 * (docs/platform.md, Content scripts).
 */

/** What the scripts dispatch on `window` to meet. The number changes with the messages. */
export const CLIENT_OFFER = 'keystamp:client/2';
export const BRIDGE_WAITS = 'keystamp:bridge/2';

/** What the client says on the channel: the document is empty, and later, it has its first content. */
export const EMPTY_EVENT = 'empty';
export const CONTENT_EVENT = 'content';

/** A cancelable event with a new target as its `relatedTarget`. */
export type CreateOffer = () => Event & { readonly relatedTarget: EventTarget | null };

/**
 * Offers the bridge a channel, now or once it starts. With two copies of Keystamp in a page, each
 * script has one partner: whoever hears an event takes it alone.
 */
export function meetBridge(
  target: EventTarget,
  createOffer: CreateOffer,
  start: (channel: EventTarget) => void,
): void {
  const isTaken = (): boolean => {
    const offer = createOffer();
    if (target.dispatchEvent(offer)) return false;
    start(offer.relatedTarget as EventTarget);
    return true;
  };
  if (isTaken()) return;
  const offerAgain = (event: Event): void => {
    event.stopImmediatePropagation();
    if (isTaken()) target.removeEventListener(BRIDGE_WAITS, offerAgain);
  };
  target.addEventListener(BRIDGE_WAITS, offerAgain);
}

/** Takes the first offer of a client, which may have started earlier. */
export function meetClient(target: EventTarget, start: (channel: EventTarget) => void): void {
  const take = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    target.removeEventListener(CLIENT_OFFER, take);
    start((event as ReturnType<CreateOffer>).relatedTarget as EventTarget);
  };
  target.addEventListener(CLIENT_OFFER, take);
  target.dispatchEvent(new Event(BRIDGE_WAITS));
}
