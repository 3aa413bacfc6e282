import { ANNOUNCE_EVENT, DISCOVER_EVENT, type Announcement } from '../protocol/page-api.ts';
import { createKeystamp } from './keystamp.ts';
import { abortedError } from './keystamp-error.ts';
import type { PageEffects } from './page-effects.ts';
import type { DiscoverOptions, Keystamp } from './public-api.ts';

/**
 * Asks the page for Keystamp; null when nothing answers in time. @throws KeystampError `aborted`
 */
export function discoverIn(
  effects: PageEffects,
  { timeoutMs = 500, signal }: DiscoverOptions,
): Promise<Keystamp | null> {
  const { target } = effects;
  return new Promise((resolve, reject) => {
    const finish = () => {
      cancelTimeout();
      target.removeEventListener(ANNOUNCE_EVENT, onAnnounce);
      signal?.removeEventListener('abort', onAbort);
    };
    const onAbort = () => {
      finish();
      reject(abortedError());
    };
    const onAnnounce = (event: Event) => {
      const { name, provider } = { ...(event as CustomEvent<Partial<Announcement>>).detail };
      if (name !== 'Keystamp' || !provider) return;
      finish();
      resolve(createKeystamp(provider, effects));
    };
    const cancelTimeout = effects.after(timeoutMs, () => {
      finish();
      resolve(null);
    });
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort);
    target.addEventListener(ANNOUNCE_EVENT, onAnnounce);
    target.dispatchEvent(new Event(DISCOVER_EVENT));
  });
}
