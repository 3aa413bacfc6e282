import {
  ANNOUNCE_EVENT,
  DISCOVER_EVENT,
  type Announcement,
  type Provider,
} from '../protocol/page-api.ts';

/** Finds Keystamp through its events alone; null when nothing answers in time. */
export function findProvider(timeoutMs: number): Promise<Provider | null> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => resolve(null), timeoutMs);
    window.addEventListener(
      ANNOUNCE_EVENT,
      (event) => {
        clearTimeout(timeout);
        resolve((event as CustomEvent<Announcement>).detail.provider);
      },
      { once: true },
    );
    window.dispatchEvent(new Event(DISCOVER_EVENT));
  });
}
