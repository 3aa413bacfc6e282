import { ANNOUNCE_EVENT, DISCOVER_EVENT, type Announcement } from '../protocol/page-api.ts';

/** Asks the page for Keystamp once; every announcement comes before this returns. */
export function askForKeystamp(
  target: EventTarget,
  onAnnounced: (announcement: Partial<Announcement>) => void,
): void {
  const take = (event: Event) =>
    onAnnounced({ ...(event as CustomEvent<Partial<Announcement>>).detail });
  target.addEventListener(ANNOUNCE_EVENT, take);
  target.dispatchEvent(new Event(DISCOVER_EVENT));
  target.removeEventListener(ANNOUNCE_EVENT, take);
}
