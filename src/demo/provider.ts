import { ANNOUNCE, DISCOVER, type Announcement, type Provider } from '../protocol/page.ts';

/** Finds Keystamp by its events alone; null when nothing answers in time. */
export function findProvider(milliseconds: number): Promise<Provider | null> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(null), milliseconds);
    window.addEventListener(
      ANNOUNCE,
      (event) => {
        clearTimeout(late);
        resolve((event as CustomEvent<Announcement>).detail.provider);
      },
      { once: true },
    );
    window.dispatchEvent(new Event(DISCOVER));
  });
}
